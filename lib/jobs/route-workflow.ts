import type { Attempt, Job } from './job.ts';

/** Input and state of an execution. Everything else about the job is in its record. */
export interface WorkflowState {
  readonly job_id: string;
  /** Key of the whole request in the route bucket; absent where the record holds all of it. */
  readonly request_key?: string;
  /** The job's requester, absent where callers are not told apart; local mode lets requesters that wait take turns. */
  readonly requester?: string;
  readonly mesh_ids: readonly number[];
  /** Index into `mesh_ids` of the mesh that is being tried. */
  readonly mesh_position: number;
  /** Of the calculation on this mesh, from 1. */
  readonly attempt: number;
  /** How the earlier calculations ended. */
  readonly attempts: readonly Attempt[];
  /** How long calculations have waited because a service throttled them or was unavailable. */
  readonly waited_seconds: number;
}

/** How an execution ended, or RUNNING; null: it was never started. */
export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** What runs calculations: one execution per job, named after it. */
export interface RouteWorkflow {
  /** Starting a running execution does nothing; one that has ended is not started again. */
  start(state: WorkflowState): Promise<'started' | 'ended'>;
  /** Stopping an execution that does not run does nothing. */
  stop(jobId: string): Promise<void>;
  status(jobId: string): Promise<ExecutionStatus | null>;
  /** All running executions, those that were started last first; may miss those of the last seconds. */
  running(): AsyncIterable<{ readonly jobId: string; readonly startedAt: Date }>;
}

/** What of a job its execution carries. */
export type StartedJob = Pick<Job, 'id' | 'meshIds' | 'requestKey' | 'requester'>;

export const initialState = ({ id, meshIds, requestKey, requester }: StartedJob): WorkflowState => ({
  job_id: id,
  ...(requestKey !== null && { request_key: requestKey }),
  ...(requester !== null && { requester }),
  mesh_ids: meshIds,
  mesh_position: 0,
  attempt: 1,
  attempts: [],
  waited_seconds: 0,
});
