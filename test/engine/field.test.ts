/** The field: costs from points to all points, judged by routes between two points and by closed forms. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { FieldSolver } from '../../lib/engine/field.ts';
import {
  haversineNm,
  type LatLon,
  METRES_PER_NM,
  SECONDS_PER_DAY,
} from '../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../lib/engine/path/track.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { RouteInaccessible } from '../../lib/engine/waypoints/errors.ts';
import { borderOf } from '../../lib/voyage/reach/cell-border.ts';
import { some } from '../thorough.ts';
import { trialOf } from './for-random-meshes.ts';
import { isOpen, type MeshTraits, randomMesh, randomNumbers, randomPoint } from './random-mesh.ts';
import { hasReference, referenceMesh, referenceRoutes, skipped } from './reference.ts';

const ISLANDS = { cells: 60, closed: 'islands', currents: 'weak', consumption: 'fuel' } as const;

/** Relative: the last leg and the others are measured by two series of the mean cosine (search.ts). */
const SERIES = 1.1e-6;

/** A random mesh, points in its open cells, and the cost of the best route between two of them. */
function sea(seed: number, traits: Partial<MeshTraits>, points: number) {
  const drawn = randomMesh(seed, traits);
  const mesh = openMesh(compileMesh(drawn.source));
  const random = randomNumbers(seed);
  const places = Array.from({ length: points }, () => randomPoint(drawn, random));
  const best = (from: LatLon, to: LatLon) => {
    try {
      return totalOf(planRoute(mesh, from, to, { adjustmentLimitNm: 0 }).routes[0]!.track, 'traveltime');
    } catch (error) {
      if (error instanceof RouteInaccessible) return Infinity;
      throw error;
    }
  };
  return { mesh, source: drawn.source, places, best };
}

const KINDS = [
  ['wind', 'region'],
  ['alike', 'antimeridian'],
  ['alike', 'polar'],
  ['alike', 'region'],
  ['alike', 'globe'],
] as const;

describe.each(some(3, KINDS))('where headings are %s, on a mesh of the kind %s', (headings, place) => {
  const { mesh, places, best } = sea(5, { ...ISLANDS, headings, place }, 7);
  const [first, ...others] = places as [LatLon, ...LatLon[]];
  const solver = new FieldSolver(mesh, 'traveltime', { pointsPerEdge: 16 });

  const routes = others.map((other) => ({ other, least: best(first, other) }));

  it('costs as much as the best route to every point, and a little more', () => {
    const field = solver.from([{ at: first }]);
    let compared = 0;
    for (const { other, least } of routes) {
      const cost = field.costAt(other);
      expect(cost === Infinity).toBe(least === Infinity);
      if (least === Infinity || least === 0) continue;
      expect(cost / least).toBeGreaterThan(1 - 2e-3);
      expect(cost / least).toBeLessThan(1 + 2e-2);
      compared++;
    }
    expect(compared).toBeGreaterThan(2);
  });

  it('costs the same from a point to another and, found from the other end, to that one', () => {
    const field = solver.from([{ at: first }]);
    for (const other of others) {
      const [there, back] = [field.costAt(other), solver.to([{ at: other }]).costAt(first)];
      if (there === Infinity) expect(back).toBe(Infinity);
      else expect(Math.abs(back / there - 1)).toBeLessThan(SERIES);
    }
  });

  it('refines the path to a point to that of the best route', () => {
    const field = solver.from([{ at: first }]);
    for (const { other, least } of routes) {
      const track = field.trackTo(other);
      expect(track === null).toBe(least === Infinity);
      if (!track || least === 0) continue;
      expect(totalOf(track, 'traveltime') / least).toBeLessThan(1 + 1e-2);
      expect(totalOf(track, 'traveltime') / least).toBeGreaterThan(1 - 1e-5);
      expect(track.coordinates[0]).toEqual([first.lon, first.lat]);
      expect(track.coordinates.at(-1)).toEqual([other.lon, other.lat]);
    }
  });
});

it('takes each point from the source that is nearest by cost, what was spent there included', () => {
  const { mesh, places } = sea(6, { ...ISLANDS, headings: 'alike', place: 'region' }, 30);
  const solver = new FieldSolver(mesh, 'fuel');
  const sources = places.slice(0, 4).map((at, k) => ({ at, cost: 0.1 * k }));
  const alone = sources.map((source) => solver.from([source]));
  const together = solver.from(sources);
  const seen = new Set<number>();
  for (const place of places.slice(4)) {
    const costs = alone.map((field) => field.costAt(place));
    const least = Math.min(...costs);
    expect(together.costAt(place)).toBe(least);
    const source = together.at(place).source;
    expect(source).toBe(least === Infinity ? -1 : costs.indexOf(least));
    seen.add(source);
    const path = together.pathTo(place);
    if (path) expect(path.point(0)).toEqual([sources[source]!.at.lon, sources[source]!.at.lat]);
  }
  expect(seen.size).toBeGreaterThan(2);
});

