/**
 * How far from the best a voyage through stops in a sea that changes is at most.
 *
 * Let no voyage leave stop k before the time t(k). What is proved of the days of the next leg holds whenever it is left from t(k) on
 * (dated-bound.ts): no vessel arrives before t(k) and that bound. So no voyage calls at any stop before the bounds of the legs to it, one
 * after the other, with the stays and the waits for windows between them. That bounds the fastest voyage, and gives each leg of the one
 * that consumes least the time from which on it is bounded.
 *
 * Such a leg has ended before a time as well, if the voyage consumes less than one that is known: up to there the voyage consumes no more
 * than that one without what the later legs and all stays consume at least, and a day under way in a slice consumes its least rate or
 * more. From a stop that has to be waited for, the same holds with what the legs since then consume. A voyage that is later consumes
 * more in all. So the bounds of the legs in these windows, with what is consumed at stops, bound every voyage in this order that waits
 * no longer than it may, besides for windows.
 */
import type { Optimality } from '../../engine/certificate/certificate.ts';
import type { Provable } from '../../engine/plan-dated.ts';
import { LeastSpending } from '../../engine/sea/least-spending.ts';
import { endOf } from '../order/openings.ts';
import { costsOfWork, type Itinerary } from '../stops/itinerary.ts';
import { leastInOrder } from '../stops/plan-stops.ts';
import { costOfVoyage } from '../stops/sail-stops.ts';
import type { Beginning } from './beginning.ts';
import { doneAt } from './itinerary-in-time.ts';
import type { DatedSailed, Proved } from './join-dated.ts';

/** A voyage by one objective, with what each leg was planned as. */
export interface ProvableVoyage extends DatedSailed {
  readonly provable: readonly Provable[];
}

export interface ProvedInTime extends Proved {
  /** By leg, when it is left at the earliest, days since the voyage began. */
  readonly leaves: readonly number[];
}

export interface ProvedBySpending extends Proved {
  /** Voyages that end later do not matter, days of the sea; Infinity where that is not known. */
  readonly ends: number;
}

/**
 * Each leg of the fastest voyage from the time on that the bounds of the legs before it allow.
 *
 * @param itinerary whose works take the least that they can
 */
export function proveInTime(
  at: Beginning,
  itinerary: Itinerary,
  { provable, points, idleRate }: ProvableVoyage,
): ProvedInTime {
  const leaves: number[] = [];
  const legs: (Optimality | null)[] = [];
  let [least, left] = [0, 0];
  for (const [k, { prove }] of provable.entries()) {
    leaves.push(left);
    legs.push(prove({ earliest: at.begins + left }));
    least = left + (legs[k]?.least ?? 0);
    left = doneAt(at, itinerary, points[k + 1]!, least, idleRate).ends;
  }
  return { legs, least, leaves };
}

/**
 * Each leg of the least consumption within its windows, the last one first: what it consumes has not been consumed before it.
 *
 * @param known a voyage in the same order: those that consume more do not matter
 */
export function proveBySpending(
  at: Beginning,
  itinerary: Itinerary,
  { provable, points, objective, idleRate }: ProvableVoyage,
  known: DatedSailed,
  { leaves, least: arrives }: ProvedInTime,
  mostWait: number,
): ProvedBySpending {
  const spending = new LeastSpending(at.sea);
  const legs: (Optimality | null)[] = provable.map(() => null);
  const least = provable.map(() => 0);
  const stays = itinerary.stay.reduce((sum, one) => sum + one, 0);
  const most = costOfVoyage(known) - idleRate * stays;
  const waits = spending.greatest * mostWait;
  const isWorked = itinerary.works.some(Boolean);
  let ends = Infinity;
  for (let k = provable.length - 1; k >= 0; k--) {
    const beyond = Math.max(0, most - least.reduce((sum, one) => sum + one, 0));
    const before = spentBefore({ at, points, itinerary, spending, least, beyond, waits }, k);
    // how long work takes at most is not known
    const until = isWorked ? Infinity : spending.when(before + least[k]! + beyond + waits);
    if (k === provable.length - 1) ends = until;
    legs[k] = provable[k]!.prove({ earliest: at.begins + leaves[k]!, until });
    least[k] = legs[k]?.least ?? 0;
  }
  const rate = spending.rateBetween(at.begins, Infinity);
  const work = costsOfWork(itinerary, objective, idleRate);
  const problem = { ...itinerary, idle: idleRate, work, leastValue: 0 };
  const leastOf = (_: number, to: number) => least[points.indexOf(to) - 1]!;
  const left = [...leaves, arrives];
  return { legs, least: leastInOrder(problem, points.slice(1, -1), leastOf, rate, left), ends };
}

interface Spending extends Pick<DatedSailed, 'points' | 'itinerary'> {
  readonly at: Beginning;
  readonly spending: LeastSpending;
  /** By leg, what it consumes at least. */
  readonly least: readonly number[];
  /** What all legs may consume more, together. */
  readonly beyond: number;
  /** What could have been consumed while it was waited. */
  readonly waits: number;
}

/**
 * How much can have been spent when a leg is left, as `until` of that time, if each leg before it consumes no more than its bound; from a
 * stop with openings on, which may be missed, what may be consumed more counts once more.
 */
function spentBefore(
  { at, points, itinerary, spending, least, beyond, waits }: Spending,
  leg: number,
): number {
  const { stay, earliest, openings } = itinerary;
  const { begins } = at;
  let spent = spending.until(begins);
  for (const [k, point] of points.slice(1, leg + 1).entries()) {
    const open = openings[point];
    if (open) {
      const ready = Math.max(earliest[point]!, spending.when(spent + least[k]! + beyond + waits) - begins);
      const ends = endOf(open, ready, stay[point]!);
      spent = spending.until(begins + (ends < Infinity ? ends : open.to.at(-1)!));
    } else {
      spent += least[k]! + spending.greatest * stay[point]!;
      const left = begins + earliest[point]! + stay[point]!;
      if (earliest[point]! > -Infinity) spent = Math.max(spent, spending.until(left));
    }
  }
  return spent;
}
