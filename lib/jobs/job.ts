/** A job: one submitted route request on its way through the calculation. */
import * as z from 'zod';
import type { LatLon } from '../engine/geometry/sphere.ts';

export const jobId = z.uuid();

/**
 * PENDING: accepted. STARTED: a calculation is running. RETRY: one failed for a passing cause and the next is
 * waiting. SUCCESS: the route is stored and readable. FAILURE: there will be none. REVOKED: cancelled.
 */
export type JobStatus = 'PENDING' | 'STARTED' | 'RETRY' | 'SUCCESS' | 'FAILURE' | 'REVOKED';

/** What a job can become: it is PENDING only when it is created. */
export type LaterStatus = Exclude<JobStatus, 'PENDING'>;

/** Everything needed to start a job, or to complete a submission that died half-way. */
export interface Submission {
  /** UUID; also the name of the execution. */
  readonly jobId: string;
  readonly routeId: number;
  /** ISO 8601, UTC. */
  readonly requestedAt: string;
  readonly start: LatLon;
  readonly end: LatLon;
  readonly startName: string | null;
  readonly endName: string | null;
  readonly tags: readonly string[];
  /** The meshes to try, in this order. */
  readonly meshIds: readonly number[];
  /** The cell of the start, by which its route is found again (see routes/start-cells.ts). */
  readonly startCell: string;
  /** When the job and its route may be dropped, epoch seconds. */
  readonly expiresAt: number;
}

/** What became of a calculation on one mesh. */
export interface Attempt {
  readonly mesh_id: number;
  readonly outcome: string;
}

/** Why a job failed, as the client sees it. */
export interface FailureInfo {
  readonly error: string;
  readonly attempts: readonly Attempt[];
}

export interface Job {
  readonly submission: Submission;
  readonly status: JobStatus;
  /** Of the last transition, ISO 8601, UTC. */
  readonly updated: string;
  /** Exactly when the status is FAILURE. */
  readonly info: FailureInfo | null;
}
