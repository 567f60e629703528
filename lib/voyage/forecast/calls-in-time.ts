/** The stops of a voyage as calls of a path at chosen speeds: when each is done by who comes at a time, and what that consumes. */
import { type Call, stayFor } from '../../speed/in-time/call.ts';
import { endOf, type Stretch } from '../order/openings.ts';
import { leaves } from '../order/problem.ts';
import type { Itinerary, Work } from '../stops/itinerary.ts';
import type { Beginning } from './beginning.ts';
import { sailedAt } from './itinerary-in-time.ts';

/** Halvings by which it is found when work can be begun at the latest. */
const STEPS = 40;

/**
 * @param itinerary whose works take the least that they can
 * @param idleRate what is consumed in a day of waiting
 * @returns null where nothing is done at a point
 */
export function callAt(at: Beginning, itinerary: Itinerary, point: number, idleRate: number): Call | null {
  const { stay, earliest, latest, openings, works } = itinerary;
  const work = works[point]!;
  const [days, ready, last] = [stay[point]!, earliest[point]!, latest[point]!];
  const isTimed = openings[point] !== null || ready > -Infinity || last < Infinity;
  const call = work
    ? callForWork(at, itinerary, point, work, idleRate)
    : isTimed
      ? callAtPoint(itinerary, point, idleRate)
      : days > 0
        ? stayFor(days, idleRate)
        : null;
  return call && sinceBeginOf(at, call);
}

function callAtPoint(itinerary: Itinerary, point: number, idleRate: number): Call {
  const days = itinerary.stay[point]!;
  const open = itinerary.openings[point];
  const doneAt = (arrives: number) => {
    const ready = Math.max(arrives, itinerary.earliest[point]!);
    const stretches: Stretch[] = [];
    const isOpen = open ? endOf(open, ready, days, stretches) < Infinity : false;
    const begins = isOpen ? stretches[0]!.from : ready;
    const ends = isOpen ? stretches.at(-1)!.to : ready + days;
    const until = isOpen && !open!.mayPause ? open!.to.find((to) => to >= ends)! - days : Infinity;
    return { begins, until, ends, consumed: idleRate * (ends - arrives) };
  };
  return {
    latest: itinerary.latest[point]!,
    doneAt,
    least: { ...leastOf(itinerary, point), consumed: 0, perDay: idleRate },
  };
}

function callForWork(
  at: Beginning,
  itinerary: Itinerary,
  point: number,
  { track, stayBefore, stayAfter }: Work,
  idleRate: number,
): Call {
  const days = itinerary.stay[point]!;
  const doneAt = (arrives: number) => {
    const sailed = sailedAt(at, itinerary, point, arrives, idleRate);
    const ready = Math.max(arrives, itinerary.earliest[point]!);
    const {
      stretches,
      ends,
      days: own,
      used,
    } = sailed ?? { stretches: [], ends: ready + days, days, used: 0 };
    const begins = stretches[0]?.from ?? ready;
    return { begins, until: Infinity, ends, consumed: used + idleRate * (ends - arrives - own) };
  };
  const consumed = track.consumption!.at(-1)! + idleRate * (stayBefore + stayAfter);
  return {
    latest: latestOf(at, itinerary, point, idleRate),
    doneAt,
    least: { ...leastOf(itinerary, point), consumed, perDay: 0 },
  };
}

/** By when work can be begun: from the last slice on nothing changes. */
function latestOf(at: Beginning, itinerary: Itinerary, point: number, idleRate: number): number {
  const canBegin = (arrives: number) => sailedAt(at, itinerary, point, arrives, idleRate) !== null;
  const last = itinerary.latest[point]!;
  let [low, high] = [0, Math.min(last, Math.max(0, at.sea.starts.at(-2)! - at.begins))];
  if (canBegin(high)) return last;
  for (let step = 0; step < STEPS; step++) {
    const middle = 0.5 * (low + high);
    if (canBegin(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Work that may be laid down takes no less than as long as it takes at once. */
function leastOf(itinerary: Itinerary, point: number) {
  const days = itinerary.stay[point]!;
  const openings = itinerary.openings.map((open) => (open?.mayPause ? null : open));
  const open = openings[point];
  return {
    endsAt: (arrives: number) => leaves({ ...itinerary, openings }, point, arrives),
    days,
    corners: [
      itinerary.earliest[point]!,
      ...(open ? [...open.from, ...Array.from(open.to, (to) => to - days)] : []),
    ],
  };
}

/** In days of the sea. */
function sinceBeginOf({ begins: begun }: Beginning, { latest, doneAt, least }: Call): Call {
  return {
    latest: begun + latest,
    doneAt: (arrives) => {
      const { begins, until, ends, consumed } = doneAt(arrives - begun);
      return { begins: begun + begins, until: begun + until, ends: begun + ends, consumed };
    },
    least: {
      ...least,
      endsAt: (arrives) => begun + least.endsAt(arrives - begun),
      corners: least.corners.map((time) => begun + time),
    },
  };
}
