/** Reach, judged by circles on a uniform sea, by caps, and by routes to points of the line. */
import { geoArea, geoContains } from 'd3-geo';
import { describe, expect, test, vi } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';

import { FieldSolver } from '../../../lib/engine/field.ts';
import { EARTH_RADIUS_M, haversineNm, type LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { cellsAt } from '../../../lib/engine/mesh/locate.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { placeAll } from '../../../lib/engine/waypoints/waypoints.ts';
import { LITTLE_CARE } from '../../../lib/voyage/reach/care.ts';
import { borderOf } from '../../../lib/voyage/reach/cell-border.ts';
import { CellCosts } from '../../../lib/voyage/reach/cell-costs.ts';
import { type Reach, type ReachQuery, reachOn } from '../../../lib/voyage/reach/reach.ts';
import { reachRequest } from '../../../lib/voyage/reach/reach-fields.ts';
import { reachGeoJson } from '../../../lib/voyage/reach/reach-geojson.ts';
import { randomMesh, randomNumbers, randomPoint } from '../../engine/random-mesh.ts';
import { hasReference, referenceMesh, skipped } from '../../engine/reference.ts';
import { type GridOptions, gridMesh } from '../../local/grid-mesh.ts';
import { parseVesselMesh } from '../../meshes/parse-vessel-mesh.ts';
import { runs, some } from '../../thorough.ts';
import { openSea } from '../../zones/open-sea.ts';

const TEN_KNOTS_KMH = 18.52;

/** @param eastward current, m/s */
const seaOf = (options: GridOptions, eastward = 0): Mesh => {
  const mesh = gridMesh({ speedKmh: TEN_KNOTS_KMH, ...options });
  for (const cell of mesh.cellboxes) cell.uC = eastward;
  const { region } = mesh.config.mesh_info;
  if (region.long_max > 180) region.long_max -= 360;
  for (const cell of mesh.cellboxes) {
    if (cell.cx < 180) continue;
    cell.geometry = cell.geometry.replace(/(\d+(?:\.\d+)?) -/g, (_, lon) => `${Number(lon) - 360} -`);
    cell.cx -= 360;
  }
  const json = Buffer.from(JSON.stringify(mesh));
  return openMesh(compileMesh(parseVesselMesh(json).source));
};

const query = (
  origins: readonly (LatLon & { delayHours?: number })[],
  more: Partial<ReachQuery> = {},
): ReachQuery => ({
  origins: origins.map((origin) => ({ delayHours: 0, ...origin })),
  metric: 'hours',
  contours: [24],
  objective: 'traveltime',
  isReverse: false,
  destination: null,
  ...more,
});

/** Square kilometres of a cap of this radius. */
const capKm2 = (radiusNm: number) =>
  (2 * Math.PI * EARTH_RADIUS_M ** 2 * (1 - Math.cos((radiusNm * 1852) / EARTH_RADIUS_M))) / 1e6;

/** Square kilometres of the places in a box of which something is true, by counting. */
function areaKm2Of(isIn: (at: LatLon) => boolean, box: readonly [number, number, number, number]): number {
  const [south, north, west, east] = box;
  const count = 500;
  let sum = 0;
  for (let k = 0; k < count * count; k++) {
    const lat = south + ((Math.floor(k / count) + 0.5) * (north - south)) / count;
    const lon = west + (((k % count) + 0.5) * (east - west)) / count;
    if (isIn({ lat, lon })) sum += Math.cos((lat * Math.PI) / 180);
  }
  const steradians = (sum * (north - south) * (east - west) * (Math.PI / 180) ** 2) / count ** 2;
  return (steradians * EARTH_RADIUS_M ** 2) / 1e6;
}

const pointsOf = (reach: Reach): LatLon[] => reach.lines.flat().map(([lon, lat]) => ({ lon, lat }));
const wide = { latMin: -70, lonMin: -80, columns: 40, rows: 20 };

describe('on a uniform sea', () => {
  const sea = seaOf(wide);

  test.each([
    ['from the middle of a cell', { lat: -60.5, lon: -60.5 }],
    ['from a corner of cells', { lat: -60, lon: -60 }],
    ['from near a side', { lat: -60.01, lon: -60.3 }],
  ])('the 24-hour line of a 10-knot vessel is a circle of 240 NM, %s', (_, origin) => {
    const [reach] = reachOn(sea, query([origin])) as [Reach];
    const distances = pointsOf(reach).map((at) => haversineNm(origin, at));
    expect(distances.length).toBeGreaterThan(60);
    for (const distance of distances) expect(Math.abs(distance / 240 - 1)).toBeLessThan(3e-3);
    expect(Math.abs(reach.areaKm2 / capKm2(240) - 1)).toBeLessThan(4e-3);
    expect(reach.touchesEdge).toBe(false);
    expect(reach.polygons).toHaveLength(1);
    expect(reach.polygons[0]).toHaveLength(1);
  });

  test('in one cell that is far larger than the circle', () => {
    const one = seaOf({ latMin: -62, lonMin: -62, columns: 1, rows: 1, side: 4 });
    const origin = { lat: -60.2, lon: -60.1 };
    for (const hours of [0.2, 1, 5]) {
      const [reach] = reachOn(one, query([origin], { contours: [hours] })) as [Reach];
      expect(Math.abs(reach.areaKm2 / capKm2(10 * hours) - 1)).toBeLessThan(4e-3);
      for (const at of pointsOf(reach)) {
        expect(Math.abs(haversineNm(origin, at) / (10 * hours) - 1)).toBeLessThan(3e-3);
      }
    }
  });

  test('on a line that bulges a little into wide cells, from near a side of one', () => {
    const wideCells = seaOf({ latMin: -78, lonMin: -90, columns: 10, rows: 10, side: 4 });
    for (const lat of some(1, [-61.98, -61.9, -60.01])) {
      const origin = { lat, lon: -68.7 };
      const [reach] = reachOn(wideCells, query([origin])) as [Reach];
      for (const at of pointsOf(reach))
        expect(Math.abs(haversineNm(origin, at) / 240 - 1)).toBeLessThan(2e-3);
    }
  });

  test.each([
    ['ends a little beyond the next cell', { lat: -53.16, lon: -34.45 }, 92.6, 4],
    ['is not much larger than the way to a side', { lat: -32.96, lon: -40.214 }, 26.5, 2],
  ])('where the circle %s', (_, origin, radiusNm, side) => {
    const cells = seaOf({
      latMin: origin.lat < -40 ? -80 : -65,
      lonMin: -60,
      columns: 16,
      rows: side === 4 ? 10 : 20,
      side,
    });
    const [reach] = reachOn(cells, query([origin], { contours: [radiusNm / 10] })) as [Reach];
    for (const at of pointsOf(reach)) {
      expect(Math.abs(haversineNm(origin, at) / radiusNm - 1)).toBeLessThan(2e-3);
    }
  });

  test.each([
    ['the edge of the mesh', { lat: -60.5, lon: -80 }, 0.5, true],
    ['a side between cells', { lat: -60, lon: -60.3 }, 1, false],
  ])('from a place on %s, however small the circle', (_, origin, part, touchesEdge) => {
    for (const hours of [0.2, 1, 2]) {
      const [reach] = reachOn(sea, query([origin], { contours: [hours] })) as [Reach];
      expect(Math.abs(reach.areaKm2 / (part * capKm2(10 * hours)) - 1), `${hours}`).toBeLessThan(6e-3);
      expect(reach.touchesEdge).toBe(touchesEdge);
    }
  });

  test('the line is neither inside of the circle nor outside of it on average', () => {
    const cells = openSea({ west: -80, south: -70, columns: 40, rows: 40, height: 0.5 });
    const parts = [-60.3, -60.1, -59.77, -58.1].flatMap((lat, k) => {
      const origin = { lat, lon: -60.7 - 0.5 * k };
      return [100, 200].flatMap((miles) =>
        reachOn(cells, query([origin], { metric: 'nm', contours: [miles] }))
          .flatMap(pointsOf)
          .map((at) => haversineNm(origin, at) / miles - 1),
      );
    });
    expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) / parts.length)).toBeLessThan(1.6e-4);
  });

  test('that follows a hand is off by no more than 1 %, with fewer points', () => {
    const origin = { lat: -60.5, lon: -60.5 };
    const [exact] = reachOn(sea, query([origin])) as [Reach];
    const [rough] = reachOn(sea, query([origin], { care: LITTLE_CARE })) as [Reach];
    expect(Math.abs(rough.areaKm2 / capKm2(240) - 1)).toBeLessThan(1e-2);
    for (const at of pointsOf(rough)) expect(Math.abs(haversineNm(origin, at) / 240 - 1)).toBeLessThan(1e-2);
    expect(pointsOf(rough).length).toBeLessThan(pointsOf(exact).length);
  });

  test('nautical miles, reverse, fuel and battery agree with hours', () => {
    const origin = { lat: -60.5, lon: -60.5 };
    const [hours] = reachOn(sea, query([origin])) as [Reach];
    for (const other of [
      { isReverse: true },
      { metric: 'nm', contours: [240] },
      // the mesh consumes so much a day, whatever it is
      { metric: 'fuel', contours: [TEN_KNOTS_KMH] },
      { metric: 'battery', contours: [TEN_KNOTS_KMH] },
    ] as const) {
      const [reach] = reachOn(sea, query([origin], other)) as [Reach];
      expect(Math.abs(reach.areaKm2 / hours.areaKm2 - 1)).toBeLessThan(1e-3);
    }
  });

  test.each(some(2, [0.1, 20, 1, 5]))(
    'the room of a voyage for %d per cent more is an ellipse',
    (percent) => {
      const [from, to] = [
        { lat: -60.5, lon: -60.5 },
        { lat: -60.5, lon: -55 },
      ];
      const limit = haversineNm(from, to) * (1 + percent / 100);
      const more = { metric: 'percent', contours: [percent], destination: to } as const;
      const [reach] = reachOn(sea, query([from], more)) as [Reach];
      const best = haversineNm(from, to);
      // half of it, degrees of latitude; great circles are a little south of the parallel
      const halfWidth = 0.05 + (1.1 * Math.sqrt(limit ** 2 - best ** 2)) / 120;
      const past = 0.05 + (1.1 * (limit - best)) / 60;
      const km2 = areaKm2Of(
        (at) => haversineNm(from, at) + haversineNm(at, to) <= limit,
        [from.lat - halfWidth, from.lat + halfWidth, from.lon - past, to.lon + past],
      );
      expect(Math.abs(reach.areaKm2 / km2 - 1)).toBeLessThan(4e-3);
    },
  );

  test.each([
    ['wide cells', { lat: -54.845, lon: -61.891 }, { lat: -56.693, lon: -59.59 }, 0.1],
    ['along a side between wide cells', { lat: -57.996, lon: -64.615 }, { lat: -58.01, lon: -60.464 }, 1],
  ])('a narrow room in %s is an ellipse', (_, from, to, percent) => {
    const wideCells = seaOf({ latMin: -70, lonMin: -80, columns: 8, rows: 5, side: 4 });
    const more = { metric: 'percent', contours: [percent], destination: to } as const;
    const [reach] = reachOn(wideCells, query([from], more)) as [Reach];
    const best = haversineNm(from, to);
    const limit = best * (1 + percent / 100);
    // flat: the sphere adds less than a part in a thousand
    const km2 = (Math.PI / 4) * limit * Math.sqrt(limit ** 2 - best ** 2) * 1.852 ** 2;
    expect(Math.abs(reach.areaKm2 / km2 - 1)).toBeLessThan(4e-3);
  });

  test('a ship among four others has what is nearest to it, to the corners', () => {
    const ships = [
      { lat: -61, lon: -60.5 },
      { lat: -60.5, lon: -62.5 },
      { lat: -60.9, lon: -58.5 },
      { lat: -62.3, lon: -60.2 },
      { lat: -59, lon: -60.6 },
    ];
    const [middle] = reachOn(sea, query(ships)) as [Reach];
    const isOwn = (at: LatLon) => {
      const [own, ...others] = ships.map((ship) => haversineNm(ship, at));
      return own! <= Math.min(...others);
    };
    expect(Math.abs(middle.areaKm2 / areaKm2Of(isOwn, [-62.2, -59.4, -63, -59]) - 1)).toBeLessThan(4e-3);
  });

  test('points on the border of a cell lie exactly on its sides, so that those beside it have the same', () => {
    // sides at degrees that are another number when they come back from radians
    const cells = seaOf({ latMin: -62.1, lonMin: -62.3, columns: 6, rows: 6, side: 0.35 });
    const at = { lat: -60.9, lon: -61.2 };
    const field = new FieldSolver(cells, 'traveltime').from([{ at }]);
    for (let cell = 0; cell < cells.openCount; cell++) {
      const { lon, lat } = borderOf(field, cell, [at]);
      const [west, south, east, north] = cells.bounds.subarray(4 * cell, 4 * cell + 4);
      lon.forEach((x, k) => {
        expect(x === west || x === east || lat[k] === south || lat[k] === north).toBe(true);
      });
    }
  });

  test.each([
    [
      { lat: -61.85, lon: -59.57 },
      { lat: -61.4, lon: -61.53 },
    ],
    [
      { lat: -59.85, lon: -61.35 },
      { lat: -60.9, lon: -58.31 },
    ],
  ])('the line between ships at %o and %o is as far from either', (...ships) => {
    const cells = openSea({ west: -80, south: -70, columns: 20, rows: 20, height: 1 });
    const reaches = reachOn(cells, query(ships, { metric: 'nm', contours: [280] }));
    for (const at of reaches.flatMap(pointsOf)) {
      const [one, other] = ships.map((ship) => haversineNm(ship, at)) as [number, number];
      if (Math.min(one, other) < 279) expect(Math.abs(one / other - 1)).toBeLessThan(3e-3);
    }
  });

  test('larger contours come first and hold the smaller ones', () => {
    const origin = { lat: -60.5, lon: -60.5 };
    const reaches = reachOn(sea, query([origin], { contours: [6, 24, 12] }));
    expect(reaches.map(({ contour }) => contour)).toEqual([24, 12, 6]);
    for (const { contour, areaKm2 } of reaches) {
      expect(Math.abs(areaKm2 / capKm2(10 * contour) - 1)).toBeLessThan(4e-3);
    }
  });

  test('of two ships each has what it reaches first; one that leaves later has less', () => {
    const [west, east] = [
      { lat: -60.5, lon: -62.5 },
      { lat: -60.5, lon: -58.5 },
    ];
    const nearestTwo = vi.spyOn(CellCosts.prototype, 'nearestTwo');
    const both = reachOn(sea, query([west, east]));
    // what lies between them is found once for both
    const asked = nearestTwo.mock.calls.map(([{ lat, lon }], k) => ({
      cell: nearestTwo.mock.contexts[k],
      place: `${lat} ${lon}`,
    }));
    nearestTwo.mockRestore();
    const byCell = Map.groupBy(asked, ({ cell }) => cell);
    const different = [...byCell.values()].map((own) => new Set(own.map(({ place }) => place)).size);
    expect(asked.length).toBeLessThan(1.1 * different.reduce((sum, own) => sum + own, 0));
    expect(both.map(({ origin }) => origin)).toEqual([0, 1]);
    const [a, b] = both as [Reach, Reach];
    expect(Math.abs(a.areaKm2 / b.areaKm2 - 1)).toBeLessThan(4e-3);
    // each point of the line that lies between them is as far from one as from the other, or on one's circle
    for (const at of pointsOf(a)) {
      const [own, other] = [haversineNm(west, at), haversineNm(east, at)];
      expect(Math.min(Math.abs(own - 240), Math.abs(own - other))).toBeLessThan(1.5);
    }
    const [early, late] = reachOn(sea, query([west, { ...east, delayHours: 6 }])) as [Reach, Reach];
    expect(late.areaKm2).toBeLessThan(b.areaKm2);
    expect(early.areaKm2).toBeGreaterThan(a.areaKm2);
    for (const at of pointsOf(late)) expect(haversineNm(east, at)).toBeLessThan(180 * 1.003);
  });

  test('there and back again is a circle of half the radius; by way of a point on an ellipse', () => {
    const origin = { lat: -60.5, lon: -60.5 };
    const [round] = reachOn(sea, query([origin], { destination: origin })) as [Reach];
    expect(Math.abs(round.areaKm2 / capKm2(120) - 1)).toBeLessThan(4e-3);
    const destination = { lat: -60.5, lon: -55 };
    const best = haversineNm(origin, destination);
    for (const percent of some(1, [5, 1, 20])) {
      const more = { metric: 'percent', contours: [percent], destination } as const;
      const [ellipse] = reachOn(sea, query([origin], more)) as [Reach];
      const points = pointsOf(ellipse);
      expect(points.length).toBeGreaterThan(20);
      for (const at of points) {
        const way = haversineNm(origin, at) + haversineNm(at, destination);
        expect(Math.abs(way / (best * (1 + percent / 100)) - 1)).toBeLessThan(4e-3);
      }
    }
  });

  test('an area that the mesh ends says so; a contour of nearly nothing is empty or small; one of everything is the sea', () => {
    const origin = { lat: -60.5, lon: -79.5 };
    const [cut] = reachOn(sea, query([origin])) as [Reach];
    expect(cut.touchesEdge).toBe(true);
    const [tiny] = reachOn(sea, query([origin], { contours: [1e-3] })) as [Reach];
    expect(tiny.areaKm2).toBeLessThan(1);
    const [all] = reachOn(sea, query([origin], { contours: [1e4] })) as [Reach];
    expect(all.lines).toEqual([]);
    expect(all.polygons).toHaveLength(1);
    const beltKm2 =
      (((40 * Math.PI) / 180) *
        EARTH_RADIUS_M ** 2 *
        (Math.sin((Math.PI * 70) / 180) - Math.sin((Math.PI * 50) / 180))) /
      1e6;
    expect(Math.abs(all.areaKm2 / beltKm2 - 1)).toBeLessThan(1e-6);
  });

  test('a circle that is cut by the edge of the mesh between two corners of a cell ends there', () => {
    const wideCells = openSea({ west: 0, south: 8, columns: 3, rows: 4, height: 1 });
    const origin = { lat: 10.9, lon: 3 };
    for (const beyond of [2, 8]) {
      const miles = haversineNm(origin, { lat: 12, lon: 3 }) + beyond;
      const [reach] = reachOn(wideCells, query([origin], { metric: 'nm', contours: [miles] })) as [Reach];
      const km2 = areaKm2Of((at) => haversineNm(origin, at) <= miles, [9, 12, 1, 5]);
      expect(Math.abs(reach.areaKm2 / km2 - 1)).toBeLessThan(1e-3);
      expect(reach.touchesEdge).toBe(true);
    }
  });

  test('an origin in no open cell reaches nothing', () => {
    const [reach] = reachOn(sea, query([{ lat: 10, lon: 10 }])) as [Reach];
    expect(reach).toMatchObject({ polygons: [], areaKm2: 0 });
  });
});

