import { describe, expect, it } from 'vitest';
import { haversineNm, type LatLon, METRES_PER_NM, rhumb } from '../../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { clearanceOf } from '../../../lib/voyage/among-zones/clearance.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { legClearances } from '../../../lib/zones/leg-clearance.ts';
import { destination } from '../../destination.ts';
import { some } from '../../thorough.ts';
import { openSea, SPEED_MPS, seaWithIsland } from '../../zones/open-sea.ts';

const [start, end] = [
  { lat: -59.5, lon: -62 },
  { lat: -59.5, lon: -44 },
];
const request = (voyage: object, from: LatLon = start, to: LatLon = end) =>
  ({ start: from, end: to, vehicle: null, voyage: { departure: null, zones: null, ...voyage } }) as never;
const lengthNm = (days: number) => (days * 86_400 * SPEED_MPS) / METRES_PER_NM;

describe('a clearance past one closed cell', () => {
  const sea = seaWithIsland();

  it.each(some(1, [8, 0.5, 2]))('of %d NM is kept, at most 1.002 times as long as the shortest way', (nm) => {
    const { routes, closed } = planVoyage(sea, request({ clearance_nm: nm }), {});
    for (const track of [routes[0]!.track, routes[0]!.sailing]) {
      expect(least(track.coordinates)).toBeGreaterThan(nm - 0.02);
    }
    for (const leg of legClearances(closed!, routes[0]!.sailing.coordinates))
      expect(leg.nm).toBeGreaterThan(nm - 0.02);
    // over the north: great circles to the circles of the clearance about the two corners, and along the parallel between them
    const ratio = lengthNm(routes[0]!.track.timeDays.at(-1)!) / tautNm(start, end, side(-60, -56, -55), nm);
    expect(ratio).toBeLessThan(1.002);
    expect(ratio).toBeGreaterThan(0.9999);
  });

  it('does not count the edge of the mesh', () => {
    const edge = [
      { lat: -54.01, lon: -62 },
      { lat: -54.01, lon: -50 },
    ] as const;
    const days = (voyage: object) =>
      planVoyage(sea, request(voyage, ...edge), {}).routes[0]!.track.timeDays.at(-1)!;
    expect(days({ clearance_nm: 10 })).toBeCloseTo(days({}), 9);
  });

  it('is not required near a start in its reach', () => {
    const near = { lat: -59.99, lon: -55.5 };
    const { routes, start: placed } = planVoyage(sea, request({ clearance_nm: 4 }, near, end), {});
    expect(placed.movedNm).toBe(0);
    const far = routes[0]!.track.coordinates.filter(([lon, lat]) => haversineNm({ lat, lon }, near) > 8);
    expect(least(far)).toBeGreaterThan(3.98);
  });

  /** By brute force: points along the legs, and along the sides of the cell. */
  function least(coordinates: readonly (readonly [number, number])[]): number {
    let nm = Infinity;
    for (let k = 1; k < coordinates.length; k++) {
      const [[x1, y1], [x2, y2]] = [coordinates[k - 1]!, coordinates[k]!];
      for (let i = 0; i <= 40; i++) {
        const [lon, lat] = [x1 + ((x2 - x1) * i) / 40, y1 + ((y2 - y1) * i) / 40];
        if (Math.abs(lon + 55.5) > 2) continue;
        for (let s = 0; s <= 100; s++) {
          for (const point of [
            { lat: -60, lon: -56 + s / 100 },
            { lat: -60.5, lon: -56 + s / 100 },
            { lat: -60 - s / 200, lon: -56 },
            { lat: -60 - s / 200, lon: -55 },
          ])
            nm = Math.min(nm, haversineNm({ lat, lon }, point));
        }
      }
    }
    return nm;
  }
});

it('is not required round the ends of a line that is worked, nor round a place that was moved', () => {
  const sea = openSea({
    west: -64,
    south: -66,
    columns: 24,
    rows: 24,
    height: 0.5,
    isLand: (x) => x === 1 || x === 2,
  });
  const line = [
    [-60, -58],
    [-60.5, -57],
    [-61, -56],
  ];
  const asked = request({ clearance_nm: 3, stops: [{ name: 'Line', lat: -60, lon: -58, line }] });
  const { exempt, nm, of } = clearanceOf(sea, asked, 300)!;
  expect({ nm, of }).toEqual({ nm: 3, of: 'land' });
  for (const [lat, lon] of [line[0]!, line[2]!]) expect(exempt).toContainEqual({ lat, lon, nm: 6 });
  expect(exempt).not.toContainEqual({ lat: -60.5, lon: -57, nm: 6 });
  // the start lies on land
  const moved = exempt.filter(({ lat, lon }) => haversineNm({ lat, lon }, start) < 60);
  expect(new Set(moved.map(({ lon }) => lon))).toHaveProperty('size', 2);
});

