/** What areas that overlap do to a sea, by many places in it. */
import { expect, it } from 'vitest';
import { CLOSED_REASONS } from '../../lib/engine/mesh/environment.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import { type Box, polygonsOf } from '../../lib/zones/geometry/polygon.ts';
import { type CellArea, CoveredArea, divideMesh, MetArea } from '../../lib/zones/mesh/divide-mesh.ts';
import type { Pieces } from '../../lib/zones/mesh/pieces.ts';
import { randomNumbers } from '../engine/random-mesh.ts';
import { starPolygon } from './areas.ts';
import { openSea } from './open-sea.ts';

/** Degrees of latitude, more than boxes along a border reach beyond it. */
const MARGIN = 0.006;
const sea = openSea({ west: -60, south: -60, columns: 4, rows: 4, height: 0.5 });

const star = (seed: number, lon: number, lat: number) => {
  const random = randomNumbers(seed);
  const radii = Array.from({ length: 9 }, () => 0.25 + 0.35 * random());
  return new Coverage(polygonsOf(starPolygon({ lat, lon, radii }).geometry));
};
const [zone, water, slow, slower] = [
  star(1, -58.6, -59),
  star(2, -58.1, -58.8),
  star(3, -57.8, -59.2),
  star(4, -57.5, -58.9),
] as const;

/** Whether a place is inside, or null where it is near the border. */
function isInside(area: Coverage, lon: number, lat: number): boolean | null {
  const around = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => (k * Math.PI) / 4);
  const is = area.contains(lon, lat);
  const near = around.map((at) =>
    area.contains(lon + 2 * MARGIN * Math.cos(at), lat + MARGIN * Math.sin(at)),
  );
  return near.every((each) => each === is) ? is : null;
}

/** The pieces at a place, none where its cell is whole. */
function piecesAt({ bounds }: Pieces, lon: number, lat: number): number[] {
  const found: number[] = [];
  for (let k = 0; k < bounds.length; k += 4) {
    if (bounds[k]! < lon && lon < bounds[k + 2]! && bounds[k + 1]! < lat && lat < bounds[k + 3]!)
      found.push(k / 4);
  }
  return found;
}

/** Places with what is at them of each area, those near a border left out. */
const places = (() => {
  const random = randomNumbers(7);
  return Array.from({ length: 600 }, () => [-60 + 4 * random(), -60 + 2 * random()] as const).flatMap(
    ([lon, lat]) => {
      const inside = [zone, water, slow, slower].map((area) => isInside(area, lon, lat));
      return inside.includes(null) ? [] : [{ lon, lat, inside: inside as boolean[] }];
    },
  );
})();

it('what closes first closes, and what is left has the lowest of the limits that hold', () => {
  const pieces = divideMesh(sea, [
    { area: new CoveredArea(zone), closes: 'zone' },
    { area: new CoveredArea(water), closes: 'clearance' },
    { area: new CoveredArea(slow), closes: false, limitMps: 4 },
    { area: new CoveredArea(slower), closes: false, limitMps: 2 },
  ]);
  const seen = new Set<string>();
  for (const { lon, lat, inside } of places) {
    const [own, ...others] = piecesAt(pieces, lon, lat);
    expect(others).toEqual([]);
    const [isZone, isWater, isSlow, isSlower] = inside;
    const by = isZone ? 'zone' : isWater ? 'clearance' : null;
    const limit = by || !(isSlow || isSlower) ? Infinity : isSlower ? 2 : 4;
    seen.add(`${by} ${limit} ${isSlow && isSlower} ${own === undefined}`);
    const said = own === undefined ? null : [pieces.closed[own], pieces.limit[own], pieces.partLimit[own]];
    const code = by ? CLOSED_REASONS.indexOf(by) : 0;
    if (by || limit < Infinity || said) expect(said).toEqual([code, limit, limit]);
  }
  // whole cells, closed ones of both kinds, and each limit alone and where both hold
  expect(seen.size).toBeGreaterThan(6);
  // all pieces of a cell are together, and tile it
  const size = (bounds: Float64Array, k: number) =>
    (bounds[4 * k + 2]! - bounds[4 * k]!) * (bounds[4 * k + 3]! - bounds[4 * k + 1]!);
  const sums = new Map<number, number>();
  pieces.cell.forEach((cell, k) => {
    expect(k === 0 || cell >= pieces.cell[k - 1]!).toBe(true);
    sums.set(cell, (sums.get(cell) ?? 0) + size(pieces.bounds, k));
  });
  for (const [cell, sum] of sums) expect(sum).toBeCloseTo(size(sea.bounds, cell), 9);
});

it('where a limit is only met, it holds in part: no limit is missed, and none holds where it does not', () => {
  const pieces = divideMesh(sea, [
    { area: new MetArea(slow), closes: false, limitMps: 4 },
    { area: new MetArea(slower), closes: false, limitMps: 2 },
  ]);
  let inPart = 0;
  for (const { lon, lat, inside } of places) {
    const [own, ...others] = piecesAt(pieces, lon, lat);
    expect(others).toEqual([]);
    const limit = inside[3] ? 2 : inside[2] ? 4 : Infinity;
    if (own === undefined) {
      expect(limit).toBe(Infinity);
      continue;
    }
    expect(pieces.limit[own]).toBeGreaterThanOrEqual(limit);
    expect(pieces.partLimit[own]).toBeLessThanOrEqual(limit);
    expect(pieces.closed[own]).toBe(0);
    if (pieces.partLimit[own]! < pieces.limit[own]!) inPart++;
  }
  expect(inPart).toBeGreaterThan(20);
});

it('cells that meshes have in common are divided once, others by themselves', () => {
  const asked: Box[] = [];
  const area = new CoveredArea(zone);
  const counted: CellArea = {
    divide(box) {
      asked.push(box);
      return area.divide(box);
    },
  };
  const changes = [{ area: counted, closes: 'zone' }] as const;
  const dividedAlone = (mesh: Mesh) => divideMesh(mesh, [{ area, closes: 'zone' }]);
  const askedBy = (mesh: Mesh) => {
    asked.length = 0;
    const pieces = divideMesh(mesh, changes);
    const alone = dividedAlone(mesh);
    expect([pieces.bounds, pieces.cell, pieces.closed]).toEqual([alone.bounds, alone.cell, alone.closed]);
    return asked.length;
  };
  const tomorrow = openSea({ west: -59, south: -60, columns: 4, rows: 4, height: 0.5 });
  const taller = openSea({ west: -60, south: -60, columns: 4, rows: 2, height: 1 });
  expect(askedBy(sea)).toBe(sea.openCount);
  expect(askedBy(sea)).toBe(0);
  // three of its four columns are those of today
  expect(askedBy(tomorrow)).toBe(4);
  expect(askedBy(taller)).toBe(taller.openCount);
});