describe('in a current to the east', () => {
  const KNOTS = 3;
  const sea = seaOf({ latMin: -5, lonMin: -5 }, (KNOTS * 1852) / 3600);
  const origin = { lat: 0, lon: 0.3 };
  /** Hours from the origin to a place on a plane, where a vessel holds against the current what it sets it aside. */
  const hoursTo = ({ lat, lon }: LatLon, knots: number) => {
    const [x, y] = [60 * (lon - origin.lon), 60 * lat];
    const rest = 10 ** 2 - KNOTS ** 2;
    return (Math.sqrt((x * knots) ** 2 + rest * (x * x + y * y)) - x * knots) / rest;
  };

  test.each([
    ['to where a vessel gets', {}, (at: LatLon) => hoursTo(at, KNOTS)],
    ['from where it comes', { isReverse: true }, (at: LatLon) => hoursTo(at, -KNOTS)],
    [
      'from where it comes back',
      { destination: origin },
      (at: LatLon) => hoursTo(at, KNOTS) + hoursTo(at, -KNOTS),
    ],
  ])('the line is %s in 12 hours', (_, more, hours) => {
    const [reach] = reachOn(sea, query([origin], { contours: [12], ...more })) as [Reach];
    const points = pointsOf(reach);
    expect(points.length).toBeGreaterThan(30);
    for (const at of points) expect(Math.abs(hours(at) / 12 - 1)).toBeLessThan(4e-3);
  });
});

