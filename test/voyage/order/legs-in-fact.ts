/** A voyage of which is known what its legs cost in fact: less than is estimated, by a part that is drawn. */
import type { Objective } from '../../../lib/engine/cost/cost.ts';
import { timedCosts } from '../../../lib/voyage/order/leg-estimates.ts';
import type { LegCosts } from '../../../lib/voyage/order/problem.ts';
import { type Itinerary, itineraryOf } from '../../../lib/voyage/stops/itinerary.ts';
import type { SailedLegs } from '../../../lib/voyage/stops/sailed-legs.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { type Grid, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';
import { request } from '../../routes/world.ts';

export const grid: Grid = { columns: 6, rows: 4, box: [0, 0, 6, 4], degrees: 1 };
/** In the east a day consumes twice as much. */
const rate = (x: number) => (x < 3 ? 1 : 2);
export const sea = gridMesh(grid, (x) => ({ rate: rate(x) }));
/** Other cells, in which nothing takes as long: no leg costs less. */
const FASTER = 1.25;
export const faster = gridMesh({ ...grid, columns: 10, rows: 5 }, (x) => ({ speed: FASTER, rate: rate(x) }));

/** The cheapest way of each leg by an objective: what it takes, and what it consumes. */
export type Facts = Record<'traveltime' | 'fuel', LegCosts>;

export function voyageOf(seed: number, values: readonly (number | undefined)[], stay = 0) {
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
  return { asked, facts: factsOf(asked(), random), random };
}

export function factsOf(itinerary: Itinerary, random: () => number): Facts {
  const size = itinerary.count + 2;
  // between what is estimated and what legs cost where they are fastest
  const drawn = (each: number) => (each * (1 + random() * (FASTER - 1))) / FASTER;
  const by = (objective: Objective) => {
    const way = timedCosts(sea, itinerary, objective, 'fuel', false);
    const days = way.days.map(drawn);
    // a day consumes 1 at least
    return { days, cost: way.cost.map((each, leg) => Math.max(drawn(each), days[leg]!)) };
  };
  const [fastest, thrifty] = [by('traveltime'), by('fuel')];
  const least = (some: Float64Array, others: Float64Array) => shortest(min(some, others), size);
  const cost = least(thrifty.cost, fastest.cost);
  return {
    traveltime: { days: least(fastest.days, thrifty.days), cost: fastest.cost },
    fuel: { days: min(thrifty.days, cost), cost },
  };
}

const min = (some: Float64Array, others: Float64Array): Float64Array =>
  some.map((each, leg) => Math.min(each, others[leg]!));

/** No leg costs more than two others that lead there (Floyd 1962). */
function shortest(costs: Float64Array, size: number): Float64Array {
  const least = costs.slice();
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
export function sailed(facts: Facts, size: number, isOver = () => false): SailedLegs {
  const planned = new Map<number, Set<Objective>>();
  const of = (objective: Objective) => facts[objective as keyof Facts];
  const note = (leg: number, objectives: readonly Objective[]) =>
    planned.set(leg, new Set([...(planned.get(leg) ?? []), ...objectives]));
  const costOf = (leg: number, objective: Objective) =>
    objective === 'traveltime' ? of(objective).days[leg]! : of(objective).cost[leg]!;
  const has = (leg: number, objective: Objective) => planned.get(leg)?.has(objective) ?? false;
  const legs = {
    get count() {
      return planned.size;
    },
    isOver,
    provedOn: () => faster,
    has: (from: number, to: number, objective: Objective) => has(from * size + to, objective),
    pairs: (objective?: Objective) =>
      [...planned]
        .filter(([, by]) => (objective ? by.has(objective) : by.size > 1))
        .map(([leg]) => [Math.floor(leg / size), leg % size]),
    isProved: (from: number, to: number, objective: Objective) => has(from * size + to, objective),
    prove: (from: number, to: number, objective: Objective) => note(from * size + to, [objective]),
    route: (from: number, to: number, objective: Objective) => {
      const leg = from * size + to;
      note(leg, ['traveltime', 'fuel']);
      const { days, cost } = of(objective);
      return { objective, track: { timeDays: [0, days[leg]!], consumption: [0, cost[leg]!] } };
    },
    costOf: (from: number, to: number, objective: Objective) => {
      const leg = from * size + to;
      if (!has(leg, objective)) note(leg, ['traveltime', 'fuel']);
      return { cost: costOf(leg, objective), least: costOf(leg, objective) };
    },
  };
  return legs as unknown as SailedLegs;
}
