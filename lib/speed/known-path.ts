/** A path that is known, with what is stayed on it: its days and its consumption at any speeds. */
import type { Costs } from '../engine/cost/cost.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Track } from '../engine/path/track.ts';
import { joinedLegs } from './cut-at-places.ts';
import type { Legs } from './passage.ts';
import { PathSpeeds, type Totals } from './path-speeds.ts';
import type { SpeedCurves } from './speed-curves.ts';

export const NO_STAYS: Totals = { days: 0, consumption: 0 };

/** At speeds that were chosen; its totals are with its stays. */
export interface SailedPath extends Totals {
  readonly path: KnownPath;
  /** Without stays. */
  readonly track: Track;
}

export class KnownPath {
  readonly legs: Legs;
  /** By which it was found: where a leg may be in one of two cells, they decide. */
  readonly costs: Costs;
  private readonly stays: Totals;
  private readonly speeds: PathSpeeds;

  /** @param stays those that other paths may not have */
  constructor(
    curves: SpeedCurves,
    legs: Legs,
    costs: Costs,
    stays = NO_STAYS,
    cellOf = cellsByRow(curves.mesh),
  ) {
    this.legs = legs;
    this.costs = costs;
    this.stays = stays;
    const { coordinates, rows, others } = joinedLegs(legs.routes.map(({ track }) => track));
    const cells = rows.map((row) => cellOf.get(row)!);
    this.speeds = new PathSpeeds(curves, coordinates, cells, others);
  }

  /** What it takes and consumes at a price, nearly. */
  nearlyAt(λ: number): Totals {
    const { days, consumption } = this.speeds.rough.at(λ);
    return { days: days + this.stays.days, consumption: consumption + this.stays.consumption };
  }

  /** What it consumes in so many days, nearly; infinite where it takes longer. */
  nearlyWithin(days: number): number {
    return this.speeds.rough.within(days - this.stays.days) + this.stays.consumption;
  }

  /** In at most so many days with the least consumption; null where it takes longer. */
  within(days: number): SailedPath | null {
    return this.sailed(this.speeds.within(days - this.stays.days));
  }

  /** In the least time with at most so much consumption; null where it takes more at any speed. */
  burning(most: number): SailedPath | null {
    return this.sailed(this.speeds.burning(most - this.stays.consumption));
  }

  /** At the speeds at which it costs least at a price; null where it can't be sailed. */
  at(λ: number): SailedPath | null {
    return this.sailed(this.speeds.at(λ));
  }

  private sailed(track: Track | null): SailedPath | null {
    const { days, consumption } = this.stays;
    return (
      track && {
        path: this,
        track,
        days: track.timeDays.at(-1)! + days,
        consumption: track.consumption!.at(-1)! + consumption,
      }
    );
  }
}

/** By row of the mesh, its open cell; of several in one row, the first. */
export function cellsByRow({ row, openCount }: Pick<Mesh, 'row' | 'openCount'>): ReadonlyMap<number, number> {
  const cells = new Map<number, number>();
  for (let cell = openCount - 1; cell >= 0; cell--) cells.set(row[cell]!, cell);
  return cells;
}
