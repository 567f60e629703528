/** Alternatives, judged by ways round corners whose lengths are known, and by the best routes between points of theirs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { Objective } from '../../../lib/engine/cost/cost.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { haversineNm, wrapLongitude } from '../../../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import {
  alternativesTo,
  endsOn,
  withAlternatives,
  withCheapestFirst,
} from '../../../lib/voyage/alternatives/alternatives.ts';
import { Nearby } from '../../../lib/voyage/alternatives/shared.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { Alternative, VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { between } from '../../between.ts';
import { randomNumbers, randomPoint } from '../../engine/random-mesh.ts';
import { gridMesh } from '../../local/grid-mesh.ts';
import { parseVesselMesh } from '../../meshes/parse-vessel-mesh.ts';
import { spaced } from '../../speed/seas.ts';
import { runs } from '../../thorough.ts';
import { islands, seaOfIslands } from './islands.ts';

const HOURS_PER_DAY = 24;
const KNOTS = 10;
/** Near the equator, where great circles and rhumb lines of this length are one. */
const seaWith = (isOpen: (lat: number, lon: number) => boolean): Mesh => {
  const grid = gridMesh({ latMin: -5, lonMin: 0, speedKmh: 1.852 * KNOTS, isOpen });
  return openMesh(compileMesh(parseVesselMesh(Buffer.from(JSON.stringify(grid))).source));
};
const [start, end] = [
  { lat: 0, lon: 0.5 },
  { lat: 0, lon: 9.5 },
];

function plan(mesh: Mesh, fields: object, from: LatLon = start, to: LatLon = end): VoyageRoute[] {
  const ends = { start_lat: from.lat, start_lon: from.lon, end_lat: to.lat, end_lon: to.lon };
  const { voyage } = routeRequest.parse({ ...ends, ...fields });
  return [...planVoyage(mesh, { start: from, end: to, vehicle: null, voyage }, {}).routes];
}

/** Hours of 10 knots along the great circles between places. */
const hours = (...places: LatLon[]) =>
  places.slice(1).reduce((sum, to, k) => sum + haversineNm(places[k]!, to) / KNOTS, 0);
const round = (lat: number, ...lons: number[]) => hours(start, ...lons.map((lon) => ({ lat, lon })), end);

