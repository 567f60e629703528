/**
 * The outline of many rectangles that touch: sides that two of them share cancel, what is left is joined into loops.
 * One path instead of thousands, and no hairlines between neighbours.
 */

export type Rectangle = readonly [west: number, south: number, east: number, north: number];
export type Loop = readonly (readonly [x: number, y: number])[];

interface Side {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** @param rectangles that overlap nowhere; their loops run counter-clockwise, those of holes clockwise */
export function outlineOf(rectangles: readonly Rectangle[]): Loop[] {
  const sides = [...remaining(rectangles, 'x'), ...remaining(rectangles, 'y')];
  const leaving = new Map<string, Side[]>();
  for (const side of sides) {
    const key = `${side.from}`;
    leaving.set(key, [...(leaving.get(key) ?? []), side]);
  }
  const loops: Loop[] = [];
  for (const first of sides) {
    const loop: (readonly [number, number])[] = [];
    for (let side = take(leaving, first); side; side = take(leaving, null, side)) loop.push(side.from);
    if (loop.length > 0) loops.push(corners(loop));
  }
  return loops;
}

/** Takes out a given side, or one that goes on where another ends. */
function take(leaving: Map<string, Side[]>, wanted: Side | null, before?: Side): Side | undefined {
  const choices = leaving.get(`${wanted ? wanted.from : before!.to}`);
  if (!choices) return undefined;
  const at = wanted ? choices.indexOf(wanted) : 0;
  return at < 0 ? undefined : choices.splice(at, 1)[0];
}

/** Parts of upright (x) or level (y) sides that belong to one rectangle only. */
function remaining(rectangles: readonly Rectangle[], axis: 'x' | 'y'): Side[] {
  // by line: [from, to, direction] of the sides on it
  const lines = new Map<number, [number, number, number][]>();
  const put = (line: number, from: number, to: number, direction: number) => {
    lines.set(line, [...(lines.get(line) ?? []), [from, to, direction]]);
  };
  for (const [west, south, east, north] of rectangles) {
    if (axis === 'x') {
      put(east, south, north, 1);
      put(west, south, north, -1);
    } else {
      put(south, west, east, 1);
      put(north, west, east, -1);
    }
  }
  const kept: Side[] = [];
  for (const [line, own] of lines) {
    const cuts = [...new Set(own.flatMap((side) => side.slice(0, 2)))].sort((a, b) => a - b);
    for (let k = 1; k < cuts.length; k++) {
      const net = own.reduce(
        (sum, [from, to, direction]) => (from < cuts[k]! && to > cuts[k - 1]! ? sum + direction : sum),
        0,
      );
      if (net === 0) continue;
      const [from, to] = net > 0 ? [cuts[k - 1]!, cuts[k]!] : [cuts[k]!, cuts[k - 1]!];
      kept.push(
        axis === 'x' ? { from: [line, from], to: [line, to] } : { from: [from, line], to: [to, line] },
      );
    }
  }
  return kept;
}

/** A loop without the points on its straight stretches. */
function corners(loop: Loop): Loop {
  return loop.filter(([x, y], i) => {
    const [x1, y1] = loop.at(i - 1)!;
    const [x2, y2] = loop[(i + 1) % loop.length]!;
    return !((x1 === x && x === x2) || (y1 === y && y === y2));
  });
}
