/** What is done at the stops of a voyage, as long as it takes when it is done: lines and areas in a sea that changes. */

import { atPoints } from '../../speed/at-points.ts';
import { openingsOf, type Stretch } from '../order/openings.ts';
import { leaves as leavesOf } from '../order/problem.ts';
import type { Itinerary, Work } from '../stops/itinerary.ts';
import { WorkLog } from '../work/work-in-time.ts';
import type { Beginning } from './beginning.ts';

/** Rounding errors of sums of times, days: a tenth of a millisecond. */
const ROUNDING = 1e-9;

/** What is done at a point that is come to at a time. */
export interface Done {
  /** When the point is left, days since the voyage began; Infinity where it is too late for it. */
  readonly ends: number;
  /** Days of its line, waits for cells included, and what that consumes. */
  readonly days: number;
  readonly used: number;
}

/** The same of a line, with how it is sailed. */
interface Sailed extends Done {
  /** When it is worked, stays included. */
  readonly stretches: readonly Stretch[];
  readonly log: WorkLog;
}

/**
 * @param itinerary whose works take the least that they can
 * @param idleRate what is consumed in a day of waiting
 */
export function doneAt(
  at: Beginning,
  itinerary: Itinerary,
  point: number,
  arrives: number,
  idleRate: number,
): Done {
  const work = itinerary.works[point];
  if (!work?.inTime) return { ends: leavesOf(itinerary, point, arrives), days: 0, used: 0 };
  return sailedAt(at, itinerary, point, arrives, idleRate) ?? { ends: Infinity, days: 0, used: 0 };
}

/** The itinerary of a voyage whose legs take so many days: each of its works as it is done then. */
export function itineraryAlong(
  at: Beginning,
  itinerary: Itinerary,
  points: readonly number[],
  legDays: readonly number[],
  idleRate: number,
): Itinerary {
  if (itinerary.works.every((work) => !work)) return itinerary;
  const own = {
    ...itinerary,
    stay: itinerary.stay.slice(),
    latest: itinerary.latest.slice(),
    openings: [...itinerary.openings],
    works: [...itinerary.works],
  };
  let now = 0;
  for (const [k, point] of points.entries()) {
    const arrives = k === 0 ? 0 : now + legDays[k - 1]!;
    const work = itinerary.works[point];
    if (!work?.inTime) {
      now = leavesOf(itinerary, point, arrives);
      continue;
    }
    const sailed = sailedAt(at, itinerary, point, arrives, idleRate);
    if (!sailed) {
      // it is too late: told as what it is late for by the least that it takes
      own.latest[point] = Math.min(own.latest[point]!, arrives - work.days);
      now = Math.max(arrives, itinerary.earliest[point]!) + itinerary.stay[point]!;
      continue;
    }
    const { stretches, log, days, ends } = sailed;
    const track = log.track(at.sea.mesh.consumption !== null);
    own.works[point] = { ...work, days, track, sailing: atPoints(track, work.sailing.coordinates), log };
    own.stay[point] = work.stayBefore + days + work.stayAfter;
    if (own.openings[point]) own.openings[point] = openingsOf(stretches, stretches.length > 1);
    now = ends;
  }
  return own;
}

/** Null where it can't be done any more. */
export function sailedAt(
  at: Beginning,
  itinerary: Itinerary,
  point: number,
  arrives: number,
  idleRate: number,
): Sailed | null {
  const { earliest, openings, works } = itinerary;
  const work = works[point]!;
  const ready = Math.max(arrives, earliest[point]!);
  const open = openings[point];
  if (!open) return within(at, work, [{ from: ready, to: Infinity }], idleRate);
  const left = Array.from(open.from, (from, k) => ({ from: Math.max(ready, from), to: open.to[k]! })).filter(
    ({ from, to }) => to > from,
  );
  if (open.mayPause) return within(at, work, left, idleRate);
  for (const stretch of left) {
    const sailed = within(at, work, [stretch], idleRate);
    if (sailed) return sailed;
  }
  return null;
}

/** Work that is laid down between stretches; null where they are too short for it. */
function within(
  { begins }: Beginning,
  { inTime, stayBefore, stayAfter }: Work,
  open: readonly Stretch[],
  idleRate: number,
): Sailed | null {
  const log = new WorkLog(inTime!.start);
  const stretches: Stretch[] = [];
  let [before, after] = [stayBefore, stayAfter];
  let progress = inTime!.begin(Number.NaN);
  for (const { from, to } of open) {
    let now = from;
    const stay = (left: number): number => {
      const part = Math.min(left, to - now);
      now += part;
      return left - part <= ROUNDING ? 0 : left - part;
    };
    before = stay(before);
    if (before === 0 && !inTime!.isDone(progress)) {
      progress = inTime!.sailOn({ ...progress, now: begins + now }, begins + to, idleRate, log);
      if (progress.now === Infinity) return null;
      now = progress.now - begins;
    }
    if (inTime!.isDone(progress)) after = stay(after);
    stretches.push({ from, to: now });
    if (inTime!.isDone(progress) && after === 0) {
      return { ends: now, days: log.days, used: progress.used, stretches, log };
    }
  }
  return null;
}
