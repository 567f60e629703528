/** Stops that may be left out where fuel is what there is too little of, judged by all sets in all orders. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { request } from '../../routes/world.ts';
import { type SeaCell, seaOf, ship, spaced } from '../../speed/seas.ts';
import { runs, some } from '../../thorough.ts';
import { boxPolygon } from '../../zones/areas.ts';

const vehicle = ship({ idle_rate: 3 });
const open: SeaCell = { columns: { elevation: -500, iceConcentration: 0, iceThickness: 0, iceDensity: 900 } };
const start = { lat: -64.5, lon: -3.5 };
const end = { lat: -60.5, lon: 3.5 };

interface Place {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly stay_hours: number;
  readonly value: number;
}

/** A random sea, stops in it, and all that can be asked there. */
function world(seed: number, count: number, valued: (random: () => number) => number) {
  const random = randomNumbers(seed);
  const icy = (): SeaCell => ({
    columns: { ...open.columns, iceConcentration: 80 * random(), iceThickness: random() },
  });
  const cellAt = () => ({ ...(random() < 0.3 ? icy() : open), u: random() - 0.5, v: random() - 0.5 });
  const sea = seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), cellAt);
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), sea)));
  const places = Array.from(
    { length: count },
    (_, k): Place => ({
      name: `P${k}`,
      lat: -65.5 + 7 * random(),
      lon: -3.8 + 7.6 * random(),
      stay_hours: Math.round(10 * random()),
      value: valued(random),
    }),
  );
  const plan = (fields: object, certificate = false) =>
    planVoyage(mesh, { start, end, vehicle, voyage: request(fields).voyage }, { certificate }).routes;
  return { places, plan };
}

type World = ReturnType<typeof world>;
const daysOf = ({ track }: VoyageRoute) => track.timeDays.at(-1)!;
const fuelOf = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;
const withoutValue = ({ value: _, ...place }: Place) => place;
const namesOf = ({ stops }: VoyageRoute) => stops!.slice(1, -1).map(({ name }) => name);