test.each([
  ['east', 1, 0],
  ['north', 0, 1],
  ['west', -1, 0],
  ['south', 0, -1],
])(
  'in a current to the %s the line is a circle beside the origin, in one wide cell or among many',
  (_, u, v) => {
    const one = { latMin: -2, lonMin: -2, columns: 1, rows: 1, side: 4 };
    const many = { latMin: -5, lonMin: -5 };
    for (const [cells, knots, hours] of [
      [one, 9, 0.5],
      [one, 9, 3],
      [many, 3, 12],
    ] as const) {
      const sea = seaOf(cells);
      for (let cell = 0; cell < sea.openCount; cell++) {
        sea.motion[4 * cell + 2] = (u * knots * 1852) / 3600;
        sea.motion[4 * cell + 3] = (v * knots * 1852) / 3600;
      }
      const origin = { lat: 0.1, lon: 0.2 };
      for (const isReverse of [false, true]) {
        const [reach] = reachOn(sea, query([origin], { contours: [hours], isReverse })) as [Reach];
        const drift = ((isReverse ? -1 : 1) * knots * hours) / 60;
        const middle = { lat: origin.lat + v * drift, lon: origin.lon + u * drift };
        expect(pointsOf(reach).length).toBeGreaterThan(30);
        for (const at of pointsOf(reach))
          expect(Math.abs(haversineNm(middle, at) / (10 * hours) - 1)).toBeLessThan(4e-3);
        expect(Math.abs(reach.areaKm2 / capKm2(10 * hours) - 1)).toBeLessThan(6e-3);
      }
    }
  },
);