describe('ways of known length', () => {
  it.each([
    // further to the north than to the south
    ['an island', (lat: number, lon: number) => !(lon > 4 && lon < 6 && lat > -1 && lat < 2), [-1, 2]],
    [
      'a wall with two straits',
      (lat: number, lon: number) => Math.floor(lon) !== 4 || [-2.5, 2.5].includes(lat),
      [-2, 2],
    ],
  ] as const)('%s gives both ways, and no third', (what, isOpen, lats) => {
    const mesh = seaWith(isOpen);
    const east = what === 'an island' ? 6 : 5;
    const [best, other] = lats.map((lat) => round(lat, 4, east)) as [number, number];
    for (const { track, alternatives, objective } of plan(mesh, { alternatives: 3 })) {
      expect(HOURS_PER_DAY * track.timeDays.at(-1)!).toBeCloseTo(best, 2);
      expect(alternatives, objective).toHaveLength(1);
      const [{ track: way, dearerPercent, sharedPercent }] = alternatives as [
        NonNullable<typeof alternatives>[number],
      ];
      expect(Math.abs((HOURS_PER_DAY * way.timeDays.at(-1)!) / other - 1)).toBeLessThan(1e-4);
      expect(dearerPercent).toBeCloseTo(100 * (other / best - 1), 1);
      expect(sharedPercent).toBeLessThan(5);
      expect([way.coordinates[0], way.coordinates.at(-1)]).toEqual([
        track.coordinates[0],
        track.coordinates.at(-1),
      ]);
    }
  });

  it('the open sea has no other way, nor one that is more than 10 % dearer', () => {
    expect(
      plan(
        seaWith(() => true),
        { alternatives: 3 },
      )[0]!.alternatives,
    ).toEqual([]);
    const far = seaWith((lat, lon) => !(lon > 4 && lon < 6 && lat > -1 && lat < 4));
    expect(plan(far, { alternatives: 3 })[0]!.alternatives).toEqual([]);
  });

  it('there are as many as were asked for, cheapest first', () => {
    const mesh = seaWith((lat, lon) => Math.floor(lon) !== 4 || [-1.5, 0.5, 3.5].includes(lat));
    const [from, to] = [start, end].map(({ lon }) => ({ lat: 0.5, lon })) as [LatLon, LatLon];
    const wayThrough = (lat: number) => hours(from, { lat, lon: 4 }, { lat, lon: 5 }, to);
    const one = plan(mesh, { alternatives: 1 }, from, to)[0]!.alternatives!;
    const all = plan(mesh, { alternatives: 3 }, from, to)[0]!.alternatives!;
    // the third strait is 13 % further
    expect([one.length, all.length]).toEqual([1, 1]);
    expect(HOURS_PER_DAY * all[0]!.track.timeDays.at(-1)!).toBeCloseTo(wayThrough(-1), 1);
    const nearer = seaWith((lat, lon) => Math.floor(lon) !== 4 || [-1.5, 0.5, 2.5].includes(lat));
    const three = plan(nearer, { alternatives: 3 }, from, to)[0]!.alternatives!;
    const two = three.map(({ track }) => HOURS_PER_DAY * track.timeDays.at(-1)!);
    expect(two).toEqual([wayThrough(-1), wayThrough(2)].map((each) => expect.closeTo(each, 1)));
    expect(plan(nearer, { alternatives: 1 }, from, to)[0]!.alternatives).toEqual(three.slice(0, 1));
  });

  it.each([0.4, 0.6])('the cheaper one is the first, from latitude %d', (lat) => {
    const mesh = seaWith((cell, lon) => Math.floor(lon) !== 4 || [-1.5, 0.5, 2.5].includes(cell));
    const [from, to] = [start, end].map(({ lon }) => ({ lat, lon })) as [LatLon, LatLon];
    const wayThrough = (edge: number) => hours(from, { lat: edge, lon: 4 }, { lat: edge, lon: 5 }, to);
    const cheapest = [wayThrough(-1), wayThrough(2)].sort((a, b) => a - b);
    for (const alternatives of [1, 2]) {
      const found = plan(mesh, { alternatives }, from, to)[0]!.alternatives!;
      expect(found.map(({ track }) => HOURS_PER_DAY * track.timeDays.at(-1)!)).toEqual(
        cheapest.slice(0, alternatives).map((each) => expect.closeTo(each, 1)),
      );
    }
  });

  it('those that were found are told where the time is up', () => {
    const mesh = seaWith((lat, lon) => Math.floor(lon) !== 4 || [-1.5, 0.5, 2.5].includes(lat));
    const [from, to] = [start, end].map(({ lon }) => ({ lat: 0.4, lon })) as [LatLon, LatLon];
    const routes = planVoyage(mesh, { start: from, end: to, vehicle: null, voyage: null }, {}).routes;
    const place = (at: LatLon) => ({ requested: at, used: at, movedNm: 0 });
    const known = { start: place(from), end: place(to), routes: routes.slice(0, 1) };
    let looks = 0;
    const foundWithin = (timeBudgetMs: number, now = () => looks++) =>
      withAlternatives(mesh, known, 3, { timeBudgetMs, now }).routes[0]!.alternatives!;
    const all = foundWithin(1e9);
    expect(all).toHaveLength(2);
    const counts = spaced(0, looks, 12).map((budget) => {
      const some = foundWithin(budget);
      expect(some).toEqual(all.slice(0, some.length));
      return some.length;
    });
    expect(new Set(counts)).toEqual(new Set([0, 1, 2]));
    expect(foundWithin(0, () => 5)).toEqual([]);
    expect(withAlternatives(mesh, known, 3, { timeBudgetMs: 0 }).routes[0]!.alternatives).toEqual([]);
  });

  it('one that is cheaper than the route takes its place, and what was proved stays', () => {
    const straits = (...lats: number[]) => seaWith((lat, lon) => Math.floor(lon) !== 4 || lats.includes(lat));
    const [dear, both] = [straits(2.5), straits(-2.5, 2.5)];
    const [from, to] = [start, end].map(({ lon }) => ({ lat: -0.25, lon })) as [LatLon, LatLon];
    const [missed] = planVoyage(dear, { start: from, end: to, vehicle: null, voyage: null }, {}).routes;
    const least = 0.999 * planRoute(both, from, to).routes[0]!.track.timeDays.at(-1)!;
    const route = { ...missed!, optimality: { least, gapPercent: 10, endedBy: null } };
    const place = (at: LatLon) => ({ requested: at, used: at, movedNm: 0 });
    const known = { start: place(from), end: place(to), routes: [route] };
    const [best] = withAlternatives(both, known, 3, {}).routes;
    const [shorter, longer] = [-2, 2].map((lat) => hours(from, { lat, lon: 4 }, { lat, lon: 5 }, to)) as [
      number,
      number,
    ];
    expect(best!.objective).toBe('traveltime');
    expect(HOURS_PER_DAY * best!.track.timeDays.at(-1)!).toBeCloseTo(shorter, 1);
    for (const line of [best!.sailing, best!.unsmoothed]) {
      expect(line.coordinates.some(([, lat]) => lat < -0.9)).toBe(true);
    }
    expect(best!.alternatives!.map(({ dearerPercent }) => dearerPercent)).toEqual([
      expect.closeTo(100 * (longer / shorter - 1), 1),
    ]);
    expect(best!.optimality).toMatchObject({ least, gapPercent: expect.closeTo(0.1, 2) });
  });

  it('the cheaper one of all takes its place, three times at most', () => {
    const [dearer, cheaper] = [5, -1].map((dearerPercent) => ({ dearerPercent }) as Alternative);
    let exchanges = 0;
    const exchanged = withCheapestFirst(
      { cost: 10 },
      () => [dearer!, cheaper!],
      ({ cost }, other) => {
        expect(other).toBe(cheaper);
        expect(++exchanges).toBeLessThan(9);
        return { cost: cost - 1 };
      },
    );
    expect(exchanged).toEqual({ cost: 7, alternatives: [dearer] });
  });

  it('one that turns out to be the route itself, once it is sailed, is none', () => {
    const mesh = seaWith((lat, lon) => !(lon > 4 && lon < 6 && lat > -1 && lat < 2));
    const [best] = planRoute(mesh, start, end).routes;
    const place = (at: LatLon) => ({ requested: at, used: at, movedNm: 0, cells: [] });
    const ends = endsOn(mesh, { start: place(start), end: place(end) });
    const options = { count: 3, isOver: () => false };
    expect(alternativesTo(mesh, ends, best!, { ...options, sail: (way) => way })).toHaveLength(1);
    expect(alternativesTo(mesh, ends, best!, { ...options, sail: () => ({ ...best!, cost: 0 }) })).toEqual(
      [],
    );
  });

  it('they keep out of closed zones', () => {
    const mesh = seaWith((lat, lon) => Math.floor(lon) !== 4 || [-1.5, 0.5, 2.5].includes(lat));
    const ring = [
      [4.2, -2.5],
      [4.8, -2.5],
      [4.8, -0.5],
      [4.2, -0.5],
      [4.2, -2.5],
    ];
    const zones = [{ name: 'Ranch', kind: 'closed', geometry: { type: 'Polygon', coordinates: [ring] } }];
    const [route] = plan(mesh, { alternatives: 3, zones }, { lat: 0.5, lon: 0.5 }, { lat: 0.5, lon: 9.5 });
    const [free] = plan(mesh, { alternatives: 3 }, { lat: 0.5, lon: 0.5 }, { lat: 0.5, lon: 9.5 });
    expect([route!.zones, free!.zones]).toEqual([expect.any(Array), undefined]);
    expect(route!.alternatives).toHaveLength(1);
    expect(Math.max(...route!.alternatives![0]!.track.coordinates.map(([, lat]) => lat))).toBeCloseTo(2, 6);
  });

  it('a plain request has none', () => {
    expect(
      plan(
        seaWith(() => true),
        { departure: '2026-11-21T10:00Z' },
      )[0]!.alternatives,
    ).toBeUndefined();
    expect(
      routeRequest.parse({ start_lat: 0, start_lon: 0, end_lat: 1, end_lon: 1, alternatives: 0 }).voyage,
    ).toBeNull();
  });
});

