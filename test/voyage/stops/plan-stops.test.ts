import { describe, expect, it, vi } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { Objective } from '../../../lib/engine/cost/cost.ts';
import { FieldSolver } from '../../../lib/engine/field.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { type PlanOptions, planRoute } from '../../../lib/engine/plan-route.ts';
import type { ObjectiveRoute } from '../../../lib/engine/route-plan.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import type { Vehicle } from '../../../lib/vehicles/vehicle.ts';
import { LowerBounds } from '../../../lib/voyage/order/lower-bounds.ts';
import { pointStops } from '../../../lib/voyage/order/stop-sets.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { rulesOf } from '../../../lib/voyage/stops/itinerary.ts';
import { leastInOrder } from '../../../lib/voyage/stops/plan-stops.ts';
import { stopFields } from '../../../lib/voyage/stops/stop-fields.ts';
import type { VoyagePlan, VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { randomMesh, randomNumbers, randomPoint } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';
import { openSea } from '../../zones/open-sea.ts';
import { permutations } from '../order/permutations.ts';

const TRAITS = {
  cells: 150,
  closed: 'islands',
  currents: 'weak',
  consumption: 'fuel',
  headings: 'alike',
  place: 'region',
} as const;
const drawn = randomMesh(7, TRAITS);
const mesh = openMesh(compileMesh(drawn.source));
const random = randomNumbers(3);
const isReachable = (place: LatLon) => {
  try {
    return planRoute(mesh, places[0] ?? place, place, { adjustmentLimitNm: 0 }).routes.length > 0;
  } catch {
    return false;
  }
};
const places: LatLon[] = [];
while (places.length < 8) {
  const place = randomPoint(drawn, random);
  if (isReachable(place)) places.push(place);
}
const [start, end, ...others] = places as [LatLon, LatLon, ...LatLon[]];
const stopsAt = (count: number, different: (k: number) => object = () => ({})) =>
  others.slice(0, count).map((place, k) => ({ ...place, ...different(k) }));

function planned(
  fields: object,
  { certificate = true as NonNullable<PlanOptions['certificate']>, idle = 0, from = start, to = end } = {},
): VoyagePlan {
  const ends = { start_lat: from.lat, start_lon: from.lon, end_lat: to.lat, end_lon: to.lon };
  const { voyage } = routeRequest.parse({ ...ends, ...fields });
  const vehicle = { idle_rate: idle } as Vehicle;
  return planVoyage(mesh, { start: from, end: to, vehicle, voyage }, { certificate });
}
const plan = (...asked: Parameters<typeof planned>): VoyageRoute[] => [...planned(...asked).routes];

const legs = new Map<string, number[]>();
const legCost = (from: LatLon, to: LatLon, k: number) => {
  const key = JSON.stringify([from, to]);
  const costs =
    legs.get(key) ??
    planRoute(mesh, from, to).routes.map(({ track, objective }) => totalOf(track, objective));
  legs.set(key, costs);
  return costs[k]!;
};

it.each(['given', 'best'])(
  'in the %s order is proved where it is worth it and none of its legs alone is',
  (stop_order) => {
    const stops = stopsAt(5);
    const least = (certificate: NonNullable<PlanOptions['certificate']>) =>
      plan({ stops, stop_order }, { certificate }).map(({ optimality }) => optimality!.least);
    const whole = least((routes) => routes.every((route) => 'stops' in route));
    for (const [k, each] of least(true).entries()) expect(whole[k]).toBeCloseTo(each, 9);
  },
);

it('on a mesh that does not say what is consumed is the fastest one', () => {
  const silent = randomMesh(7, { ...TRAITS, consumption: null });
  const on = openMesh(compileMesh(silent.source));
  const [from, mid, to] = [start, others[0]!, end];
  const ends = { start_lat: from.lat, start_lon: from.lon, end_lat: to.lat, end_lon: to.lon };
  const { voyage } = routeRequest.parse({ ...ends, stops: [{ ...mid, stay_hours: 12 }] });
  const { routes } = planVoyage(on, { start: from, end: to, vehicle: null, voyage }, {});
  expect(routes.map(({ objective }) => objective)).toEqual(['traveltime']);
  const [{ track, legs }] = routes as [VoyageRoute];
  expect(legs!.map(({ consumption }) => consumption)).toEqual([null, null]);
  expect(track.timeDays.at(-1)).toBeCloseTo(
    legs!.reduce((sum, { days }) => sum + days, 0.5),
    9,
  );
});

it('to a stop outside the mesh is refused for that, as a voyage to such an end is', () => {
  const far = { lat: 89, lon: 0 };
  for (const ask of [() => plan({ stops: [{ name: 'Far', ...far }] }), () => plan({}, { to: far })])
    expect(ask).toThrow(expect.objectContaining({ name: 'WaypointOutsideMesh' }));
});

it('to a stop behind closed cells is refused by its name: another mesh may have a way', () => {
  const isLand = (column: number) => column === 3;
  const walled = openSea({ west: 0, south: -64, columns: 6, rows: 2, height: 0.5, isLand });
  const [from, to, behind] = [0.5, 2.5, 5.5].map((lon) => ({ lat: -63.5, lon })) as [LatLon, LatLon, LatLon];
  const ends = { start_lat: from.lat, start_lon: from.lon, end_lat: to.lat, end_lon: to.lon };
  const { voyage } = routeRequest.parse({ ...ends, stops: [{ name: 'Behind', ...behind }] });
  const ask = () =>
    planVoyage(walled, { start: from, end: to, vehicle: null, voyage }, { adjustmentLimitNm: 0 });
  expect(ask).toThrow(
    expect.objectContaining({ name: 'ImpossibleOnMesh', message: expect.stringContaining('"Behind"') }),
  );
});

describe('a voyage in the given order', () => {
  const [fastest, thrifty] = plan(
    { stops: stopsAt(3, (k) => ({ stay_hours: k === 1 ? 0 : 6 })), departure: '2026-11-21T10:00Z' },
    { idle: 2 },
  ) as [VoyageRoute, VoyageRoute];

  it.each([
    ['traveltime', fastest],
    ['fuel', thrifty],
  ])('is its legs, stays and idling, one after the other: %s', (_, { track, stops, legs }) => {
    const points = [start, ...others.slice(0, 3), end];
    expect(stops!.map(({ place }) => place.used)).toEqual(points);
    const days = legs!.reduce((sum, leg) => sum + leg.days, 0);
    expect(track.timeDays.at(-1)).toBeCloseTo(days + 0.5, 10);
    expect(track.consumption!.at(-1)).toBeCloseTo(
      legs!.reduce((sum, leg) => sum + leg.consumption!, 0) + 1,
      9,
    );
    expect(track.distanceM.at(-1)).toBeCloseTo(
      legs!.reduce((sum, leg) => sum + leg.metres, 0),
      3,
    );
  });

  it('has two vertices where it stays, one where it does not, and arrays that never fall', () => {
    for (const { track, stops } of [fastest, thrifty]) {
      const { coordinates, timeDays, speedKmh } = track;
      for (const list of [timeDays, track.distanceM, track.consumption!, speedKmh, track.cells]) {
        expect(list).toHaveLength(coordinates.length);
      }
      for (const list of [timeDays, track.distanceM, track.consumption!]) {
        expect(list.every((value, k) => k === 0 || value >= list[k - 1]!)).toBe(true);
      }
      for (const { vertex, place, arrivesDays, leavesDays, stayDays } of stops!) {
        const { lat, lon } = place.used;
        expect(coordinates[vertex]).toEqual([lon, lat]);
        expect(timeDays[vertex]).toBeCloseTo(arrivesDays, 10);
        expect(leavesDays - arrivesDays).toBeCloseTo(stayDays, 10);
        if (stayDays === 0) continue;
        expect(coordinates[vertex + 1]).toEqual([lon, lat]);
        expect([timeDays[vertex + 1], speedKmh[vertex + 1]]).toEqual([leavesDays, 0]);
      }
    }
  });

  it('costs by each objective what the best legs do, with a gap over all of them', () => {
    const points = [start, ...others.slice(0, 3), end];
    const sum = (k: number) =>
      points.slice(1).reduce((total, to, i) => total + legCost(points[i]!, to, k), 0);
    expect(fastest.track.timeDays.at(-1)).toBeCloseTo(sum(0) + 0.5, 9);
    expect(thrifty.track.consumption!.at(-1)).toBeCloseTo(sum(1) + 0.5 * 2, 9);
    for (const { optimality, legs } of [fastest, thrifty]) {
      const widest = Math.max(...legs!.map(({ gapPercent }) => gapPercent!));
      expect(optimality!.gapPercent).toBeGreaterThan(0);
      expect(optimality!.gapPercent).toBeLessThanOrEqual(widest);
    }
  });
});

describe('the best order', () => {
  it('costs no more than any other, and no less than its gap allows', () => {
    const count = runs(4, 5);
    const routes = plan({ stops: stopsAt(count), stop_order: 'best' });
    const points = [start, ...others.slice(0, count), end];
    const numbers = Array.from({ length: count }, (_, i) => i + 1);
    for (const k of [0, 1]) {
      const costs = points.map((from, i) => points.map((to, j) => (i === j ? 0 : legCost(from, to, k))));
      const all = [...permutations(numbers)].map((order) =>
        [...order, count + 1].reduce(({ cost, at }, to) => ({ cost: cost + costs[at]![to]!, at: to }), {
          cost: 0,
          at: 0,
        }),
      );
      const least = Math.min(...all.map(({ cost }) => cost));
      const { track, objective, optimality } = routes[k]!;
      const cost = totalOf(track, objective as Objective);
      expect(cost).toBeLessThanOrEqual(least * (1 + 1e-4));
      expect(optimality!.gapPercent).toBeLessThan(5);
      expect(cost / (1 + optimality!.gapPercent / 100)).toBeLessThanOrEqual(least);
    }
  });

  it('obeys after, and start and end stay where they are', () => {
    const names = ['A', 'B', 'C', 'D', 'E'];
    const stops = stopsAt(5, (k) => ({ name: names[k], after: k < 4 ? [names[k + 1]] : [] }));
    const found = planned({ stops, stop_order: 'best' });
    for (const { stops: called } of found.routes) {
      expect(called!.map(({ name }) => name)).toEqual(['Start', 'E', 'D', 'C', 'B', 'A', 'End']);
    }
    expect([found.start.used, found.end.used]).toEqual([start, end]);
  });

  it('of more stops than can be tried has an honest gap', () => {
    const stops = [...stopsAt(6), ...stopsAt(6), ...stopsAt(2)].map((one, k) => ({ ...one, name: `${k}` }));
    const [twice, twiceFuel] = plan({ stops, stop_order: 'best' });
    const [once, onceFuel] = plan({ stops: stopsAt(6), stop_order: 'best' });
    for (const [many, few] of [
      [twice!, once!],
      [twiceFuel!, onceFuel!],
    ]) {
      const cost = totalOf(many!.track, many!.objective as Objective);
      expect(cost).toBeCloseTo(totalOf(few!.track, few!.objective as Objective), 3);
      expect(cost / (1 + many!.optimality!.gapPercent / 100)).toBeLessThanOrEqual(cost);
    }
  });
});

it('fifty stops that each come after all before them are in that order', () => {
  const names = Array.from({ length: 50 }, (_, k) => `S${k}`);
  const stops = names.map((name, k) => ({ name, ...start, after: names.slice(0, k).reverse() }));
  const { before } = rulesOf(stopFields.stops.parse(stops)!, false);
  expect(before).toEqual(names.map((_, k) => new Set(Array.from({ length: k }, (_, one) => one))));
});

describe('the least that a given order costs', () => {
  // legs of a tonne, half a day at least; a stop that opens on the tenth day, and takes two days and half a tonne
  const rate = 2;
  const leastAt = (idle: number, leg: number | null = 1, left = 12) => {
    const point = (value: number, atStop: number) => Float64Array.of(value, atStop, value);
    const problem = {
      count: 1,
      idle,
      stay: point(0, 2),
      work: point(0, 0.5),
      earliest: point(-Infinity, 10),
      latest: point(Infinity, Infinity),
      openings: [null, null, null],
      stops: pointStops([new Set()]),
      leastValue: 0,
    };
    return leastInOrder(problem, [1], () => leg, rate, [0, left, left]);
  };

  it('has the wait for a stop where sailing on for as long costs no less', () => {
    expect(leastAt(1)).toBeCloseTo(2 + 11.5 + 0.5, 12);
    expect(leastAt(2)).toBeCloseTo(2 + 2 * 11.5 + 0.5, 12);
  });

  it('has no wait where it costs more than sailing slowly, which takes its place', () => {
    expect(leastAt(3)).toBeCloseTo(2 + 3 * 2 + 0.5, 12);
  });

  it('has no wait for a later window where a faster voyage is in time for an earlier one', () => {
    expect(leastAt(1, 1, 2.2)).toBeCloseTo(2 + 2 + 0.5, 12);
  });

  it('is nothing where nothing is proved of a leg', () => {
    expect(leastAt(1, null)).toBe(0);
  });
});

describe('windows', () => {
  const departure = '2026-11-21T00:00Z';
  const at = (days: number) => new Date(Date.parse(departure) + days * 86_400_000).toISOString();
  const [plain] = plan({ stops: stopsAt(3), stop_order: 'best' }, { certificate: false });
  const days = plain!.track.timeDays.at(-1)!;

  it('are waited for, at the idle rate', () => {
    const stops = stopsAt(1, () => ({ not_before: at(3 * days), stay_hours: 12 }));
    for (const { stops: called, track, legs } of plan({ stops, departure }, { idle: 2 })) {
      const [, stop] = called!;
      expect(stop!.arrivesDays + stop!.waitDays).toBeCloseTo(3 * days, 6);
      expect(stop!.leavesDays).toBeCloseTo(3 * days + 0.5, 6);
      const sailed = legs!.reduce((sum, leg) => sum + leg.consumption!, 0);
      expect(track.consumption!.at(-1)).toBeCloseTo(sailed + 2 * (stop!.waitDays + 0.5), 9);
    }
  });

  it.each(['given', 'best'])(
    'leave little open of a voyage that waits long, in its %s order',
    (stop_order) => {
      const stops = stopsAt(3, (k) => (k === 1 ? { not_before: at(20 * days) } : {}));
      for (const { optimality, track, objective } of plan({ stops, departure, stop_order }, { idle: 2 })) {
        expect(optimality!.gapPercent).toBeLessThan(5);
        expect(optimality!.least).toBeLessThan(totalOf(track, objective as Objective));
      }
    },
  );

  it.each(['given', 'best'])(
    'that the voyage meets without waiting are proved no dearer than it for later ones, in its %s order',
    (stop_order) => {
      const asked = { stops: stopsAt(3, () => ({ stay_hours: 1 })), stop_order, departure };
      for (const [k, free] of plan(asked, { idle: 2 }).entries()) {
        const windowsOf = (name: string) => {
          const { arrivesDays, leavesDays } = free.stops!.find((stop) => stop.name === name)!;
          const later = { from: at(leavesDays + days), to: at(leavesDays + 20 * days) };
          return { windows: [{ from: at(arrivesDays - 1e-3), to: at(leavesDays + 1e-3) }, later] };
        };
        const stops = asked.stops.map((stop, i) => ({ ...stop, ...windowsOf(`Stop ${i + 1}`) }));
        const { optimality, track, objective } = plan({ ...asked, stops }, { idle: 2 })[k]!;
        const cost = totalOf(free.track, free.objective as Objective);
        expect(totalOf(track, objective as Objective) / cost).toBeCloseTo(1, 3);
        expect(optimality!.least).toBeLessThan(cost);
      }
    },
  );

  it('decide the order', () => {
    const last = plain!.stops![3]!.name;
    const soon = legCost(start, plain!.stops![3]!.place.used, 0) * 1.001;
    const stops = stopsAt(3, (k) => (last === `Stop ${k + 1}` ? { not_after: at(soon) } : {}));
    for (const [k, route] of plan({ stops, departure, stop_order: 'best' }).entries()) {
      const { stops: called, optimality, track, objective } = route;
      expect(called![1]!.name).toBe(last);
      expect(called![1]!.arrivesDays).toBeLessThanOrEqual(soon);
      expect(optimality!.gapPercent).toBeGreaterThanOrEqual(0);
      // orders that the window rules out are no bound; a leg that it makes take its fastest path counts by its cheapest
      const at = called!.map(({ place }) => place.used);
      const cheapest = at.slice(1).reduce((sum, to, i) => sum + legCost(at[i]!, to, k), 0);
      const least = totalOf(track, objective as Objective) / (1 + optimality!.gapPercent / 100);
      expect(least / cheapest).toBeGreaterThan(0.98);
      expect(least / cheapest).toBeLessThan(1);
    }
  });

  it('that make a leg take its fastest path leave its gap that of what is consumed', () => {
    const [to] = others as [LatLon];
    const { routes } = planRoute(mesh, start, to, { certificate: true });
    const [fastest, cheapest] = routes as [ObjectiveRoute, ObjectiveRoute];
    const stops = [{ ...to, not_after: at(fastest.track.timeDays.at(-1)! * 1.000001) }];
    const [, route] = plan({ stops, departure });
    const [leg] = route!.legs!;
    expect(leg!.days).toBeCloseTo(fastest.track.timeDays.at(-1)!, 6);
    expect(leg!.consumption).toBeGreaterThan(1.001 * cheapest.track.consumption!.at(-1)!);
    const least = cheapest.optimality!.least;
    expect(leg!.gapPercent).toBeCloseTo(100 * (leg!.consumption! / least - 1), 6);
  });

  it('that can not be met name each stop that can not be reached in time even directly', () => {
    const stops = stopsAt(3, (k) => (k < 2 ? { name: `S${k}`, not_after: at(0.0001) } : {}));
    for (const stop_order of ['given', 'best']) {
      expect(() => plan({ stops, departure, stop_order })).toThrow(
        /^Even sailing there directly, the end of the last window would be missed: S0 by [\d.]+ hours, S1 by [\d.]+ hours\.$/,
      );
    }
  });

  it('that can not be met together name what the best attempt misses', () => {
    const stops = stopsAt(3, (k) => ({ not_after: at(legCost(start, others[k]!, 0) * 1.001) }));
    expect(() => plan({ stops, departure, stop_order: 'best' })).toThrow(
      /^No voyage meets all windows: the best attempt misses Stop \d by [\d.]+ hours\.$/,
    );
  });
});

describe('places', () => {
  it('may all be one: the voyage stays where it is', () => {
    const stops = Array.from({ length: 50 }, (_, k) => ({ ...start, name: `${k}`, stay_hours: 1 }));
    for (const { track, optimality } of plan({ stops, stop_order: 'best' }, { to: start })) {
      expect(track.distanceM.at(-1)).toBe(0);
      expect(track.timeDays.at(-1)).toBeCloseTo(50 / 24, 9);
      expect(optimality!.gapPercent).toBeLessThan(1e-6);
    }
  });

  it('may make a round trip', () => {
    const [route] = plan({ stops: stopsAt(2), stop_order: 'best' }, { to: start });
    expect(route!.track.coordinates[0]).toEqual(route!.track.coordinates.at(-1));
  });

  it('off the mesh, or with no open cell near, are named', () => {
    expect(() => plan({ stops: [{ lat: 89, lon: 10, name: 'Pole' }] })).toThrow(
      /^Stop "Pole" \(89, 10\) lies outside/,
    );
  });
});

it('fifty stops at one place are searched from as one, and cost what one does', () => {
  const fields = vi.spyOn(FieldSolver.prototype, 'from');
  const bounds = (['to', 'from'] as const).map((way) => vi.spyOn(LowerBounds.prototype, way));
  const stops = Array.from({ length: 50 }, () => ({ ...others[0]! }));
  const routes = plan({ stops, stop_order: 'best' });
  // of each objective: the start and the place; the place and the end
  expect(fields).toHaveBeenCalledTimes(4);
  expect(bounds.flatMap(({ mock }) => mock.calls).length).toBeLessThanOrEqual(4);
  for (const spy of [fields, ...bounds]) spy.mockRestore();
  routes.forEach((route, k) => {
    const direct = legCost(start, others[0]!, k) + legCost(others[0]!, end, k);
    expect(totalOf(route.track, route.objective as Objective)).toBeCloseTo(direct, 9);
    expect(route.optimality!.gapPercent).toBeLessThan(2);
    expect(route.stops).toHaveLength(52);
  });
});
