/** Orders of drawn stops, with windows, rules, several ways to do a stop, bunkers and values. */
import { exactOrder, leastShort, thriftiest } from '../../../lib/voyage/order/exact.ts';
import { mostWorth, withFuel } from '../../../lib/voyage/order/fuel-and-windows.ts';
import { estimateInTime, orderInTime } from '../../../lib/voyage/order/in-time.ts';
import { improved, searchOrder } from '../../../lib/voyage/order/local-search.ts';
import { evaluate, type OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { searchSets, withStop } from '../../../lib/voyage/order/search-sets.ts';
import { pointStops, stopsOf, worthOf } from '../../../lib/voyage/order/stop-sets.ts';
import { costsThroughLegs } from '../../../lib/voyage/order/through-legs.ts';
import { leastByTrees } from '../../../lib/voyage/order/tree-bound.ts';
import { ValueBound } from '../../../lib/voyage/order/value-bound.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { type Made, problemOf, withBunkers, withVisits } from '../order/drawn-problem.ts';
import { type Cases, clocked } from './clocked.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];
const kinds: Record<string, Omit<Made, 'seed'>> = {
  'in any order': { count: 7 },
  'one after another': { count: 7, precedence: true },
  'in windows': { count: 6, windows: true },
  'in windows, at less cost': { count: 6, windows: true, ways: true, idle: 0.3 },
  'in windows, where waiting is dear': { count: 5, windows: true, precedence: true, ways: true, idle: 3 },
};

/** Counts legs that are looked at: of each it is asked until when its end may be come to. */
const counted = (problem: OrderProblem, count: () => void): OrderProblem => ({
  ...problem,
  latest: new Proxy(problem.latest, {
    get(times, key) {
      count();
      const value = Reflect.get(times, key);
      return typeof value === 'function' ? value.bind(times) : value;
    },
  }),
});

/** Orders through a problem of few stops, and what they are looked for by. */
function few(made: Omit<Made, 'seed'>, change: (problem: OrderProblem, seed: number) => OrderProblem) {
  return clocked(({ now, count }) => {
    const isOver = () => now() < 0;
    return SEEDS.map((seed) => {
      const problem = counted(change(problemOf({ ...made, seed }), seed), count);
      const sets = problem.stops.sets!;
      const best = exactOrder(problem, sets, isOver);
      const limits = { random: randomNumbers(seed), isOver };
      const searched = searchSets(problem, { ...limits, fruitless: 2 }, []);
      return {
        best,
        cost: best && evaluate(problem, best.order),
        searched,
        worth: worthOf(problem.stops, searched),
        found: evaluate(problem, searched),
        improved: improved(problem, searched.toReversed(), limits),
        ...(problem.bunkers
          ? { thriftiest: thriftiest(problem, sets), leastShort: leastShort(problem, sets) }
          : { through: costsThroughLegs(problem, sets) }),
      };
    });
  });
}

/** Too many stops to look at all sets of them. */
function many(stopCount: number, isValued: boolean, seed: number) {
  return clocked(({ now, count }) => {
    const isOver = () => now() < 0;
    const drawn = problemOf({ count: stopCount, seed, precedence: true });
    const random = randomNumbers(seed);
    const values = Float64Array.from({ length: stopCount }, () => (isValued ? Math.ceil(4 * random()) : 0));
    const points = Array.from({ length: stopCount }, (_, k) => [k + 1]);
    const { before } = pointStops(drawn.stops.before);
    const stops = stopsOf(points, { before, beforeIfDone: drawn.stops.beforeIfDone, value: values });
    const limit = isValued ? 0.35 * stopCount : Infinity;
    const latest = drawn.latest.with(-1, limit);
    const problem = counted({ ...drawn, stops: { ...stops, sets: null }, latest }, count);
    const limits = { random, isOver };
    const { days } = problem.ways[0]!;
    if (!isValued) {
      const order = searchOrder(problem, limits);
      const { cost } = evaluate(problem, order);
      return { order, cost, trees: leastByTrees(problem, days, cost) };
    }
    const order = searchSets(problem, { ...limits, fruitless: 1 }, []);
    const value = worthOf(stops, order);
    const { cost } = evaluate(problem, order);
    const routes: (readonly number[])[] = [];
    const onRoute = (route: readonly number[]) => {
      routes.push(route);
      return value;
    };
    const bound = new ValueBound(problem, days, { isOver, prices: null, onRoute });
    const left = stops.visits.findIndex((_, stop) => !order.includes(stop + 1));
    return {
      ...{ order, value, cost, most: bound.mostValue(value), least: bound.leastCost(cost, value) },
      ...{ routes: routes.length, last: routes.at(-1), besides: withStop(problem, order, left) },
      withFuel: mostWorth(withFuel(problem, 3), 3, 1, isOver),
    };
  });
}

/** Legs that take longer from a time on. */
function inTime(seed: number) {
  return clocked(({ now, count }) => {
    const problem = withVisits(problemOf({ count: 6, seed, windows: true, precedence: true }), seed);
    const size = problem.count + 2;
    const { days } = problem.ways[0]!;
    const timed = {
      ...problem,
      legs: (from: number, to: number, leaves: number) => {
        count();
        const takes = days[from * size + to]! * (leaves > 1.5 ? 1.4 : 1);
        return [
          { ends: leaves + takes, extra: 0.5 * takes },
          { ends: leaves + 0.8 * takes, extra: takes },
        ];
      },
      call: (point: number, arrives: number) => ({
        ends: Math.max(arrives, problem.earliest[point]!) + problem.stay[point]!,
        extra: 0.1,
      }),
    };
    const best = orderInTime(timed, problem.stops.sets!, () => now() < 0);
    return { best, estimate: best && estimateInTime(timed, best.order) };
  });
}

const same = (problem: OrderProblem) => problem;
const ofKind = (kind: string, change: Parameters<typeof few>[1]) => () => few(kinds[kind]!, change);

export const orders: Cases = {
  ...Object.fromEntries(Object.keys(kinds).map((kind) => [`stops ${kind}`, ofKind(kind, same)])),
  ...Object.fromEntries(
    Object.keys(kinds).map((kind) => [
      `stops with several ways to do them ${kind}`,
      ofKind(kind, withVisits),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(kinds).map((kind) => [`stops with fuel ${kind}`, ofKind(kind, withBunkers)]),
  ),
  'stops where legs take longer from a time on': () => SEEDS.map(inTime).join('\n'),
  'many stops': () => many(16, false, 1),
  ...Object.fromEntries(
    SEEDS.slice(0, 4).map((seed) => [`many stops of value, ${seed}`, () => many(5 + (seed % 3), true, seed)]),
  ),
};
