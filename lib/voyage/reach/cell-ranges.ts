import type { Field } from '../../engine/field.ts';

/** Open cells with points that a source reaches, ascending; and of each cell the least and the greatest cost of these. */
export interface CellRanges {
  readonly cells: readonly number[];
  readonly least: readonly number[];
  readonly most: readonly number[];
  /** Whether they are all points of the cell. */
  readonly isWhole: readonly boolean[];
}

type Growing = { [K in keyof CellRanges]: CellRanges[K][number][] };

/** By source of a field: the cells that it reaches. */
export function rangesOf(field: Field): CellRanges[] {
  const found = Array.from(
    { length: field.sourceCount },
    (): Growing => ({ cells: [], least: [], most: [], isWhole: [] }),
  );
  const own = found.map(() => ({ points: 0, least: Infinity, most: 0 }));
  for (const cell of field.cells) {
    let count = 0;
    field.eachPoint(cell, (cost, source) => {
      count++;
      if (source < 0) return;
      const one = own[source]!;
      one.points++;
      if (cost < one.least) one.least = cost;
      if (cost > one.most) one.most = cost;
    });
    own.forEach((one, source) => {
      if (one.points === 0) return;
      found[source]!.cells.push(cell);
      found[source]!.least.push(one.least);
      found[source]!.most.push(one.most);
      found[source]!.isWhole.push(one.points === count);
      Object.assign(one, { points: 0, least: Infinity, most: 0 });
    });
  }
  return found;
}
