import type { CalculatedRoute, Route } from './route.ts';

/** Where routes are kept. Each method is one atomic step. */
export interface RouteStore {
  /** An identifier that was never given out before; one that is not used leaves a gap. */
  nextId(): Promise<number>;
  /** Does nothing if the route exists. */
  create(route: Route): Promise<void>;
  find(routeId: number): Promise<Route | null>;
  /** The routes on a mesh that start in one of some cells; may miss those of the last second. */
  startingIn(meshId: number, cells: readonly string[]): Promise<Route[]>;
  /** Replaces the tags by more of them if they still are what they were; else false. */
  replaceTags(routeId: number, were: readonly string[], tags: readonly string[]): Promise<boolean>;
}

/** Where the calculation leaves its result, before its job says so. */
export interface CalculatedRouteStore {
  /** Does nothing if the route does not exist. */
  recordCalculation(route: Pick<Route, 'id' | 'startCell'>, calculated: CalculatedRoute): Promise<void>;
}

/** Where the documents are kept that clients get: gzipped JSON. */
export interface RouteDocuments {
  put(key: string, document: Uint8Array): Promise<void>;
  /** Null if there is none. */
  get(key: string): Promise<Uint8Array | null>;
}

/** The key of a route's document: each job has its own, so that no two calculations write the same. */
export const documentKey = (routeId: number, jobId: string): string => `routes/${routeId}/${jobId}.json.gz`;
