/** Speeds through a forecast where stops may be called at in one of two orders: what is told is of the better one, whichever was first. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { FuelTooLittle, TimeTooShort } from '../../../lib/speed/choose-speeds.ts';
import { KnownPaths } from '../../../lib/speed/in-time/voyages-in-time.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import {
  curvesInTime,
  type LegsInTime,
  leastInTime,
  withSpeedsInTime,
} from '../../../lib/voyage/forecast/speeds-in-time.ts';
import { planStopsDated } from '../../../lib/voyage/forecast/stops-in-forecast.ts';
import { seaOf as seaOfCells, spaced } from '../../speed/seas.ts';
import { burnt, days, departure, end, start, vehicle, withinOf } from './daily-meshes.ts';

const meshes = [0.2, -0.3].map((u) => {
  const cells = seaOfCells(spaced(-2, 6, 2), spaced(-66, -58, 2), (column) => ({ u, v: 0.3 * column }));
  return openMesh(compileMesh(meshForVessel(vesselOf(vehicle), cells)));
});
const spans = [0, 1].map((mesh) => ({ from: mesh, mesh }));
const sea = seaOf(meshes, spans);
const places = [
  { name: 'A', lat: -63.5, lon: 4.5, stay_hours: 6 },
  { name: 'B', lat: -61.5, lon: -0.5, stay_hours: 3 },
];
const requestOf = (fields: object, stops = places) => {
  const ends = { start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon };
  const { voyage } = routeRequest.parse({ ...ends, departure, stops, ...fields });
  return { start, end, vehicle, voyage };
};
const shared = {
  adjustmentLimitNm: 300,
  certificate: false,
  timeBudgetMs: Infinity,
  now: () => 0,
  mostWait: 0,
  idleRate: 2,
  leaves: 0,
  msLeft: () => Infinity,
  isOver: () => false,
  pathsOf: () => new KnownPaths(),
  use: 'answer',
} as const;

const weather = spans.map(({ from, mesh }, k) => ({
  mesh: meshes[mesh]!,
  from,
  to: spans[k + 1]?.from ?? Infinity,
}));
const [there, back] = [places, places.toReversed()].map((stops) =>
  planStopsDated({ sea, begins: 0 }, requestOf({}, stops), { ...shared, weather }),
) as [ReturnType<typeof planStopsDated>, ReturnType<typeof planStopsDated>];
const orders = [...there.inOrders, ...back.inOrders].map((order, k) => ({ ...order, note: `Order ${k}` }));
const curves = curvesInTime(sea, requestOf({}));
it('a given order is one, for whatever it is sailed, and no other might have been tried', () => {
  for (const { inOrders } of [there, back]) expect(inOrders.map(({ note }) => note)).toEqual([null]);
});

const at = (fields: object, inOrders: readonly LegsInTime[], plan = there, more = {}) =>
  withSpeedsInTime(curves, requestOf(fields), plan, inOrders, { ...shared, ...more });
const shortest = days(there.routes[0]!);

/** What both orders have in either turn, and what the first and the second have by themselves. */
const inTurns = <T>(of: (inOrders: readonly LegsInTime[]) => T): T[] => [of(orders), of(orders.toReversed())];
const alone = <T>(of: (inOrders: readonly LegsInTime[]) => T): T[] => orders.map((order) => of([order]));

