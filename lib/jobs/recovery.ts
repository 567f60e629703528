/** What follows a failed calculation: another attempt, the next mesh, or the end. */
import type { Attempt, FailureInfo } from './job.ts';
import type { JobStore } from './job-store.ts';
import { passingFailure } from './passing-failures.ts';
import type { WorkflowState } from './route-workflow.ts';

/** On one mesh, the first included. */
const MAX_ATTEMPTS = 3;
/** Before the second attempt at most; doubles with each. */
const FIRST_WAIT_SECONDS = 2;

/** Errors whose message is for the client; of any other it tells nothing of the inside. */
const FOR_CLIENTS = new Set(['MeshLost', 'WaypointOutsideMesh']);

/** The state that a failed calculation leaves: error name and, as JSON, what the Lambda said. */
export interface FailedState extends WorkflowState {
  readonly failure: { readonly Error: string; readonly Cause: string };
}

export type Recovery =
  | { readonly next: 'retry'; readonly state: WorkflowState; readonly waitSeconds: number }
  | { readonly next: 'next_mesh'; readonly state: WorkflowState }
  | { readonly next: 'give_up'; readonly state: WorkflowState; readonly info: FailureInfo };

/** @param random from [0, 1): the jitter of the wait, so that calculations that failed together don't retry together. */
export function decideRecovery({ failure, ...state }: FailedState, random: () => number): Recovery {
  const { mesh_ids, mesh_position, attempt } = state;
  const after = (outcome: string) => [...state.attempts, { mesh_id: mesh_ids[mesh_position]!, outcome }];

  if (failure.Error === 'RouteInaccessible') {
    const attempts = after('inaccessible');
    if (mesh_position + 1 < mesh_ids.length) {
      return {
        next: 'next_mesh',
        state: { ...state, mesh_position: mesh_position + 1, attempt: 1, attempts },
      };
    }
    return giveUp(state, 'No way leads from the start to the end on any mesh that covers them.', attempts);
  }
  const passing = passingFailure(failure.Error);
  if (passing === null) {
    const error = FOR_CLIENTS.has(failure.Error) ? messageOf(failure.Cause) : null;
    return giveUp(state, error ?? 'The calculation failed.', after('failed'));
  }
  const attempts = after(passing);
  if (attempt >= MAX_ATTEMPTS) {
    return giveUp(state, `The calculation ${passing} and was given up after ${attempt} attempts.`, attempts);
  }
  const longest = FIRST_WAIT_SECONDS * 2 ** (attempt - 1);
  const waitSeconds = Math.ceil((longest * (1 + random())) / 2);
  return { next: 'retry', state: { ...state, attempt: attempt + 1, attempts }, waitSeconds };
}

const giveUp = (state: WorkflowState, error: string, attempts: readonly Attempt[]): Recovery => ({
  next: 'give_up',
  state: { ...state, attempts },
  info: { error, attempts },
});

/** The message in a Lambda's account of its error. */
function messageOf(cause: string): string | null {
  try {
    return JSON.parse(cause).errorMessage ?? null;
  } catch {
    return null;
  }
}

/**
 * Decides and tells the job. Runs again unharmed if it dies half-way. A job that is over gets no further attempt:
 * it was cancelled or settled meanwhile.
 */
export async function recover(
  jobs: JobStore,
  failed: FailedState,
  random: () => number = Math.random,
): Promise<Recovery> {
  const recovery = decideRecovery(failed, random);
  const job =
    recovery.next === 'retry'
      ? await retry(jobs, failed.job_id)
      : recovery.next === 'next_mesh'
        ? await jobs.transition(failed.job_id, 'STARTED')
        : await jobs.transition(failed.job_id, 'FAILURE', recovery.info);
  if (job || recovery.next === 'give_up') return recovery;
  return giveUp(recovery.state, 'The job is over.', recovery.state.attempts);
}

/** A calculation that could not even be invoked has left its job PENDING, from where it can't go to RETRY. */
async function retry(jobs: JobStore, jobId: string) {
  const job = await jobs.transition(jobId, 'RETRY');
  if (job) return job;
  await jobs.transition(jobId, 'STARTED');
  return await jobs.transition(jobId, 'RETRY');
}
