import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { haversineNm, type LatLon, METRES_PER_NM, rhumb } from '../../../lib/engine/geometry/sphere.ts';
import { openCellsAt } from '../../../lib/engine/mesh/locate.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import type { Track } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { Impossible, ImpossibleOnMesh } from '../../../lib/request/impossible.ts';
import type { Vehicle } from '../../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { seaAmongZones } from '../../../lib/voyage/among-zones/sea-among-zones.ts';
import { effectsInstead } from '../../../lib/voyage/among-zones/zone-effects.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { legClearances } from '../../../lib/zones/leg-clearance.ts';
import type { Zone } from '../../../lib/zones/zone.ts';
import { OPEN_NEAR_CLEARANCE, zonedMesh } from '../../../lib/zones/zoned-mesh.ts';
import { type Grid, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { some } from '../../thorough.ts';
import { boxPolygon, OBLIQUE, starPolygon } from '../../zones/areas.ts';
import { openSea, SPEED_MPS } from '../../zones/open-sea.ts';

const sea = openSea({ west: -64, south: -66, columns: 24, rows: 24, height: 0.5 });
const start = { lat: -60, lon: -62 };
const end = { lat: -60.5, lon: -44 };

const zoneOf = (geometry: object, more: Partial<Zone> = {}): Zone =>
  ({ name: 'Reserve', kind: 'closed', geometry, ...more }) as Zone;

const plan = (
  zones: Zone[] | null,
  options: { mesh?: typeof sea; from?: LatLon; to?: LatLon; departure?: string } = {},
) => {
  const { mesh = sea, from = start, to = end, departure = null } = options;
  const voyage = { departure, zones } as never;
  return planVoyage(mesh, { start: from, end: to, vehicle: null, voyage }, { certificate: true });
};

const regular = (lat: number, lon: number, radius: number, sides: number) =>
  starPolygon({ lat, lon, radii: Array.from({ length: sides }, () => radius) });

it('a route that takes the place of another says what zones cost it, and which it enters', () => {
  const [closed, slow, far] = [
    zoneOf(regular(-60.2, -53, 1.8, 30).geometry),
    zoneOf(boxPolygon(-62, -58, -44, -56), { name: 'Slow', kind: 'slow' as never }),
    zoneOf(boxPolygon(-64, -66, -63, -65), { name: 'Far', kind: 'slow' as never }),
  ];
  const [planned] = plan([closed]).routes;
  const longer = plan(null, { from: { lat: -57, lon: -62 }, to: { lat: -57, lon: -44 } }).routes[0]!;
  const effects = effectsInstead({ ...longer, zones: planned!.zones! }, planned!, [closed, slow, far], null);
  const cost = planned!.zones![0] as unknown as Record<string, number>;
  const hours = 24 * (longer.track.timeDays.at(-1)! - planned!.track.timeDays.at(-1)!);
  expect(effects).toEqual([
    {
      name: 'Reserve',
      kind: 'closed',
      costs_hours: expect.closeTo(cost.costs_hours! + hours, 9),
      costs_consumption: expect.closeTo(cost.costs_consumption! + (10 * hours) / 24, 9),
    },
    expect.objectContaining({ name: 'Slow', entered: [expect.objectContaining({ lat: -57 })] }),
  ]);
  expect(effectsInstead({ ...longer, zones: [effects[1]!] }, planned!, [closed], null)).toEqual([]);
});

/**
 * The shortest way round a convex polygon: in the gnomonic projection great circles are straight, so it is the shorter side of
 * the convex hull of the polygon and both ends.
 */
function shortestRoundNm(ring: readonly number[][], from: LatLon, to: LatLon): number {
  const radians = Math.PI / 180;
  const [φ0, λ0] = [0.5 * (from.lat + to.lat) * radians, 0.5 * (from.lon + to.lon) * radians];
  const project = ({ lat, lon }: LatLon) => {
    const [φ, Δλ] = [lat * radians, lon * radians - λ0];
    const cos = Math.sin(φ0) * Math.sin(φ) + Math.cos(φ0) * Math.cos(φ) * Math.cos(Δλ);
    const x = (Math.cos(φ) * Math.sin(Δλ)) / cos;
    return { x, y: (Math.cos(φ0) * Math.sin(φ) - Math.sin(φ0) * Math.cos(φ) * Math.cos(Δλ)) / cos, lat, lon };
  };
  const points = [from, to, ...ring.slice(1).map(([lon, lat]) => ({ lat: lat!, lon: lon! }))].map(project);
  points.sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: typeof points) => {
    const hull: typeof points = [];
    for (const p of list) {
      while (hull.length > 1) {
        const [a, b] = hull.slice(-2) as [typeof p, typeof p];
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
        hull.pop();
      }
      hull.push(p);
    }
    return hull;
  };
  const hull = [...half(points).slice(0, -1), ...half([...points].reverse()).slice(0, -1)];
  const at = (p: LatLon) => hull.findIndex(({ lat, lon }) => lat === p.lat && lon === p.lon);
  const length = (i: number, j: number) => {
    let sum = 0;
    for (let k = i; k !== j; k = (k + 1) % hull.length)
      sum += haversineNm(hull[k]!, hull[(k + 1) % hull.length]!);
    return sum;
  };
  return Math.min(length(at(from), at(to)), length(at(to), at(from)));
}

