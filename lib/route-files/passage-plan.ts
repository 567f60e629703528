/**
 * The waypoints of a route with course, distance, time and consumption: what every file format is written from.
 *
 * Degrees, nautical miles, knots, days; fuel in tonnes, battery in the unit of the mesh. Legs are rhumb lines.
 */
import { METRES_PER_NM, RADIANS, rhumb } from '../engine/geometry/sphere.ts';
import { type Call, callsAlong } from './calls.ts';
import { OtherDeparture } from './errors.ts';
import { type AlternativeLine, alternativeLine, type Line, pathLine } from './path-line.ts';
import type { CumulativeValues, InIce, RouteEntry, RouteType } from './route-entry.ts';

const HOURS_PER_DAY = 24;
const MS_PER_DAY = 86_400_000;

export interface PassageWaypoint {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly lat: number;
  /** −180 ≤ lon < 180. */
  readonly lon: number;
  /** True course of the leg to the next waypoint, degrees clockwise from north, 0 ≤ course < 360; null at the last. */
  readonly courseDegrees: number | null;
  /** Length of the leg to the next waypoint; null at the last. */
  readonly distanceNm: number | null;
  readonly cumulativeNm: number;
  /** Mean speed over ground on the leg that arrives here; null at the first, and after a leg of no length. */
  readonly speedKnots: number | null;
  /** Since the start, when the vessel arrives. */
  readonly days: number;
  /** Whether the voyage stops or waits here. */
  readonly isStop: boolean;
  /** Hours between arriving and leaving, which are staying and waiting; 0 where it is no stop. */
  readonly stayHours: number;
  /** Room to closed cells on either side of the leg that arrives here; null at the first, and where it is not known. */
  readonly portNm: number | null;
  readonly starboardNm: number | null;
  /** Since the start; null where the mesh has no consumption. */
  readonly consumption: number | null;
  /** Tonnes of CO₂ since the start; null where the vehicle's fuel is not known. */
  readonly co2Tonnes: number | null;
  /** Estimated time of arrival; null where no departure is given. */
  readonly eta: Date | null;
  /** Estimated time of departure; null where no departure is given, and at the last. */
  readonly etd: Date | null;
}

export interface PassagePlan {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly objective: RouteType;
  /** What `consumption` counts; null where the mesh has none. */
  readonly consumes: 'fuel' | 'battery' | null;
  readonly departure: Date | null;
  readonly inIce: InIce | null;
  /** At least two. */
  readonly waypoints: readonly PassageWaypoint[];
  readonly alternatives: readonly AlternativeLine[];
}

export interface PassageOptions {
  /** The sailing waypoints, which a bridge system can take, or every crossing of a cell border. */
  readonly points: 'sailing' | 'all';
  readonly departure: Date | null;
}

/** @throws OtherDeparture for another than that of a route that was planned for a time */
export function passagePlan(route: RouteEntry, options: PassageOptions): PassagePlan {
  const { points } = options;
  const departure = departureOf(route, options.departure);
  const { start, end } = route.waypoints;
  const line = lineOf(route, points);
  const calls = callsAlong(line.points, line.traveltime, route.stops?.slice(1, -1) ?? []);
  return {
    name: route.name,
    from: start.name || positionName(start),
    to: end.name || positionName(end),
    objective: route.type,
    consumes: line.fuel ? 'fuel' : line.battery ? 'battery' : null,
    departure,
    inIce: route.in_ice ?? null,
    waypoints: calls.map((_, k) => waypointAt(route, line, calls, k, departure)),
    alternatives: (route.alternatives ?? []).map((_, k) => alternativeLine(route, k)),
  };
}

/** @throws OtherDeparture */
export function departureOf(route: RouteEntry, asked: Date | null): Date | null {
  if (route.departure === undefined) return asked;
  const departure = new Date(route.departure);
  if (asked && asked.getTime() !== departure.getTime()) throw new OtherDeparture(route.departure);
  return departure;
}

function lineOf({ waypoints, path }: RouteEntry, points: PassageOptions['points']): Line {
  if (points === 'sailing') return atLeastTwo(waypoints.sailing);
  return atLeastTwo(pathLine(path));
}

/** A route whose start is its end may have one point; files need two. */
function atLeastTwo(line: Line): Line {
  if (line.points.length !== 1) return line;
  const twice = <T>(values: readonly T[] | undefined) => values && [values[0]!, values[0]!];
  const { points, traveltime, distance, fuel, battery, co2 } = line;
  return {
    points: twice(points)!,
    traveltime: twice(traveltime)!,
    distance: twice(distance)!,
    ...(fuel && { fuel: twice(fuel)! }),
    ...(battery && { battery: twice(battery)! }),
    ...(co2 && { co2: twice(co2)! }),
  };
}

function waypointAt(
  route: RouteEntry,
  line: Line,
  calls: readonly Call[],
  k: number,
  departure: Date | null,
): PassageWaypoint {
  const { points, traveltime, distance } = line;
  const { arrives, leaves, names } = calls[k]!;
  const next = calls[k + 1];
  const here = points[arrives]!;
  const leg = next ? rhumb(here, points[next.arrives]!) : null;
  const time = (i: number) => departure && new Date(departure.getTime() + traveltime[i]! * MS_PER_DAY);
  return {
    number: k + 1,
    name: nameOf(route, calls, k),
    lat: here.lat,
    lon: here.lon >= 180 ? here.lon - 360 : here.lon,
    courseDegrees: leg && (leg.bearing / RADIANS) % 360,
    distanceNm: next ? (distance[next.arrives]! - distance[leaves]!) / METRES_PER_NM : null,
    cumulativeNm: distance[arrives]! / METRES_PER_NM,
    speedKnots: k === 0 ? null : speedOverGround(line, calls[k - 1]!.leaves, arrives),
    days: traveltime[arrives]!,
    isStop: names.length > 0 || leaves > arrives,
    stayHours: (traveltime[leaves]! - traveltime[arrives]!) * HOURS_PER_DAY,
    portNm: here.clearance_port_nm ?? null,
    starboardNm: here.clearance_starboard_nm ?? null,
    consumption: (line.fuel ?? line.battery)?.[arrives] ?? null,
    co2Tonnes: line.co2?.[arrives] ?? null,
    eta: time(arrives),
    etd: next ? time(leaves) : null,
  };
}

/** A stop at an end has its name beside that of the end. */
function nameOf({ waypoints: { start, end } }: RouteEntry, calls: readonly Call[], k: number): string {
  const { names } = calls[k]!;
  const all = [
    ...(k === 0 ? [start.name || 'Start'] : []),
    ...names,
    ...(k === calls.length - 1 ? [end.name || 'End'] : []),
  ];
  return all.length > 0 ? all.join(', ') : `WP ${k + 1}`;
}

/** From one point of a line to another; null where the leg has no length. */
function speedOverGround({ traveltime, distance }: CumulativeValues, from: number, to: number) {
  const hours = (traveltime[to]! - traveltime[from]!) * HOURS_PER_DAY;
  const nm = (distance[to]! - distance[from]!) / METRES_PER_NM;
  return hours > 0 && nm > 0 ? nm / hours : null;
}

/** A name for a point without one that needs no comma: `51.731S 57.706W`. */
function positionName({ lat, lon }: { lat: number; lon: number }): string {
  const degrees = (value: number) => String(Number(Math.abs(value).toFixed(3)));
  return `${degrees(lat)}${lat < 0 ? 'S' : 'N'} ${degrees(lon)}${lon < 0 ? 'W' : 'E'}`;
}