test('a route to a point on the line costs the contour, where speeds depend on headings and what is burnt on cells', () => {
  const drawn = randomMesh(4, {
    cells: 150,
    closed: 'islands',
    currents: 'weak',
    consumption: 'fuel',
    headings: 'wind',
    place: 'region',
  });
  const mesh = openMesh(compileMesh(drawn.source));
  const random = randomNumbers(4);
  const ends = Array.from({ length: 2 }, (_, k) => ({ what: `${k}`, at: randomPoint(drawn, random) }));
  const [origin, far] = placeAll(mesh, ends, 1000).map(({ used }) => used) as [LatLon, LatLon];
  for (const [k, metric] of (['hours', 'fuel'] as const).entries()) {
    const costTo = (at: LatLon) => {
      const { timeDays, consumption } = planRoute(mesh, origin, at, { adjustmentLimitNm: 0.01 }).routes[k]!
        .track;
      return metric === 'hours' ? 24 * timeDays.at(-1)! : consumption!.at(-1)!;
    };
    const contour = 0.6 * costTo(far);
    const [reach] = reachOn(mesh, query([origin], { metric, contours: [contour] })) as [Reach];
    const points = pointsOf(reach);
    const step = Math.ceil(points.length / runs(5, 25));
    for (const at of points.filter((_, i) => i % step === 0)) {
      expect(Math.abs(costTo(at) / contour - 1)).toBeLessThan(1e-2);
    }
  }
});

