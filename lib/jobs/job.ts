/** A job: one accepted request for a route. Its record holds everything that is known about the request. */
import type { Objective } from '../engine/cost/cost.ts';
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';

/**
 * PENDING: accepted, no calculation has begun. STARTED: a calculation is running. RETRY: a calculation failed for a
 * transient cause and the next attempt is waiting. SUCCESS: the route is stored and readable. FAILURE: there will be
 * no route. REVOKED: cancelled.
 */
export type JobStatus = 'PENDING' | 'STARTED' | 'RETRY' | 'SUCCESS' | 'FAILURE' | 'REVOKED';

/** What one calculation on one mesh ended with. */
export interface Attempt {
  readonly mesh_id: number;
  readonly outcome: string;
}

/** Why a job failed, as the client sees it. */
export interface FailureInfo {
  readonly error: string;
  readonly attempts: readonly Attempt[];
}

/** Totals of a route; consumption in tonnes of fuel or in the mesh's unit of battery. */
export interface Totals {
  readonly days: number;
  readonly metres: number;
  readonly consumption: number | null;
}

/** What a successful calculation adds to the record. */
export interface CalculatedRoute {
  readonly meshId: number;
  readonly meshName: string;
  /** ISO 8601, UTC. */
  readonly calculatedAt: string;
  readonly totals: Readonly<Partial<Record<Objective, Totals>>>;
  /** How earlier calculations of the job ended; kept in the record for operators. */
  readonly attempts: readonly Attempt[];
}

/** The part of the record that is set when the request is accepted. Only `tags` changes afterwards. */
export interface AcceptedRequest {
  /** UUIDv8 that carries the route number (job-id.ts); also the name of the execution. Known to requesters only. */
  readonly id: string;
  /** The public number of the route: a positive integer. */
  readonly routeId: number;
  /** ISO 8601, UTC. */
  readonly requestedAt: string;
  /** The API key id or IAM principal that requested it; null where callers are not told apart. */
  readonly requester: string | null;
  readonly start: LatLon;
  readonly end: LatLon;
  readonly startName: string | null;
  readonly endName: string | null;
  readonly tags: readonly string[];
  /** The vehicle's properties when the request was accepted; null for a request without a vehicle. */
  readonly vehicle: Vehicle | null;
  /** Key of the whole request in the route bucket; null where this record holds all of it. */
  readonly requestKey: string | null;
  /** Where the voyage stops, in the order requested. */
  readonly stops: readonly LatLon[];
  /** The meshes to try, in this order. */
  readonly meshIds: readonly number[];
  /** When DynamoDB may delete the record, epoch seconds. */
  readonly expiresAt: number;
}

export interface Job extends AcceptedRequest {
  readonly status: JobStatus;
  /** When the status last changed, ISO 8601, UTC. */
  readonly updatedAt: string;
  /** The mesh that the route was calculated on; before that the first of `meshIds`. */
  readonly meshId: number;
  /** Exactly when the status is SUCCESS, as are the next two. */
  readonly meshName: string | null;
  readonly calculatedAt: string | null;
  readonly totals: CalculatedRoute['totals'] | null;
  /** Exactly when the status is FAILURE. */
  readonly info: FailureInfo | null;
}

/** A change of status, with what comes with it. A job is PENDING only when it is created. */
export type Transition =
  | { readonly to: 'STARTED' | 'RETRY' | 'REVOKED' }
  | { readonly to: 'SUCCESS'; readonly route: CalculatedRoute }
  /** With `from`, only a job of that status fails. */
  | { readonly to: 'FAILURE'; readonly info: FailureInfo; readonly from?: JobStatus };
