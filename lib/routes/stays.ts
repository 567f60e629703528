/** Stays at the waypoints of a given route: time passes there, and the vessel consumes what it does idle. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import { readTime } from '../time/read-time.ts';
import type { GivenTrack } from './evaluate-route.ts';

const HOURS_PER_DAY = 24;

export interface GivenWaypoint extends LatLon {
  readonly stayHours?: number;
  /** ISO 8601, as the file has it: when the vessel comes there. */
  readonly time?: string;
}

/** By waypoint; none at the last, where the route is over. */
export const stayDaysOf = (waypoints: readonly GivenWaypoint[]): number[] =>
  waypoints.map(({ stayHours = 0 }, k) => (k === waypoints.length - 1 ? 0 : stayHours / HOURS_PER_DAY));

interface StayingRoute {
  readonly waypoints: readonly GivenWaypoint[];
  /** From leaving the first waypoint to arriving at the last. */
  readonly days: number | null;
  readonly stayHours: number;
}

/** Times of files are often rounded to the minute. */
const ROUNDED_MS = 60_000;

/**
 * The route from the departure on. Where that is when the file comes to its first waypoint, its stay there counts, as of an answer
 * that waits before it gets under way; else the first waypoint is left at the departure.
 */
export function fromDeparture<R extends StayingRoute>(route: R, departure: Date | null): R {
  const [{ stayHours = 0, ...first }, ...rest] = route.waypoints as [R['waypoints'][number]];
  const comes = departure && readTime(first.time ?? '');
  if (!comes || Math.abs(comes.getTime() - departure.getTime()) > ROUNDED_MS)
    return { ...route, waypoints: [first, ...rest] };
  const days = route.days === null ? null : route.days + stayHours / HOURS_PER_DAY;
  return { ...route, days, stayHours: route.stayHours + stayHours };
}

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
