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
import { turnsOnMesh } from '../geometry/coverage.ts';
import { type Box, boxAt, type Polygon } from '../geometry/polygon.ts';

/** How far outside the exact line a polygon may reach, metres. */
const OUTSIDE_M = 12;
/** Degrees of latitude: along so much of a meridian, a line of equal distance is nearly straight. */
const STRAIGHT = 0.5;
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

/** Convex polygons round places, found by where they are; each is made when it is first found. */
export class Buffers {
  private readonly groups: readonly (readonly LatLon[])[];
  private readonly reach: Reach;
  private readonly index: Flatbush | null;
  /** Turns to the east by which places come to lie on a mesh, −180…180. */
  private readonly turns: readonly number[];
  /** By turn and group: the ring, in the longitudes of the mesh. */
  private readonly rings: readonly (readonly number[])[][];

  /** @param groups places; the polygon of each group is round all that lies between them */
  constructor(groups: readonly (readonly LatLon[])[], nm: number) {
    this.groups = groups;
    this.reach = reachOf(nm);
    this.index = groups.length === 0 ? null : new Flatbush(groups.length);
    let [west, east] = [Infinity, -Infinity];
    for (const group of groups) {
      const box = boxRound(group, this.reach);
      this.index!.add(box.west, box.south, box.east, box.north);
      [west, east] = [Math.min(west, box.west), Math.max(east, box.east)];
    }
    this.index?.finish();
    this.turns = turnsOnMesh({ west, east });
    this.rings = this.turns.map(() => []);
  }

  /** Whether these are its groups of places. */
  areRound(groups: readonly (readonly LatLon[])[]): boolean {
    const isSame = (one: LatLon, other: LatLon) => one.lat === other.lat && one.lon === other.lon;
    const areSame = (some: readonly LatLon[], others: readonly LatLon[]) =>
      some.length === others.length && some.every((place, k) => isSame(place, others[k]!));
    return groups.length === this.groups.length && groups.every((own, k) => areSame(own, this.groups[k]!));
  }

  /** The rings, counter-clockwise, of those whose boxes meet a box. */
  near({ west, south, east, north }: Box): (readonly number[])[] {
    return this.turns.flatMap((turn, t) =>
      this.index!.search(west - 360 * turn, south, east - 360 * turn, north).map((group) => {
        this.rings[t]![group] ??= ringRound(this.groups[group]!, this.reach, 360 * turn);
        return this.rings[t]![group]!;
      }),
    );
  }
}

/** The corners of the closed cells that a route keeps clear of, and places along their meridians. */
export function placesOfCells(mesh: Mesh, of: ClearanceOf): LatLon[][] {
  const { bounds, cellCount, openCount } = mesh;
  const isKept = isKeptClearOf(mesh, of);
  const groups: LatLon[][] = [];
  for (let cell = openCount; cell < cellCount; cell++) {
    if (isKept(cell)) groups.push(alongMeridians(boxAt(bounds, cell)));
  }
  return groups;
}

function alongMeridians({ west, south, east, north }: Box): LatLon[] {
  const count = Math.max(1, Math.ceil((north - south) / STRAIGHT));
  return Array.from({ length: count + 1 }, (_, k) => south + ((north - south) * k) / count).flatMap((lat) => [
    { lat, lon: west },
    { lat, lon: east },
  ]);
}

/** The ends of the edges of polygons, or of parts of them. */
export function placesOfEdges(polygons: readonly Polygon[]): LatLon[][] {
  return polygons.flatMap(({ rings }) =>
    rings.flatMap((ring) => {
      const groups: LatLon[][] = [];
      for (let at = 0; at < ring.length; at += 2) {
        const next = at + 2 === ring.length ? 0 : at + 2;
        const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[next]!, ring[next + 1]!];
        const count = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / STRAIGHT));
        const place = (k: number) => ({
          lon: x1 + ((x2 - x1) * k) / count,
          lat: y1 + ((y2 - y1) * k) / count,
        });
        for (let k = 0; k < count; k++) groups.push([place(k), place(k + 1)]);
      }
      return groups;
    }),
  );
}

/** A polygon round a circle: its sides, and how far its corners are from the middle, radians. */
interface Reach {
  readonly sides: number;
  readonly distance: number;
}

function reachOf(nm: number): Reach {
  const metres = nm * METRES_PER_NM;
  const sides = Math.max(16, Math.ceil(Math.PI / Math.acos(1 / (1 + OUTSIDE_M / metres))));
  return { sides, distance: metres / EARTH_RADIUS_M / Math.cos(Math.PI / sides) };
}

/**
 * The convex hull, in longitude and latitude, of circles round places: polygons round them, so that nothing is left out.
 *
 * @param east degrees by which it is moved
 */
function ringRound(places: readonly LatLon[], reach: Reach, east: number): number[] {
  return hull(places.flatMap(({ lat, lon }) => circle({ lat, lon: lon + east }, reach)));
}

/** The box round that. */
function boxRound(places: readonly LatLon[], { distance }: Reach): Box {
  const Δlat = distance / RADIANS;
  const boxes = places.map(({ lat, lon }) => {
    const isRoundPole = reachesPole(lat, distance);
    const Δlon = isRoundPole ? 180 : Math.asin(Math.sin(distance) / Math.cos(lat * RADIANS)) / RADIANS;
    const middle = isRoundPole ? 0 : lon;
    return { west: middle - Δlon, east: middle + Δlon, south: lat - Δlat, north: lat + Δlat };
  });
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}

const reachesPole = (lat: number, distance: number): boolean =>
  Math.abs(lat) * RADIANS + distance >= 0.5 * Math.PI;

/** Points at a distance, radians, on evenly spaced bearings (Snyder 1987, eqs. 5-5 and 5-6). */
function circle({ lat, lon }: LatLon, { sides, distance }: Reach): [number, number][] {
  const φ = lat * RADIANS;
  if (reachesPole(lat, distance)) {
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
function hull(points: [number, number][]): number[] {
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
  return [...half(points), ...half([...points].reverse())].flat();
}

/** Whether a box lies in a circle, nautical miles. */
export function isBoxWithin(corners: readonly LatLon[], centre: LatLon, nm: number): boolean {
  return corners.every((corner) => haversineNm(corner, centre) <= nm);
}