it('round the end of a wall has few sailing waypoints, whose legs are rhumb lines', () => {
  const isLand = (x: number, y: number) => x === 3 && y <= 3;
  const sea = openSea({ west: -60, south: -62, columns: 8, rows: 8, height: 0.5, isLand });
  const ends = [-59, -54].map((lon) => ({ lat: -61, lon })) as [LatLon, LatLon];
  const { routes, closed } = planVoyage(sea, request({ clearance_nm: 8 }, ...ends), {});
  const { track, sailing } = routes[0]!;
  const { coordinates, timeDays, distanceM } = sailing;
  // half a circle, divided into 28 steps
  expect(coordinates.length).toBeLessThan(10);
  coordinates.slice(1).forEach(([lon, lat], k) => {
    const { lengthM } = rhumb({ lon: coordinates[k]![0], lat: coordinates[k]![1] }, { lon, lat });
    expect(distanceM[k + 1]! - distanceM[k]!).toBeCloseTo(lengthM, 3);
    expect(timeDays[k + 1]! - timeDays[k]!).toBeCloseTo(lengthM / SPEED_MPS / 86_400, 8);
  });
  expect(timeDays.at(-1)! / track.timeDays.at(-1)!).toBeLessThan(1.001);
  for (const leg of legClearances(closed!, coordinates)) expect(leg.nm).toBeGreaterThan(8 - 0.02);
});

/** Of a closed cell 1° wide and 0.5° high: the latitude of its northern side, the longitude of its western one. */
const PLACES = [
  ['at 86° N, across the antimeridian', { top: 86, west: 179 }],
  ['at 86° S', { top: -86, west: -56 }],
] as const;

describe.each(some(1, PLACES))('a clearance %s', (_, { top, west }) => {
  const sea = openSea({
    west: west - 8,
    south: top - 2.5,
    columns: 17,
    rows: 10,
    height: 0.5,
    isLand: (x, y) => x === 8 && y === 4,
  });
  // the way on the side of the equator is the shorter one
  const isSouth = top > 0;
  const lat = isSouth ? top - 0.4 : top + 0.1;
  const wrapped = (lon: number) => (lon > 180 ? lon - 360 : lon);
  const [from, to] = [
    { lat, lon: west - 7 },
    { lat, lon: wrapped(west + 8) },
  ];

  it('is kept, at most 1.002 times as long as the shortest way', () => {
    const nm = 6;
    const { routes } = planVoyage(sea, request({ clearance_nm: nm }, from, to), {});
    for (const track of [routes[0]!.track, routes[0]!.sailing]) {
      expect(nearestTo(track.coordinates)).toBeGreaterThan(nm - 0.02);
    }
    const beside = side(isSouth ? top - 0.5 : top, west, west + 1);
    const shortest = tautNm(from, { lat, lon: west + 8 }, beside, nm, isSouth);
    const ratio = lengthNm(routes[0]!.track.timeDays.at(-1)!) / shortest;
    expect(ratio).toBeLessThan(1.002);
    expect(ratio).toBeGreaterThan(0.9999);
  });

  /** By brute force: points along the legs, which are short where it is near, and along the sides of the cell. */
  function nearestTo(coordinates: readonly (readonly [number, number])[]): number {
    let nm = Infinity;
    for (let k = 1; k < coordinates.length; k++) {
      const [[x1, y1], [x2, y2]] = [coordinates[k - 1]!, coordinates[k]!];
      const Δ = x2 - x1 - 360 * Math.round((x2 - x1) / 360);
      const mercator = (φ: number) => Math.log(Math.tan(Math.PI / 4 + (φ * Math.PI) / 360));
      for (let i = 0; i <= 200; i++) {
        const y = y1 + ((y2 - y1) * i) / 200;
        const part =
          Math.abs(y2 - y1) < 1e-9 ? i / 200 : (mercator(y) - mercator(y1)) / (mercator(y2) - mercator(y1));
        const at = { lat: y, lon: x1 + part * Δ };
        for (let s = 0; s <= 50; s++) {
          for (const point of [
            { lat: top, lon: west + s / 50 },
            { lat: top - 0.5, lon: west + s / 50 },
            { lat: top - s / 100, lon: west },
            { lat: top - s / 100, lon: west + 1 },
          ])
            nm = Math.min(nm, haversineNm(at, point));
        }
      }
    }
    return nm;
  }
});

