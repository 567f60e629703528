/** What a voyage leaves out, and why. */
import { exactOrder } from '../order/exact.ts';
import { evaluate, type OrderProblem } from '../order/problem.ts';
import { withStop } from '../order/search-sets.ts';
import type { StopSets } from '../order/stop-sets.ts';
import type { LeftOut } from '../voyage-route.ts';
import type { Itinerary } from './itinerary.ts';

const HOURS_PER_DAY = 24;

type Needs = Pick<LeftOut, 'needsTonnes' | 'reason'> & Partial<Pick<LeftOut, 'needsHours'>>;

const inHours = (days: number): Needs => ({ needsHours: HOURS_PER_DAY * days, reason: 'time' });

/**
 * The stops that an order leaves out, with the hours by which the voyage would be longer that calls at one of them besides.
 *
 * @param problem by time
 * @param needs what so many days more are
 */
export function leftOutOf(
  { names }: Pick<Itinerary, 'names'>,
  problem: OrderProblem,
  order: readonly number[],
  needs = inHours,
): LeftOut[] {
  const { visits, value, of, before } = problem.stops;
  const done = new Set(order.map((point) => of[point]!));
  const endless = { ...problem, latest: problem.latest.with(-1, Infinity) };
  const { sets } = problem.stops;
  const now = (sets && shortest(endless, sets, done)) ?? evaluate(problem, order).cost;
  return [...visits.keys()]
    .filter((stop) => !done.has(stop))
    .map((stop): LeftOut => {
      const told = { name: names[visits[stop]![0]!]!, value: value[stop]!, needsHours: null };
      const missing = [...before[stop]!].filter((one) => !done.has(one));
      if (missing.length > 0) return { ...told, reason: 'after' };
      const days = withOne(endless, order, stop);
      if (days === null) return { ...told, reason: 'window' };
      return { ...told, ...needs(Math.max(0, days - now)) };
    });
}

/** Days of the shortest voyage with a stop besides; null where there is none. */
function withOne(problem: OrderProblem, order: readonly number[], stop: number): number | null {
  const done = new Set([...order.map((point) => problem.stops.of[point]!), stop]);
  if (problem.stops.sets) return shortest(problem, problem.stops.sets, done);
  return withStop(problem, order, stop)?.cost ?? null;
}

/** Days of the shortest voyage that calls at exactly these stops; null where there is none. */
function shortest(problem: OrderProblem, sets: StopSets, done: ReadonlySet<number>): number | null {
  const { visits } = problem.stops;
  const isIt = (set: number) =>
    visits.every((_, stop) => (sets.has[set * visits.length + stop] === 1) === done.has(stop));
  const value = sets.value.map((_, set) => (isIt(set) ? 1 : -1));
  return exactOrder({ ...problem, leastValue: 1 }, { ...sets, value })?.cost ?? null;
}