test('an island is a hole, clockwise, and its shadow is behind it', () => {
  const isOpen = (lat: number, lon: number) => !(lat > -60 && lat < -59 && lon > -59 && lon < -58);
  const origin = { lat: -60.5, lon: -60.5 };
  const [reach] = reachOn(seaOf({ ...wide, isOpen }), query([origin])) as [Reach];
  expect(reach.polygons).toHaveLength(1);
  const [outer, hole, ...others] = reach.polygons[0]!;
  expect(others).toEqual([]);
  const turn = (ring: readonly (readonly [number, number])[]) =>
    ring.slice(1).reduce((sum, [lon, lat], k) => sum + ring[k]![0] * lat - lon * ring[k]![1], 0);
  expect(turn(outer!)).toBeGreaterThan(0);
  expect(turn(hole!)).toBeLessThan(0);
  expect(hole!.every(([lon, lat]) => lon >= -59 && lon <= -58 && lat >= -60 && lat <= -59)).toBe(true);
  // the mesh has land there, so its edge is not what ends the area
  expect(reach.touchesEdge).toBe(false);
  expect(reach.areaKm2).toBeLessThan(capKm2(240));
});

test('a slow cell that is reached all round keeps a hole in its middle, and another one has none', () => {
  const slow = seaOf(wide);
  const cellOf = ({ lat, lon }: LatLon) => cellsAt(slow, { lat, lon })[0]!;
  const [near, late] = [
    { lat: -60.5, lon: -61.5 },
    { lat: -60.5, lon: -57.5 },
  ];
  for (const at of [near, late]) slow.motion[4 * cellOf(at)]! /= 10;
  const [reach] = reachOn(slow, query([{ lat: -60.5, lon: -60.5 }], { contours: [20] })) as [Reach];
  const [, ...holes] = reach.polygons[0]!;
  expect(holes).toHaveLength(1);
  for (const [lon, lat] of holes[0]!) {
    expect(Math.abs(lon - late.lon)).toBeLessThan(0.4);
    expect(Math.abs(lat - late.lat)).toBeLessThan(0.4);
  }
});