describe('of two orders', () => {
  it('the first is far the faster, and consumes less', () => {
    expect(orders).toHaveLength(2);
    expect(shortest * 1.1).toBeLessThan(days(back.routes[0]!));
  });

  it('the one that consumes less within a time is told', () => {
    const within = (inOrders: readonly LegsInTime[]) =>
      withinOf(at({ within_hours: 24 * 1.4 * shortest }, inOrders) as never);
    const [a, b] = alone(within).map(burnt);
    expect(a).toBeLessThan(b!);
    const [both, turned] = inTurns(within);
    expect([both, turned].map((route) => burnt(route!))).toEqual([a, a]);
    expect(turned!.remarks).toEqual(['Order 0']);
    expect(() => at({ within_hours: 24 * 0.99 * shortest }, orders)).toThrow(TimeTooShort);
  });

  it('the one that is faster with so much fuel is told, and where there is too little the least that one takes', () => {
    const enough = 0.97 * burnt(back.routes[0]!);
    const fastest = (inOrders: readonly LegsInTime[]) =>
      days(withinOf(at({ within_tonnes: enough }, inOrders) as never));
    const [a, b] = alone(fastest);
    expect(a).toBeLessThan(b!);
    expect(inTurns(fastest)).toEqual([a, a]);
    const needs = (inOrders: readonly LegsInTime[]) => {
      try {
        return String(at({ within_tonnes: 1 }, inOrders));
      } catch (error) {
        expect(error).toBeInstanceOf(FuelTooLittle);
        return (error as Error).message;
      }
    };
    const [least, more] = alone(needs);
    expect(more).not.toBe(least);
    expect(inTurns(needs)).toEqual([least, least]);
  });

  it('the one that costs less money is told', () => {
    const price = { per_day: 3000, per_tonne: 600 };
    const all = inTurns((inOrders) => {
      const cheapest = at({ price }, inOrders, { ...there, routes: there.routes.slice(0, 1) }).routes.at(-1)!;
      expect(cheapest.objective).toBe('cost');
      return cheapest;
    });
    const [both, turned] = all.map((route) => 5 * days(route as never) + burnt(route as never));
    expect(turned).toBe(both);
    expect(all[1]!.remarks).toEqual(['Order 0']);
  });

  it('each time of a trade-off has that of the better one', () => {
    const at3 = (inOrders: readonly LegsInTime[]) => at({ trade_off: 3 }, inOrders);
    const [both, turned] = inTurns(at3);
    const own = at3(orders.slice(0, 1)).tradeOff!;
    for (const [k, { days: taken, consumption, note, complete, gapPercent }] of turned!.tradeOff!.entries()) {
      expect(taken).toBeCloseTo(both!.tradeOff![k]!.days, 9);
      expect(consumption).toBeLessThan(own[k]!.consumption * (1 + 1e-6));
      expect([note, complete, gapPercent]).toEqual([null, true, null]);
    }
    expect(both!.tradeOffNote).toBe('Order 0');
  });

  it('what was proved of the fastest voyage is told of the first time of a trade-off, and of no other', () => {
    const optimality = { least: 0.9 * shortest, gapPercent: 42, endedBy: null };
    const routes = there.routes.map((route) => ({ ...route, optimality }));
    const { tradeOff } = at({ trade_off: 3 }, orders.slice(0, 1), { ...there, routes });
    expect(tradeOff!.map(({ gapPercent }) => gapPercent)).toEqual([42, null, null]);
    expect(tradeOff!.map(({ note }) => note)).toEqual([expect.stringMatching(/gap/), null, null]);
  });

  it('what was found until time was up is told as that', () => {
    const over = { isOver: () => true };
    const fields = {
      within_hours: 24 * 1.4 * shortest,
      price: { per_day: 3000, per_tonne: 600 },
      trade_off: 3,
    };
    const { routes, tradeOff } = at(fields, orders.slice(0, 1), there, over);
    expect(routes.map(({ complete }) => complete)).toEqual([true, true, false, false]);
    expect(tradeOff!.map(({ complete }) => complete)).toEqual([false, false, false]);
    for (const { note } of tradeOff!) expect(note).not.toBeNull();
  });

  it('the least that is consumed is of the better one, and no more than is enough is looked for', () => {
    const least = (inOrders: readonly LegsInTime[]) => leastInTime(curves, inOrders, shared, 0);
    const [a, b] = alone(least);
    expect(a).toBeLessThan(b!);
    expect(inTurns(least)).toEqual([a, a]);
    const enough = burnt(back.routes[0]!);
    const first = leastInTime(curves, orders.toReversed(), shared, enough);
    expect(first).toBeLessThanOrEqual(enough);
    expect(first).toBeGreaterThan(a!);
    expect(leastInTime(curves, [], shared, 0)).toBe(0);
  });
});
