import type { Optimality } from './certificate/certificate.ts';
import type { Objective } from './cost/cost.ts';
import type { LatLon } from './geometry/sphere.ts';
import type { Track } from './path/track.ts';
import type { PlannedWaypoint } from './waypoints/waypoints.ts';

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
  /** How far from the best it can be at most; null where nothing could be proved; absent where none was asked for. */
  readonly optimality?: Optimality | null;
}

export interface RoutePlan {
  readonly start: PlannedWaypoint;
  readonly end: PlannedWaypoint;
  /** One per objective that the mesh supports: traveltime first, then its consumption. */
  readonly routes: readonly ObjectiveRoute[];
}