describe('at the antimeridian', () => {
  // an island on it, 2° wide
  const isOpen = (lat: number, lon: number) => !(lat > -60 && lat < -59 && Math.abs(Math.abs(lon) - 180) < 1);
  const options = { latMin: -70, lonMin: 170, columns: 20, rows: 20 };

  test.each(some(2, [179.5, -180, 180, -179.5]))(
    'the area is split, and as large as elsewhere, from %d',
    (lon) => {
      const [reach] = reachOn(seaOf(options), query([{ lat: -60.5, lon }])) as [Reach];
      expect(reach.polygons).toHaveLength(2);
      expect(reach.touchesEdge).toBe(false);
      expect(Math.abs(reach.areaKm2 / capKm2(240) - 1)).toBeLessThan(4e-3);
      for (const [ring] of reach.polygons) {
        const lons = ring!.map(([lon]) => lon);
        expect(Math.max(...lons) - Math.min(...lons)).toBeLessThan(20);
      }
    },
  );

  test('an island there is left out of both halves, and another reader of GeoJSON finds what the vessel reaches', () => {
    const origin = { lat: -60.5, lon: 178 };
    const [reach] = reachOn(seaOf({ ...options, isOpen }), query([origin])) as [Reach];
    // d3-geo wants rings the other way round
    const coordinates = reach.polygons.map((rings) =>
      rings.map((ring) => ring.toReversed().map(([lon, lat]) => [lon, lat])),
    );
    const area = { type: 'MultiPolygon' as const, coordinates };
    const km2 = (geoArea(area) * EARTH_RADIUS_M ** 2) / 1e6;
    expect(Math.abs(km2 / reach.areaKm2 - 1)).toBeLessThan(1e-4);
    for (const [lat, lon, isIn] of [
      [-60.5, 179.99, true],
      [-60.5, -179.99, true],
      [-58.5, 178, true],
      [-62, -178, true],
      [-59.5, 179.5, false],
      [-59.5, -179.5, false],
      [-60.5, 169.9, false],
      [-60.5, -173, false],
    ] as const) {
      expect(geoContains(area, [lon, lat]), `${lat}, ${lon}`).toBe(isIn);
    }
  });
});

