import type { Consumption } from './mesh-source.ts';

/** What a route minimises: days under way, or what the vessel consumes. */
export type Objective = 'traveltime' | Consumption;

/** A point in degrees: latitude −90…90, longitude −180…180. */
export interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/**
 * A path with what sailing it takes. Every array is as long as `coordinates`, cumulative ones start at 0
 * and per-leg ones hold at index i the leg that ends there (0 at the start).
 */
export interface Track {
  /** [lon, lat] in degrees, full double precision. */
  readonly coordinates: readonly (readonly [number, number])[];
  /** Cumulative, days. */
  readonly timeDays: readonly number[];
  /** Cumulative, metres. */
  readonly distanceM: readonly number[];
  /** Cumulative, tonnes of fuel or units of battery; null where the mesh has neither. */
  readonly consumption: readonly number[] | null;
  /** Speed through the water on the leg that ends there, km/h. */
  readonly speedKmh: readonly number[];
  /** The cell (row of the mesh) that the leg that ends there lies in; −1 at the start. */
  readonly cells: readonly number[];
}

export interface ObjectiveRoute {
  readonly objective: Objective;
  /** The refined route. */
  readonly track: Track;
  /** The coarse search's path. */
  readonly unsmoothed: Track;
  /** As few waypoints as keep the route valid and its cost within SAILING_COST_TOLERANCE. */
  readonly sailing: Track;
  /** Places where the route squeezes through a gap of no width, because there is no way without. */
  readonly pinches: readonly LatLon[];
  /** False when the time budget ran out: the best route so far. */
  readonly complete: boolean;
}

/** An end of the route: where it was asked for, and where it was put. */
export interface PlannedWaypoint {
  readonly requested: LatLon;
  readonly used: LatLon;
  /** Distance between the two on the sphere, nautical miles; 0 where it was not moved. */
  readonly movedNm: number;
}

export interface RoutePlan {
  readonly start: PlannedWaypoint;
  readonly end: PlannedWaypoint;
  /** One per objective that the mesh supports: traveltime first, then its consumption. */
  readonly routes: readonly ObjectiveRoute[];
}
