/**
 * The same where there are too many sets of stops to look at all: they are searched for by what legs are estimated to take when the voyage
 * that is known leaves their beginnings, and again with what the legs of the one that was found took in fact.
 */
import { legPairs } from '../order/choose-order.ts';
import { type OrderProblem, sizeOf } from '../order/problem.ts';
import { randomFrom } from '../order/random.ts';
import { searchSets } from '../order/search-sets.ts';
import { worthOf } from '../order/stop-sets.ts';
import { ValueBound } from '../order/value-bound.ts';
import { unlessOver } from '../out-of-time.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import { leftOutOf } from '../stops/left-out.ts';
import { callsOf, costOfVoyage, missedWindows, tracksOf } from '../stops/sail-stops.ts';
import type { Beginning } from './beginning.ts';
import { isBetter } from './best-order.ts';
import type { DatedEstimates } from './dated-estimates.ts';
import { leastOfLegs } from './least-legs.ts';
import { bestFound } from './order-sailing.ts';
import type { ProvableVoyage } from './prove-stops.ts';
import { boundedWorth, shortened, type Worthiest, type WorthiestOptions } from './worthiest-in-time.ts';

/** Searches with what legs took in fact, at most; and searches without a better voyage after which one ends, by stop. */
const MOST_CHOICES = 6;
const FRUITLESS = 5;

/** @param estimates of time */
export function worthiestOfMany(
  at: Beginning,
  itinerary: Itinerary,
  estimates: DatedEstimates,
  { legs, costs, isProved, sail }: WorthiestOptions,
): Worthiest {
  const { isOver } = legs;
  const limits = { random: randomFrom(1), isOver, fruitless: FRUITLESS };
  const sailed = new Set<string>();
  let problem = problemOf(itinerary, estimates, () => 0);
  let order = searchSets(problem, limits, []);
  let best = shortened(itinerary, sail, order);
  for (let voyage = best; !sailed.has(order.join()) && sailed.size < MOST_CHOICES && !isOver(); ) {
    sailed.add(order.join());
    const leaves = timesOf(voyage, estimates, itinerary);
    problem = problemOf(itinerary, estimates, leaves);
    order = searchSets(problem, limits, best.points.slice(1, -1));
    const found = unlessOver(isOver, () => shortened(itinerary, sail, order));
    if (!found) break;
    voyage = found;
    if (isBetter(voyage, best)) best = voyage;
  }
  if (isOver()) best = bestFound(best);
  const value = worthOf(itinerary.stops, best.points.slice(1, -1));
  const least = leastOfLegs(at, itinerary, 'days', { costs, until: itinerary.limitDays, isOver });
  const bound = new ValueBound(withLegs(itinerary, least), least, { isOver, prices: null });
  const isBounded = isProved && missedWindows(best).length === 0;
  const mostValue = isBounded ? bound.mostValue(value) : null;
  return {
    best,
    least: isBounded ? bound.leastCost(costOfVoyage(best), value) : 0,
    worthOf: (order) => ({
      ...boundedWorth(itinerary, order, mostValue),
      leftOut: leftOutOf(itinerary, problem, order),
    }),
  };
}

/** Each leg as it is estimated to be when its beginning is left. */
function problemOf(
  itinerary: Itinerary,
  estimates: DatedEstimates,
  leavesOf: (point: number) => number,
): OrderProblem {
  const size = sizeOf(itinerary);
  const days = new Float64Array(size * size).map((_, leg) => {
    const [from, to] = [Math.floor(leg / size), leg % size];
    const leaves = leavesOf(from);
    return from === to || from === size - 1 ? Infinity : estimates.leg(from, to, leaves, 1).ends - leaves;
  });
  return withLegs(itinerary, days);
}

const withLegs = (itinerary: Itinerary, days: Float64Array): OrderProblem => ({
  ...itinerary,
  ways: [{ days, cost: days }],
  idle: 1,
  work: new Float64Array(sizeOf(itinerary)),
  leastValue: 0,
});

/** When points are left, those that are not called at half-way; the estimates take what its legs took. */
function timesOf(voyage: ProvableVoyage, estimates: DatedEstimates, itinerary: Itinerary) {
  const calls = callsOf(voyage, tracksOf(voyage));
  const { points, routes } = voyage;
  for (const [k, [from, to]] of legPairs(itinerary, points.slice(1, -1)).entries()) {
    const days = routes[k]!.track.timeDays.at(-1)!;
    estimates.correct(from, to, calls[k]!.leaves, 1, { days, cost: days });
  }
  const middle = 0.5 * calls.at(-1)!.arrives;
  return (point: number) => calls[points.indexOf(point)]?.leaves ?? middle;
}
