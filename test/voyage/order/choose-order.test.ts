/** Legs that cost less in fact than is estimated, by a part that is drawn: the order that is proved is the best of all by these costs. */
import { describe, expect, it } from 'vitest';
import type { Objective } from '../../../lib/engine/cost/cost.ts';
import { type ChooseOptions, chooseOrder, legPairs } from '../../../lib/voyage/order/choose-order.ts';
import { estimateLegs } from '../../../lib/voyage/order/leg-estimates.ts';
import { itineraryOf } from '../../../lib/voyage/stops/itinerary.ts';
import type { SailedLegs } from '../../../lib/voyage/stops/sailed-legs.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { type Grid, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';
import { request } from '../../routes/world.ts';
import { permutations } from './permutations.ts';

const box = [0, 0, 6, 4] as const;
const grid: Grid = { columns: 6, rows: 4, box, degrees: 1 };
const sea = gridMesh(grid, () => ({}));
/** Other cells, in which nothing takes as long: no leg costs less. */
const FASTER = 1.25;
const faster = gridMesh({ ...grid, columns: 9, rows: 5 }, () => ({ speed: FASTER }));
const HOURS = 24;

function voyageOf(seed: number, values: readonly (number | undefined)[], stay = 0) {
  const random = randomNumbers(seed);
  const place = () => placeAt(grid, 0.2 + 5.6 * random(), 0.2 + 3.6 * random());
  const [start, end] = [place(), place()];
  const stops = values.map((value, k) => ({ name: `${k}`, ...place(), value, stay_hours: stay * random() }));
  const asked = (within?: number) =>
    itineraryOf(
      sea,
      { start, end, voyage: request({ stops, stop_order: 'best', within_hours: within }).voyage },
      100,
    );
  const { days } = estimateLegs(sea, asked(), 'traveltime').ways[0]!;
  // between what is estimated and what legs take where they are fastest
  const fact = days.map((each) => (each * (1 + random() * (FASTER - 1))) / FASTER);
  return { asked, fact: shortest(fact, stops.length + 2), random };
}

/** No leg takes longer than two others that lead there (Floyd 1962). */
function shortest(days: Float64Array, size: number): Float64Array {
  const least = days.slice();
  for (let by = 0; by < size - 1; by++) {
    for (let leg = 0; leg < least.length; leg++) {
      const from = Math.floor(leg / size);
      const round = least[from * size + by]! + least[by * size + (leg % size)]!;
      least[leg] = Math.min(least[leg]!, round);
    }
  }
  return least;
}

/** Legs that are planned by taking what they cost in fact, all of it proved. */
function sailed(fact: Float64Array, size: number): SailedLegs {
  const planned = new Map<number, [number, number]>();
  const costOf = (from: number, to: number) => {
    planned.set(from * size + to, [from, to]);
    return fact[from * size + to]!;
  };
  const route = (from: number, to: number, objective: Objective) => {
    const ends = [0, costOf(from, to)];
    return { objective, track: { timeDays: ends, consumption: ends } };
  };
  const legs = {
    get count() {
      return planned.size;
    },
    isOver: () => false,
    provedOn: () => faster,
    has: (from: number, to: number) => planned.has(from * size + to),
    pairs: () => [...planned.values()],
    try: costOf,
    route,
    costOf: (from: number, to: number) => ({ cost: costOf(from, to), least: costOf(from, to) }),
  };
  return legs as unknown as SailedLegs;
}

const options = (random: () => number): ChooseOptions => ({
  idle: 1,
  isProved: () => true,
  random,
  known: null,
});

describe('the order that is chosen', () => {
  it.each(Array.from({ length: 12 }, (_, k) => k + 1))(
    'is proved to be the best by what legs cost (%i)',
    (seed) => {
      const { asked, fact, random } = voyageOf(seed, [undefined, undefined, undefined], 5);
      const itinerary = asked();
      const size = itinerary.count + 2;
      const costOf = (order: readonly number[]) =>
        legPairs(itinerary, order).reduce(
          (sum, [from, to]) => sum + fact[from * size + to]! + itinerary.stay[to]!,
          0,
        );
      const chosen = chooseOrder(sea, itinerary, sailed(fact, size), 'traveltime', options(random));
      const least = Math.min(...[...permutations([1, 2, 3])].map(costOf));
      expect(costOf(chosen.order)).toBeLessThanOrEqual(least * 1.0002);
      expect(chosen.least).toBeLessThanOrEqual(least * (1 + 1e-9));
      expect(chosen.least).toBeGreaterThan(least * 0.9998);
      expect(chosen).toMatchObject({ value: 0, mostValue: null, short: null });
    },
  );

  it.each(Array.from({ length: 8 }, (_, k) => k + 1))(
    'is worth most within a time, and no voyage is worth more (%i)',
    (seed) => {
      const { asked, fact, random } = voyageOf(seed, [1, 2, 3]);
      const { count } = asked();
      const size = count + 2;
      const daysOf = (order: readonly number[]) =>
        legPairs({ count }, order).reduce((sum, [from, to]) => sum + fact[from * size + to]!, 0);
      const orders = [...permutations([1, 2, 3])].flatMap((order) =>
        [0, 1, 2, 3].map((k) => order.slice(0, k)),
      );
      const times = orders.map(daysOf).toSorted((a, b) => a - b);
      const within = times[Math.floor(0.7 * times.length)]! * (1 + 1e-9);
      const worth = (order: readonly number[]) => order.reduce((sum, each) => sum + each, 0);
      const inTime = orders.filter((order) => daysOf(order) <= within);
      const most = Math.max(...inTime.map(worth));
      const least = Math.min(...inTime.filter((order) => worth(order) === most).map(daysOf));
      const chosen = chooseOrder(
        sea,
        asked(HOURS * within),
        sailed(fact, size),
        'traveltime',
        options(random),
      );
      expect(chosen).toMatchObject({ value: most, mostValue: most, short: null });
      expect(daysOf(chosen.order)).toBeLessThanOrEqual(least * 1.0002);
      expect(chosen.least).toBeLessThanOrEqual(least * (1 + 1e-9));
      expect(chosen.least).toBeGreaterThan(least * 0.9998);
    },
  );

  it('is not proved where that is not asked for', () => {
    const { asked, fact, random } = voyageOf(1, [1, 2, undefined]);
    const legs = sailed(fact, 5);
    const chosen = chooseOrder(sea, asked(), legs, 'traveltime', {
      ...options(random),
      isProved: () => false,
    });
    expect(chosen).toMatchObject({ least: 0, value: 3, mostValue: null, short: null });
    expect(chosen.known).toMatchObject({ pinches: false, days: null, order: chosen.order, prices: null });
    for (const [from, to] of legPairs({ count: 3 }, chosen.order))
      expect(legs.has(from, to, 'traveltime')).toBe(true);
  });
});