/** The greatest sum of values, and the fewest days with it, of all sets in all orders that so much fuel suffices for. */
function best({ places, plan }: World, within_tonnes: number) {
  const found = { value: -1, days: Infinity };
  const go = (done: readonly Place[]) => {
    const value = done.reduce((sum, place) => sum + place.value, 0);
    if (value >= found.value) {
      try {
        const stops = done.length > 0 ? { stops: done.map(withoutValue) } : {};
        const days = daysOf(plan({ ...stops, within_tonnes }).at(-1)!);
        if (value > found.value || days < found.days) Object.assign(found, { value, days });
      } catch (error) {
        expect((error as Error).message).toMatch(/can't be made with/);
        return; // one stop more takes more
      }
    }
    for (const place of places) if (!done.includes(place)) go([...done, place]);
  };
  go([]);
  return found;
}

/** What all of them take at any speeds that are not wasteful. */
const enough = ({ places, plan }: World) =>
  fuelOf(plan({ stops: places.map(withoutValue), stop_order: 'best' })[1]!);

describe.each([
  ['of different value', (random: () => number) => 1 + Math.floor(4 * random())],
  ['of equal value, so that sets compete in time', () => 1],
])('stops %s', (_, valued) => {
  it.each(Array.from({ length: runs(1, 3) }, (_, k) => k + 3))(
    'are those of all sets and orders, sea %d',
    (seed) => {
      const sea = world(seed, runs(3, 4), valued);
      const within_tonnes = 0.7 * enough(sea);
      const truth = best(sea, within_tonnes);
      const routes = sea.plan({ stops: sea.places, stop_order: 'best', within_tonnes }, true);
      expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel', 'within']);
      for (const route of routes)
        expect(route.worth).toMatchObject({ value: truth.value, bound: truth.value });
      const within = routes[2]!;
      expect(fuelOf(within)).toBeLessThanOrEqual(within_tonnes * (1 + 1e-9));
      expect(daysOf(within) / truth.days).toBeLessThan(1 + 5e-4);
      const { least, gapPercent } = within.optimality!;
      expect(least).toBeLessThanOrEqual(truth.days * (1 + 1e-9));
      // near the least fuel there is, a little of it is worth much time
      expect(gapPercent).toBeLessThan(20);
      const { leftOut } = within.worth!;
      expect([...namesOf(within), ...leftOut.map(({ name }) => name)].sort()).toEqual(
        sea.places.map(({ name }) => name),
      );
    },
  );
});

/** Tonnes, of what is refused because it needs more than there are. */
function neededToldBy(refused: () => unknown): number {
  try {
    refused();
  } catch (error) {
    return Number(/needs (\d+\.\d\d) t/.exec((error as Error).message)![1]);
  }
  return expect.unreachable();
}

describe('what is left out', () => {
  const sea = world(5, 4, () => 1);
  const { places, plan } = sea;
  const whole = enough(sea);

  it('takes more than is left, at the speeds that take least', () => {
    const within_tonnes = 0.6 * whole;
    const within = plan({ stops: places, stop_order: 'best', within_tonnes }).at(-1)!;
    const { leftOut } = within.worth!;
    expect(leftOut.length).toBeGreaterThan(0);
    for (const { name, reason, needsTonnes, needsHours } of leftOut) {
      expect([reason, needsHours]).toEqual(['fuel', null]);
      const done = places.filter((place) => [...namesOf(within), name].includes(place.name));
      const stops = done.map(withoutValue);
      const needed = neededToldBy(() => plan({ stops, stop_order: 'best', within_tonnes }));
      expect(needed).toBeGreaterThan(within_tonnes);
      expect(needsTonnes).toBeGreaterThan(needed - within_tonnes - 0.01);
    }
  });

  it('is nothing where there is more than enough', () => {
    const routes = plan({ stops: places, stop_order: 'best', within_tonnes: 1e6 }, true);
    for (const { worth } of routes) expect(worth).toEqual({ value: 4, bound: 4, leftOut: [] });
    expect(daysOf(routes[2]!) / daysOf(routes[0]!)).toBeCloseTo(1, 9);
  });

  it('is never what must be done: too little for that fails, naming the least', () => {
    const stops = places.map((place, k) => (k < 2 ? withoutValue(place) : place));
    const within = plan({ stops, stop_order: 'best', within_tonnes: 0.75 * whole }).at(-1)!;
    expect(namesOf(within)).toEqual(expect.arrayContaining(['P0', 'P1']));
    const short = () => plan({ stops, stop_order: 'best', within_tonnes: 9 });
    expect(short).toThrow(/can't be made with 9\.00 t of fuel: at the speeds that take least it needs \d/);
  });

  it('is not what something that must be done comes after: too little for both fails as well', () => {
    const [second, first] = places as [Place, Place];
    const stops = [first, { ...withoutValue(second), after: [first.name] }, ...places.slice(2)];
    const within = plan({ stops, stop_order: 'best', within_tonnes: 0.75 * whole }).at(-1)!;
    expect(namesOf(within)).toEqual(expect.arrayContaining([first.name, second.name]));
    const [, least] = plan({ stops: [first, second].map(withoutValue) });
    const short = () => plan({ stops, stop_order: 'best', within_tonnes: 9 });
    // in fact it is sailed slower than where no speed is chosen
    expect(neededToldBy(short)).toBeGreaterThan(9);
    expect(neededToldBy(short)).toBeLessThanOrEqual(fuelOf(least!));
  });

  it('depends on the fuel aboard, too, where that does not suffice for all at full speed', () => {
    const stops = { stops: places, stop_order: 'best', choose_speed: true, reserve_tonnes: 5 };
    const routes = plan({ ...stops, fuel_aboard_tonnes: 0.6 * whole + 5 });
    const { worth, fuel, objective } = routes.at(-1)!;
    const same = plan({ stops: places, stop_order: 'best', within_tonnes: 0.6 * whole }).at(-1)!;
    expect(objective).toBe('within');
    expect(fuel!.left.at(-1)).toBeGreaterThanOrEqual(5);
    expect(worth!.leftOut.map(({ name }) => name)).toEqual(same.worth!.leftOut.map(({ name }) => name));
    const plenty = plan({ ...stops, fuel_aboard_tonnes: 1e4 });
    expect(plenty.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
    expect(plenty[0]!.worth!.leftOut).toEqual([]);
  });
});

describe('at a price', () => {
  const costOf = ({ per_day, per_tonne }: Record<'per_day' | 'per_tonne', number>, route: VoyageRoute) =>
    per_day * daysOf(route) + per_tonne * fuelOf(route);

  it.each(
    some(1, [
      [5, 3000],
      [4, 9000],
      [7, 200],
    ]),
  )(
    'the cheapest of all sets and orders that are worth as much is found, sea %d, %d a day',
    (seed, per_day) => {
      const { places, plan } = world(seed, 3, () => 1);
      const price = { per_day, per_tonne: 700 };
      const within_tonnes = 0.7 * enough({ places, plan });
      const fields = { stops: places, stop_order: 'best', within_tonnes };
      const routes = plan({ ...fields, price }, true);
      expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel', 'within', 'cost']);
      const { value } = routes[2]!.worth!;
      expect(plan(fields)[2]!.worth!.value).toBe(value);
      const sets = Array.from({ length: 8 }, (_, set) => places.filter((_, k) => (set >> k) & 1));
      const costs = sets
        .filter((done) => done.length === value)
        .map((done) => {
          const stops = done.length > 0 ? { stops: done.map(withoutValue), stop_order: 'best' } : {};
          return costOf(price, plan({ ...stops, price }).at(-1)!);
        });
      const cheapest = routes[3]!;
      expect(cheapest.worth).toMatchObject({ value, bound: routes[2]!.worth!.bound });
      expect(namesOf(cheapest)).toHaveLength(value);
      expect(costOf(price, cheapest) / Math.min(...costs)).toBeCloseTo(1, 3);
      for (const other of routes)
        expect(costOf(price, other)).toBeGreaterThan(costOf(price, cheapest) * (1 - 1e-4));
      const { least, gapPercent } = cheapest.optimality!;
      expect(price.per_tonne * least).toBeLessThanOrEqual(Math.min(...costs) * (1 + 1e-9));
      expect(gapPercent).toBeLessThan(2);
      expect(cheapest.remarks ?? []).toEqual([]);
    },
  );

  it('speeds are chosen for it also where the fuel aboard suffices for all', () => {
    const { places, plan } = world(5, 3, () => 1);
    const way = { stop_order: 'best', price: { per_day: 2000, per_tonne: 700 } };
    const bunkers = { fuel_aboard_tonnes: 1e4, choose_speed: true };
    const routes = plan({ ...way, ...bunkers, stops: places }, true);
    expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel', 'cost']);
    const same = plan({ ...way, stops: places.map(withoutValue) }).at(-1)!;
    expect(costOf(way.price, routes[2]!) / costOf(way.price, same)).toBeCloseTo(1, 3);
    expect(routes[2]!.worth).toEqual({ value: 3, bound: 3, leftOut: [] });
  });
});

it('of more than twelve are those that are worth most, with a bound', () => {
  const { places, plan } = world(8, 14, (random) => 1 + Math.floor(4 * random()));
  const whole = fuelOf(plan({ stops: places.map(withoutValue), stop_order: 'best' })[1]!);
  const within_tonnes = 0.5 * whole;
  const routes = plan({ stops: places, stop_order: 'best', within_tonnes }, true);
  const [{ worth: first }] = routes as [VoyageRoute];
  expect(first!.value).toBeLessThanOrEqual(first!.bound!);
  expect(first!.value).toBeGreaterThan(0.9 * first!.bound!);
  for (const route of routes) {
    const done = places.filter(({ name }) => namesOf(route).includes(name));
    expect(route.worth!.value).toBe(first!.value);
    expect(done.reduce((sum, { value }) => sum + value, 0)).toBe(first!.value);
  }
  expect(fuelOf(routes[2]!)).toBeLessThanOrEqual(within_tonnes * (1 + 1e-9));
});

it('among zones no voyage enters, and none is worth more, than is allowed', () => {
  const { places, plan } = world(6, 4, () => 1);
  const whole = fuelOf(plan({ stops: places.map(withoutValue), stop_order: 'best' })[1]!);
  const fields = { stops: places, stop_order: 'best', within_tonnes: 0.7 * whole };
  const free = plan(fields, true).at(-1)!;
  // where the route is furthest from all places
  const clearOf = ([lon, lat]: readonly [number, number]) =>
    Math.min(...[start, end, ...places].map((place) => Math.hypot(place.lat - lat, (place.lon - lon) / 2)));
  const [lon, lat] = free.track.coordinates.reduce((a, b) => (clearOf(b) > clearOf(a) ? b : a));
  const zone = {
    name: 'Z',
    kind: 'closed',
    geometry: boxPolygon(lon - 0.4, lat - 0.2, lon + 0.4, lat + 0.2),
  };
  const routes = plan({ ...fields, zones: [zone] }, true);
  for (const { worth } of routes) expect(worth!.value).toBeLessThanOrEqual(worth!.bound!);
  const within = routes.at(-1)!;
  expect(within.worth!.bound).toBeLessThanOrEqual(free.worth!.bound!);
  expect(fuelOf(within)).toBeLessThanOrEqual(fields.within_tonnes * (1 + 1e-9));
  const isIn = ([x, y]: readonly [number, number]) => Math.abs(x - lon) < 0.39 && Math.abs(y - lat) < 0.19;
  expect(within.track.coordinates.filter(isIn)).toEqual([]);
});

it('a line that may be left out counts with what it takes in either way', () => {
  const { places, plan } = world(4, 3, () => 1);
  const line = [places[0]!, places[1]!].map(({ lat, lon }) => [lat, lon]);
  const stops = [{ name: 'Line', line, speed_kn: 6, value: 1 }, places[2]!];
  const all = plan({ stops: stops.map(({ value: _, ...stop }) => stop), stop_order: 'best' })[1]!;
  const both = plan({ stops, stop_order: 'best', within_tonnes: 1.02 * fuelOf(all) }, true).at(-1)!;
  expect(both.worth).toEqual({ value: 2, bound: 2, leftOut: [] });
  const one = plan({ stops, stop_order: 'best', within_tonnes: 0.55 * fuelOf(all) }, true).at(-1)!;
  expect(one.worth!.value).toBeLessThan(2);
  expect(fuelOf(one)).toBeLessThanOrEqual(0.55 * fuelOf(all) * (1 + 1e-9));
});
