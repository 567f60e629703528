/**
 * How much room the legs of a route have to the closed cells of its mesh, and to closed zones, on either side.
 *
 * The distance to the nearest closed cell changes by no more than what is sailed. So between two places it is at least half of what
 * both distances are together more than the leg between them: where that is no less than the least found so far, none is looked at
 * (Piyavskii 1972, Shubert 1972).
 */
import { goldenSection } from '../engine/cost/golden-section.ts';
import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import {
  EARTH_RADIUS_M,
  haversineNm,
  type LatLon,
  METRES_PER_NM,
  type Point,
  RADIANS,
  rhumb,
} from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { columnOf, rowOf } from '../engine/mesh/point-index.ts';
import { nearestPoint } from '../engine/waypoints/nearest-point.ts';
import { crossingOfCourse, type Four, nearestOnCourse, rightOfCourse } from './beside-course.ts';
import type { Coverage } from './geometry/coverage.ts';
import type { Box } from './geometry/polygon.ts';

/** Nautical miles; each at most MOST_NM. */
export interface LegClearance {
  readonly nm: number;
  readonly portNm: number;
  readonly starboardNm: number;
}

/** What is further away is not looked for, nautical miles. */
const MOST_NM = 20;
/** Nautical miles: the least distance is searched where no other is less by more than this. */
const WITHIN_NM = 0.05;
/** A nearest point closer than this to the course does not show on which side a cell or an edge is: its middle does, nautical miles. */
const TOUCH_NM = 0.001;
const BOTH = [0, 1] as const;
const NM_PER_DEGREE = (EARTH_RADIUS_M * RADIANS) / METRES_PER_NM;

type Sides = [port: number, starboard: number];

/** What legs keep clear of. */
export interface Closed {
  /** Not divided along zones: what is closed then reaches beyond them. */
  readonly mesh: Mesh;
  /** Closed zones. */
  readonly areas: readonly Coverage[];
}

export function legClearances(closed: Closed, coordinates: readonly Point[]): LegClearance[] {
  return coordinates.slice(1).map((to, k) => {
    const [portNm, starboardNm] = clearanceOf(closed, coordinates[k]!, to);
    return { nm: Math.min(portNm, starboardNm), portNm, starboardNm };
  });
}

function clearanceOf(closed: Closed, from: Point, to: Point): Sides {
  const line = new MercatorLine(from, to);
  const [a, b] = [from, to].map(([lon, lat]) => ({ lon, lat })) as [LatLon, LatLon];
  const { lengthM, bearing } = rhumb(a, b);
  const lengthNm = lengthM / METRES_PER_NM;
  const at = (nm: number) =>
    sidesAt(closed, line.at(lengthNm === 0 ? 0 : Math.min(1, nm / lengthNm)), bearing);
  const least: Sides = [MOST_NM, MOST_NM];
  const where: Sides = [0, 0];
  const lookAt = (nm: number): Sides => {
    const sides = at(nm);
    for (const side of BOTH) if (sides[side] < least[side]) [least[side], where[side]] = [sides[side], nm];
    return sides;
  };
  const lookBetween = (from: number, atFrom: Sides, to: number, atTo: Sides): void => {
    const boundOf = (side: 0 | 1) => Math.max(0, 0.5 * (atFrom[side] + atTo[side] - (to - from)));
    if (BOTH.every((side) => boundOf(side) >= least[side] - WITHIN_NM)) return;
    const middle = 0.5 * (from + to);
    const atMiddle = lookAt(middle);
    lookBetween(from, atFrom, middle, atMiddle);
    lookBetween(middle, atMiddle, to, atTo);
  };
  lookBetween(0, lookAt(0), lengthNm, lookAt(lengthNm));
  return BOTH.map((side) => {
    if (least[side]! >= MOST_NM) return MOST_NM;
    const [low, high] = [
      Math.max(0, where[side]! - 2 * WITHIN_NM),
      Math.min(lengthNm, where[side]! + 2 * WITHIN_NM),
    ];
    return Math.min(
      least[side]!,
      goldenSection((part) => at(low + part * (high - low))[side]!),
    );
  }) as Sides;
}

