/** The pieces of a mesh whose cells are divided, written one after another, and over again where the division is another one. */
import { Growing } from '../../engine/compile/growing.ts';
import type { Box } from '../../zones/geometry/polygon.ts';

/** No area of the chart. */
export const NO_AREA = -1;

export class Pieces {
  count = 0;
  readonly #bounds = new Growing(Float64Array, 4);
  readonly #area = new Growing(Int32Array, 1);
  readonly #row = new Growing(Int32Array, 1);

  /** @param row of the mesh @param area of the chart, or NO_AREA */
  add({ west, south, east, north }: Box, row: number, area: number): void {
    const k = this.count++;
    const bounds = this.#bounds.at(k);
    bounds[4 * k] = west;
    bounds[4 * k + 1] = south;
    bounds[4 * k + 2] = east;
    bounds[4 * k + 3] = north;
    this.#area.at(k)[k] = area;
    this.#row.at(k)[k] = row;
  }

  /** By piece: its area of the chart, or NO_AREA; to be read and changed until the next one is added. */
  get area(): Int32Array {
    return this.#area.first(this.count);
  }

  /** By piece: the row of the mesh that it is part of. */
  get row(): Int32Array {
    return this.#row.first(this.count);
  }

  /** West, south, east, north of each. */
  get bounds(): Float64Array {
    return this.#bounds.first(this.count);
  }
}
