import type { LatLon } from '../engine/geometry/sphere.ts';
import type { CalculatedRoute, Job } from '../jobs/job.ts';
import type { NewJob } from '../jobs/job-store.ts';

/** What the search for a similar route needs to know of one. */
export interface ReusableRoute {
  readonly jobId: string;
  readonly routeId: number;
  readonly meshId: number;
  readonly start: LatLon;
  readonly end: LatLon;
}

/** The records of requests, seen as routes. Each method is one atomic step. */
export interface RouteStore {
  /** A route number that was never given out before; one that is not used leaves a gap. */
  nextRouteId(): Promise<number>;
  byRouteId(routeId: number): Promise<Job | null>;
  /**
   * Routes under some reuse keys, calculated or about to be, on a mesh between the smallest and the largest of some:
   * of each key the hundred on the newest meshes, newest first. May miss those of the last second, and may tell of
   * some that have just failed.
   */
  similar(reuseKeys: readonly string[], meshIds: readonly number[]): Promise<ReusableRoute[]>;
  /** Takes a route out of that search for good. */
  withdraw(jobId: string): Promise<void>;
  /** Stores the record of a route that is calculated, under a number that was given out for it. */
  addCalculated(job: NewJob, route: CalculatedRoute): Promise<void>;
  /** Adds tags after those that a route has, as far as it can carry more. */
  addTags(jobId: string, tags: readonly string[]): Promise<void>;
}

/** Where the documents are kept that clients get: gzipped JSON. */
export interface RouteDocuments {
  put(key: string, document: Uint8Array): Promise<void>;
  /** Null if there is none. */
  get(key: string): Promise<Uint8Array | null>;
  exists(key: string): Promise<boolean>;
}

/** The key of a route's document: each job has its own, so that no two calculations write the same. */
export const documentKey = ({ routeId, id }: Pick<Job, 'routeId' | 'id'>): string =>
  `routes/${routeId}/${id}.json.gz`;