describe('on a drawn sea', () => {
  const random = randomNumbers(5);
  const found = Array.from({ length: runs(4, 12) }, () => {
    const [from, to] = [randomPoint(islands, random), randomPoint(islands, random)];
    try {
      return plan(seaOfIslands, { alternatives: 3 }, from, to);
    } catch {
      return [];
    }
  }).flat();

  it('each is at most 10 % dearer, and shares at most 60 % with any before', () => {
    expect(found.flatMap(({ alternatives }) => alternatives!).length).toBeGreaterThan(runs(1, 5));
    for (const { objective, track, alternatives } of found) {
      const before = [track];
      for (const { track: own, dearerPercent, sharedPercent } of alternatives!) {
        const dearer = totalOf(own, objective as Objective) / totalOf(track, objective as Objective) - 1;
        expect(100 * dearer).toBeCloseTo(dearerPercent, 9);
        expect(dearer).toBeLessThanOrEqual(0.1);
        const shared = Math.max(...before.map((one) => new Nearby(one).sharedBy(own)));
        expect(100 * shared).toBeCloseTo(sharedPercent, 9);
        expect(shared).toBeLessThanOrEqual(0.6);
        before.push(own);
      }
    }
  });

  it('each is a minimum of its own: no stretch of it has a better way near by', () => {
    const first = found.find(({ alternatives }) => alternatives!.length > 0)!;
    const { track } = first.alternatives![0]!;
    const at = (k: number) => ({ lat: track.coordinates[k]![1], lon: track.coordinates[k]![0] });
    for (let k = 0; k + 4 < track.coordinates.length; k += 2) {
      const best = planRoute(seaOfIslands, at(k), at(k + 4)).routes[0]!;
      const own = track.timeDays[k + 4]! - track.timeDays[k]!;
      expect(own / best.track.timeDays.at(-1)!).toBeLessThan(1.001);
    }
  });
});

