/** Stretches of meridians and parallels: what goes one way and back again is nothing. */
import type { Position } from './position.ts';

export type Side = readonly [from: Position, to: Position];

const isBetween = (at: number, one: number, other: number) =>
  Math.min(one, other) <= at && at <= Math.max(one, other);

export const isOnSide = ([[lon0, lat0], [lon1, lat1]]: Side, [lon, lat]: Position): boolean =>
  isBetween(lon, lon0, lon1) && isBetween(lat, lat0, lat1);

/** On one meridian or parallel: where the sum of the directions changes, and by how much. */
type Changes = [position: number, change: number][];

export class SideSum {
  readonly #meridians = new Map<number, Changes>();
  readonly #parallels = new Map<number, Changes>();

  add([lon0, lat0]: Position, [lon1, lat1]: Position): void {
    const isMeridian = lon0 === lon1;
    const [lines, line] = isMeridian ? [this.#meridians, lon0] : [this.#parallels, lat0];
    let changes = lines.get(line);
    if (!changes) {
      changes = [];
      lines.set(line, changes);
    }
    if (isMeridian) changes.push([lat0, 1], [lat1, -1]);
    else changes.push([lon0, 1], [lon1, -1]);
  }

  /** What is left, in its direction. */
  sides(): Side[] {
    const sides: Side[] = [];
    for (const [lon, changes] of this.#meridians) {
      for (const [from, to] of stretchesOf(changes))
        sides.push([
          [lon, from],
          [lon, to],
        ]);
    }
    for (const [lat, changes] of this.#parallels) {
      for (const [from, to] of stretchesOf(changes))
        sides.push([
          [from, lat],
          [to, lat],
        ]);
    }
    return sides;
  }
}

function stretchesOf(changes: Changes): [from: number, to: number][] {
  changes.sort((a, b) => a[0] - b[0]);
  const stretches: [number, number][] = [];
  let [sum, before] = [0, 0];
  for (const [position, change] of changes) {
    if (sum !== 0 && position > before) stretches.push(sum > 0 ? [before, position] : [position, before]);
    [sum, before] = [sum + change, position];
  }
  return stretches;
}
