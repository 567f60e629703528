/** The water within a distance of closed cells and zones, as convex polygons that cover it. */
import Flatbush from 'flatbush';
import {
  EARTH_RADIUS_M,
  haversineNm,
  type LatLon,
  METRES_PER_NM,
  RADIANS,
} from '../../engine/geometry/sphere.ts';
import { CLOSED_REASONS } from '../../engine/mesh/environment.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { columnOf, rowOf } from '../../engine/mesh/point-index.ts';
import { onMesh } from '../geometry/coverage.ts';
import { type Box, boundsOf, type Polygon, type Ring } from '../geometry/polygon.ts';

/** How far outside the exact line a polygon may reach, metres. */
const OUTSIDE_M = 12;
/** Degrees of latitude: along so much of a meridian, a line of equal distance is nearly straight. */
const STRAIGHT = 0.5;
/** Of latitude. */
export const NM_PER_DEGREE = (EARTH_RADIUS_M * RADIANS) / METRES_PER_NM;
/** Closed by depth or elevation. */
const BY_DEPTH = ['land', 'shallow', 'elevation'].map((reason) => CLOSED_REASONS.indexOf(reason as never));

export type ClearanceOf = 'land' | 'all';

/** Which closed cells a route keeps clear of: where the mesh does not say what is land, all of them. */
export function isKeptClearOf(
  { cellCount, openCount, closedReason }: Mesh,
  of: ClearanceOf,
): (cell: number) => boolean {
  const isDeep = (cell: number) => BY_DEPTH.includes(closedReason[cell]!);
  let saysLand = false;
  for (let cell = openCount; cell < cellCount && !saysLand; cell++) saysLand = isDeep(cell);
  return of === 'land' && saysLand ? isDeep : () => true;
}

/** Convex polygons, found by where they are. */
export class Buffers {
  private readonly rings: readonly (readonly number[])[];
  private readonly index: Flatbush | null;

  constructor(polygons: readonly Polygon[]) {
    const placed = polygons.flatMap(onMesh);
    this.rings = placed.map(({ rings }) => Array.from(rings[0]!));
    this.index = placed.length === 0 ? null : new Flatbush(placed.length);
    for (const { bounds } of placed) this.index!.add(bounds.west, bounds.south, bounds.east, bounds.north);
    this.index?.finish();
  }

  /** The rings, counter-clockwise, of those whose boxes meet a box. */
  near({ west, south, east, north }: Box): (readonly number[])[] {
    return this.index?.search(west, south, east, north).map((k) => this.rings[k]!) ?? [];
  }
}

/** Buffers of the closed cells that a route keeps clear of and that are as near to open ones. */
export function cellBuffers(mesh: Mesh, nm: number, of: ClearanceOf): Polygon[] {
  const { bounds, cellCount, openCount } = mesh;
  const isKept = isKeptClearOf(mesh, of);
  const buffers: Polygon[] = [];
  for (let cell = openCount; cell < cellCount; cell++) {
    if (!isKept(cell) || !isNearOpen(mesh, cell, nm)) continue;
    const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4) as unknown as Four;
    buffers.push(bufferOf(alongMeridians(west, south, east, north), nm));
  }
  return buffers;
}

type Four = [number, number, number, number];

function alongMeridians(west: number, south: number, east: number, north: number): LatLon[] {
  const count = Math.max(1, Math.ceil((north - south) / STRAIGHT));
  return Array.from({ length: count + 1 }, (_, k) => south + ((north - south) * k) / count).flatMap((lat) => [
    { lat, lon: west },
    { lat, lon: east },
  ]);
}

/** Buffers of the edges of polygons. */
export function edgeBuffers(polygons: readonly Polygon[], nm: number): Polygon[] {
  return polygons.flatMap(({ rings }) =>
    rings.flatMap((ring) => {
      const buffers: Polygon[] = [];
      for (let at = 0; at < ring.length; at += 2) {
        const next = at + 2 === ring.length ? 0 : at + 2;
        const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[next]!, ring[next + 1]!];
        const count = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / STRAIGHT));
        const place = (k: number) => ({
          lon: x1 + ((x2 - x1) * k) / count,
          lat: y1 + ((y2 - y1) * k) / count,
        });
        for (let k = 0; k < count; k++) buffers.push(bufferOf([place(k), place(k + 1)], nm));
      }
      return buffers;
    }),
  );
}

