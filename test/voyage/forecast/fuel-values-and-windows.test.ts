/** Stops that may be left out, are open at some times only or done in so much time, and have to do with so much fuel: judged by all sets in all orders. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { Impossible } from '../../../lib/request/impossible.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { KeptLegs } from '../../../lib/voyage/kept.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { request } from '../../routes/world.ts';
import { type SeaCell, seaOf, ship, spaced } from '../../speed/seas.ts';
import { runs, slowTest, some } from '../../thorough.ts';
import { BEGIN, burnt, days, departure, MS_PER_DAY, withinOf } from './daily-meshes.ts';

const vehicle = ship({ idle_rate: 3 });
const start = { lat: -64.5, lon: -3.5 };
const end = { lat: -60.5, lon: 3.5 };
const open = { elevation: -500, iceConcentration: 0, iceThickness: 0, iceDensity: 900 };
const at = (hours: number) => new Date(BEGIN + 3_600_000 * hours).toISOString();

interface Place {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly stay_hours: number;
  readonly value: number;
}

/** A random sea of so many days, stops in it with what ties them to time, and all that can be asked there. */
function world(seed: number, count: number, dayCount: number) {
  const random = randomNumbers(seed);
  const icy = () => ({ ...open, iceConcentration: 80 * random(), iceThickness: random() });
  const cellAt = (): SeaCell => ({
    columns: random() < 0.3 ? icy() : open,
    u: random() - 0.5,
    v: random() - 0.5,
  });
  const forecast = Array.from({ length: dayCount }, (_, day) => ({
    id: day + 1,
    name: `day-${day}.json`,
    mesh: openMesh(
      compileMesh(meshForVessel(vesselOf(vehicle), seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), cellAt))),
    ),
    from: BEGIN + day * MS_PER_DAY,
    to: BEGIN + (day + 1) * MS_PER_DAY,
    rank: '',
  }));
  const timeOf = () => {
    const [kind, from] = [random(), 60 * random()];
    const two = [
      { from: at(from), to: at(from + 14 + 10 * random()) },
      { from: at(from + 40), to: at(from + 64) },
    ];
    if (kind < 0.4) return { windows: two };
    return kind < 0.6 ? { daylight: 'civil' } : kind < 0.8 ? { not_after: two[1]!.from } : {};
  };
  const places = Array.from({ length: count }, (_, k) => {
    const place: Place = {
      name: `P${k}`,
      lat: -65.5 + 7 * random(),
      lon: -3.8 + 7.6 * random(),
      stay_hours: Math.round(6 * random()),
      value: 1 + Math.floor(4 * random()),
    };
    return { place, time: timeOf() };
  });
  const legs = new KeptLegs(); // of all orders
  const plan = (fields: object, certificate = false) =>
    planVoyage(
      forecast[0]!.mesh,
      { start, end, vehicle, voyage: request({ departure, ...fields }).voyage },
      { certificate, ...(!certificate && { legs }), ...(dayCount > 1 && { forecast }) },
    ).routes;
  const free = places.map(({ place }) => required(place));
  const all = plan({ stops: free, stop_order: 'best' });
  const whole = burnt(all[1]!);
  const hours = 24 * days(all[0]!);
  return { stops: places.map(({ place, time }) => ({ ...place, ...time })), plan, whole, hours };
}

type World = ReturnType<typeof world>;
const required = ({ value: _, ...stop }: Place) => stop;
const namesOf = ({ stops }: VoyageRoute) => (stops ?? []).slice(1, -1).map(({ name }) => name);

interface Limits {
  readonly within_tonnes: number;
  readonly within_hours?: number;
}

/** Whether some stops are done in their order, among others. */
const isWithin = (few: readonly Place[], all: readonly Place[]): boolean =>
  all.filter((place) => few.includes(place)).every((place, k) => place === few[k]) &&
  few.every((place) => all.includes(place));

/** The greatest sum of values of all sets in all orders that so much fuel, the time and the windows allow. */
function best({ stops, plan }: World, limits: Limits): number {
  const byValue = stops.toSorted((a, b) => b.value - a.value);
  let found = -1;
  const refused: (readonly Place[])[] = [];
  const go = (done: readonly Place[]) => {
    const value = done.reduce((sum, place) => sum + place.value, 0);
    if (value > found) {
      if (refused.some((few) => isWithin(few, done))) return;
      try {
        plan({ ...(done.length > 0 && { stops: done.map(required) }), ...limits });
        found = value;
      } catch (error) {
        expect(error).toBeInstanceOf(Impossible);
        refused.push(done); // one stop more takes more fuel and time
        return;
      }
    }
    for (const stop of byValue) if (!done.includes(stop)) go([...done, stop]);
  };
  go([]);
  return found;
}

