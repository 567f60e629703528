export interface ReadWaypoint {
  readonly lat: number;
  /** −180 ≤ lon ≤ 180. */
  readonly lon: number;
  readonly name: string | null;
}

export interface ReadRoute {
  readonly name: string | null;
  /** Two at least, at most as many as readRouteFile allows; joined by rhumb lines. */
  readonly waypoints: readonly ReadWaypoint[];
}

/** All that a reader of one format finds in a file. */
export interface RoutesInFile {
  /** Without empty ones; not checked yet. */
  readonly routes: readonly ReadRoute[];
  /** Sentences for the user: what was passed over, or taken in a way that may be wrong. */
  readonly notes: readonly string[];
}
