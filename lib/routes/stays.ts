/** Stays at the waypoints of a given route: time passes there, and the vessel consumes what it does idle. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { GivenTrack } from './evaluate-route.ts';

const HOURS_PER_DAY = 24;

export interface GivenWaypoint extends LatLon {
  readonly stayHours?: number;
}

/** By waypoint; none at the ends, of which one is left at the departure and the other is where the route is over. */
export const stayDaysOf = (waypoints: readonly GivenWaypoint[]): number[] =>
  waypoints.map(({ stayHours = 0 }, k) =>
    k === 0 || k === waypoints.length - 1 ? 0 : stayHours / HOURS_PER_DAY,
  );

/** A track with a vertex of leaving, too, where the vessel stays; `vertexOf` tells those of arriving. */
export function withStays(track: GivenTrack, stayDays: readonly number[], idleRate: number): GivenTrack {
  const vertices: { readonly i: number; readonly stayed: number; readonly isStay: boolean }[] = [];
  const vertexOf: number[] = [];
  let stayed = 0;
  for (const i of track.coordinates.keys()) {
    vertices.push({ i, stayed, isStay: false });
    while (track.vertexOf[vertexOf.length] === i) {
      const days = stayDays[vertexOf.length]!;
      vertexOf.push(vertices.length - 1);
      stayed += days;
      if (days > 0) vertices.push({ i, stayed, isStay: true });
    }
  }
  const { coordinates, timeDays, distanceM, consumption, speedKmh, cells } = track;
  return {
    coordinates: vertices.map(({ i }) => coordinates[i]!),
    timeDays: vertices.map(({ i, stayed }) => timeDays[i]! + stayed),
    distanceM: vertices.map(({ i }) => distanceM[i]!),
    consumption: consumption && vertices.map(({ i, stayed }) => consumption[i]! + idleRate * stayed),
    speedKmh: vertices.map(({ i, isStay }) => (isStay ? 0 : speedKmh[i]!)),
    cells: vertices.map(({ i }) => cells[i]!),
    vertexOf,
  };
}
