import type { Attempt, Submission } from './job.ts';

/** Input and state of an execution: keys and counters only, since a state may have 256 KB. */
export interface WorkflowState {
  readonly job_id: string;
  readonly route_id: number;
  readonly mesh_ids: readonly number[];
  /** The mesh that is tried: an index into `mesh_ids`. */
  readonly mesh_position: number;
  /** On this mesh, from 1. */
  readonly attempt: number;
  /** What became of the earlier ones. */
  readonly attempts: readonly Attempt[];
}

/** What runs calculations: one execution per job, named after it. */
export interface RouteWorkflow {
  /** Starting what runs or has run already does nothing. */
  start(state: WorkflowState): Promise<void>;
  /** Stopping what does not run does nothing. */
  stop(jobId: string): Promise<void>;
  isRunning(jobId: string): Promise<boolean>;
}

export const initialState = ({ jobId, routeId, meshIds }: Submission): WorkflowState => ({
  job_id: jobId,
  route_id: routeId,
  mesh_ids: meshIds,
  mesh_position: 0,
  attempt: 1,
  attempts: [],
});