/** The most that a point of the track lies inside a ring, and how near any comes to it, metres. */
function besideRing({ coordinates }: Pick<Track, 'coordinates'>, ring: readonly number[][]) {
  let [deepest, nearest] = [0, Infinity];
  for (let k = 1; k < coordinates.length; k++) {
    for (const [lon, lat] of pointsBetween(coordinates[k - 1]!, coordinates[k]!)) {
      const { isInside, metres } = toRing(ring, lon, lat);
      if (isInside) deepest = Math.max(deepest, metres);
      nearest = Math.min(nearest, isInside ? 0 : metres);
    }
  }
  return { deepest, nearest };
}

/** Every 100 m of a rhumb line, which is computed here. */
function pointsBetween([lon1, lat1]: readonly [number, number], [lon2, lat2]: readonly [number, number]) {
  const { lengthM, bearing } = rhumb({ lon: lon1, lat: lat1 }, { lon: lon2, lat: lat2 });
  const count = Math.ceil(lengthM / 100);
  const merc = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));
  const isEast = Math.abs(Math.cos(bearing)) < 1e-6;
  return Array.from({ length: count + 1 }, (_, i) => {
    const lat = lat1 + ((lat2 - lat1) * i) / count;
    const along = ((merc(lat) - merc(lat1)) * Math.tan(bearing) * 180) / Math.PI;
    return [isEast ? lon1 + ((lon2 - lon1) * i) / count : lon1 + along, lat] as const;
  });
}

function toRing(ring: readonly number[][], lon: number, lat: number) {
  const scale = Math.cos((lat * Math.PI) / 180);
  let [isInside, least] = [false, Infinity];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1, y1] = [(ring[i]![0]! - lon) * scale, ring[i]![1]! - lat];
    const [x2, y2] = [(ring[i + 1]![0]! - lon) * scale, ring[i + 1]![1]! - lat];
    if (y1 > 0 !== y2 > 0 && 0 < x1 + (-y1 * (x2 - x1)) / (y2 - y1)) isInside = !isInside;
    const part = Math.max(
      0,
      Math.min(1, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)),
    );
    least = Math.min(least, Math.hypot(x1 + part * (x2 - x1), y1 + part * (y2 - y1)));
  }
  return { isInside, metres: least * 111_195 };
}

