/** The boxes into which the cells of a mesh are divided. */
import { Growing } from '../../engine/compile/growing.ts';
import { ImpossibleOnMesh } from '../../request/impossible.ts';
import type { Box } from '../geometry/polygon.ts';
import { halvesOf, metresOf } from './divide-box.ts';

/** An open piece that is so many times as long as wide is halved; what a proof loses along one that is not: docs/zones.md. */
const LONGEST = 4;
/** Metres: a shorter piece in which a speed limit holds stays whole. Along the border of one, pieces may be 27 m wide. */
const SHORT_M = 2000;
/** Border of about 100,000 km; more has no room in a calculator's memory beside the search. */
const MOST = 400_000;

/** Pieces in the order of their cells. */
export class Pieces {
  count = 0;
  readonly #most: number;
  readonly #bounds = new Growing(Float64Array, 4);
  readonly #cell = new Growing(Int32Array, 1);
  readonly #closed = new Growing(Uint8Array, 1);
  readonly #limit = new Growing(Float64Array, 1);
  readonly #partLimit = new Growing(Float64Array, 1);

  constructor(most = MOST) {
    this.#most = most;
  }

  /**
   * @param closed 0 = open, otherwise why not, an index of CLOSED_REASONS
   * @param limitMps the greatest speed in all of it, Infinity where there is no limit
   * @param partLimitMps the lowest limit that holds in some of it
   * @throws ImpossibleOnMesh where there are too many
   */
  add(box: Box, cell: number, closed: number, limitMps: number, partLimitMps = limitMps): void {
    const halves = closed === 0 && isLong(box, limitMps < Infinity ? SHORT_M : 0) ? halvesOf(box) : null;
    if (!halves) this.#add(box, cell, closed, limitMps, partLimitMps);
    else for (const half of halves) this.add(half, cell, closed, limitMps, partLimitMps);
  }

  #add(
    { west, south, east, north }: Box,
    cell: number,
    closed: number,
    limitMps: number,
    partMps: number,
  ): void {
    if (this.count === this.#most) throw tooMany(this.#most);
    const i = this.count++;
    const bounds = this.#bounds.at(i);
    bounds[4 * i] = west;
    bounds[4 * i + 1] = south;
    bounds[4 * i + 2] = east;
    bounds[4 * i + 3] = north;
    this.#cell.at(i)[i] = cell;
    this.#closed.at(i)[i] = closed;
    this.#limit.at(i)[i] = limitMps;
    this.#partLimit.at(i)[i] = partMps;
  }

  /** pieces × 4: west, south, east, north, degrees. */
  get bounds(): Float64Array {
    return this.#bounds.first(this.count);
  }

  /** pieces: the cell of the mesh that each is part of. */
  get cell(): Int32Array {
    return this.#cell.first(this.count);
  }

  get closed(): Uint8Array {
    return this.#closed.first(this.count);
  }

  get limit(): Float64Array {
    return this.#limit.first(this.count);
  }

  get partLimit(): Float64Array {
    return this.#partLimit.first(this.count);
  }
}

const tooMany = (most: number) =>
  new ImpossibleOnMesh(
    `The borders of the zones, or the room asked for, divide the mesh into more than ${most} cells: ` +
      'ask for fewer zones, or for zones with shorter borders.',
  );

function isLong(box: Box, shortM: number): boolean {
  const { width, height } = metresOf(box);
  return Math.max(width, height) > Math.max(shortM, LONGEST * Math.min(width, height));
}
