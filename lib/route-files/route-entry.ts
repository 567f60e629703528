/** What is read of a route document. Days, metres, tonnes. */
import type { Objective } from '../engine/cost/cost.ts';
import type { Stopped } from './calls.ts';

interface NamedPoint {
  readonly lat: number;
  readonly lon: number;
  readonly name: string | null;
}

/** Cumulative values at the points of a line: days, metres, tonnes of fuel or units of battery; the first is 0. */
export interface CumulativeValues {
  readonly traveltime: readonly number[];
  readonly distance: readonly number[];
  readonly fuel?: readonly number[] | undefined;
  readonly battery?: readonly number[] | undefined;
  /** Tonnes of CO₂. */
  readonly co2?: readonly number[] | undefined;
}

/** A waypoint with the room to closed cells on either side of the leg that ends there. */
export interface SailingPoint {
  readonly lat: number;
  readonly lon: number;
  readonly clearance_port_nm?: number | undefined;
  readonly clearance_starboard_nm?: number | undefined;
}

/** GeoJSON of one line. */
export interface LinePath {
  readonly features: readonly {
    readonly geometry: { readonly coordinates: readonly (readonly [lon: number, lat: number])[] };
    readonly properties: CumulativeValues;
  }[];
}

/** What a route is best in; `within`: within a limit of time or of consumption; `cost`: money. */
export type RouteType = Objective | 'within' | 'cost';

/** The part of a route in ice. */
export interface InIce {
  readonly nm: number;
  readonly hours: number;
  readonly fuel_tonnes?: number | undefined;
  readonly battery_ah?: number | undefined;
}

/** A stop with what is done there; `stay_hours` is at the beginning of its work. */
export interface ScheduledStop extends Stopped {
  readonly wait_hours?: number | undefined;
  readonly waits_for?: string | undefined;
  readonly pauses?: readonly { readonly from_days: number; readonly to_days: number }[] | undefined;
  readonly stay_hours?: number | undefined;
  /** On arriving, where the request says what was aboard. */
  readonly fuel_left_tonnes?: number | undefined;
  /** Taken before leaving. */
  readonly refuelled_tonnes?: number | undefined;
  readonly work?: { readonly kind: 'line' | 'area'; readonly nm: number; readonly hours: number } | undefined;
}

/** What is read of an entry of `routes` in a route document. */
export interface RouteEntry {
  readonly type: RouteType;
  /** The number of the route; absent where no service calculated it. */
  readonly id?: string;
  /** `Falklands to Rothera (traveltime)` */
  readonly name: string;
  /** When the vessel leaves, where the route was planned for a time. */
  readonly departure?: string | undefined;
  /** Absent on a ready-made mesh without one. */
  readonly vehicle?: { readonly vessel_type: string } | undefined;
  readonly mesh: {
    readonly name: string;
    /** `2024-02-11`, or null where the mesh does not say. */
    readonly validDateStart: string | null;
    readonly validDateEnd: string | null;
  };
  readonly waypoints: {
    readonly start: NamedPoint;
    readonly end: NamedPoint;
    readonly sailing: CumulativeValues & { readonly points: readonly SailingPoint[] };
  };
  /** Where a voyage stops, start and end included, in the order sailed; absent where it has no stops. */
  readonly stops?: readonly ScheduledStop[] | undefined;
  /** At its end. */
  readonly fuel_left_tonnes?: number | undefined;
  /** Where it waits for the sea to change. */
  readonly waits?:
    | readonly {
        readonly lat: number;
        readonly lon: number;
        readonly from: string;
        readonly to: string;
        readonly reason: string;
      }[]
    | undefined;
  /** Where the concentration is 10 % or more; absent without data on ice. */
  readonly in_ice?: InIce | undefined;
  readonly path: LinePath;
  /** Other ways that are really different, where they were asked for. */
  readonly alternatives?:
    | readonly {
        readonly path: LinePath;
        readonly dearer_percent: number;
        readonly shared_percent: number;
        readonly in_ice?: InIce | undefined;
        readonly fuel_left_tonnes?: number | undefined;
      }[]
    | undefined;
}
