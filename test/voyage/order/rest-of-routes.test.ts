/** Costs are whole numbers of steps, so that none is told too low: what is told is then what the best of all routes gains. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrivals, type OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { RestOfRoutes } from '../../../lib/voyage/order/rest-of-routes.ts';
import { stopsOf } from '../../../lib/voyage/order/stop-sets.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';

const MOST = 12;
/** By so much legs take more than whole steps: where one ends is not a matter of rounding. */
const MORE = 1e-6;

/** Visits dealt out to stops, with legs of 0 to 4 steps. */
function problemOf(count: number, seed: number): OrderProblem {
  const random = randomNumbers(seed);
  const size = count + 2;
  const days = Float64Array.from({ length: size * size }, () => Math.floor(5 * random()) + MORE);
  const visits: number[][] = [];
  for (let point = 1; point <= count; point++) {
    if (visits.length > 0 && random() < 0.3) visits.at(-1)!.push(point);
    else visits.push([point]);
  }
  const none = visits.map(() => new Set<number>());
  return {
    count,
    ways: [{ days, cost: days }],
    stay: Float64Array.from({ length: size }, (_, k) => (k > 0 && k <= count ? Math.floor(2 * random()) : 0)),
    earliest: new Float64Array(size).fill(-Infinity),
    latest: new Float64Array(size).fill(Infinity),
    openings: Array.from({ length: size }, () => null),
    stops: stopsOf(visits, {
      before: none,
      beforeIfDone: none,
      value: new Float64Array(visits.length).fill(1),
    }),
    work: new Float64Array(size),
    leastValue: 0,
    idle: 1,
  };
}

interface Rest {
  readonly most: number;
  readonly other: number;
}

/**
 * By definition, for routes of so many more stops at most: the greatest reward of those to the end that never come back to the stop
 * before the last one; and of those that have another next stop than the best.
 */
function restOf(problem: OrderProblem, reward: Float64Array, longest: number) {
  const { count, ways, stay, stops } = problem;
  const leg = (from: number, to: number) => Math.floor(ways[0]!.days[from * (count + 2) + to]!);
  const known = new Map<string, number>();
  /** By the stop that may not come next. */
  const after = (point: number, spent: number, not: number, left: number): number => {
    const key = [point, spent, not, left].join();
    const found =
      known.get(key) ?? Math.max(...byNext(point, spent, left).filter((_, stop) => stop !== not + 1));
    known.set(key, found);
    return found;
  };
  /** The end, then each stop. */
  const byNext = (point: number, spent: number, left: number): number[] => {
    const own = stops.of[point]!;
    const end = spent + leg(point, count + 1) <= MOST ? 0 : -Infinity;
    const next = stops.visits.map((points, stop) => {
      if (left === 0 || stop === own) return -Infinity;
      const ways = points.map((to) => {
        const sum = spent + leg(point, to) + stay[to]!;
        return sum <= MOST ? reward[stop]! + after(to, sum, own, left - 1) : -Infinity;
      });
      return Math.max(...ways);
    });
    return [end, ...next];
  };
  return (point: number, spent: number): Rest => {
    const [most, other] = byNext(point, spent, longest).toSorted((a, b) => b - a);
    return { most: most!, other: other ?? -Infinity };
  };
}

it('is the greatest reward of all routes that remember one stop, and of those with another next one', () => {
  const made = fc.record({ count: fc.integer({ min: 1, max: 4 }), seed: fc.integer({ min: 1, max: 1e6 }) });
  fc.assert(
    fc.property(made, ({ count, seed }) => {
      const problem = problemOf(count, seed);
      const random = randomNumbers(seed + 1);
      // a round that costs nothing is no gain, or there would be no greatest
      const isFree = problem.ways[0]!.days.includes(MORE);
      const reward = problem.stops.value.map(() => (isFree ? -random() : 4 * random() - 1));
      const limits = { most: MOST + 1, steps: MOST + 1, nearest: 1 };
      const rest = new RestOfRoutes(problem, arrivals(problem, problem.ways[0]!.days), limits);
      rest.find(reward);
      const truth = restOf(problem, reward, MOST + 1);
      // of legs that cost nothing, no more may be told of than a voyage has
      const least = isFree ? restOf(problem, reward, problem.stops.visits.length) : truth;
      for (let point = 1; point <= count; point++) {
        for (let spent = 0; spent <= MOST; spent++) {
          const at = spent * count + point - 1;
          for (const what of ['most', 'other'] as const) {
            expect(rest[what][at]).toBeLessThanOrEqual(truth(point, spent)[what] + 1e-9);
            expect(rest[what][at]).toBeGreaterThanOrEqual(least(point, spent)[what] - 1e-9);
          }
        }
      }
    }),
    { numRuns: runs(100, 500), seed: 1 },
  );
});
