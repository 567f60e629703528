/**
 * The way that a route plans, with times: where the plan has the ship at an instant, and the place of the plan that is nearest
 * to one. Legs are rhumb lines; along a leg of constant speed the place moves evenly.
 */
import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import { haversineNm, type LatLon, type Point, RADIANS, shortWayDegrees } from '../engine/geometry/sphere.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';

export interface PlannedWay {
  /** Degrees; two at least. */
  readonly points: readonly Point[];
  /** When the ship is at each, ms since 1970; never falling. */
  readonly times: readonly number[];
  /** What is consumed until then, in the unit of the mesh; null where the route does not say. */
  readonly consumed: readonly number[] | null;
  /** The meshes that the route was planned on, in turn. */
  readonly meshes: readonly number[];
  readonly vehicleType: string | null;
}

/** What a document says of a route by one objective. */
export interface DatedEntry {
  readonly type: string;
  readonly name: string;
  readonly vehicle?: { readonly vessel_type: string } | null;
  readonly path: {
    readonly features: readonly {
      readonly geometry: { readonly coordinates: readonly Point[] };
      readonly properties: {
        /** Days since departure. */
        readonly traveltime: readonly number[];
        readonly time?: readonly string[];
        readonly fuel?: readonly number[];
        readonly battery?: readonly number[];
      };
    }[];
  };
  readonly mesh: { readonly id: number };
  readonly meshes?: readonly { readonly id: number }[];
  /** What of it was planned after the end of the data. */
  readonly beyond_forecast?: object;
  /** Its start and its end among them. */
  readonly stops?: readonly {
    readonly name: string;
    readonly arrives_days: number;
    readonly stay_hours: number;
    readonly leaves_days: number;
  }[];
}

/** What a document says of a route. */
export interface PlannedRoute {
  readonly routes: readonly DatedEntry[];
  /** What its request asked for, and nothing else; absent: a way from start to end. */
  readonly voyage?: Partial<Voyage>;
}

/** Null where the route has no times. */
export function plannedWayOf({ path, mesh, meshes, vehicle }: DatedEntry): PlannedWay | null {
  const [line] = path.features;
  const times = line?.properties.time?.map((time) => Date.parse(time));
  if (!times) return null;
  return {
    points: line!.geometry.coordinates,
    times,
    consumed: line!.properties.fuel ?? line!.properties.battery ?? null,
    meshes: meshes ? [...new Set(meshes.map(({ id }) => id))] : [mesh.id],
    vehicleType: vehicle?.vessel_type ?? null,
  };
}

/** Where the plan has the ship; before the departure at the start, after the arrival at the end. */
export function placeAt({ points, times }: PlannedWay, time: number): LatLon {
  const { leg, part } = legAt(times, time);
  if (part === 0) return toLatLon(points[leg]!);
  return toLatLon(new MercatorLine(points[leg]!, points[leg + 1]!).atLength(part));
}

/** What is consumed by then. */
export function consumedAt(times: readonly number[], consumed: readonly number[], time: number): number {
  const { leg, part } = legAt(times, time);
  return part === 0 ? consumed[leg]! : consumed[leg]! + part * (consumed[leg + 1]! - consumed[leg]!);
}

/** The point that was passed last, and how much of the leg from there is sailed, 0…1; at the ends 0. */
function legAt(times: readonly number[], time: number): { readonly leg: number; readonly part: number } {
  const i = times.findLastIndex((each) => each <= time);
  if (i < 0 || i === times.length - 1) return { leg: Math.max(0, i), part: 0 };
  return { leg: i, part: (time - times[i]!) / (times[i + 1]! - times[i]!) };
}

const toLatLon = ([lon, lat]: Point): LatLon => ({ lat, lon });

export interface Nearest {
  /** When the plan has the ship there, ms since 1970. */
  readonly time: number;
  readonly offNm: number;
}

/** Places of the plan that are farther than the nearest by no more are as near: a way may come back to where it was. */
const AS_NEAR_NM = 1;

/** The place of the plan that is nearest to one; of several as near that whose time is nearest to `time`. */
export function nearestOn(
  { points, times }: Pick<PlannedWay, 'points' | 'times'>,
  place: LatLon,
  time: number,
): Nearest {
  const found: Nearest[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const line = new MercatorLine(points[i]!, points[i + 1]!);
    const part = nearestPart(line, place);
    const offNm = haversineNm(place, toLatLon(line.atLength(part)));
    found.push({ time: times[i]! + part * (times[i + 1]! - times[i]!), offNm });
  }
  const least = Math.min(...found.map(({ offNm }) => offNm));
  const near = found.filter(({ offNm }) => offNm <= least + AS_NEAR_NM);
  return near.reduce((best, each) => (Math.abs(each.time - time) < Math.abs(best.time - time) ? each : best));
}

/** The part of a leg after which it is nearest to a place, 0…1, on a plane that is true to scale there. */
function nearestPart({ from, Δlon, Δlat }: MercatorLine, { lat, lon }: LatLon): number {
  const scale = Math.cos(lat * RADIANS);
  const [x, y] = [Δlon * scale, Δlat];
  const length = x * x + y * y;
  if (length === 0) return 0;
  const along = shortWayDegrees(lon - from[0]) * scale * x + (lat - from[1]) * y;
  return Math.min(1, Math.max(0, along / length));
}
