/** Bounds of legs on a sea on which what they cost is known from fields, a little too high. */
import { describe, expect, it } from 'vitest';
import { exactOrder } from '../../../lib/voyage/order/exact.ts';
import { estimateLegs, timedCosts } from '../../../lib/voyage/order/leg-estimates.ts';
import { OrderBounds } from '../../../lib/voyage/order/order-bounds.ts';
import type { OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { costsOfWork, type Itinerary, itineraryOf } from '../../../lib/voyage/stops/itinerary.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { placeAt } from '../../engine/sea/grid-sea.ts';
import { request } from '../../routes/world.ts';
import { type Facts, faster, grid, sailed, sea } from './legs-in-fact.ts';

type By = 'traveltime' | 'fuel';

/** Two stops at one place, a line and a point. */
function itineraryBy(seed: number): Itinerary {
  const random = randomNumbers(seed);
  const place = () => placeAt(grid, 0.2 + 5.6 * random(), 0.2 + 3.6 * random());
  const pair = ({ lat, lon }: ReturnType<typeof place>) => [lat, lon];
  const twin = place();
  const stops = [
    { name: 'twin', ...twin },
    { name: 'line', line: [pair(place()), pair(place())], either_way: true },
    { name: 'point', ...place() },
    { name: 'other twin', ...twin },
  ];
  const { voyage } = request({ stops, stop_order: 'best' });
  return itineraryOf(sea, { start: place(), end: place(), voyage }, 100);
}

function drawn(seed: number, by: By, many = false) {
  const itinerary = itineraryBy(seed);
  const { ways } = estimateLegs(sea, itinerary, by);
  const { stops } = itinerary;
  const problem: OrderProblem = {
    ...itinerary,
    stops: many ? { ...stops, sets: null } : stops,
    ways,
    idle: by === 'traveltime' ? 1 : 0,
    work: costsOfWork(itinerary, by, 0),
    leastValue: 0,
  };
  const facts = {
    traveltime: timedCosts(faster, itinerary, 'traveltime', 'fuel', false),
    fuel: timedCosts(faster, itinerary, 'fuel', 'fuel', false),
  };
  const legs = sailed(facts, itinerary.count + 2);
  const { order } = exactOrder({ ...problem, stops }, stops.sets!)!;
  const bounds = new OrderBounds(sea, problem, legs, by, { itinerary, pinches: false, order, days: null });
  return { itinerary, problem, facts, legs, order, bounds };
}

/** Legs from a stop to another one. */
function legsOf({ count, stops }: OrderProblem): [from: number, to: number][] {
  const points = Array.from({ length: count + 2 }, (_, k) => k);
  return points
    .slice(0, -1)
    .flatMap((from) => points.slice(1).map((to): [number, number] => [from, to]))
    .filter(([from, to]) => from === 0 || to > count || stops.of[from] !== stops.of[to]);
}

const costBy = (facts: Facts, by: By): Float64Array =>
  by === 'traveltime' ? facts.traveltime.days : facts.fuel.cost;

describe.each<By>(['traveltime', 'fuel'])('bounds of legs by %s', (by) => {
  it.each([1, 2, 3])('are no more than they cost, and hardly less where orders are many (%i)', (seed) => {
    const { problem, facts, bounds } = drawn(seed, by, true);
    const truth = costBy(facts, by);
    const size = problem.count + 2;
    for (const [from, to] of legsOf(problem)) {
      const leg = from * size + to;
      expect(bounds.least[leg]).toBeLessThanOrEqual(truth[leg]!);
      expect(bounds.least[leg]).toBeGreaterThanOrEqual(truth[leg]! * 0.8);
    }
  });

  it.each([1, 2, 3])('are certificates where there are, and raise those of other legs (%i)', (seed) => {
    const { itinerary, problem, facts, legs, order, bounds } = drawn(seed, by);
    const size = problem.count + 2;
    const cost = costBy(facts, by);
    const before = bounds.least.slice();
    const planned = [0, ...order].map((from, k): [number, number] => [from, order[k] ?? size - 1]);
    for (const [from, to] of planned) {
      problem.ways[0]!.cost[from * size + to] = cost[from * size + to]!;
      legs.route(from, to, by);
      before[from * size + to] = cost[from * size + to]!;
    }
    bounds.applyCertificates();
    for (const [from, to] of planned)
      expect(bounds.least[from * size + to]).toBeCloseTo(cost[from * size + to]!, 2);
    const { comes, goes } = itinerary;
    for (const [from, to] of legsOf(problem)) {
      const leg = from * size + to;
      expect(bounds.least[leg]).toBeLessThanOrEqual(cost[leg]! * 1.01 + 1e-9);
      expect(bounds.least[leg]).toBeGreaterThanOrEqual(before[leg]!);
      for (let further = 1; further < size; further++) {
        // from where it is come to, the way to a point further on is known
        if (to === size - 1 || comes[to] !== goes[to] || further === from || further === to) continue;
        const least = before[from * size + further]! - problem.ways[0]!.cost[to * size + further]!;
        expect(bounds.least[leg]).toBeGreaterThanOrEqual(least * (1 - 1e-9) - 1e-9);
      }
    }
  });
});
