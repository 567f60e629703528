/** Problems that are drawn, and the best of all voyages that solve them. */
import fc from 'fast-check';
import type { Bunkers } from '../../../lib/voyage/order/bunkers.ts';
import { lastBegin, type Openings, openingsOf } from '../../../lib/voyage/order/openings.ts';
import type { OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { pointStops, stopsOf } from '../../../lib/voyage/order/stop-sets.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';

export interface Made {
  readonly count: number;
  readonly seed: number;
  readonly windows?: boolean;
  readonly precedence?: boolean;
  /** Two ways a leg: the cheaper is the slower. */
  readonly ways?: boolean;
  /** Cost of a day of waiting, where there are two ways. */
  readonly idle?: number;
}

/** What a problem of up to six stops is drawn from. */
export const made = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  seed: fc.integer({ min: 1, max: 1e6 }),
  windows: fc.boolean(),
  ways: fc.boolean(),
  idle: fc.constantFrom(0, 0.3, 3),
});

export function problemOf({
  count,
  seed,
  windows = false,
  precedence = false,
  ways = false,
  idle = 0.3,
}: Made): OrderProblem {
  const random = randomNumbers(seed);
  const size = count + 2;
  const matrix = (low: number) => Float64Array.from({ length: size * size }, () => low + random());
  const days = matrix(0.2);
  const slow = days.map((one) => 1.5 * one);
  const cost = matrix(1);
  const dear = cost.map((one) => 1.7 * one);
  const perPoint = (chance: number, otherwise: number, value: () => number) =>
    Float64Array.from({ length: size }, (_, k) =>
      k > 0 && k <= count && random() < chance ? value() : otherwise,
    );
  const before = Array.from({ length: size }, (_, k) => {
    const others = Array.from({ length: Math.max(0, k - 1) }, (_, j) => j + 1);
    return new Set(precedence && k <= count ? others.filter(() => random() < 0.1) : []);
  });
  for (const set of before) for (const k of [...set]) for (const one of before[k]!) set.add(one);
  const rules = before.slice(1, -1).map((set) => new Set([...set].map((k) => k - 1)));
  const stay = perPoint(0.5, 0, random);
  const openings = Array.from({ length: size }, (_, k) =>
    windows && k > 0 && k <= count && random() < 0.4 ? someOpenings(random) : null,
  );
  const earliest = perPoint(windows ? 0.4 : 0, -Infinity, () => count * 0.5 * random());
  const latest = perPoint(windows ? 0.4 : 0, Infinity, () => count * (0.4 + random()));
  return {
    count,
    ways: ways
      ? [
          { days: slow, cost },
          { days, cost: dear },
        ]
      : [{ days, cost: days }],
    stay,
    earliest,
    latest: latest.map((time, k) => Math.min(time, latestOf(openings[k]!, earliest[k]!, stay[k]!))),
    openings,
    stops: pointStops(rules),
    work: new Float64Array(size),
    leastValue: 0,
    idle: ways ? idle : 1,
  };
}

function latestOf(openings: Openings | null, earliest: number, stay: number): number {
  if (!openings) return Infinity;
  const last = lastBegin(openings, stay);
  return last < earliest ? -Infinity : last;
}

/** A few stretches of time, in the first of which most work can be done. */
function someOpenings(random: () => number): Openings {
  const times = Array.from({ length: 2 + 2 * Math.floor(3 * random()) }, () => 6 * random()).sort(
    (a, b) => a - b,
  );
  // days, which have no first and no last
  if (random() < 0.5) times.splice(0, times.length, -Infinity, ...times, Infinity);
  const stretches = times.flatMap((from, k) => (k % 2 === 0 ? [{ from, to: times[k + 1]! }] : []));
  return openingsOf(stretches, random() < 0.5);
}

/** When work ends that is begun from a time on, hour by hour of the stretches one after the other; Infinity where it can't be done. */
function doneBy(openings: Openings | null, ready: number, days: number): number {
  if (!openings) return ready + days;
  let left = days;
  for (const [k, to] of openings.to.entries()) {
    const begins = Math.max(ready, openings.from[k]!);
    if (begins > to) continue;
    if (begins + left <= to + 1e-9) return begins + left;
    if (openings.mayPause) left -= to - begins;
  }
  return Infinity;
}

/** The least cost of all orders that are worth most, of all ways to do the stops and to sail the legs. */
export function bruteForce(problem: OrderProblem): number {
  return mostAndLeast(problem).cost;
}