/** Whether it is worth as much as the best. @param partOfTime of what all take at full speed; without it any time will do */
function judge(sea: World, part: number, partOfTime?: number): boolean {
  const within_tonnes = part * sea.whole;
  const limits = { within_tonnes, ...(partOfTime && { within_hours: partOfTime * sea.hours }) };
  const truth = best(sea, limits);
  const ask = () => sea.plan({ stops: sea.stops, stop_order: 'best', ...limits }, true);
  if (truth < 0) {
    expect(ask).toThrow(/can't be made with/);
    return true;
  }
  const routes = ask();
  expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel', 'within']);
  for (const { worth } of routes) {
    expect(worth!.value).toBeLessThanOrEqual(truth);
    expect(worth!.bound).toBeGreaterThanOrEqual(truth);
    expect(worth!.bound).toBeLessThanOrEqual(sea.stops.reduce((sum, { value }) => sum + value, 0));
  }
  const within = withinOf({ routes });
  expect(burnt(within)).toBeLessThanOrEqual(within_tonnes * (1 + 1e-9));
  const { leftOut } = within.worth!;
  expect([...namesOf(within), ...leftOut.map(({ name }) => name)].sort()).toEqual(
    sea.stops.map(({ name }) => name),
  );
  // the very voyage can be asked for
  const done = sea.stops.filter(({ name }) => namesOf(within).includes(name)).map(required);
  const same = { ...(done.length > 0 && { stops: done }), stop_order: 'best' };
  const alone = withinOf({ routes: sea.plan({ ...same, ...limits }) });
  expect(days(alone) / days(within)).toBeCloseTo(1, 3);
  expect(burnt(alone) / burnt(within)).toBeCloseTo(1, 3);
  expect(24 * days(within)).toBeLessThanOrEqual((limits.within_hours ?? Infinity) * (1 + 1e-6));
  return within.worth!.value === truth;
}

/** A set may be given up whose few orders that were sailed lack fuel or miss windows, and another would do. */
const MOSTLY = 0.9;

it('of all sets in all orders what is worth most is mostly found on one mesh, and never more promised than holds', () => {
  const results = Array.from({ length: runs(1, 2) }, (_, k) => world(k + 6, 3, 1)).flatMap((sea) =>
    [0.65, 0.85].map((part) => judge(sea, part)),
  );
  expect(results.filter((isBest) => isBest).length).toBeGreaterThanOrEqual(MOSTLY * results.length);
});

it('in a limited time, too', () => {
  const results = Array.from({ length: runs(1, 2) }, (_, k) => world(k + 6, 3, 1)).flatMap((sea) =>
    some(1, [0.8, 0.65, 1]).map((part) => judge(sea, part, 0.9)),
  );
  expect(results.filter((isBest) => isBest).length).toBeGreaterThanOrEqual(MOSTLY * results.length);
});

slowTest('through meshes of a day each, too', () => {
  expect(judge(world(1, 3, 4), 0.75, 0.9)).toBe(true);
});

it('what is left out for time tells the hours, for fuel the tonnes, and no date is needed', () => {
  const sea = world(2, 3, 1);
  const stops = sea.stops.map(({ name, lat, lon, value }) => ({ name, lat, lon, value }));
  const leftOut = (tonnes: number, hours: number) => {
    const limits = { within_tonnes: tonnes * sea.whole, within_hours: hours * sea.hours };
    const { routes } = { routes: sea.plan({ departure: null, stops, stop_order: 'best', ...limits }, true) };
    const { worth, remarks = [] } = withinOf({ routes });
    expect(remarks.some((remark) => /sets of stops/.test(remark))).toBe(worth!.leftOut.length > 0);
    return worth!.leftOut;
  };
  expect(leftOut(1.5, 1.5)).toEqual([]);
  const ofTime = leftOut(1.5, 0.7);
  expect(ofTime.length).toBeGreaterThan(0);
  for (const { reason, needsHours } of ofTime) {
    expect(reason).toBe('time');
    expect(needsHours).toBeGreaterThan(0);
  }
  const ofFuel = leftOut(0.5, 1.5);
  expect(ofFuel.length).toBeGreaterThan(0);
  for (const { reason, needsTonnes } of ofFuel) {
    expect(reason).toBe('fuel');
    expect(needsTonnes).toBeGreaterThan(0);
  }
});

describe('a stop is left out', () => {
  const sea = world(2, 3, 1);
  const [first, ...others] = sea.stops.map(({ name, lat, lon, value }) => ({ name, lat, lon, value }));

  it('for its window, whatever fuel there is, and for fuel, whenever it is open', () => {
    const closed = { ...first, windows: [{ from: at(0), to: at(1) }] };
    const plan = (stops: object[], part: number) =>
      withinOf({
        routes: sea.plan({ stops, stop_order: 'best', within_tonnes: part * sea.whole }, true),
      }).worth!;
    const ofWindow = plan([closed, ...others], 3);
    expect(ofWindow.leftOut).toEqual([
      { name: 'P0', value: first!.value, needsHours: null, reason: 'window' },
    ]);
    expect(ofWindow.bound).toBe(ofWindow.value);
    const ofFuel = plan([{ ...first, not_before: at(1) }, ...others], 0.5);
    expect(ofFuel.leftOut.length).toBeGreaterThan(0);
    for (const { reason, needsTonnes } of ofFuel.leftOut) {
      expect(reason).toBe('fuel');
      expect(needsTonnes).toBeGreaterThan(0);
    }
  });

  it('never where it must be done: that fails, naming the fuel or the window', () => {
    const must = { ...first, value: undefined };
    const plan = (time: object, within_tonnes: number) =>
      sea.plan({ stops: [{ ...must, ...time }, ...others], stop_order: 'best', within_tonnes });
    expect(() => plan({ daylight: 'civil' }, 5)).toThrow(/can't be made with 5\.00 t of fuel/);
    expect(() => plan({ not_after: at(1) }, 500)).toThrow(/the end of the last window would be missed: P0/);
  });

  it('by what is aboard only where that does not suffice at full speed', () => {
    const fields = { stops: sea.stops, stop_order: 'best', choose_speed: true, reserve_tonnes: 5 };
    const plenty = sea.plan({ ...fields, fuel_aboard_tonnes: 1e4 });
    expect(plenty.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
    const few = withinOf({ routes: sea.plan({ ...fields, fuel_aboard_tonnes: 0.65 * sea.whole + 5 }) });
    const same = sea.plan({ stops: sea.stops, stop_order: 'best', within_tonnes: 0.65 * sea.whole });
    expect(few.fuel!.left.at(-1)).toBeGreaterThanOrEqual(5);
    expect(namesOf(few)).toEqual(namesOf(withinOf({ routes: same })));
  });
});

it('in the given order the voyage is proved as one that must call at its stops', () => {
  const sea = world(6, 3, 1);
  const within_tonnes = 0.8 * sea.whole;
  const [first, , within] = sea.plan({ stops: sea.stops, within_tonnes }, true) as [
    VoyageRoute,
    VoyageRoute,
    VoyageRoute,
  ];
  const done = sea.stops.filter(({ name }) => namesOf(within).includes(name)).map(required);
  expect(done.length).toBe(2);
  const same = sea.plan({ stops: done, within_tonnes }, true);
  expect(first.optimality!.gapPercent).toBeCloseTo(same[0]!.optimality!.gapPercent, 6);
  expect(within.optimality!.gapPercent).toBeCloseTo(same[2]!.optimality!.gapPercent, 6);
});

it('of more than twelve, those that the fuel and their windows allow, with a bound', () => {
  const sea = world(8, 13, 1);
  const within_tonnes = 0.5 * sea.whole;
  const within = withinOf({
    routes: sea.plan({ stops: sea.stops, stop_order: 'best', within_tonnes }, true),
  });
  const { value, bound } = within.worth!;
  expect(burnt(within)).toBeLessThanOrEqual(within_tonnes * (1 + 1e-9));
  expect(value).toBeGreaterThan(0);
  expect(bound).toBeGreaterThanOrEqual(value);
  const done = sea.stops.filter(({ name }) => namesOf(within).includes(name));
  expect(done.reduce((sum, stop) => sum + stop.value, 0)).toBe(value);
});