it.each(some(1, [20, 2]))(
  'of %d NM past a cell of 5° by 2.5° is kept, at most 1.002 times as long as the shortest way',
  (nm) => {
    const [top, west, east] = [-59.5, -60, -55];
    const sea = openSea({
      west: -75,
      south: -67,
      columns: 6,
      rows: 4,
      height: 2.5,
      isLand: (x, y) => x === 3 && y === 2,
    });
    const [from, to] = [
      { lat: -59.6, lon: -66 },
      { lat: -59.6, lon: -49 },
    ];
    const { routes } = planVoyage(sea, request({ clearance_nm: nm }, from, to), {});
    for (const { coordinates } of [routes[0]!.track, routes[0]!.sailing]) {
      for (let k = 1; k < coordinates.length; k++) {
        const [[x1, y1], [x2, y2]] = [coordinates[k - 1]!, coordinates[k]!];
        for (let i = 0; i <= 40; i++) {
          const at = { lat: y1 + ((y2 - y1) * i) / 40, lon: x1 + ((x2 - x1) * i) / 40 };
          const shore = { lat: Math.min(at.lat, top), lon: Math.max(west, Math.min(east, at.lon)) };
          expect(haversineNm(at, shore)).toBeGreaterThan(nm - 0.02);
        }
      }
    }
    const ratio = lengthNm(routes[0]!.track.timeDays.at(-1)!) / tautNm(from, to, side(top, west, east), nm);
    expect(ratio).toBeLessThan(1.002);
    expect(ratio).toBeGreaterThan(0.9999);
  },
);

describe('a clearance round a zone in wide cells', () => {
  const sea = openSea({ west: -101, south: -84, columns: 28, rows: 17, height: 1 });
  const [from, to] = [
    { lat: -79.62, lon: -62.6 },
    { lat: -78.58, lon: -99.3 },
  ];
  const corners = Array.from({ length: 9 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 9;
    return { lat: -79.68 + 0.45 * Math.sin(angle), lon: -72.7 + 2.475 * Math.cos(angle) };
  });
  const ring = [...corners, corners[0]!].map(({ lat, lon }) => [lon, lat]);
  const zones = [{ name: 'Reserve', kind: 'closed', geometry: { type: 'Polygon', coordinates: [ring] } }];
  const planned = planVoyage(sea, request({ zones, clearance_nm: 17 }, from, to), {});
  const ratiosOf = ({ routes }: Pick<typeof planned, 'routes'>) =>
    routes.map(({ track }) => lengthNm(track.timeDays.at(-1)!) / tautNm(from, to, corners, 17, true));

  it('is passed on its shorter side, though the other one has more small pieces', () => {
    // the way in the north is 1.4 % longer
    for (const ratio of ratiosOf(planned)) expect(ratio).toBeCloseTo(1, 3);
  });

  it('is passed there also where the corridor was too narrow, once a wide gap is proved', () => {
    // as if none of its cells were pieces
    const mesh = { ...planned.mesh!, undividedCount: planned.mesh!.openCount };
    expect(Math.max(...ratiosOf(planRoute(mesh, from, to)))).toBeGreaterThan(1.01);
    const looked = planRoute(mesh, from, to, { certificate: true });
    for (const ratio of ratiosOf(looked)) expect(ratio).toBeCloseTo(1, 3);
    for (const { optimality } of looked.routes) expect(optimality!.gapPercent).toBeLessThan(1);
  });
});

describe('land', () => {
  const seaWith = (isLand: (column: number, row: number) => boolean) =>
    openSea({ west: -64, south: -66, columns: 24, rows: 24, height: 0.5, isLand });
  const ask = (sea: Mesh) => planVoyage(sea, request({ clearance_nm: 15 }), {}).mesh;

  it('far from the routes divides no cell', () => {
    const sea = seaWith((x, y) => x === 12 && y === 2);
    expect(ask(sea)).toBe(sea);
  });

  it('that a route would come too near to divides the cells round it', () => {
    const sea = seaWith((x, y) => x === 11 && y === 11);
    expect(ask(sea)!.cellCount).toBeGreaterThan(sea.cellCount);
  });
});

