/** What voyages through stops cost at least, in whatever order, in a sea that changes. */
import { LeastSpending } from '../../engine/sea/least-spending.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import type { BunkersIn } from '../fuel/bunkers-of-order.ts';
import { legPairs } from '../order/choose-order.ts';
import { exactOrder } from '../order/exact.ts';
import { orderInTime } from '../order/in-time.ts';
import type { OrderProblem } from '../order/problem.ts';
import { mayLeaveOut, worthOf } from '../order/stop-sets.ts';
import { leastByTrees } from '../order/tree-bound.ts';
import { ValueBound } from '../order/value-bound.ts';
import { costsOfWork, type Itinerary } from '../stops/itinerary.ts';
import { costOfVoyage, missedWindows } from '../stops/sail-stops.ts';
import { StopInaccessible } from '../stops/stop-inaccessible.ts';
import { ArrivalBounds } from './arrival-bounds.ts';
import type { Beginning } from './beginning.ts';
import { type ChosenInTime, inTime, isBetter, shortOf } from './best-order.ts';
import type { DatedLegs } from './dated-legs.ts';
import { doneAt } from './itinerary-in-time.ts';
import { leastOfLegs } from './least-legs.ts';
import type { ProvableVoyage } from './prove-stops.ts';

/** A gap this small is not worth another leg, percent. */
const CLOSE_PERCENT = 0.02;
/** Legs proved by leg of the voyage, at most: 43 were needed for six stops, 27 for twelve. */
const MOST_PROOFS = 16;

export interface ProvedInOrder {
  readonly best: ProvableVoyage;
  /** What any voyage costs at least; 0 where that was not proved. */
  readonly least: number;
}

/**
 * The fastest voyage. Each leg has a bound of when it ends at the earliest, by when it is left. The order that is the first to end by these
 * bounds is looked for, by the same programming as orders are; then the first of its legs that was not proved for that time yet is, so that
 * when the next one can be left is known better. When all were, and the order is still the first to end, it is sailed: it may be the fastest.
 *
 * @param sail in an order
 * @param bunkersIn where the voyage has to keep the reserve; the bounds are those of voyages that need not
 */
export function proveFastest(
  at: Beginning,
  itinerary: Itinerary,
  { voyage: first, costs }: ChosenInTime,
  legs: DatedLegs,
  sail: (order: readonly number[]) => ProvableVoyage,
  bunkersIn: BunkersIn | null,
): ProvedInOrder {
  const { isOver } = legs;
  const { sets } = itinerary.stops;
  const isKept = (voyage: ProvableVoyage) =>
    missedWindows(voyage).length === 0 && shortOf(voyage, bunkersIn) === 0;
  const costOf = (voyage: ProvableVoyage) => (isKept(voyage) ? costOfVoyage(voyage) : Infinity);
  let best = first;
  const days = leastOfLegs(at, itinerary, 'days', { costs, until: costOf(first), isOver });
  if (!sets)
    return { best, least: leastByTrees(withoutWindows(itinerary, days, first), days, costOfVoyage(first)) };
  const bounds = new ArrivalBounds(itinerary, days);
  const problem = inTime(at, itinerary, { objective: 'traveltime', idle: 1 }, (from, to, leaves) => [
    { ends: bounds.ends(from, to, leaves), extra: 0 },
  ]);
  const sailed = new Set([first.points.slice(1, -1).join()]);
  const most = MOST_PROOFS * (itinerary.count + 1);
  for (let least = 0, proofs = 0; ; ) {
    const aim = isOver() ? null : orderInTime(problem, sets, isOver);
    if (!aim) return { best, least };
    least = Math.min(aim.cost, costOf(best));
    if (costOf(best) <= least * (1 + CLOSE_PERCENT / 100) || proofs === most) return { best, least };
    const next = unproved(at, itinerary, bounds, aim.order, (CLOSE_PERCENT / 100) * least);
    try {
      if (next) {
        bounds.learn(next.from, next.to, { leaves: next.leaves, ends: endOf(at, legs, next) });
        proofs++;
        continue;
      }
      if (sailed.has(aim.order.join())) return { best, least };
      sailed.add(aim.order.join());
      const voyage = sail(aim.order);
      if (isBetter(voyage, best, bunkersIn)) best = voyage;
    } catch (error) {
      // a search that was ended early may not have come to a way
      if (!(error instanceof RouteInaccessible) || !isOver()) throw error;
    }
  }
}