describe('a closed zone', () => {
  const SHAPES = [
    [64, 1],
    [5, 1.5],
    [12, 2.5],
  ] as const;
  it.each(some(1, SHAPES))(
    'of %i sides is rounded within 0.1 %% of the shortest way, and entered by no leg',
    (sides, radius) => {
      const { ring, geometry } = regular(-60.2, -53, radius, sides);
      const { routes, closed } = plan([zoneOf(geometry)]);
      const exact = shortestRoundNm(ring, start, end);
      for (const { track, sailing, optimality } of routes) {
        const nm = (track.timeDays.at(-1)! * 86_400 * SPEED_MPS) / METRES_PER_NM;
        expect(nm / exact).toBeGreaterThan(1 - 1e-4);
        expect(nm / exact).toBeLessThan(1.001);
        // of the zone itself, not only of the boxes that are closed for it
        expect(nm / (1 + optimality!.gapPercent / 100)).toBeLessThan(exact);
        expect(besideRing(track, ring).deepest).toBeLessThan(50);
        expect(besideRing(sailing, ring).deepest).toBeLessThan(50);
        expect(optimality!.gapPercent).toBeLessThan(0.3);
        // the room is that to the zone, not to the boxes that are closed for it
        const rooms = legClearances(closed!, sailing.coordinates).map(({ nm }) => nm);
        const { nearest } = besideRing(sailing, ring);
        expect(Math.abs(Math.min(...rooms) - nearest / METRES_PER_NM)).toBeLessThan(0.01);
      }
    },
  );

  it('in wide cells is passed on its shorter side, though only the other one has many small pieces', () => {
    const wide = openSea({ west: 108, south: -82, columns: 12, rows: 8, height: 2 });
    const radii = [0.6413, 0.6413 / Math.cos((-75.053 * Math.PI) / 180)] as const;
    const ring = Array.from({ length: 15 }, (_, k) => {
      const angle = 2.3 + (2 * Math.PI * (k % 14)) / 14;
      return [133.651 + radii[1] * Math.cos(angle), -75.053 + radii[0] * Math.sin(angle)];
    });
    const [from, to] = [
      { lat: -75.21546250022948, lon: 111.13345731217414 },
      { lat: -73.61628470476717, lon: 151.87013957127928 },
    ];
    const zones = [zoneOf({ type: 'Polygon', coordinates: [ring] })];
    const mesh = zonedMesh(wide, { zones, clearance: null, near: OPEN_NEAR_CLEARANCE }, {} as never);
    const { track } = planRoute(mesh, from, to).routes[0]!;
    const nm = (track.timeDays.at(-1)! * 86_400 * SPEED_MPS) / METRES_PER_NM;
    // the way in the north is 1.05 % longer
    expect(nm / shortestRoundNm(ring, from, to)).toBeLessThan(1.001);
  });

  it('is divided finely near the routes only, which are as good as those where it is everywhere', () => {
    const { geometry } = regular(-60.2, -53, 1.5, 100);
    const planned = plan([zoneOf(geometry)]);
    const everywhere = seaAmongZones(sea, {
      zones: [zoneOf(geometry)],
      points: [],
      vehicle: null,
      limitNm: 0,
    } as never);
    expect(planned.mesh!.openCount - sea.openCount).toBeLessThan(
      0.5 * (everywhere.openCount - sea.openCount),
    );
    const { routes } = planVoyage(everywhere, { start, end, vehicle: null, voyage: null } as never, {});
    const days = (route: (typeof routes)[0]) => route.track.timeDays.at(-1)!;
    expect(days(planned.routes[0]!) / days(routes[0]!)).toBeCloseTo(1, 4);
  });

  it.each([
    ['1 m wide', -53.3, -53.29998],
    ['a cell wide, which ends where cells do', -53, -52],
  ])('%s is rounded at its end', (_, west, east) => {
    const { routes } = plan([zoneOf(boxPolygon(west, -65, east, -56))]);
    const corners = [west, east].flatMap((lon) => [{ lat: -65, lon }]);
    const exact =
      haversineNm(start, corners[0]!) +
      haversineNm(...(corners as [LatLon, LatLon])) +
      haversineNm(corners[1]!, end);
    for (const { track } of routes) {
      const nm = track.distanceM.at(-1)! / METRES_PER_NM;
      expect(nm / exact).toBeGreaterThan(0.9999);
      expect(nm / exact).toBeLessThan(1.001);
    }
  });

  it('across the antimeridian is rounded as well', () => {
    const mesh = openSea({ west: 171, south: -66, columns: 18, rows: 24, height: 0.5 });
    const [from, to] = [
      { lat: -60, lon: 172 },
      { lat: -60.5, lon: -172 },
    ];
    const { ring } = regular(-60.2, 180, 2, 20);
    const coordinates = [ring.map(([lon, lat]) => [lon! > 180 ? lon! - 360 : lon, lat])];
    const { routes } = plan([zoneOf({ type: 'Polygon', coordinates })], { mesh, from, to });
    const nm = (routes[0]!.track.timeDays.at(-1)! * 86_400 * SPEED_MPS) / METRES_PER_NM;
    expect(nm / shortestRoundNm(ring, from, { ...to, lon: 188 })).toBeCloseTo(1, 3);
  });

  it('tells what it costs, which is the way round less the direct one, and nothing where it changes nothing', () => {
    const { ring, geometry } = regular(-60.2, -53, 2, 30);
    const { routes, notes } = plan([
      zoneOf(geometry),
      zoneOf(regular(-65, -53, 0.3, 30).geometry, { name: 'Far' }),
    ]);
    const round = shortestRoundNm(ring, start, end);
    const hoursOf = (nm: number) => (nm * METRES_PER_NM) / SPEED_MPS / 3600;
    const hours = hoursOf(round - haversineNm(start, end));
    expect(hours).toBeGreaterThan(2);
    for (const { zones } of routes) {
      expect(zones).toEqual([
        {
          name: 'Reserve',
          kind: 'closed',
          costs_hours: expect.any(Number),
          costs_consumption: expect.any(Number),
        },
      ]);
      const { costs_hours, costs_consumption } = zones![0] as unknown as Record<string, number>;
      expect(Math.abs(costs_hours! - hours)).toBeLessThan(0.001 * hoursOf(round));
      // ten tonnes a day
      expect(costs_consumption).toBeCloseTo((10 * costs_hours!) / 24, 6);
    }
    const proof = 'How close the route is to the best is proved on the mesh as zones and clearance divide it';
    expect(notes).toEqual([proof]);
    const voyage = { departure: null, zones: [zoneOf(geometry)] } as never;
    const unproved = planVoyage(sea, { start, end, vehicle: null, voyage }, {});
    expect(unproved.notes).not.toContain(proof);
  });

  const ORDERS = [
    ['', 1],
    ['the other way round', -1],
  ] as const;
  it.each(some(1, ORDERS))(
    'that leaves no way only with others is named with them, each with its place %s',
    (_, order) => {
      const box = (name: string, west: number, south: number, east: number, north: number) =>
        zoneOf(boxPolygon(west, south, east, north), { name });
      const zones = [
        box('In The Way', -60, -62, -58, -59),
        box('South', -54, -67, -52, -60),
        box('Beside', -54, -63, -48, -62),
        box('North', -51, -61, -49, -53),
        box('Between', -52.5, -61, -50.5, -60.5),
      ];
      const act = () => plan(order > 0 ? zones : [...zones].reverse());
      const [south, north] = ['"South" at -[\\d.]+, -54\\.0000', '"North" at -[\\d.]+, -51\\.0000'];
      const between = '"Between" at -[\\d.]+, -[\\d.]+';
      const named = [south, north, between].map((one) => `(?=.*${one})`).join('');
      expect(act).toThrow(
        new RegExp(`^${named}The closed zones "(South|North|Between)".* leave no way through together\\.$`),
      );
      expect(act).not.toThrow(/In The Way|Beside/);
    },
  );

  it('that only touches another leaves no way along the side that they share', () => {
    const zones = [
      zoneOf(boxPolygon(-55, -66, -54, -60), { name: 'South' }),
      zoneOf(boxPolygon(-55, -60, -54, -54), { name: 'North' }),
    ];
    for (const order of [zones, [...zones].reverse()]) {
      const act = () => plan(order);
      expect(act).toThrow(
        /^The closed zones (?=.*"South" at -6\d\.\d{4}, -5[45]\.0000)(?=.*"North" at -60\.0000, -5[45]\.0000)/,
      );
      expect(act).toThrow(/ leave no way through together\.$/);
    }
  });

  it('that leaves no way is named, with the place', () => {
    const wall = {
      type: 'Polygon',
      coordinates: [
        [
          [-53, -66],
          [-52, -66],
          [-52, -54],
          [-53, -54],
          [-53, -66],
        ],
      ],
    };
    const act = () => plan([zoneOf(wall, { name: 'The Wall' })]);
    expect(act).toThrow(ImpossibleOnMesh);
    expect(act).toThrow(/^The closed zone "The Wall" at -60\.\d{4}, -53\.0000 leaves no way through\.$/);
  });

  it('round the start is named, with the place', () => {
    const act = () => plan([zoneOf(regular(-60, -62, 0.2, 8).geometry)]);
    expect(act).toThrow(Impossible);
    expect(act).toThrow('The start point (-60.0000, -62.0000) lies in the closed zone "Reserve".');
  });

  it('that nothing crosses leaves the plan as it is, its mesh and its proof too', () => {
    const { ring, geometry } = regular(-57, -53, 1, 30);
    const planned = plan([zoneOf(geometry)]);
    const free = plan(null);
    expect(planned.mesh).toBe(sea);
    expect(planned.routes.map(({ optimality }) => optimality)).toEqual(
      free.routes.map(({ optimality }) => optimality),
    );
    expect(planned.routes[0]!.track).toEqual(free.routes[0]!.track);
    expect(besideRing(free.routes[0]!.sailing, ring).deepest).toBe(0);
  });

  it('is planned round once: the same request again has the same answer, and one that wants proofs has them', () => {
    const mesh = openSea({ west: -64, south: -66, columns: 24, rows: 24, height: 0.5 });
    const voyage = { departure: null, zones: [zoneOf(regular(-60.2, -53, 1, 30).geometry)] } as never;
    const ask = (certificate: boolean) =>
      planVoyage(mesh, { start, end, vehicle: null, voyage }, { certificate }).routes;
    const without = ask(false);
    const [first, again] = [ask(true), ask(true)];
    expect(first.map(({ track }) => track)).toEqual(without.map(({ track }) => track));
    expect(without[0]!.optimality).toBeUndefined();
    expect(first[0]!.optimality!.gapPercent).toBeLessThan(0.3);
    expect(again).toEqual(first);
    expect(again[0]!.track).toBe(first[0]!.track);
  });

  it('that one route is led round is in the mesh of the others too, which is made once for all of them', () => {
    const zones = [
      zoneOf(boxPolygon(-55, -60.9, -54, -59.6), { name: 'North' }),
      zoneOf(boxPolygon(-55, -64.4, -54, -63.1), { name: 'South' }),
    ];
    const isClosedIn = ({ mesh }: ReturnType<typeof plan>) =>
      [-60.2, -63.7].map((lat) => openCellsAt(mesh!, { lat, lon: -54.5 }).length === 0);
    expect(isClosedIn(plan(zones))).toEqual([true, true]);
    const [from, to] = [
      { lat: -63.5, lon: -62 },
      { lat: -63.9, lon: -44 },
    ];
    expect(isClosedIn(plan(zones, { from, to }))).toEqual([true, true]);
  });

  it('that nothing crosses is kept out of by alternatives too', () => {
    const zones = [zoneOf(regular(-57, -53, 1, 30).geometry)];
    const voyage = { departure: null, zones, alternatives: 1 } as never;
    const { mesh } = planVoyage(sea, { start, end, vehicle: null, voyage }, {});
    expect(openCellsAt(mesh!, { lat: -57, lon: -53 })).toEqual([]);
  });

  it('whose season begins before the last of the routes ends is kept out of by alternatives too', () => {
    // in the north it takes twice as long, and burns less: the fastest route ends on the second day, the other one on the fourth
    const grid: Grid = { columns: 16, rows: 8, box: [0, 0, 8, 4], degrees: 1 };
    const mesh = gridMesh(grid, (_, y) => (y > 2 ? { speed: 0.5, rate: 0.1 } : {}));
    const ends = { start: placeAt(grid, 0.5, 2.1), end: placeAt(grid, 7.5, 2.1) };
    const isClosed = (from: string) => {
      const zones = [zoneOf(boxPolygon(6, 3, 7, 3.5), { season: { from, to: '12-31' } })];
      const voyage = { departure: '2026-12-01T00:00:00Z', zones, alternatives: 1 } as never;
      const planned = planVoyage(mesh, { ...ends, vehicle: null, voyage }, {});
      return openCellsAt(planned.mesh ?? mesh, { lat: 3.2, lon: 6.4 }).length === 0;
    };
    expect(isClosed('12-04')).toBe(true);
    expect(isClosed('12-20')).toBe(false);
  });

  it('that only the way round another crosses is rounded too, alone or with what it does not touch', () => {
    const row = [-60.2, -58.4, -62].map((lat, i) => ({ ...regular(lat, -53, 0.8, 24), name: `Z${i}` }));
    const zones = row.map(({ geometry, name }) => zoneOf(geometry, { name }));
    const { routes } = plan([...zones, zoneOf(regular(-65, -50, 0.3, 8).geometry, { name: 'Far' })]);
    for (const { track, sailing } of routes) {
      for (const { ring } of row) {
        expect(besideRing(track, ring).deepest).toBeLessThan(50);
        expect(besideRing(sailing, ring).deepest).toBeLessThan(50);
      }
    }
    const all = plan([zoneOf({ type: 'MultiPolygon', coordinates: row.map(({ ring }) => [ring]) })]);
    const days = (of: typeof all) => of.routes[0]!.track.timeDays.at(-1)!;
    expect(days({ ...all, routes }) / days(all)).toBeCloseTo(1, 4);
  });

  it('counts while the vessel is there: not where it was left before its season began', () => {
    const zone = zoneOf(regular(-60.2, -53, 1, 30).geometry, { season: { from: '12-03', to: '12-31' } });
    const days = (departure: string) => plan([zone], { departure }).routes[0]!.track.timeDays.at(-1)!;
    const free = plan(null).routes[0]!.track.timeDays.at(-1)!;
    expect(free).toBeGreaterThan(2); // it arrives on the third
    expect(days('2026-12-01T00:00:00Z')).toBeCloseTo(free, 9);
    expect(days('2026-12-02T00:00:00Z')).toBeGreaterThan(free);
  });

  it('counts while the vessel stays in it, though its season begins only then', () => {
    const { geometry } = regular(-60.2, -53, 1, 30);
    const never = { after: [], not_before: null, not_after: null };
    const stops = [{ lat: -60.2, lon: -53, name: 'Mooring', stay_hours: 240, ...never }];
    const season = { from: '12-05', to: '12-06' };
    const planned = (kind: Zone['kind']) => {
      const voyage = { departure: '2026-12-01T00:00Z', zones: [zoneOf(geometry, { kind, season })], stops };
      return planVoyage(sea, { start, end, vehicle: null, voyage: voyage as never }, { certificate: false });
    };
    expect(() => planned('closed')).toThrow(
      'Stop "Mooring" (-60.2000, -53.0000) lies in the closed zone "Reserve".',
    );
    const [effect] = planned('report').routes[0]!.zones as unknown as [
      { hours_inside: number; entered: unknown[] },
    ];
    expect(effect).toMatchObject({ nm_inside: 0, entered: [{ lat: -60.2, lon: -53 }] });
    expect(effect.hours_inside).toBeCloseTo(48, 9);
  });

  it('beside another leaves no way between them, even for a route that enters neither', () => {
    const ends = { from: { lat: -63, lon: -53 }, to: { lat: -56, lon: -53 } };
    const sides = [boxPolygon(-55, -61, -53, -58), boxPolygon(-53, -61, -51, -58)] as const;
    const days = (zones: Zone[]) => plan(zones, ends).routes[0]!.track.timeDays.at(-1)!;
    const free = days([]);
    for (const side of sides) expect(days([zoneOf(side)])).toBeCloseTo(free, 6);
    expect(days(sides.map((side) => zoneOf(side)))).toBeGreaterThan(1.02 * free);
  });

  it('counts in its season only, where there is a departure', () => {
    const zone = zoneOf(regular(-60.2, -53, 2, 30).geometry, { season: { from: '12-01', to: '01-31' } });
    const days = (departure?: string) =>
      plan([zone], departure ? { departure } : {}).routes[0]!.track.timeDays.at(-1)!;
    expect(days('2026-06-01T00:00:00Z')).toBeCloseTo(plan(null).routes[0]!.track.timeDays.at(-1)!, 9);
    expect(days('2026-12-31T00:00:00Z')).toBeCloseTo(days(), 9);
    expect(plan([zone]).notes).toContain('Without a departure, zones count in every season: "Reserve"');
  });
});

