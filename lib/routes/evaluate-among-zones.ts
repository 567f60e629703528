/** What a given route costs among zones, and where they close its way. */
import { type Point, rhumb } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Track } from '../engine/path/track.ts';
import { isMet } from '../voyage/among-zones/zone-effects.ts';
import { areaOf } from '../zones/area-of.ts';
import { timeInside } from '../zones/entered.ts';
import { countsAlways, countsAt } from '../zones/in-season.ts';
import type { SlowDown } from '../zones/mesh/motion.ts';
import type { Zone } from '../zones/zone.ts';
import { zonedMesh } from '../zones/zoned-mesh.ts';
import { type LegProblem, RouteNotSailable } from './errors.ts';
import { evaluateRoute, type GivenTrack } from './evaluate-route.ts';
import { type GivenWaypoint, stayDaysOf, withStays } from './stays.ts';

export interface ZonesOnTheWay {
  readonly zones: readonly Zone[];
  /** ISO 8601; null: zones count in every season. */
  readonly departure: string | null;
  /** The speeds of the vessel that the mesh is for, at a lower greatest speed. */
  readonly slowDown: SlowDown;
  /** What is consumed in a day of staying. */
  readonly idleRate?: number;
}

/** Nautical miles: a leg that is no longer in a zone than that passes along its border. */
const ALONG_NM = 1e-3;

/**
 * The route cut at every border between cells, slower where a limit holds when it is there.
 *
 * @returns the mesh too that the cells of the track are of
 * @throws RouteNotSailable with the first place of every leg that can't be sailed; RouteTooDetailed
 */
export function evaluateAmongZones(
  mesh: Mesh,
  waypoints: readonly GivenWaypoint[],
  { zones, departure, slowDown, idleRate = 0 }: ZonesOnTheWay,
): { readonly track: GivenTrack; readonly mesh: Mesh } {
  const closed = zones.filter(({ kind }) => kind === 'closed');
  let limits = zones.filter((zone) => zone.kind === 'speed_limit' && countsAlways(zone, departure));
  for (;;) {
    const on = zonedMesh(mesh, { zones: limits, clearance: null, near: null }, slowDown);
    const sailed = evaluatedOn(on, waypoints, closed, departure);
    const track = withStays(sailed, stayDaysOf(waypoints), idleRate);
    const met = zones.filter((zone) => {
      return zone.kind === 'speed_limit' && !limits.includes(zone) && isMet(zone, track, departure);
    });
    if (met.length > 0) {
      // a slower ship is at the next zones later
      limits = [...limits, ...met];
      continue;
    }
    const problems = legsInClosed(closed, departure, partsOf(track));
    if (problems.length > 0) throw new RouteNotSailable(problems);
    return { track, mesh: on };
  }
}

/** @throws RouteNotSailable, whose legs are also those in zones that are closed whenever the ship comes */
function evaluatedOn(
  mesh: Mesh,
  waypoints: readonly GivenWaypoint[],
  closed: readonly Zone[],
  departure: string | null,
): GivenTrack {
  try {
    return evaluateRoute(mesh, waypoints);
  } catch (error) {
    if (!(error instanceof RouteNotSailable)) throw error;
    const always = closed.filter((zone) => countsAlways(zone, departure));
    const others = legsInClosed(always, departure, legsOf(waypoints));
    const together = [...error.details, ...others].sort((a, b) => a.leg - b.leg);
    throw new RouteNotSailable(together);
  }
}

export type Part = Pick<Track, 'coordinates' | 'timeDays' | 'distanceM'>;

/** What of a track is on each leg between two waypoints. */
export const partsOf = ({
  vertexOf,
  coordinates,
  timeDays,
  distanceM,
}: Part & Pick<GivenTrack, 'vertexOf'>): Part[] =>
  vertexOf.slice(1).map((last, k) => {
    const part = <T>(values: readonly T[]): T[] => values.slice(vertexOf[k], last + 1);
    return { coordinates: part(coordinates), timeDays: part(timeDays), distanceM: part(distanceM) };
  });

/** The legs of a route that has no track, at no time. */
const legsOf = (waypoints: readonly GivenWaypoint[]): Part[] =>
  waypoints.slice(1).map((to, k) => {
    const from = waypoints[k]!;
    const coordinates = [from, to].map(({ lat, lon }): Point => [lon, lat]);
    return { coordinates, timeDays: [0, 0], distanceM: [0, rhumb(from, to).lengthM] };
  });

/** Of every leg the first place at which it is in a zone while that is closed. */
export function legsInClosed(
  closed: readonly Zone[],
  departure: string | null,
  legs: readonly Part[],
): LegProblem[] {
  return legs.flatMap((part, k) => {
    const found = closed.flatMap((zone): (LegProblem & { readonly nm: number })[] => {
      const counts = (days: number) => countsAt(zone, departure, days);
      const { entered, nmInside } = timeInside(areaOf(zone), part, counts);
      const [first] = entered;
      if (!first || nmInside <= ALONG_NM) return [];
      const { lat, lon, nm } = first;
      return [{ leg: k + 1, lat, lon, reason: `closed zone "${zone.name}"`, nm }];
    });
    if (found.length === 0) return [];
    const { nm: _, ...problem } = found.reduce((a, b) => (b.nm < a.nm ? b : a));
    return [problem];
  });
}
