/**
 * The outline of many rectangles that touch: sides that two of them share cancel, what is left is joined into loops.
 * One path instead of thousands, and no hairlines between neighbours.
 */

export type Rectangle = readonly [west: number, south: number, east: number, north: number];
type Corner = readonly [x: number, y: number];
export type Loop = readonly Corner[];

interface Side {
  readonly from: Corner;
  readonly to: Corner;
}

/** @param rectangles that do not overlap; their loops run counter-clockwise, those of holes clockwise */
export function outlineOf(rectangles: readonly Rectangle[]): Loop[] {
  const sides = [...boundarySides(rectangles, 'x'), ...boundarySides(rectangles, 'y')];
  const leaving = new Map<string, Side[]>();
  for (const side of sides) append(leaving, `${side.from}`, side);
  const loops: Loop[] = [];
  for (const first of sides) {
    const loop: Corner[] = [];
    let side = takeSide(leaving, first);
    while (side) {
      loop.push(side.from);
      side = leaving.get(`${side.to}`)?.shift();
    }
    if (loop.length > 0) loops.push(withoutStraightCorners(loop));
  }
  return loops;
}

/** Removes a given side, if it is still there. */
function takeSide(leaving: Map<string, Side[]>, side: Side): Side | undefined {
  const choices = leaving.get(`${side.from}`)!;
  const at = choices.indexOf(side);
  return at < 0 ? undefined : choices.splice(at, 1)[0];
}

/** The parts of the meridional (x) or parallel (y) sides that belong to one rectangle only. */
function boundarySides(rectangles: readonly Rectangle[], axis: 'x' | 'y'): Side[] {
  // by line: where the sum of the sides' directions changes, and by how much
  const lines = new Map<number, [position: number, change: number][]>();
  const add = (line: number, from: number, to: number, direction: number) => {
    append(lines, line, [from, direction], [to, -direction]);
  };
  for (const [west, south, east, north] of rectangles) {
    if (axis === 'x') {
      add(east, south, north, 1);
      add(west, south, north, -1);
    } else {
      add(south, west, east, 1);
      add(north, west, east, -1);
    }
  }
  const point = (line: number, along: number): Corner => (axis === 'x' ? [line, along] : [along, line]);
  const sides: Side[] = [];
  for (const [line, changes] of lines) {
    changes.sort((a, b) => a[0] - b[0]);
    let sum = 0;
    for (const [i, [position, change]] of changes.entries()) {
      const before = changes[i - 1]?.[0] ?? position;
      if (sum !== 0 && position > before) {
        const ends = [point(line, before), point(line, position)] as const;
        sides.push(sum > 0 ? { from: ends[0], to: ends[1] } : { from: ends[1], to: ends[0] });
      }
      sum += change;
    }
  }
  return sides;
}

function withoutStraightCorners(loop: Loop): Loop {
  return loop.filter(([x, y], i) => {
    const [x1, y1] = loop.at(i - 1)!;
    const [x2, y2] = loop[(i + 1) % loop.length]!;
    return !((x1 === x && x === x2) || (y1 === y && y === y2));
  });
}

function append<K, V>(map: Map<K, V[]>, key: K, ...values: V[]): void {
  const list = map.get(key);
  if (list) list.push(...values);
  else map.set(key, values);
}
