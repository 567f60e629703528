/** Speeds that keep the reserve of a voyage that takes fuel on the way, through meshes of a day each and with times at stops. */
import { describe, expect, it } from 'vitest';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { FuelTooLittle } from '../../../lib/speed/choose-speeds.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { request } from '../../routes/world.ts';
import {
  BEGIN,
  burnt,
  changing,
  days,
  end,
  forecast,
  MS_PER_DAY,
  planned,
  start,
  vehicle,
  withinOf,
} from './daily-meshes.ts';

const A = { name: 'A', lat: -63, lon: 0.5, stay_hours: 12 };
const B = { name: 'B', lat: -61, lon: 3 };
const choose_speed = true;
const reserve_tonnes = 5;
/** Nothing changes but in a corner where nobody sails. */
const alike = forecast((column, line, day) => ({
  u: 0.2,
  v: 0,
  columns: {
    iceConcentration: column === 7 && line === 0 ? 10 * day : 0,
    iceThickness: 0.5,
    iceDensity: 900,
  },
}));

const full = (stops: object[], meshes = changing, more = {}) =>
  planned(meshes, { stops, ...more }).routes[0]!;
/** What is burnt at full speed up to leaving each of the stops, and to the end. */
function burntUntil(route: VoyageRoute): number[] {
  const { timeDays, consumption } = route.track;
  return route.stops!.slice(1).map(({ leavesDays }) => {
    return consumption![timeDays.findLastIndex((time) => time <= leavesDays + 1e-9)]!;
  });
}

/** The fastest voyage that keeps the reserve, where the fastest of all does not. */
function kept(fields: object, meshes = changing, isOne = false): VoyageRoute {
  const { routes } = planned(meshes, { choose_speed, reserve_tonnes, ...fields }, isOne);
  expect(routes.map(({ objective }) => objective)).not.toContain('traveltime');
  const route = withinOf({ routes });
  expect(Math.min(...route.fuel!.left)).toBeGreaterThan(reserve_tonnes - 1e-6);
  expect(route.optimality!.least).toBeLessThanOrEqual(days(route) * (1 + 1e-9));
  return route;
}

describe('where nothing changes', () => {
  const whole = burntUntil(full([A, B], alike));

  it.each([
    ['before the first bunkers', 0.88 * whole[0]!, 999, { refuel_tonnes: 500 }, {}],
    ['on the whole voyage', whole[0]!, 999, { refuel_tonnes: 0.7 * (whole[2]! - whole[0]!) }, {}],
    ['after the bunkers are filled', 1.2 * whole[0]!, 0.9 * (whole[2]! - whole[0]!), { refuel: 'full' }, {}],
    ['on either side', 0.85 * whole[0]!, 0.9 * (whole[2]! - whole[0]!), { refuel: 'full' }, {}],
    ['before the second bunkers', 0.85 * whole[1]!, 999, {}, { refuel_tonnes: 500 }],
    ['between bunkers', 1.05 * whole[0]!, 0.9 * whole[1]!, { refuel_tonnes: 7 }, { refuel: 'full' }],
  ])('it is the voyage on one mesh, where fuel lacks %s', (_, aboard, capacity, ofA, ofB) => {
    const fields = {
      stops: [
        { ...A, ...ofA },
        { ...B, ...ofB },
      ],
      fuel_aboard_tonnes: 5 + aboard,
      capacity_tonnes: 5 + capacity,
    };
    const [one, many] = [kept(fields, alike, true), kept(fields, alike)];
    expect(days(many) / days(one)).toBeCloseTo(1, 5);
    expect(many.optimality!.gapPercent).toBeCloseTo(one.optimality!.gapPercent, 1);
    expect(many.fuel!.left.map((left) => left.toFixed(3))).toEqual(
      one.fuel!.left.map((left) => left.toFixed(3)),
    );
  });
});