describe.skipIf(!hasReference)(`on weddell-sea-8k${skipped}`, () => {
  test.each([
    ['hours', 36, 0],
    ['fuel', 30, 1],
  ] as const)('a route to a point on the line costs the contour, in %s', (metric, contour, k) => {
    const mesh = referenceMesh('weddell-sea-8k');
    const origin = { lat: -60.9, lon: -43 };
    const [reach] = reachOn(mesh, query([origin], { metric, contours: [contour] })) as [Reach];
    const points = pointsOf(reach);
    const step = Math.ceil(points.length / runs(6, 25));
    let worst = 0;
    for (const at of points.filter((_, i) => i % step === 0)) {
      const { routes } = planRoute(mesh, origin, at, { adjustmentLimitNm: 0.01 });
      const { timeDays, consumption } = routes[k]!.track;
      const cost = metric === 'hours' ? 24 * timeDays.at(-1)! : consumption!.at(-1)!;
      worst = Math.max(worst, Math.abs(cost / contour - 1));
    }
    expect(worst).toBeLessThan(3e-3);
  });
});

test('an origin in no cell of the mesh is refused by its number', () => {
  const origins = [
    { lat: -60.5, lon: -60.5 },
    { lat: 10, lon: 10 },
  ];
  const request = reachRequest.parse({ origins, contours: [{ hours: 1 }] });
  expect(() => reachGeoJson(seaOf(wide), request, 300)).toThrow(
    expect.objectContaining({
      kind: 'unprocessable',
      message: expect.stringMatching(/^Origin 2 .*outside the mesh/),
    }),
  );
});

