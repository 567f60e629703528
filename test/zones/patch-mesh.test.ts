import { expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../../lib/engine/mesh/mesh.ts';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import { polygonsOf } from '../../lib/zones/geometry/polygon.ts';
import { CoveredArea, divideMesh } from '../../lib/zones/mesh/divide-mesh.ts';
import { patchMesh } from '../../lib/zones/mesh/patch-mesh.ts';
import { Pieces } from '../../lib/zones/mesh/pieces.ts';
import { OPEN_NEAR_CLEARANCE } from '../../lib/zones/zoned-mesh.ts';
import { randomMesh, randomNumbers } from '../engine/random-mesh.ts';
import { starPolygon } from './areas.ts';
import { openSea } from './open-sea.ts';

const SEEDS = 16;

/** A random mesh with two closed zones in it, and what was made of it. */
function patched(seed: number) {
  const mesh = openMesh(compileMesh(randomMesh(seed, { cells: 20 }).source));
  const random = randomNumbers(seed);
  const zones = [0, 1].flatMap(() => {
    const cell = Math.floor(random() * mesh.openCount);
    const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
    const centre = { lat: south! + random() * (north! - south!), lon: west! + random() * (east! - west!) };
    const radii = Array.from({ length: 9 }, () => (0.3 + random()) * Math.min(0.03, north! - south!));
    const { geometry } = starPolygon({ ...centre, radii });
    const beyond = geometry.coordinates[0]!.some(([, lat]) => Math.abs(lat!) > 89);
    return beyond ? [] : polygonsOf(geometry as never);
  });
  const pieces = divideMesh(mesh, [{ area: new CoveredArea(new Coverage(zones)), closes: 'zone' }]);
  return { mesh, pieces, now: patchMesh(mesh, pieces, () => null) };
}

type Box = readonly [west: number, south: number, east: number, north: number];

const boxOf = ({ bounds }: Mesh, cell: number) =>
  [...bounds.subarray(4 * cell, 4 * cell + 4)] as unknown as Box;

/** The same cells compiled as a file of their own: neighbours are found here, each with each. */
function compiledAnew(mesh: Mesh, now: Mesh): Mesh {
  const pinches = new Set(Array.from(mesh.pinch, (corner) => placeOf(mesh, corner)));
  const isOpen = (cell: number) => cell < now.openCount;
  const cell: number[] = [];
  const start = [0];
  for (let a = 0; a < now.cellCount; a++) {
    for (let b = 0; b < now.cellCount; b++) {
      if (a !== b && isOpen(a) && isOpen(b) && areNeighbours(boxOf(now, a), boxOf(now, b), pinches))
        cell.push(b);
    }
    start.push(cell.length);
  }
  const count = now.cellCount;
  return openMesh(
    compileMesh({
      ids: Array.from({ length: count }, (_, i) => String(i)),
      bounds: now.bounds.slice(),
      accessible: Uint8Array.from({ length: count }, (_, i) => (isOpen(i) ? 1 : 0)),
      currents: new Float64Array(2 * count),
      speeds: new Float64Array(8 * count).fill(5),
      rates: null,
      consumption: null,
      neighbours: {
        start: Int32Array.from(start),
        cell: Int32Array.from(cell),
        direction: new Int8Array(cell.length).fill(2),
      },
    }),
  );
}

/** Whether two cells have part of a side in common, or only a corner where the mesh had a pinch. */
function areNeighbours(a: Box, b: Box, pinches: ReadonlySet<string>): boolean {
  const lat = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  const lons = [0, 360, -360].map((turn) => Math.min(a[2], b[2] + turn) - Math.max(a[0], b[0] + turn));
  const lon = Math.max(...lons);
  if (lat < 0 || lon < 0) return false;
  if (lat > 0 || lon > 0) return true;
  const corners = [0, 2].flatMap((x) => [1, 3].map((y) => placeAt(a[x]!, a[y]!)));
  const others = [0, 2].flatMap((x) => [1, 3].map((y) => placeAt(b[x]!, b[y]!)));
  return corners.some((place) => pinches.has(place) && others.includes(place));
}

const placeAt = (lon: number, lat: number): string => `${lon === 180 ? -180 : lon + 0} ${lat + 0}`;
const placeOf = ({ cornerPoint }: Mesh, corner: number) =>
  placeAt(cornerPoint[2 * corner]!, cornerPoint[2 * corner + 1]!);

/** All that a mesh says of its borders, whatever its cells, edges and corners are numbered. */
function described(mesh: Mesh) {
  const cellName = (cell: number) => boxOf(mesh, cell).join();
  const cornerName = (corner: number) =>
    `${placeOf(mesh, corner)}: ${named(mesh.cornerCell.subarray(4 * corner, 4 * corner + 4), cellName)}`;
  const edgeName = (edge: number) => {
    const [low, high, begin, end] = mesh.edgeTopology.subarray(4 * edge, 4 * edge + 4) as unknown as number[];
    const span = [...mesh.edgeSpan.subarray(3 * edge, 3 * edge + 3)].join();
    return `${mesh.edgeVertical[edge]} ${span}: ${cellName(low!)} | ${cellName(high!)}, ${cornerName(begin!)} to ${cornerName(end!)}`;
  };
  const each = <T>(count: number, of: (k: number) => T) => Array.from({ length: count }, (_, k) => of(k));
  const partOf = (which: 0 | 1) => {
    const parts = new Map<number, string[]>();
    for (let cell = 0; cell < mesh.openCount; cell++) {
      const part = mesh.component[2 * cell + which]!;
      parts.set(part, [...(parts.get(part) ?? []), cellName(cell)].sort());
    }
    return [...parts.values()].map(String).sort();
  };
  return {
    edges: each(mesh.edgeCount, edgeName).sort(),
    corners: each(
      mesh.cornerCount,
      (c) => `${cornerName(c)}; ${named(mesh.cornerEdge.subarray(4 * c, 4 * c + 4), edgeName)}`,
    ).sort(),
    pinches: each(mesh.pinch.length / 2, (p) =>
      [...mesh.pinch.subarray(2 * p, 2 * p + 2)].map(cornerName).sort().join(' x '),
    ).sort(),
    cells: each(
      mesh.openCount,
      (c) =>
        `${cellName(c)}; ${named(mesh.cellEdge.subarray(mesh.cellEdgeStart[c], mesh.cellEdgeStart[c + 1]), edgeName)}; ` +
        named(mesh.cellCorner.subarray(mesh.cellCornerStart[c], mesh.cellCornerStart[c + 1]), cornerName),
    ).sort(),
    parts: [...partOf(0), ...partOf(1)],
  };
}

const named = (numbers: Int32Array, name: (k: number) => string): string =>
  [...numbers]
    .filter((k) => k >= 0)
    .map(name)
    .sort()
    .join(' + ');

it('closes nothing outside of a zone where what a border crosses stays open', () => {
  const sea = openSea({ west: -60, south: -60, columns: 4, rows: 4, height: 0.5 });
  const random = randomNumbers(5);
  const radii = Array.from({ length: 40 }, () => 0.4 + 0.4 * random());
  const { geometry } = starPolygon({ lat: -59, lon: -58, radii });
  const zone = new Coverage(polygonsOf(geometry as never));
  const area = new CoveredArea(zone, OPEN_NEAR_CLEARANCE);
  const { bounds, closed, count } = divideMesh(sea, [{ area, closes: 'zone' }]);
  expect(closed.filter((reason) => reason !== 0).length).toBeGreaterThan(20);
  for (let k = 0; k < count; k++) {
    const [west, south, east, north] = bounds.subarray(4 * k, 4 * k + 4) as unknown as Box;
    for (const at of Array.from({ length: 20 }, () => [random(), random()] as const)) {
      const isInside = zone.contains(west + at[0] * (east - west), south + at[1] * (north - south));
      if (closed[k] !== 0) expect(isInside).toBe(true);
    }
    for (const cut of [west, south, east, north]) expect(Number.isInteger(cut * 2 ** 14)).toBe(true);
  }
});

it('leaves a piece whole that is longer than wide only because the grid of cuts is, near a pole', () => {
  const step = 2 ** -14;
  const pieces = new Pieces();
  pieces.add({ west: -60, south: -80, east: -60 + step, north: -80 + step }, 0, 0, Infinity);
  expect(pieces.count).toBe(1);
  pieces.add({ west: -60, south: -80, east: -60 + 4 * step, north: -80 + 9 * step }, 0, 0, Infinity);
  expect(pieces.count).toBeGreaterThan(3);
  for (const cut of pieces.bounds) expect(Number.isInteger(cut / step)).toBe(true);
});

it("divides wide cells that many small pieces touch, as a proof takes the square of a cell's neighbours", () => {
  const sea = openSea({ west: -60, south: -60, columns: 3, rows: 3, height: 2 });
  // a strip in the middle of nine cells, up to 1 km from those north of it, and ragged there
  const edge = Array.from({ length: 200 }, (_, k) => [-55.9 + 0.019 * k, -56.01 - (k % 2 ? 0.03 : 0)]);
  const ring = [[-55.9, -57.5], ...edge, [-52.1, -57.5], [-55.9, -57.5]];
  const zone = new Coverage(polygonsOf({ type: 'Polygon', coordinates: [ring] } as never));
  const pieces = divideMesh(sea, [{ area: new CoveredArea(zone), closes: 'zone' }]);
  const now = patchMesh(sea, pieces, () => null);
  expect(now.openCount).toBeGreaterThan(300);
  for (let cell = 0; cell < now.openCount; cell++) {
    expect(now.cellEdgeStart[cell + 1]! - now.cellEdgeStart[cell]!, `cell ${cell}`).toBeLessThanOrEqual(45);
  }
  const area = (bounds: Float64Array) => {
    let sum = 0;
    for (let k = 0; k < bounds.length; k += 4)
      sum += (bounds[k + 2]! - bounds[k]!) * (bounds[k + 3]! - bounds[k + 1]!);
    return sum;
  };
  expect(area(now.bounds)).toBeCloseTo(area(sea.bounds), 9);
});

function expectAlike(now: Mesh, anew: Mesh, where: string): void {
  const [own, other] = [described(now), described(anew)];
  for (const what of Object.keys(own) as (keyof typeof own)[]) {
    const known = new Set(other[what]);
    expect(
      own[what].find((one) => !known.has(one)),
      `${where}, ${what}`,
    ).toBeUndefined();
    expect(own[what].length, `${where}, ${what}`).toBe(other[what].length);
  }
}

it('has the borders of the same cells compiled as a file of their own', () => {
  let divided = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const made = patched(seed);
    if (made.pieces.count === 0 || made.now.openCount > 160) continue;
    const anew = compiledAnew(made.mesh, made.now);
    // the compiler cuts long cells near a pole each time
    if (anew.openCount !== made.now.openCount) continue;
    divided++;
    expectAlike(made.now, anew, `seed ${seed}`);
  }
  expect(divided).toBeGreaterThan(4);
});