describe('in a sea that changes', () => {
  const whole = burntUntil(full([A, B]));
  /** Days from one place to another that is left at a time, with so much fuel; Infinity where that does not suffice. */
  const daysWith = (from: LatLon, to: LatLon, leaves: number, tonnes: number) => {
    const { voyage } = request({ departure: new Date(leaves).toISOString(), within_tonnes: tonnes });
    const asked = { start: from, end: to, vehicle, voyage };
    try {
      const { routes } = planVoyage(changing[0]!.mesh, asked, { certificate: false, forecast: changing });
      return Math.min(...routes.filter((route) => burnt(route) <= tonnes + 1e-6).map(days));
    } catch (error) {
      expect(error).toBeInstanceOf(FuelTooLittle);
      return Infinity;
    }
  };
  /** The fewest days with what is aboard above the reserve, and taken at A, of all ways to part it. */
  const best = (aboard: number, taken: number) => {
    const stay = 0.5;
    const idle = 2 * stay;
    const all = Array.from({ length: 5 }, (_, k) => {
      const tonnes = (aboard - idle) * (1 - 0.11 * k);
      const first = daysWith(start, A, BEGIN, tonnes) + stay;
      if (first === Infinity) return Infinity;
      return first + daysWith(A, end, BEGIN + first * MS_PER_DAY, aboard - idle - tonnes + taken);
    });
    return Math.min(...all);
  };

  it.each([
    ['up to the first bunkers', 0.88, 500],
    ['on either side', 0.9, 15],
  ])('no way to part the fuel is faster, where it lacks %s', (_, part, refuel_tonnes) => {
    const aboard = part * whole[0]!;
    const route = kept({ stops: [{ ...A, refuel_tonnes }], fuel_aboard_tonnes: 5 + aboard });
    const truth = best(aboard, refuel_tonnes);
    expect(days(route)).toBeLessThan(truth * 1.002);
    expect(route.optimality!.least).toBeLessThan(truth * (1 + 1e-6));
    expect(route.optimality!.gapPercent).toBeLessThan(7);
  });
});

it('is of the order in which the fuel lasts, where in the other it does at no speed', () => {
  const first = { name: 'First', lat: -62.195, lon: 1.897, stay_hours: 2, refuel_tonnes: 500 };
  const second = { name: 'Second', lat: -61.78, lon: -1.718, stay_hours: 2 };
  const ask = (fields: object) =>
    planned(changing, { choose_speed, fuel_aboard_tonnes: 23.76, ...fields }, false, { certificate: false });
  expect(() => ask({ stops: [second, first] })).toThrow(/^The way from Start to First can't be made with/);
  const { stops } = withinOf(ask({ stops: [second, first], stop_order: 'best' }));
  expect(stops!.map(({ name }) => name)).toEqual(['Start', 'First', 'Second', 'End']);
});

describe('with times at stops, on one mesh', () => {
  const whole = burntUntil(full([A, B], alike));
  const fuel = { fuel_aboard_tonnes: 5 + 0.88 * whole[0]! };
  const stops = (fields: object) => [
    { ...A, refuel_tonnes: 100 },
    { ...B, ...fields },
  ];
  const at = (hours: number) => new Date(BEGIN + 3_600_000 * hours).toISOString();

  it('is that without them where they are kept, and waits where they begin later', () => {
    const free = kept({ ...fuel, stops: stops({}) }, alike, true);
    const arrives = 24 * free.stops![2]!.arrivesDays;
    const same = kept({ ...fuel, stops: stops({ not_after: at(arrives + 1) }) }, alike, true);
    expect(days(same)).toBeCloseTo(days(free), 4);
    const late = kept({ ...fuel, stops: stops({ not_before: at(arrives + 10) }) }, alike, true);
    expect(24 * late.stops![2]!.leavesDays).toBeCloseTo(arrives + 10, 2);
    expect(late.optimality!.gapPercent).toBeLessThan(1);
  });

  it('fails where who sails so slowly comes too late, or no speed is slow enough', () => {
    const free = kept({ ...fuel, stops: stops({}) }, alike, true);
    const early = at(24 * free.stops![2]!.arrivesDays - 2);
    expect(() => kept({ ...fuel, stops: stops({ not_after: early }) }, alike, true)).toThrow(
      /^The way from A to End can't be made in the times of its stops by who sails there so slowly that the fuel lasts: take more fuel aboard/,
    );
    const little = { ...fuel, fuel_aboard_tonnes: 9, stops: stops({ not_before: at(90) }) };
    expect(() => kept(little, alike, true)).toThrow(
      /^The way from Start to A can't be made with 4\.00 t of fuel: at the speeds that take least it needs \d+\.\d\d t\.$/,
    );
  });
});