/** The convex hull, in longitude and latitude, of circles round points: polygons round them, so that nothing is left out. */
function bufferOf(points: readonly LatLon[], nm: number): Polygon {
  const metres = nm * METRES_PER_NM;
  const sides = Math.max(16, Math.ceil(Math.PI / Math.acos(1 / (1 + OUTSIDE_M / metres))));
  const distance = metres / EARTH_RADIUS_M / Math.cos(Math.PI / sides);
  const around = points.flatMap((point) => circle(point, distance, sides));
  const ring = hull(around);
  return { rings: [ring], bounds: boundsOf(ring) };
}

/** Points at a distance, radians, on evenly spaced bearings (Snyder 1987, eqs. 5-5 and 5-6). */
function circle({ lat, lon }: LatLon, distance: number, sides: number): [number, number][] {
  const φ = lat * RADIANS;
  if (Math.abs(φ) + distance >= 0.5 * Math.PI) {
    // round a pole: all longitudes
    const edge = (Math.abs(φ) - distance) / RADIANS;
    return [-180, 180].flatMap((x) => [edge, 90].map((y): [number, number] => [x, Math.sign(lat) * y]));
  }
  return Array.from({ length: sides }, (_, k): [number, number] => {
    const bearing = (2 * Math.PI * (k + 0.5)) / sides;
    const sinφ = Math.sin(φ) * Math.cos(distance) + Math.cos(φ) * Math.sin(distance) * Math.cos(bearing);
    const Δλ = Math.atan2(
      Math.sin(bearing) * Math.sin(distance) * Math.cos(φ),
      Math.cos(distance) - Math.sin(φ) * sinφ,
    );
    return [lon + Δλ / RADIANS, Math.asin(sinφ) / RADIANS];
  });
}

/** Counter-clockwise (Andrew 1979). */
function hull(points: [number, number][]): Ring {
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly [number, number][]) => {
    const kept: [number, number][] = [];
    for (const p of list) {
      while (kept.length > 1) {
        const [a, b] = [kept.at(-2)!, kept.at(-1)!];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return Float64Array.from([...half(points), ...half([...points].reverse())].flat());
}

function isNearOpen(
  { grid, bucketStart, bucketCell, bounds, openCount }: Mesh,
  cell: number,
  nm: number,
): boolean {
  const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4) as unknown as Four;
  const Δlat = nm / NM_PER_DEGREE;
  const farthest = Math.min(89, Math.max(Math.abs(south), Math.abs(north)) + Δlat);
  const Δlon = Δlat / Math.cos(farthest * RADIANS);
  const turns = [0, ...(west - Δlon < -180 ? [360] : []), ...(east + Δlon > 180 ? [-360] : [])];
  return turns.some((turn) => {
    const [w, e, s, n] = [west + turn - Δlon, east + turn + Δlon, south - Δlat, north + Δlat];
    for (let row = rowOf(grid, s); row <= rowOf(grid, n); row++) {
      for (let column = columnOf(grid, w); column <= columnOf(grid, e); column++) {
        const bucket = row * grid[4]! + column;
        for (let k = bucketStart[bucket]!; k < bucketStart[bucket + 1]!; k++) {
          const i = 4 * bucketCell[k]!;
          if (bucketCell[k]! >= openCount || bounds[i]! > e || bounds[i + 2]! < w) continue;
          if (bounds[i + 1]! <= n && bounds[i + 3]! >= s) return true;
        }
      }
    }
    return false;
  });
}

/** Whether a box lies in a circle, nautical miles. */
export function isBoxWithin(corners: readonly LatLon[], centre: LatLon, nm: number): boolean {
  return corners.every((corner) => haversineNm(corner, centre) <= nm);
}
