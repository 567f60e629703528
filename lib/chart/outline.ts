/**
 * The outline of many rectangles that touch: sides that two of them share cancel, what is left is joined into loops.
 * One path instead of thousands, and no hairlines between neighbours.
 */

import { type Side, SideSum } from '../voyage/reach/side-sum.ts';

export type Rectangle = readonly [west: number, south: number, east: number, north: number];
type Corner = readonly [x: number, y: number];
export type Loop = readonly Corner[];

/** @param rectangles that do not overlap; their loops run counter-clockwise, those of holes clockwise */
export function outlineOf(rectangles: readonly Rectangle[]): Loop[] {
  const sum = new SideSum();
  for (const [west, south, east, north] of rectangles) {
    sum.add([west, south], [east, south]);
    sum.add([east, south], [east, north]);
    sum.add([east, north], [west, north]);
    sum.add([west, north], [west, south]);
  }
  const sides = sum.sides();
  const leaving = new Map<string, Side[]>();
  for (const side of sides) append(leaving, `${side[0]}`, side);
  const loops: Loop[] = [];
  for (const first of sides) {
    const loop: Corner[] = [];
    let side = takeSide(leaving, first);
    while (side) {
      loop.push(side[0]);
      side = leaving.get(`${side[1]}`)?.shift();
    }
    if (loop.length > 0) loops.push(withoutStraightCorners(loop));
  }
  return loops;
}

/** Removes a given side, if it is still there. */
function takeSide(leaving: Map<string, Side[]>, side: Side): Side | undefined {
  const choices = leaving.get(`${side[0]}`)!;
  const at = choices.indexOf(side);
  return at < 0 ? undefined : choices.splice(at, 1)[0];
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