test('a destination in no cell of the mesh, and what the vessel does not consume, are refused', () => {
  const sea = seaOf(wide);
  const asked = { origins: [{ lat: -60.5, lon: -60.5 }] };
  const messageOf = (fields: object, mesh = sea) => {
    try {
      return reachGeoJson(mesh, reachRequest.parse({ ...asked, ...fields }), 300).features.length;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const there = { destination: { lat: 10, lon: 10 } };
  expect(messageOf({ contours: [{ hours: 1 }], ...there })).toMatch(/^The destination .*outside the mesh/);
  const near = { destination: { lat: -60.4, lon: -60.5 } };
  const mute = { ...sea, consumption: null };
  for (const fields of [
    { contours: [{ battery: 1 }] },
    { contours: [{ percent: 5 }], of: 'battery', ...near },
  ]) {
    expect(messageOf(fields)).toBe('This vessel consumes fuel, not battery: ask for that.');
    expect(messageOf(fields, mute)).toBe(
      'The mesh does not say what the vessel consumes: ask for hours or nm.',
    );
  }
  for (const fields of [
    { contours: [{ fuel: 1 }] },
    { contours: [{ hours: 1 }] },
    { contours: [{ nm: 1 }] },
    { contours: [{ percent: 5 }], of: 'fuel', ...near },
  ])
    expect(messageOf(fields)).toBe(1);
  expect(messageOf({ contours: [{ hours: 1 }] }, mute)).toBe(1);
});

test('the lines alone are those of the polygons, where polygons are not asked for', () => {
  const sea = seaOf(wide);
  const asked = { origins: [{ lat: -60.5, lon: -60.5 }], contours: [{ hours: 5 }] };
  const [lines, polygons] = [false, null].map(
    (polygons) => reachGeoJson(sea, reachRequest.parse({ ...asked, polygons }), 300).features[0]!,
  );
  expect(polygons!.geometry.type).toBe('MultiPolygon');
  expect(lines!.geometry.type).toBe('MultiLineString');
  expect(lines!.properties).toEqual(polygons!.properties);
  expect(lines!.geometry.coordinates.flat().length).toBeGreaterThan(60);
});

test.each([
  [
    { contours: [{ hours: 1 }, { nm: 2 }] },
    ['contours.1 must be hours like the first: one metric a request'],
  ],
  [{ contours: [{ hours: 1, nm: 2 }] }, [expect.stringMatching(/^contours\.0 must have one of hours, fuel/)]],
  [
    { contours: [{ percent: 0.05 }], destination: { lat: 1, lon: 1 } },
    ['contours.0 must be at least 0.1 per cent'],
  ],
  [
    { contours: [{ percent: 5 }] },
    ['destination is required with contours in percent: they are of the best voyage to it'],
  ],
  [
    { contours: [{ nm: 5 }], destination: { lat: 1, lon: 1 } },
    ['destination does not go with contours in nm'],
  ],
  [{ contours: [{ hours: 5 }], of: 'fuel' }, ['of goes with contours in percent only']],
  [
    {
      contours: [{ fuel: 5 }],
      origins: [
        { lat: 0, lon: 0 },
        { lat: 0, lon: 1, delay_hours: 2 },
      ],
    },
    ['origins.1.delay_hours goes with contours in hours only'],
  ],
  [{ contours: [{ percent: 0.1 }], destination: { lat: 1, lon: 1 }, of: 'fuel' }, undefined],
  [{ contours: [{ hours: 5 }], destination: { lat: 1, lon: 1 } }, undefined],
  [{ contours: [{ fuel: 5 }], origins: [{ lat: 0, lon: 0, delay_hours: 0 }] }, undefined],
])('%j: refusals are %j', (fields, expected) => {
  const { error } = reachRequest.safeParse({ origins: [{ lat: 0, lon: 0 }], ...fields });
  expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual(expected);
});

test('of ships at one place the one that leaves first has it all, and twenty cost no more than one', () => {
  const sea = seaOf(wide);
  const at = { lat: -60.5, lon: -60.5 };
  const ships = Array.from({ length: 20 }, (_, k) => ({ ...at, delayHours: k === 7 ? 0 : 1 }));
  const reaches = reachOn(sea, query(ships));
  expect(reaches.map(({ areaKm2 }) => areaKm2 > 0)).toEqual(ships.map((_, k) => k === 7));
  expect(Math.abs(reaches[7]!.areaKm2 / capKm2(240) - 1)).toBeLessThan(4e-3);
});

test('a ship among others that are a mile away, in one wide cell, has what is nearest to it', () => {
  const one = seaOf({ latMin: -62, lonMin: -62, columns: 1, rows: 1, side: 4 });
  const at = { lat: -60.2, lon: -60.4 };
  const mile = 1 / 60;
  const eastMile = mile / Math.cos((at.lat * Math.PI) / 180);
  const others = [
    { lat: at.lat + mile, lon: at.lon },
    { lat: at.lat - mile, lon: at.lon },
    { lat: at.lat, lon: at.lon + eastMile },
    { lat: at.lat, lon: at.lon - eastMile },
  ];
  const [middle] = reachOn(one, query([at, ...others], { contours: [3] })) as [Reach];
  // a square whose sides are as long as the way to the others
  expect(Math.abs(middle.areaKm2 / 1.852 ** 2 - 1)).toBeLessThan(4e-3);
});

test('two ships in one wide cell share it half and half', () => {
  const one = seaOf({ latMin: -62, lonMin: -62, columns: 1, rows: 1, side: 4 });
  const ships = [-60.4, -59.8].map((lon) => ({ lat: -60.2, lon }));
  const reaches = reachOn(one, query(ships, { contours: [3] }));
  // two caps of 30 NM whose middles are 18 NM apart: what each has is all but the segment beyond the line between them
  const [radius, half] = [30, haversineNm(ships[0]!, ships[1]!) / 2];
  const segment = radius ** 2 * Math.acos(half / radius) - half * Math.sqrt(radius ** 2 - half ** 2);
  const own = (Math.PI * radius ** 2 - segment) * 1.852 ** 2;
  for (const { areaKm2 } of reaches) expect(Math.abs(areaKm2 / own - 1)).toBeLessThan(4e-3);
});