it('what is shared is measured along a route, whatever its legs', () => {
  const line = {
    coordinates: [
      [-179, -60],
      [179, -60],
      [175, -62],
    ] as [number, number][],
  };
  const beside = (nm: number) => ({
    coordinates: line.coordinates.map(([lon, lat]) => [lon, lat + nm / 60] as [number, number]),
  });
  expect(new Nearby(line).sharedBy(line)).toBe(1);
  // nothing of it is apart
  expect(new Nearby(line).sharedBy({ coordinates: line.coordinates.slice(0, 1) })).toBe(1);
  expect(new Nearby(line).sharedBy(beside(1.9))).toBeCloseTo(1, 2);
  expect(
    new Nearby(line).sharedBy({
      coordinates: [
        [-179, -59.9],
        [179, -59.9],
      ],
    }),
  ).toBe(0);
  const half = new Nearby({
    coordinates: [
      [-179, -60],
      [180, -60],
    ],
  });
  expect(half.sharedBy({ coordinates: line.coordinates.slice(0, 2) })).toBeCloseTo(
    (60 * Math.cos(Math.PI / 3) + 2) / 60,
    1,
  );
});

it('of a route that turns away from another one, what is at most 2 NM beside it is shared, whichever end it begins at', () => {
  const along: [number, number][] = [
    [0, -60],
    [0, -59.8],
  ];
  const coordinates: [number, number][] = [...along, [1, -59.8]];
  const [shared, whole] = [12 + 2, 12 + 60 * Math.cos((59.8 * Math.PI) / 180)];
  const known = new Nearby({ coordinates: along });
  for (const own of [coordinates, coordinates.toReversed()])
    expect(known.sharedBy({ coordinates: own })).toBeCloseTo(shared / whole, 2);
});

it('a place is shared where it is at most 2 NM from the route, in whatever direction', () => {
  const along = (at: LatLon) => ({
    coordinates: [
      [at.lon, at.lat],
      [at.lon, at.lat + 1e-3],
    ] as [number, number][],
  });
  fc.assert(
    fc.property(
      between(-80, 80),
      between(-180, 180),
      between(0, 2 * Math.PI),
      between(0, 4).filter((nm) => Math.abs(nm - 2) > 0.01),
      (lat, lon, bearing, nm) => {
        const [north, east] = [nm * Math.cos(bearing), nm * Math.sin(bearing)];
        const from = { lat, lon };
        const to = {
          lat: lat + north / 60,
          lon: wrapLongitude(lon + east / 60 / Math.cos((lat * Math.PI) / 180)),
        };
        expect(new Nearby(along(from)).sharedBy(along(to))).toBe(haversineNm(from, to) <= 2 ? 1 : 0);
      },
    ),
    { numRuns: runs(500, 5000) },
  );
});