describe('what was planned before on a mesh', () => {
  const between = [
    { lat: -60, lon: -62 },
    { lat: -60, lon: -50 },
  ] as const;
  const water = seaOf(spaced(-64, -48, 8), spaced(-62, -58, 2));
  const planned = (mesh: typeof sea, vehicle: Vehicle | null, zone: Zone, more: object = {}) => {
    const [from, to] = between;
    const { voyage } = request({ zones: [zone], ...more });
    const asked = { start: from, end: to, vehicle, voyage };
    const { routes } = planVoyage(mesh, asked, { certificate: false });
    return { fuel: routes[1]!.track.consumption!.at(-1)!, zones: routes[1]!.zones };
  };
  const meshOf = (vehicle: Vehicle) => openMesh(compileMesh(meshForVessel(vesselOf(vehicle), water)));

  it('without a vehicle does not decide what one consumes under a speed limit', () => {
    const limit = { name: 'Slow', kind: 'speed_limit', max_speed_kn: 8 } as const;
    const zone = { ...limit, geometry: boxPolygon(-58, -63, -54, -57) } as Zone;
    const alone = planned(meshOf(ship()), ship(), zone).fuel;
    const mesh = meshOf(ship());
    const without = planned(mesh, null, zone).fuel;
    expect(planned(mesh, ship(), zone).fuel).toBeCloseTo(alone, 9);
    expect(without).toBeGreaterThan(1.05 * alone);
  });

  it('for one vehicle does not decide what a zone costs another', () => {
    const mesh = meshOf(ship());
    const zone = zoneOf(boxPolygon(-54, -60.5, -53, -59));
    const stops = [{ lat: -60, lon: -56, stay_hours: 24 }];
    const idle = planned(mesh, ship({ idle_rate: 3 }), zone, { stops });
    const still = planned(mesh, ship({ idle_rate: 0 }), zone, { stops });
    expect(idle.fuel - still.fuel).toBeCloseTo(3, 9);
    expect(idle.zones).toEqual(still.zones);
  });
});

