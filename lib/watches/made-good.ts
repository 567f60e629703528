/** What was predicted and what was sailed, from the reports of a voyage. */
import { nearestOn, type PlannedWay } from '../routes/planned-way.ts';
import type { Position } from './watch.ts';

/** Reports farther apart in time say too little of what was between them. */
const MOST_APART_HOURS = 12;
/** A report farther from the plan says nothing of it. */
const MOST_OFF_NM = 25;
const MS_PER_HOUR = 3_600_000;

export interface MadeGood {
  /** Between the reports that were compared. */
  readonly hours: number;
  /** The speed, in per cent of the predicted: predicted hours of the same way / hours × 100. */
  readonly of_predicted_percent: number;
}

/** Null where no two reports can be compared. @param positions in the order of their times */
export function madeGood(way: PlannedWay, positions: readonly Position[]): MadeGood | null {
  let hours = 0;
  let predicted = 0;
  let before: { readonly time: number; readonly planned: number } | null = null;
  for (const position of positions) {
    const time = Date.parse(position.time);
    const nearest = nearestOn(way, position, time);
    const current = nearest.offNm <= MOST_OFF_NM ? { time, planned: nearest.time } : null;
    const apart = before && current ? (current.time - before.time) / MS_PER_HOUR : Infinity;
    if (before && current && apart < MOST_APART_HOURS) {
      hours += apart;
      predicted += (current.planned - before.planned) / MS_PER_HOUR;
    }
    before = current;
  }
  return hours === 0 ? null : { hours, of_predicted_percent: (100 * predicted) / hours };
}
