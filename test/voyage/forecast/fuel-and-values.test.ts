/** Stops that may be left out at chosen speeds through meshes of a day each. */
import { describe, expect, it } from 'vitest';
import { FuelTooLittle } from '../../../lib/speed/choose-speeds.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { some } from '../../thorough.ts';
import { burnt, changing, days, drifting, planned } from './daily-meshes.ts';

const stops = [
  { name: 'Near', lat: -62.5, lon: 3.5, stay_hours: 5, value: 3 },
  { name: 'Far', lat: -65.4, lon: 1.5, stay_hours: 8, value: 1 },
];
const [near] = stops.map(({ value: _, ...stop }) => stop);

it('the trade-off is that of the stops at which the fastest route calls', () => {
  const within_hours = 24 * days(planned(changing, { stops: [near] }).routes[0]!) + 1;
  const found = planned(changing, { stops, within_hours, trade_off: 3 });
  expect(found.routes[0]!.worth!.leftOut.map(({ name }) => name)).toEqual(['Far']);
  const alone = planned(changing, { stops: [near], trade_off: 3 });
  expect(found.tradeOff!.map(({ consumption }) => consumption)).toEqual(
    alone.tradeOff!.map(({ consumption }) => consumption),
  );
});

it('what fuel suffices for without any stop is sailed, however much all stops would need', () => {
  const direct = planned(drifting, { trade_off: 2 }, false, { certificate: false });
  const within_tonnes = 1.01 * direct.tradeOff!.at(-1)!.consumption;
  const far = [{ lat: -60, lon: -1.5, value: 1, stay_hours: 100 }];
  const found = planned(drifting, { stops: far, within_tonnes }, false, { certificate: false });
  expect(burnt(found.routes.at(-1)!)).toBeLessThanOrEqual(within_tonnes);
});

describe('with so much fuel', () => {
  const three = [...stops, { name: 'Third', lat: -60.5, lon: 0.5, stay_hours: 3, value: 2 }];
  const way = { stop_order: 'best' };
  const required = three.map(({ value: _, ...stop }) => stop);
  const whole = burnt(planned(changing, { ...way, stops: required }).routes[1]!);

  it('those are done that are worth most of all sets', () => {
    const within_tonnes = 0.7 * whole;
    const routes = planned(changing, { ...way, stops: three, within_tonnes }).routes;
    const suffices = (done: readonly (typeof three)[number][]) => {
      const own = done.map(({ value: _, ...stop }) => stop);
      try {
        const fields = { ...way, ...(own.length > 0 && { stops: own }), within_tonnes };
        planned(changing, fields, false, { certificate: false });
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(FuelTooLittle);
        return false;
      }
    };
    const worthOf = (done: readonly (typeof three)[number][]) =>
      done.reduce((sum, { value }) => sum + value, 0);
    const sets = Array.from({ length: 8 }, (_, set) => three.filter((_, k) => (set >> k) & 1));
    const truth = worthOf(sets.sort((a, b) => worthOf(b) - worthOf(a)).find(suffices)!);
    expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel', 'within']);
    for (const { worth } of routes) {
      expect(worth!.value).toBe(truth);
      expect(worth!.bound).toBeGreaterThanOrEqual(truth);
      expect(worth!.leftOut.every(({ reason, needsTonnes }) => reason === 'fuel' && needsTonnes! > 0)).toBe(
        true,
      );
    }
    expect(burnt(routes[2]!)).toBeLessThanOrEqual(within_tonnes * (1 + 1e-6));
    const names = (routes[2]!.stops ?? []).slice(1, -1).map(({ name }) => name);
    const { leftOut } = routes[2]!.worth!;
    expect([...names, ...leftOut.map(({ name }) => name)].sort()).toEqual(['Far', 'Near', 'Third']);
  });

  it('aboard, at full speed where it suffices, else as with a limit', () => {
    const fields = { ...way, stops: three, choose_speed: true };
    const how = { certificate: false };
    const all = planned(changing, { ...fields, fuel_aboard_tonnes: 1e4 }, false, how).routes;
    expect(all.map(({ objective, worth }) => [objective, worth!.leftOut])).toEqual([
      ['traveltime', []],
      ['fuel', []],
    ]);
    const few = planned(changing, { ...fields, fuel_aboard_tonnes: 0.7 * whole }, false, how).routes;
    expect(few.at(-1)!.worth!.leftOut.length).toBeGreaterThan(0);
    expect(few.at(-1)!.fuel!.left.at(-1)).toBeGreaterThanOrEqual(-1e-6);
  });

  it('and a price, what is done at it is what the same stops cost alone, by windows, too', () => {
    const price = { per_day: 4000, per_tonne: 700 };
    const how = { certificate: false };
    for (const time of some(1, [{}, { not_after: '2026-11-29T00:00Z' }])) {
      const asked = [...three.slice(0, 2), { ...three[2], ...time }];
      const fields = { ...way, within_tonnes: 0.8 * whole, price };
      const { routes } = planned(changing, { ...fields, stops: asked }, false, how);
      expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel', 'within', 'cost']);
      const [within, cheapest] = routes.slice(2) as [VoyageRoute, VoyageRoute];
      expect(cheapest.worth).toEqual(within.worth);
      const names = (cheapest.stops ?? []).map(({ name }) => name);
      const stops = asked.filter(({ name }) => names.includes(name!)).map(({ value: _, ...stop }) => stop);
      const [, , , alone] = planned(changing, { ...fields, stops }, false, how).routes;
      expect(days(cheapest)).toBeCloseTo(days(alone!), 6);
      expect(burnt(cheapest)).toBeCloseTo(burnt(alone!), 6);
    }
  });

  it('aboard for all, and a price, speeds are chosen for it', () => {
    const price = { per_day: 2000, per_tonne: 700 };
    const bunkers = { fuel_aboard_tonnes: 1e4, choose_speed: true };
    const how = { certificate: false };
    const { routes } = planned(changing, { ...way, ...bunkers, price, stops: three }, false, how);
    expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel', 'cost']);
    expect(routes[2]!.worth!.leftOut).toEqual([]);
    const alone = planned(changing, { ...way, price, stops: required }, false, how).routes[2]!;
    expect(burnt(routes[2]!)).toBeCloseTo(burnt(alone), 6);
  });

  it('that does not suffice for what must be done fails, naming the least', () => {
    const short = () => planned(changing, { ...way, stops: [required[0], three[1]], within_tonnes: 5 });
    expect(short).toThrow(/can't be made with 5\.00 t of fuel: at the speeds that take least it needs \d/);
  });
});