it('leaves out what costs more than the bound, and changes nothing else', () => {
  const { mesh, places } = sea(7, { ...ISLANDS, headings: 'alike', place: 'region' }, 20);
  const solver = new FieldSolver(mesh, 'traveltime');
  const [at] = places as [LatLon];
  const all = solver.from([{ at }]);
  const bound = 0.5 * Math.max(...places.map((place) => all.costAt(place)).filter(Number.isFinite));
  const near = solver.from([{ at }], { bound });
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const [wide, narrow] = [borderOf(all, cell, []).cost, borderOf(near, cell, []).cost];
    wide.forEach((cost, k) => {
      if (cost < bound * (1 - 1e-9)) expect(narrow[k]).toBe(cost);
    });
  }
  expect(solver.from([{ at }], { isOver: () => true }).complete).toBe(false);
});

it('gives the border of a cell counterclockwise, its corners and hanging corners among the points', () => {
  const { mesh, places } = sea(8, { ...ISLANDS, headings: 'wind', place: 'antimeridian' }, 1);
  const field = new FieldSolver(mesh, 'traveltime', { pointsPerEdge: 3 }).from([{ at: places[0]! }]);
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const { lon, lat, cost, source } = borderOf(field, cell, []);
    const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
    let doubled = 0;
    for (let k = 0; k < lon.length; k++) {
      const next = (k + 1) % lon.length;
      doubled += lon[k]! * lat[next]! - lon[next]! * lat[k]!;
      const isOnSide = [lon[k]! - west!, lon[k]! - east!, lat[k]! - south!, lat[k]! - north!].some(
        (off) => Math.abs(off) < 1e-9,
      );
      expect(isOnSide).toBe(true);
      expect(Math.hypot(lon[next]! - lon[k]!, lat[next]! - lat[k]!)).toBeGreaterThan(1e-9);
      expect(source[k]).toBe(cost[k]! < Infinity ? 0 : -1);
      const inCell = field.inCell(cell, { lon: lon[k]!, lat: lat[k]! }).cost;
      if (cost[k]! < Infinity) expect(Math.abs(inCell / cost[k]! - 1)).toBeLessThan(SERIES);
    }
    expect(doubled / 2).toBeCloseTo((east! - west!) * (north! - south!), 6);
  }
});

it('is the great circle divided by the speed on a uniform sea, across the antimeridian', () => {
  const drawn = randomMesh(1, {
    cells: 150,
    place: 'antimeridian',
    currents: 'none',
    headings: 'alike',
    closed: 'none',
  });
  const speed = 5;
  const speeds = drawn.source.speeds.map(() => speed);
  const mesh = openMesh(compileMesh({ ...drawn.source, speeds }));
  const random = randomNumbers(1);
  const [from, ...others] = Array.from({ length: 12 }, () => randomPoint(drawn, random));
  const field = new FieldSolver(mesh, 'traveltime', { pointsPerEdge: 12 }).from([{ at: from! }]);
  const crossed = others.filter((to) => {
    const days = (haversineNm(from!, to) * METRES_PER_NM) / speed / SECONDS_PER_DAY;
    expect(field.costAt(to) / days).toBeGreaterThan(1 - 1e-4);
    expect(field.costAt(to) / days).toBeLessThan(1 + 3e-3);
    return Math.abs(to.lon - from!.lon) > 180;
  });
  expect(crossed.length).toBeGreaterThan(2);
});

it('squeezes through pinches only where it may', () => {
  const { mesh, start } = trialOf(12, { cells: 300, closed: 'scattered', currents: 'weak' })!;
  const [without, within] = [false, true].map((pinches) =>
    new FieldSolver(mesh, 'traveltime', { pinches }).from([{ at: start }]),
  );
  let opened = 0;
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
    const at = { lat: 0.5 * (south! + north!), lon: 0.5 * (west! + east!) };
    expect(within!.costAt(at)).toBeLessThanOrEqual(without!.costAt(at));
    if (without!.costAt(at) === Infinity && within!.costAt(at) < Infinity) opened++;
  }
  expect(opened).toBeGreaterThan(0);
});

it('reaches nothing from a closed cell or from outside the mesh', () => {
  const { mesh, source } = sea(9, { ...ISLANDS, place: 'region' }, 1);
  const closed = source.ids.findIndex((_, row) => !isOpen(source, row));
  const at = {
    lat: 0.5 * (source.bounds[4 * closed + 1]! + source.bounds[4 * closed + 3]!),
    lon: 0.5 * (source.bounds[4 * closed]! + source.bounds[4 * closed + 2]!),
  };
  const solver = new FieldSolver(mesh, 'traveltime');
  for (const place of [at, { lat: 89, lon: 0 }]) {
    const field = solver.from([{ at: place }]);
    for (let cell = 0; cell < mesh.openCount; cell++)
      expect(borderOf(field, cell, []).source.every((one) => one === -1)).toBe(true);
    expect(field.costAt(place)).toBe(Infinity);
    expect(field.at(place)).toEqual({ cost: Infinity, source: -1 });
    expect(field.pathTo(place)).toBeNull();
  }
});

it.runIf(hasReference)(
  `is within 0.5 % of every route of the reference, with four points on an edge${skipped}`,
  () => {
    const routes = some(
      4,
      referenceRoutes('weddell-sea-8k').filter(({ objective }) => objective === 'fuel'),
    );
    const solver = new FieldSolver(referenceMesh('weddell-sea-8k'), 'fuel');
    for (const { start, end, best } of routes) {
      const cost = solver.from([{ at: start }]).costAt(end);
      expect(cost / best.cost).toBeGreaterThan(1 - 1e-5);
      expect(cost / best.cost).toBeLessThan(1.005);
    }
  },
);