/** Distances of the nearest that is closed on either side of a course through a point; twice MOST_NM where nothing near is. */
function sidesAt({ mesh, areas }: Closed, [lon, lat]: Point, bearing: number): Sides {
  const sides: Sides = [2 * MOST_NM, 2 * MOST_NM];
  const { bounds } = mesh;
  const from = { lat, lon };
  const rightOf = rightOfCourse(from, bearing);
  const note = (nm: number, nearest: LatLon, middle: LatLon) => {
    const right = rightOf(nearest);
    const side = (Math.abs(right) > TOUCH_NM ? right : rightOf(middle)) > 0 ? 1 : 0;
    sides[side] = Math.min(sides[side], nm);
  };
  for (const cell of closedCellsNear(mesh, from, 2 * MOST_NM)) {
    const most = Math.max(sides[0], sides[1]);
    const point = nearestPoint(bounds, cell, from, most);
    if (!point) continue;
    const nm = haversineNm(from, point);
    if (nm >= most) continue;
    const ahead = nearestOnCourse(boxOf(bounds, cell), from, bearing);
    if (ahead) for (const side of BOTH) sides[side] = Math.min(sides[side], haversineNm(from, ahead));
    note(nm, point, middleOf(bounds, cell));
  }
  for (const box of boxesAround(from, 2 * MOST_NM)) {
    for (const area of areas) {
      if (!area.isNear(box)) continue;
      const here = { lat, lon: 0.5 * (box.west + box.east) };
      for (const { first, leastNm, side } of runsFrom(area, here, bearing)) {
        if (leastNm >= (side === null ? Math.max(...sides) : sides[side])) continue;
        for (let e = first; e < Math.min(first + area.runLength, area.edgeCount); e++) {
          const edge = area.edge(e);
          const point = nearestOnEdge(edge, here);
          const ahead = crossingOfCourse(edge, here, bearing);
          if (ahead) for (const own of BOTH) sides[own] = Math.min(sides[own], haversineNm(from, ahead));
          note(haversineNm(from, point), point, middleOf(edge, 0));
        }
      }
    }
  }
  return sides;
}

/** The runs of edges of an area, nearest first: at least how far away they are, and what of the sides they can change. */
function runsFrom({ runs, runLength }: Coverage, from: LatLon, bearing: number) {
  const scale = Math.cos(from.lat * RADIANS);
  const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)];
  const found: { first: number; leastNm: number; side: 0 | 1 | null }[] = [];
  for (let k = 0; 4 * k < runs.length; k++) {
    const point = nearestPoint(runs, k, from, 2 * MOST_NM);
    if (!point) continue;
    const [west, south, east, north] = runs.subarray(4 * k, 4 * k + 4) as unknown as Four;
    const rights = [west, east].flatMap((x) =>
      [south, north].map((y) => (x - from.lon) * scale * cos - (y - from.lat) * sin),
    );
    const side = Math.min(...rights) > 0 ? 1 : Math.max(...rights) < 0 ? 0 : null;
    found.push({ first: k * runLength, leastNm: haversineNm(from, point), side });
  }
  return found.sort((a, b) => a.leastNm - b.leastNm);
}

/**
 * The point of an edge that is nearest to a place in a plane with the place's own scales. At 20 NM and 75° of latitude these are
 * wrong by tan 75° · 20 NM / R = 2 %, so that the point lies as much of the distance beside the nearest one: 0.02 % farther away.
 */
export function nearestOnEdge(edge: Float64Array, { lat, lon }: LatLon): LatLon {
  const [x1, y1, x2, y2] = edge as unknown as [number, number, number, number];
  const scale = Math.cos(lat * RADIANS);
  const [dx, dy] = [(x2 - x1) * scale, y2 - y1];
  const along = ((lon - x1) * scale * dx + (lat - y1) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.max(0, Math.min(1, along));
  return { lat: y1 + part * (y2 - y1), lon: x1 + part * (x2 - x1) };
}

/** The longitudes and latitudes within a distance of a place, and those on the other side of the antimeridian. */
export function boxesAround({ lat, lon }: LatLon, nm: number): Box[] {
  const Δlat = nm / NM_PER_DEGREE;
  const farthest = Math.min(89.9, Math.abs(lat) + Δlat);
  const Δlon = Math.min(180, Δlat / Math.cos(farthest * RADIANS));
  return [0, ...(lon - Δlon < -180 ? [360] : []), ...(lon + Δlon > 180 ? [-360] : [])].map((turn) => ({
    west: lon + turn - Δlon,
    east: lon + turn + Δlon,
    south: lat - Δlat,
    north: lat + Δlat,
  }));
}

const boxOf = (bounds: Float64Array, cell: number): Four =>
  bounds.subarray(4 * cell, 4 * cell + 4) as unknown as Four;

function middleOf(bounds: Float64Array, cell: number): LatLon {
  const [west, south, east, north] = boxOf(bounds, cell);
  return { lat: 0.5 * (south + north), lon: 0.5 * (west + east) };
}

/** Closed cells that may be as near to a point as this. */
export function closedCellsNear(
  { grid, bucketStart, bucketCell, bounds, openCount }: Mesh,
  place: LatLon,
  nm: number,
): Set<number> {
  const cells = new Set<number>();
  for (const { west, south, east, north } of boxesAround(place, nm)) {
    for (let row = rowOf(grid, south); row <= rowOf(grid, north); row++) {
      for (let column = columnOf(grid, west); column <= columnOf(grid, east); column++) {
        const bucket = row * grid[4]! + column;
        for (let k = bucketStart[bucket]!; k < bucketStart[bucket + 1]!; k++) {
          const i = 4 * bucketCell[k]!;
          if (bucketCell[k]! < openCount) continue;
          if (bounds[i]! > east || bounds[i + 2]! < west) continue;
          if (bounds[i + 1]! <= north && bounds[i + 3]! >= south) cells.add(bucketCell[k]!);
        }
      }
    }
  }
  return cells;
}