it('has them across the antimeridian, too', () => {
  const sea = openSea({ west: 178, south: -61, columns: 2, rows: 2, height: 1 });
  const { geometry } = starPolygon({ lat: -60, lon: 180, radii: [0.3, 0.2, 0.3, 0.2] });
  const zones = new Coverage(polygonsOf(geometry as never));
  const pieces = divideMesh(sea, [{ area: new CoveredArea(zones), closes: 'zone' }]);
  const now = patchMesh(sea, pieces, () => null);
  expect(now.openCount).toBeGreaterThan(sea.openCount);
  expectAlike(now, compiledAnew(sea, now), 'at 180° E');
});

it.each([
  ['south-west and north-east', (x: number, y: number) => x !== y],
  ['north-west and south-east', (x: number, y: number) => x === y],
])('has cells that touch at a corner only on the antimeridian, divided %s of it', (_, isLand) => {
  const sea = openSea({ west: 178, south: -61, columns: 2, rows: 2, height: 1, isLand });
  expect(sea.pinch.length).toBeGreaterThan(0);
  const stars = [179.2, -179.3].flatMap((lon) =>
    [-60.6, -59.4].map((lat) => starPolygon({ lat, lon, radii: [0.1, 0.2, 0.1] }).geometry),
  );
  for (const chosen of [stars.slice(0, 2), stars.slice(2), stars]) {
    const zones = new Coverage(chosen.flatMap((geometry) => polygonsOf(geometry)));
    const pieces = divideMesh(sea, [{ area: new CoveredArea(zones), closes: 'zone' }]);
    const now = patchMesh(sea, pieces, () => null);
    expect(now.openCount).toBeGreaterThan(sea.openCount);
    expect(now.pinch.length).toBe(sea.pinch.length);
    expectAlike(now, compiledAnew(sea, now), 'at 180° E');
  }
});
