/**
 * The way that a route plans, with times: where the plan has the ship at an instant. Legs are rhumb lines; along a leg of constant
 * speed the place moves evenly.
 */
import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import type { LatLon, Point } from '../engine/geometry/sphere.ts';
import { WAIT_REASON } from '../voyage/forecast/wait-reasons.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';

export interface PlannedWay {
  /** Degrees; two at least. */
  readonly points: readonly Point[];
  /** When the ship is at each, ms since 1970; never falling. */
  readonly times: readonly number[];
  /** What is consumed until then, in the unit of the mesh; null where the route does not say. */
  readonly consumed: readonly number[] | null;
  /** Of what is consumed; absent where nothing is said. */
  readonly unit?: 't' | 'Ah';
  /** Where it calls, but for its start and its end, in the order sailed; absent where it has no stops. */
  readonly stops?: readonly PlannedStop[];
  /** Where it waits on its way for what is closed, or for a current; absent where it does not, or did not say so. */
  readonly waits?: readonly PlannedWait[];
  /** Concentration of ice on the leg that ends there, %; null where it is not known. Absent where the route does not say. */
  readonly ice?: readonly (number | null)[];
  /** The meshes that the route was planned on, in turn. */
  readonly meshes: readonly number[];
  readonly vehicleType: string | null;
}

/** From its arrival at a stop until it leaves it, ms since 1970. */
export interface PlannedStop {
  readonly name: string;
  readonly arrives: number;
  /** When what is done there begins, after a wait; absent where that is not known. */
  readonly begins?: number;
  readonly leaves: number;
}

/** On the way, ms since 1970. */
export interface PlannedWait {
  readonly from: number;
  readonly until: number;
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
        readonly ice?: readonly (number | null)[];
      };
    }[];
  };
  readonly mesh: { readonly id: number };
  readonly meshes?: readonly { readonly id: number }[];
  /** On its way, for the sea to change; ISO 8601. */
  readonly waits?: readonly { readonly from: string; readonly to: string; readonly reason: string }[];
  /** At the end, where the request says what was aboard. */
  readonly fuel_left_tonnes?: number;
  /** What of it was planned after the end of the data. */
  readonly beyond_forecast?: object;
  /** Its start and its end among them. */
  readonly stops?: readonly {
    readonly name: string;
    readonly arrives_days: number;
    /** Before its stay, or its work. */
    readonly wait_hours?: number;
    readonly stay_hours: number;
    readonly leaves_days: number;
    /** Taken before leaving. */
    readonly refuelled_tonnes?: number;
  }[];
}

/** What a document says of a route. */
export interface PlannedRoute {
  readonly routes: readonly DatedEntry[];
  /** What its request asked for, and nothing else; absent: a way from start to end. */
  readonly voyage?: Partial<Voyage>;
  /** Those that it was planned by; absent: all. */
  readonly objectives?: readonly string[];
}

const MS_PER_DAY = 86_400_000;
const HOURS_PER_DAY = 24;

/** Null where the route has no times. */
export function plannedWayOf({
  path,
  mesh,
  meshes,
  vehicle,
  stops,
  waits = [],
}: DatedEntry): PlannedWay | null {
  const [line] = path.features;
  const times = line?.properties.time?.map((time) => Date.parse(time));
  if (!times) return null;
  const { fuel, battery, ice } = line!.properties;
  const consumed = fuel ?? battery ?? null;
  const at = (days: number) => times[0]! + days * MS_PER_DAY;
  const calls = stops?.slice(1, -1).map(({ name, arrives_days, wait_hours, leaves_days }) => ({
    name,
    arrives: at(arrives_days),
    ...(wait_hours !== undefined && { begins: at(arrives_days + wait_hours / HOURS_PER_DAY) }),
    leaves: at(leaves_days),
  }));
  // one that only saves fuel is a choice of the plan
  const forced = waits.filter(({ reason }) => reason !== WAIT_REASON.cheaper);
  const waited = forced.map(({ from, to }) => ({ from: Date.parse(from), until: Date.parse(to) }));
  return {
    points: line!.geometry.coordinates,
    times,
    consumed,
    ...(consumed && { unit: fuel ? 't' : 'Ah' }),
    ...(calls?.length && { stops: calls }),
    ...(waited.length > 0 && { waits: waited }),
    ...(ice && { ice }),
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
  const i = lastBy(times, time);
  if (i < 0 || i === times.length - 1) return { leg: Math.max(0, i), part: 0 };
  return { leg: i, part: (time - times[i]!) / (times[i + 1]! - times[i]!) };
}

/** The index of the last of the times that is not after one, by halving; −1 where all are. */
export function lastBy(times: readonly number[], time: number): number {
  let [low, high] = [-1, times.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}

const toLatLon = ([lon, lat]: Point): LatLon => ({ lat, lon });
