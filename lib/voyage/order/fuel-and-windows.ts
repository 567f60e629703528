/**
 * Which stops are worth most that can be done when they are open, with so much fuel: each leg as if it were sailed in the time that it takes
 * at full speed, with what it consumes at the speeds that consume least. No voyage can do both, so that none is worth more.
 */
import { costsOfWork, type Itinerary } from '../stops/itinerary.ts';
import { orderInTime, type TimedProblem } from './in-time.ts';
import { type BestOrder, type LegCosts, leaves, type OrderProblem, sizeOf } from './problem.ts';
import type { StopSets } from './stop-sets.ts';
import { ValueBound } from './value-bound.ts';

/** By leg, row: from. */
export interface FastAndThrifty {
  /** At full speed. */
  readonly days: Float64Array;
  /** At the speeds that consume least. */
  readonly tonnes: Float64Array;
}

/** Its cost is what is consumed. With speeds that may be chosen there may be nothing to wait for, so that waiting consumes nothing. */
export function problemOf(
  itinerary: Itinerary,
  { days, tonnes }: FastAndThrifty,
  idleRate: number,
): OrderProblem {
  const ofWork = costsOfWork(itinerary, 'fuel', idleRate);
  return {
    ...itinerary,
    ways: [{ days, cost: tonnes, tonnes }],
    idle: 0,
    work: ofWork.map((more, point) => more + idleRate * itinerary.stay[point]!),
    leastValue: 0,
  };
}

/** The same by days alone. */
export const byTime = (problem: OrderProblem): OrderProblem => ({
  ...problem,
  ways: problem.ways.map(({ days }) => ({ days, cost: days })),
  idle: 1,
  work: new Float64Array(sizeOf(problem)),
});

/** The same with so much fuel. */
export const withFuel = (problem: OrderProblem, tonnes: number): OrderProblem => ({
  ...problem,
  bunkers: { spare: tonnes, room: 0, calls: problem.work, taken: new Float64Array(sizeOf(problem)), idle: 0 },
});

/** What is worth most of some sets, and then consumes least; null where none meets its windows with the fuel, or time is up. */
export function worthiestOf(problem: OrderProblem, sets: StopSets, isOver: () => boolean): BestOrder | null {
  const { ways, work } = problem;
  const [{ days, cost }] = ways as [LegCosts];
  const timed: TimedProblem = {
    ...problem,
    legs: (from, to, leaves) => {
      const leg = from * sizeOf(problem) + to;
      return [{ ends: leaves + days[leg]!, extra: cost[leg]!, tonnes: cost[leg]! }];
    },
    call: (point, arrives) => ({
      ends: leaves(problem, point, arrives),
      extra: work[point]!,
      tonnes: work[point]!,
    }),
  };
  return orderInTime(timed, sets, isOver, Infinity);
}

/** What no voyage is worth more than, by the least that legs take and consume; null where time is up. @param value of a known one */
export function mostWorth(problem: OrderProblem, tonnes: number, value: number, isOver: () => boolean) {
  const { stops, ways, work, count } = problem;
  if (stops.sets) {
    const best = worthiestOf(withFuel(problem, tonnes), stops.sets, isOver);
    return best && Math.max(value, best.value);
  }
  // of many by fuel alone, which takes the place of time
  const [{ cost }] = ways as [LegCosts];
  const always = new Float64Array(count + 2).fill(Infinity);
  const byFuel = {
    ...problem,
    ways: [{ days: cost, cost }],
    stay: work,
    work: new Float64Array(count + 2),
    idle: 1,
    earliest: always.map(() => -Infinity),
    latest: always.with(-1, tonnes),
    openings: Array.from(always, () => null),
  };
  return new ValueBound(byFuel, cost, { isOver, prices: null }).mostValue(value);
}
