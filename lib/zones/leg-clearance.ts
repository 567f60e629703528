/** How much room the legs of a route have to the closed cells of its mesh, and to closed zones, on either side. */
import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import { isometricLatitude, METRES_PER_NM, type Point, RADIANS, rhumb } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { nearestPoint } from '../engine/waypoints/nearest-point.ts';
import { BesideLeg, type Sides } from './beside-leg.ts';
import type { Coverage } from './geometry/coverage.ts';
import { boundsOf } from './geometry/polygon.ts';
import { boxesAround, closedCellsIn, nearestOnEdge, type TurnedBox } from './near-place.ts';

/** Nautical miles; each at most MOST_NM. */
export interface LegClearance {
  readonly nm: number;
  readonly portNm: number;
  readonly starboardNm: number;
}

/** What is further away is not looked for, nautical miles. */
const MOST_NM = 20;
/** What is near is looked for first, nautical miles: mostly there is something, and nothing further away counts then. */
const REACHES_NM = [MOST_NM / 16, MOST_NM / 4, MOST_NM];
/** A leg is looked at in pieces of this length, nautical miles: what is near a piece is little of what is near a long leg. */
const PIECE_NM = 20;
/**
 * Degrees of latitude: an edge of a zone is straight on the chart of longitudes and latitudes, a part of it that is no longer nearly so in
 * Mercator's projection too: within tan φ · 0.003 NM.
 */
const PART = 0.12;

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
  const sides: Sides = [MOST_NM, MOST_NM];
  const line = new MercatorLine(from, to);
  const { lengthM } = rhumb({ lon: from[0], lat: from[1] }, { lon: to[0], lat: to[1] });
  const bearing = Math.atan2(line.Δlon * RADIANS, isometricOf(to) - isometricOf(from));
  const pieces = Math.max(1, Math.ceil(lengthM / METRES_PER_NM / PIECE_NM));
  const at = (k: number): Point => [from[0] + (k / pieces) * line.Δlon, line.latAt(k / pieces)];
  for (let k = 0; k < pieces; k++) lookBeside(sides, closed, at(k), at(k + 1), bearing);
  return sides;
}

const isometricOf = ([, lat]: Point): number => isometricLatitude(lat * RADIANS);

function lookBeside(sides: Sides, { mesh, areas }: Closed, from: Point, to: Point, bearing: number): void {
  const leg = new BesideLeg(from, to, bearing, MOST_NM);
  const box = boundsOf([...from, ...to]);
  let looked = 0;
  for (const reachNm of REACHES_NM) {
    if (Math.max(...sides) <= looked) return;
    for (const near of boxesAround(box, Math.min(reachNm, Math.max(...sides)))) {
      for (const cell of closedCellsIn(mesh, near)) {
        const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4);
        const [x1, x2] = [west! - near.turn, east! - near.turn];
        const corners = [x1, south!, x2, south!, x2, north!, x1, north!];
        leg.look(sides, corners, (place) => nearestPoint(mesh.bounds, cell, place, Infinity)!);
      }
      for (const area of areas) {
        for (const e of area.edgesNear(near)) {
          for (const part of partsOf(area.edge(e), near))
            leg.look(sides, part, (place) => nearestOnEdge(part, place));
        }
      }
    }
    looked = reachNm;
  }
}

/** The parts of an edge that are in the latitudes of a box, each short enough to be straight in Mercator's projection. */
function* partsOf(edge: Float64Array, { south, north, turn }: TurnedBox): Generator<number[]> {
  const [x1, y1, x2, y2] = edge as unknown as [number, number, number, number];
  const count = Math.max(1, Math.ceil(Math.abs(y2 - y1) / PART));
  const at = (k: number) => [x1 - turn + (k / count) * (x2 - x1), y1 + (k / count) * (y2 - y1)] as const;
  for (let k = 0; k < count; k++) {
    const [from, to] = [at(k), at(k + 1)];
    if (Math.max(from[1], to[1]) >= south && Math.min(from[1], to[1]) <= north) yield [...from, ...to];
  }
}
