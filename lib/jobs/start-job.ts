import type { JobStore } from './job-store.ts';
import { initialState, type RouteWorkflow, type StartedJob } from './route-workflow.ts';
import { transientFailure } from './transient-failures.ts';

export interface StartPorts {
  readonly jobs: Pick<JobStore, 'transition'>;
  readonly workflow: Pick<RouteWorkflow, 'start'>;
}

/**
 * Starts the execution of a job whose record is stored. Calling it again, even at the same time, changes
 * nothing.
 *
 * A transient failure does not fail the job: it stays PENDING, and the sweeper starts it (sweep.ts). If the
 * execution is refused permanently, the job fails.
 *
 * @returns `ended`: the execution has run before; `later`: a transient failure
 * @throws the error that refused the execution; the job is then a FAILURE
 */
export async function startJob(
  { jobs, workflow }: StartPorts,
  job: StartedJob,
): Promise<'started' | 'ended' | 'later'> {
  try {
    return await workflow.start(initialState(job));
  } catch (error) {
    if (transientFailure(error as Error) !== null) return 'later';
    const info = { error: 'The calculation could not be started.', attempts: [] };
    await jobs.transition(job.id, { to: 'FAILURE', info });
    throw error;
  }
}
