import { JobNotFound, JobOver, NotRequester } from './errors.ts';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { RouteWorkflow } from './route-workflow.ts';
import { transientFailure } from './transient-failures.ts';

export interface CancelPorts {
  readonly jobs: Pick<JobStore, 'find' | 'transition'>;
  readonly workflow: Pick<RouteWorkflow, 'stop'>;
}

/**
 * Revokes a job, then stops its execution. In this order: whatever the execution still writes is refused because the
 * job is over, so it does not matter when, or whether, it stops. Revoking twice is the same as once.
 *
 * @param requester who cancels; null where callers are not told apart.
 * @throws JobNotFound, NotRequester, JobOver
 */
export async function cancelJob(
  { jobs, workflow }: CancelPorts,
  jobId: string,
  requester: string | null,
): Promise<Job> {
  const found = await jobs.find(jobId);
  if (!found) throw new JobNotFound(jobId);
  if (found.requester !== null && requester !== null && found.requester !== requester) {
    throw new NotRequester(jobId);
  }
  const job = (await jobs.transition(jobId, { to: 'REVOKED' })) ?? (await jobs.find(jobId));
  if (!job) throw new JobNotFound(jobId);
  if (job.status !== 'REVOKED') throw new JobOver(jobId, job.status);
  try {
    await workflow.stop(jobId);
  } catch (error) {
    if (transientFailure(error as Error) === null) throw error;
  }
  return job;
}