interface Left {
  readonly from: number;
  readonly to: number;
  readonly leaves: number;
}

/** The first leg of an order that was not proved for about the time at which it can be left at the earliest. */
function unproved(
  at: Beginning,
  itinerary: Itinerary,
  bounds: ArrivalBounds,
  order: readonly number[],
  about: number,
): Left | null {
  let leaves = 0;
  for (const [from, to] of legPairs(itinerary, order)) {
    if (!bounds.isKnown(from, to, leaves, about)) return { from, to, leaves };
    leaves = doneAt(at, itinerary, to, bounds.ends(from, to, leaves), 0).ends;
  }
  return null;
}

/** When a leg ends at the earliest that is left at a time or later: Infinity where it can't be sailed. */
function endOf({ begins }: Beginning, legs: DatedLegs, { from, to, leaves }: Left): number {
  try {
    const { prove } = legs.plan(from, to, 'traveltime', leaves);
    return leaves + (prove({ earliest: begins + leaves })?.least ?? 0);
  } catch (error) {
    if (error instanceof StopInaccessible) return Infinity;
    throw error;
  }
}

/**
 * What any voyage that is worth as much consumes at least that waits no longer than it may, besides for windows, in whatever order: each
 * leg what it consumes on the mesh of the least costs of the time that is left to a voyage which consumes no more than a known one.
 *
 * @param mostWait how long it may wait to consume less, days
 */
export function leastConsumption(
  at: Beginning,
  itinerary: Itinerary,
  { voyage, costs }: ChosenInTime,
  mostWait: number,
  isOver: () => boolean,
): number {
  const { stay, earliest, openings, stops, limitDays } = itinerary;
  const { sea, begins } = at;
  const { idleRate } = voyage;
  const stays = stay.reduce((sum, days) => sum + days, 0);
  const isMust = (point: number) => !(stops.value[stops.of[point]!]! > 0);
  const leastStays = stay.reduce((sum, days, point) => (isMust(point) ? sum + days : sum), 0);
  const spending = new LeastSpending(sea);
  // the last window begins, which may be waited for; from then on it is under way but for stays
  const waited = Math.max(0, ...earliest, ...openings.map((open) => open?.from.at(-1) ?? 0));
  const most = costOfVoyage(voyage) - idleRate * leastStays;
  const idle = spending.greatest * (stays + mostWait);
  // how long work takes at most is not known
  const spent = itinerary.works.some(Boolean)
    ? Infinity
    : spending.when(spending.until(begins + waited) + most + idle) - begins;
  const until = Math.min(spent, limitDays);
  const legs = leastOfLegs(at, itinerary, 'consumed', { costs, until, isOver });
  const problem = withoutWindows(itinerary, legs, voyage);
  const { sets } = stops;
  if (sets) return exactOrder(problem, sets, isOver)?.least ?? 0;
  const cost = costOfVoyage(voyage);
  if (!mayLeaveOut(stops)) return leastByTrees(problem, legs, cost);
  return new ValueBound(problem, legs, { isOver, prices: null }).leastCost(cost, problem.leastValue);
}

function withoutWindows(
  itinerary: Itinerary,
  cost: Float64Array,
  { objective, idleRate, points }: Pick<ProvableVoyage, 'objective' | 'idleRate' | 'points'>,
): OrderProblem {
  const value = worthOf(itinerary.stops, points.slice(1, -1));
  const idle = objective === 'traveltime' ? 1 : idleRate;
  return {
    ...itinerary,
    ways: [{ days: cost, cost }],
    earliest: itinerary.earliest.map(() => -Infinity),
    latest: itinerary.latest.map(() => Infinity),
    openings: itinerary.openings.map(() => null),
    idle,
    work: costsOfWork(itinerary, objective, idle),
    leastValue: value,
    enough: value,
  };
}