describe('a strait', () => {
  // open where longitude is from 56° W to 55.5° W between two walls of land, from 60° S to 59.75° S
  const sea = openSea({
    west: -60,
    south: -61,
    columns: 18,
    rows: 8,
    height: 0.25,
    isLand: (x, y) => x !== 8 && y === 4,
  });
  const ask = (nm: number, middle: number, zones: object[] = []) =>
    planVoyage(
      sea,
      request({ clearance_nm: nm, zones }, { lat: -60.75, lon: middle }, { lat: -59.25, lon: middle }),
      {},
    );

  it('that is wide enough is passed in its middle', () => {
    const inside = ask(7.25, -55.75).routes[0]!.track.coordinates.filter(
      ([, lat]) => lat > -60 && lat < -59.75,
    );
    for (const [lon] of inside) expect(Math.abs(lon + 55.75)).toBeLessThan(0.05);
  });

  // land or, within it, a closed zone is the eastern side
  it.each([
    ['land', -55.5, []],
    ['a closed zone', -55.65, [zoneFrom(-55.65)]],
  ])('that is too narrow beside %s: the widest clearance and its place are told', (_, east, zones) => {
    const middle = 0.5 * (-56 + east);
    const told =
      /^No way keeps 9 NM clear: the widest clearance that leaves one is ([\d.]+) NM, and it is narrowest at (-[\d.]+), (-[\d.]+)\.$/;
    const numbers = told.exec(messageOf(() => ask(9, middle, zones)))!.slice(1);
    const [nm, lat, lon] = numbers.map(Number) as [number, number, number];
    const exact = haversineNm({ lat: -60, lon: -56 }, { lat: -60, lon: east }) / 2;
    expect(nm).toBeGreaterThan(exact - 0.05);
    expect(nm).toBeLessThan(exact);
    expect(haversineNm({ lat, lon }, { lat: -60, lon: middle })).toBeLessThan(1);
    const { routes, closed } = ask(nm, middle, zones);
    const kept = legClearances(closed!, routes[0]!.track.coordinates).map((leg) => leg.nm);
    expect(Math.min(...kept)).toBeGreaterThan(nm - 0.02);
  });

  function zoneFrom(west: number) {
    const coordinates = [
      [
        [west, -60],
        [-55, -60],
        [-55, -59.75],
        [west, -59.75],
        [west, -60],
      ],
    ];
    return { name: 'Bank', kind: 'closed', geometry: { type: 'Polygon', coordinates } };
  }

  function messageOf(act: () => unknown): string {
    try {
      act();
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  }
});

/** Points along a side of a cell. */
const side = (lat: number, west: number, east: number): LatLon[] =>
  Array.from({ length: 101 }, (_, k) => ({ lat, lon: west + ((east - west) * k) / 100 }));

/** The taut string from a point to another, north or south of the circles of a clearance about some others, by the gnomonic projection. */
function tautNm(from: LatLon, to: LatLon, about: readonly LatLon[], nm: number, isSouth = false): number {
  const radians = Math.PI / 180;
  const around = about.flatMap((place) =>
    Array.from({ length: 400 }, (_, k) => destination(place, nm, (k / 400) * 2 * Math.PI)),
  );
  const project = ({ lat, lon }: LatLon) => {
    const [φ, φ0] = [lat * radians, from.lat * radians];
    const λ = (lon - 0.5 * (from.lon + to.lon)) * radians;
    const cos = Math.sin(φ0) * Math.sin(φ) + Math.cos(φ0) * Math.cos(φ) * Math.cos(λ);
    const y = (Math.cos(φ0) * Math.sin(φ) - Math.sin(φ0) * Math.cos(φ) * Math.cos(λ)) / cos;
    return { x: (Math.cos(φ) * Math.sin(λ)) / cos, y: isSouth ? -y : y, lat, lon };
  };
  const points = [from, ...around, to].map(project);
  const hull: typeof points = [];
  for (const p of points.toSorted((a, b) => a.x - b.x)) {
    while (hull.length > 1) {
      const [a, b] = hull.slice(-2) as [typeof p, typeof p];
      if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < 0) break;
      hull.pop();
    }
    hull.push(p);
  }
  return hull.slice(1).reduce((sum, p, k) => sum + haversineNm(hull[k]!, p), 0);
}