describe('a zone that is open', () => {
  it('with a speed limit slows the route inside, and tells how long it is there', () => {
    const band = {
      type: 'Polygon',
      coordinates: [
        [
          [-54, -66],
          [-53, -66],
          [-53, -54],
          [-54, -54],
          [-54, -66],
        ],
      ],
    };
    const zone = zoneOf(band, { name: 'Strait', kind: 'speed_limit', max_speed_kn: 4 });
    const { routes } = plan([zone]);
    const { track, zones } = routes[0]!;
    const [effect] = zones as unknown as [
      { nm_inside: number; hours_inside: number; entered: { days: number; nm: number; lon: number }[] },
    ];
    expect(effect.nm_inside / effect.hours_inside).toBeCloseTo(4, 1);
    expect(effect.nm_inside).toBeCloseTo(
      rhumb({ lat: -60.2, lon: -54 }, { lat: -60.2, lon: -53 }).lengthM / METRES_PER_NM,
      0,
    );
    expect(effect.entered).toHaveLength(1);
    expect(effect.entered[0]!.lon).toBeCloseTo(-54, 6);
    const free = plan(null).routes[0]!.track.timeDays.at(-1)!;
    const slower = effect.hours_inside - (effect.nm_inside * METRES_PER_NM) / SPEED_MPS / 3600;
    expect(24 * (track.timeDays.at(-1)! - free)).toBeCloseTo(slower, 0);
  });

  it('with a speed limit slows the route in its season as always', () => {
    const days = (more: object) => {
      const limit = { kind: 'speed_limit', max_speed_kn: 4, ...more } as const;
      const voyage = {
        departure: '2026-12-01T00:00:00Z',
        zones: [zoneOf(boxPolygon(-54, -66, -53, -54), limit)],
      };
      const request = { start, end, vehicle: null, voyage: voyage as never };
      return planVoyage(sea, request, { certificate: false }).routes[0]!.track.timeDays.at(-1)!;
    };
    // what was planned always would be known in the season
    const inSeason = days({ season: { from: '11-01', to: '01-31' } });
    const always = days({});
    expect(always).toBeGreaterThan(1.01 * plan(null).routes[0]!.track.timeDays.at(-1)!);
    expect(inSeason / always).toBeCloseTo(1, 6);
  });

  it('with a speed limit is not counted as what closed ones cost', () => {
    const limit = zoneOf(boxPolygon(-50, -66, -49, -54), { kind: 'speed_limit', max_speed_kn: 4 });
    const closed = zoneOf(regular(-60.2, -55, 1.5, 30).geometry);
    const hours = (zones: Zone[]) => 24 * plan(zones).routes[0]!.track.timeDays.at(-1)!;
    const [effect] = plan([limit, closed]).routes[0]!.zones as unknown as [{ costs_hours: number }];
    expect(effect.costs_hours).toBeCloseTo(hours([limit, closed]) - hours([limit]), 6);
  });

  it('with a speed limit says where a mesh does not tell what is consumed at a lower speed', () => {
    const note =
      'Under a speed limit the consumption a day is that of full speed, because the mesh was made for one vessel';
    const limit = zoneOf(boxPolygon(-50, -66, -49, -54), { kind: 'speed_limit', max_speed_kn: 4 });
    expect(plan([limit]).notes).toContain(note);
    const vehicle = ship();
    const mesh = openMesh(
      compileMesh(meshForVessel(vesselOf(vehicle), seaOf(spaced(-64, -48, 4), spaced(-62, -58, 2)))),
    );
    const { voyage } = request({ zones: [limit] });
    const [from, to] = [-62, -49].map((lon) => ({ lat: -60, lon })) as [LatLon, LatLon];
    expect(planVoyage(mesh, { start: from, end: to, vehicle, voyage }, {}).notes).toEqual([]);
  });

  it('with a speed limit has few cells along its border, though that lies between two cuts', () => {
    const geometry = boxPolygon(-53.78, -61.72, -51.17, -59.92);
    const zone = zoneOf(geometry, { kind: 'speed_limit', max_speed_kn: 6 });
    const { openCount } = zonedMesh(sea, { zones: [zone], clearance: null, near: null }, () => null);
    expect(openCount - sea.openCount).toBeLessThan(1000); // 590 km of border
  });

  it('with oblique borders and a low limit leaves the proof narrow', () => {
    // each stair of such a border took some of the proof when the long sides there had one interval: 2.8 %
    const mesh = openSea({ west: -60, south: -60, columns: 5, rows: 4, height: 2.5 });
    const [from, to] = [
      { lat: -54.1, lon: -43.5 },
      { lat: -53.6, lon: -48.5 },
    ];
    const zone = zoneOf(OBLIQUE, { kind: 'speed_limit', max_speed_kn: 3 });
    for (const { optimality } of plan([zone], { mesh, from, to }).routes) {
      expect(optimality!.gapPercent).toBeLessThan(0.1);
    }
  });

  it('to report changes nothing, and tells where it is entered', () => {
    const zone = zoneOf(regular(-60.2, -53, 1, 40).geometry, { name: 'MPA', kind: 'report' });
    const [{ track, zones }] = plan([zone]).routes as [ReturnType<typeof plan>['routes'][0]];
    expect(track.timeDays).toEqual(plan(null).routes[0]!.track.timeDays);
    expect(zones).toMatchObject([{ name: 'MPA', kind: 'report', entered: [{ lat: expect.any(Number) }] }]);
  });
});
