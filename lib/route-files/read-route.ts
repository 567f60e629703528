import { METRES_PER_NM, rhumb } from '../engine/geometry/sphere.ts';
import { FileUnreadable } from '../files/errors.ts';
import { readTime } from '../time/read-time.ts';

export interface ReadWaypoint {
  readonly lat: number;
  /** −180 ≤ lon ≤ 180. */
  readonly lon: number;
  readonly name: string | null;
  /** When the file has the vessel arrive here, or leave the first, ISO 8601. */
  readonly time?: string;
  /** How long the file has it stay here. */
  readonly stayHours?: number;
  /** Cross-track limits of the leg that arrives here, nautical miles. */
  readonly portNm?: number;
  readonly starboardNm?: number;
  /** The speed over the ground that the file has on the leg that arrives here. */
  readonly speedKnots?: number;
}

export interface ReadRoute {
  readonly name: string | null;
  /** What the file calls it; `points` for places without a line between them. */
  readonly kind: 'route' | 'track' | 'line' | 'points';
  /** Two at least, at most as many as readRouteFile allows; joined by rhumb lines. */
  readonly waypoints: readonly ReadWaypoint[];
  /** How many of its waypoints the file has itself: legs along great circles are cut into short rhumb lines. */
  readonly given: number;
  /** Legs along great circles. */
  readonly greatCircles: number;
  /** From leaving the first waypoint to arriving at the last by the times, the schedule or else the speeds of the file; null where it has none. */
  readonly days: number | null;
  /** Of these, at the waypoints between. */
  readonly stayHours: number;
}

/** All that a reader of one format finds in a file. */
export interface RoutesInFile {
  /** Not checked yet: empty ones, and longitudes of 0 to 360 too. */
  readonly routes: readonly ReadRoute[];
  /** Sentences for the user: what was passed over, or taken in a way that may be wrong. */
  readonly notes: readonly string[];
}

export const MAX_POINTS = 10_000;

/** Whoever makes waypoints of many positions asks first. @throws FileUnreadable */
export function requireFewPoints({ length }: { readonly length: number }): void {
  if (length <= MAX_POINTS) return;
  throw new FileUnreadable(`The route has ${length} points; at most ${MAX_POINTS} are read.`);
}

/** Of the same place in one file the same text. */
const placeKey = ({ lat, lon }: ReadWaypoint): string =>
  `${lat.toFixed(9)},${(lon === 180 ? -180 : lon).toFixed(9)}`;

/** Points by where they are. */
export class Places {
  private readonly points: ReadonlyMap<string, ReadWaypoint[]>;

  constructor(points: readonly ReadWaypoint[]) {
    this.points = Map.groupBy(points, placeKey);
  }

  has = (waypoint: ReadWaypoint): boolean => this.points.has(placeKey(waypoint));

  /** Of several points at a place, at each call the next one, the last for all later calls. */
  take(waypoint: ReadWaypoint): ReadWaypoint | undefined {
    const here = this.points.get(placeKey(waypoint)) ?? [];
    return here.length > 1 ? here.shift() : here[0];
  }
}

/** @param what in the singular and the plural */
export function passedOver(count: number, [one, several]: readonly [string, string]): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? `${one} was` : `${several} were`} passed over.`];
}

/** @param count how many schedules a file has */
export const otherSchedules = (count: number): string[] =>
  count > 1 ? [`Of ${count} schedules the first was read.`] : [];

const MS_PER_HOUR = 3_600_000;
export const HOURS_PER_DAY = 24;
const MS_PER_DAY = HOURS_PER_DAY * MS_PER_HOUR;

/** Between arriving and leaving, as a part of a waypoint: empty where a time is missing, or the vessel does not stay. */
export function stayOf(eta: string | null, etd: string | null): Pick<ReadWaypoint, 'stayHours'> {
  const [arrives, leaves] = [eta, etd].map((time) => readTime(time ?? ''));
  const hours = arrives && leaves ? (leaves.getTime() - arrives.getTime()) / MS_PER_HOUR : 0;
  return stayPart(hours);
}

/** When the vessel comes to where it leaves at a time, after a stay. */
export function comingBefore(etd: string | null, stayHours = 0): string | null {
  const leaves = readTime(etd ?? '');
  return leaves && stayHours > 0 ? new Date(leaves.getTime() - MS_PER_HOUR * stayHours).toISOString() : etd;
}

export const stayPart = (hours: number): Pick<ReadWaypoint, 'stayHours'> =>
  hours > 0 ? { stayHours: hours } : {};

/** A speed over the ground as the file writes it, as a part of a waypoint: empty where it is none. */
export function speedPart(knots: string | number | null | undefined): Pick<ReadWaypoint, 'speedKnots'> {
  const speedKnots = Number(knots ?? 0);
  return speedKnots > 0 ? { speedKnots } : {};
}

/** A route of rhumb lines, with the days between leaving and arriving, where both ends have a time or all legs a speed. */
export function routeOf(
  kind: ReadRoute['kind'],
  name: string | null,
  waypoints: readonly ReadWaypoint[],
): ReadRoute {
  const [from, to] = [waypoints[0], waypoints.at(-1)].map((end) => readTime(end?.time ?? ''));
  const leaves = from && from.getTime() + (waypoints[0]!.stayHours ?? 0) * MS_PER_HOUR;
  const stayHours = waypoints.slice(1, -1).reduce((sum, waypoint) => sum + (waypoint.stayHours ?? 0), 0);
  const sailed = hoursBySpeed(waypoints);
  const bySpeed = sailed > 0 && sailed < Infinity ? (sailed + stayHours) / HOURS_PER_DAY : null;
  const days = leaves && to && to.getTime() > leaves ? (to.getTime() - leaves) / MS_PER_DAY : bySpeed;
  return { name, kind, waypoints, given: waypoints.length, greatCircles: 0, days, stayHours };
}

/** Of sailing at the speeds of the file; Infinity where a leg has none. */
const hoursBySpeed = (waypoints: readonly ReadWaypoint[]): number =>
  waypoints.slice(1).reduce((sum, to, k) => {
    const nm = rhumb(waypoints[k]!, to).lengthM / METRES_PER_NM;
    return nm > 0 ? sum + nm / (to.speedKnots || 0) : sum;
  }, 0);
