/** What was predicted and what was sailed, from the reports of voyages, and in which ice. */
import { departure, METRES_PER_NM } from '../engine/geometry/sphere.ts';
import { nearestOn } from '../routes/nearest-on.ts';
import { lastBy, type PlannedWay } from '../routes/planned-way.ts';
import type { Position } from './watch.ts';

/** Reports farther apart in time say too little of what was between them. */
const MOST_APART_HOURS = 12;
/** A report farther from the plan says nothing of it. */
const MOST_OFF_NM = 25;
const MS_PER_HOUR = 3_600_000;
/** Per cent of concentration that one entry is of. */
const BAND_PERCENT = 10;
const BANDS = 100 / BAND_PERCENT;

export interface MadeGood {
  /** Between the reports that were compared. */
  readonly hours: number;
  /** The speed, in per cent of the predicted: predicted hours of the same way / hours × 100. */
  readonly of_predicted_percent: number;
  /** Of the part whose ice is known, by rising concentration; only where something was sailed. */
  readonly by_ice: readonly SailedInIce[];
}

export interface SailedInIce {
  /** From and below, %; the last one has 100 too. */
  readonly concentration: readonly [from: number, below: number];
  /** Along the planned way. */
  readonly nm: number;
  readonly hours: number;
  readonly predicted_hours: number;
}

type Band = { nm: number; hours: number; predicted: number };

/** Sums what was made good on one way or on several. */
export class MadeGoodSum {
  #hours = 0;
  #predicted = 0;
  readonly #bands = new Map<number, Band>();

  /** @param positions in the order of their times */
  add(way: PlannedWay, positions: readonly Position[]): this {
    const stays = staysOf(way);
    let before: { readonly time: number; readonly planned: number } | null = null;
    for (const position of positions) {
      const time = Date.parse(position.time);
      const nearest = nearestOn(way, position, time);
      const current = nearest.offNm <= MOST_OFF_NM ? { time, planned: nearest.time } : null;
      const hours = before && current ? (current.time - before.time) / MS_PER_HOUR : Infinity;
      if (before && current && hours < MOST_APART_HOURS) {
        const [from, to] = [before.planned, current.planned];
        const isUnderWay = !stays.some(
          (stay) => stay.to >= Math.min(from, to) && stay.from <= Math.max(from, to),
        );
        if (isUnderWay) this.#addSailed(way, from, to, hours);
      }
      before = current;
    }
    return this;
  }

  /** Null where no two reports could be compared. */
  told(): MadeGood | null {
    const [hours, predicted] = [this.#hours, this.#predicted];
    if (hours === 0) return null;
    const bands = [...this.#bands].sort(([a], [b]) => a - b);
    const by_ice = bands.map(
      ([band, { nm, hours, predicted }]): SailedInIce => ({
        concentration: [BAND_PERCENT * band, BAND_PERCENT * (band + 1)],
        nm,
        hours,
        predicted_hours: predicted,
      }),
    );
    return { hours, of_predicted_percent: (100 * predicted) / hours, by_ice };
  }

  /** From one instant of the plan to another, which is before it where the ship went back; the legs share the hours as planned. */
  #addSailed(way: PlannedWay, from: number, to: number, hours: number): void {
    const { points, times, ice } = way;
    this.#hours += hours;
    this.#predicted += (to - from) / MS_PER_HOUR;
    const [begin, end] = [Math.min(from, to), Math.max(from, to)];
    const direction = Math.sign(to - from);
    const first = Math.min(Math.max(0, lastBy(times, begin)), times.length - 2);
    for (let i = first; i + 1 < times.length && times[i]! <= end; i++) {
      const takes = times[i + 1]! - times[i]!;
      const inside = Math.min(end, times[i + 1]!) - Math.max(begin, times[i]!);
      const share = end === begin ? 1 : inside / (end - begin);
      const concentration = ice?.[i + 1] ?? null;
      if (concentration !== null && share > 0) {
        const band = this.#bandOf(concentration);
        band.hours += share * hours;
        band.predicted += (direction * inside) / MS_PER_HOUR;
        if (inside > 0) band.nm += direction * (inside / takes) * nmOf(points[i]!, points[i + 1]!);
      }
      // a ship that came no farther is on one leg
      if (end === begin) return;
    }
  }

  #bandOf(concentration: number): Band {
    const band = Math.min(BANDS - 1, Math.max(0, Math.floor(concentration / BAND_PERCENT)));
    const known = this.#bands.get(band) ?? { nm: 0, hours: 0, predicted: 0 };
    this.#bands.set(band, known);
    return known;
  }
}

/** When the plan has the ship stay where it is. */
function staysOf({ points, times }: PlannedWay): { readonly from: number; readonly to: number }[] {
  return points.slice(1).flatMap(([lon, lat], i) => {
    const [from, to] = [times[i]!, times[i + 1]!];
    const [lonBefore, latBefore] = points[i]!;
    return lon === lonBefore && lat === latBefore && to > from ? [{ from, to }] : [];
  });
}

function nmOf(from: PlannedWay['points'][number], to: PlannedWay['points'][number]): number {
  const { x, y } = departure(from, to);
  return Math.hypot(x, y) / METRES_PER_NM;
}