export function mostAndLeast(problem: OrderProblem): { value: number; cost: number } {
  const { count, stops, ways, stay, work, earliest, latest, openings, idle } = problem;
  const { visits, before, beforeIfDone, value } = stops;
  const best = { value: -1, cost: Infinity };
  const sail = (done: readonly number[], at: number, days: number, cost: number): void => {
    const worth = done.reduce((sum, stop) => sum + value[stop]!, 0);
    const isWhole = visits.every((_, stop) => value[stop]! > 0 || done.includes(stop));
    for (const way of ways) {
      const leg = at * (count + 2);
      if (isWhole && days + way.days[leg + count + 1]! <= latest[count + 1]!) {
        const whole = cost + way.cost[leg + count + 1]!;
        if (worth > best.value || (worth === best.value && whole < best.cost)) {
          Object.assign(best, { value: worth, cost: whole });
        }
      }
      for (const [stop, points] of visits.entries()) {
        if (done.includes(stop) || [...before[stop]!].some((one) => !done.includes(one))) continue;
        if (done.some((other) => beforeIfDone[other]!.has(stop))) continue;
        for (const point of points) {
          const arrives = days + way.days[leg + point]!;
          if (arrives > latest[point]!) continue;
          const leaves = doneBy(openings[point]!, Math.max(arrives, earliest[point]!), stay[point]!);
          if (leaves === Infinity) continue;
          const waited = idle * (leaves - arrives) + work[point]!;
          sail([...done, stop], point, leaves, cost + way.cost[leg + point]! + waited);
        }
      }
    }
  };
  sail([], 0, 0, 0);
  return best;
}

/** The visits of a problem of points dealt out to fewer stops, some of which may be left out. */
export function withVisits(problem: OrderProblem, seed: number): OrderProblem {
  const random = randomNumbers(seed);
  const visits: number[][] = [];
  for (let point = 1; point <= problem.count; point++) {
    if (point > 1 && random() < 0.5) visits.at(-1)!.push(point);
    else visits.push([point]);
  }
  const isOneValued = problem.ways[0]!.days === problem.ways[0]!.cost;
  const stops = stopsOf(visits, {
    before: visits.map((_, k) => new Set(k > 0 && random() < 0.2 ? [k - 1] : [])),
    beforeIfDone: visits.map((_, k) => new Set(k > 1 && random() < 0.2 ? [k - 2] : [])),
    value: Float64Array.from(visits, () => (random() < 0.5 ? 0 : Math.ceil(3 * random()))),
  });
  const latest = problem.latest.with(
    problem.count + 1,
    random() < 0.7 ? 0.4 + 0.6 * visits.length : Infinity,
  );
  const work = problem.work.map((_, k) => (k > 0 && k <= problem.count && !isOneValued ? random() - 0.2 : 0));
  return { ...problem, stops, latest, work };
}

/** With fuel that does not suffice for all orders, some of which is taken in on the way. */
export function withBunkers(problem: OrderProblem, seed: number): OrderProblem {
  const random = randomNumbers(seed + 1);
  const points = (value: () => number) => problem.stay.map(value);
  const bunkers: Bunkers = {
    spare: 0.3 * problem.count + random(),
    room: random(),
    calls: points(() => 0.2 * random()),
    taken: points(() => (random() < 0.2 ? random() : 0)),
    idle: 0.2,
  };
  // what is faster burns more
  const burnt = (cost: number) => 0.3 * cost + 0.4 * random();
  const ways = problem.ways.map((way, k) => ({ ...way, tonnes: way.cost.map((cost) => burnt(cost) + k) }));
  return { ...problem, ways, bunkers };
}

/** All orders of stops that obey precedence, and do what must be done, and what is worth so much. */
export function ordersOf({ count, stops, leastValue }: OrderProblem): number[][] {
  const { visits, of, before, beforeIfDone, value } = stops;
  const from = (order: readonly number[]): number[][] => {
    const done = order.map((point) => of[point]!);
    const isWhole = visits.every((_, stop) => value[stop]! > 0 || done.includes(stop));
    const worth = done.reduce((sum, stop) => sum + value[stop]!, 0);
    const next = Array.from({ length: count }, (_, k) => k + 1).filter((point) => {
      const stop = of[point]!;
      const isReady = [...before[stop]!].every((one) => done.includes(one));
      return isReady && !done.includes(stop) && !done.some((other) => beforeIfDone[other]!.has(stop));
    });
    return [
      ...(isWhole && worth >= leastValue ? [[...order]] : []),
      ...next.flatMap((point) => from([...order, point])),
    ];
  };
  return from([]);
}
