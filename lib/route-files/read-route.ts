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
