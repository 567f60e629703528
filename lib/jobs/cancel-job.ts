import { JobNotFound, JobOver } from './errors.ts';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { RouteWorkflow } from './route-workflow.ts';

/**
 * Revokes a job, then stops its execution: in this order, since the calculation of a revoked job changes nothing
 * however long it goes on. Revoking again stops again, in case that the first time died between the two.
 */
export async function cancelJob(jobs: JobStore, workflow: RouteWorkflow, jobId: string): Promise<Job> {
  const job = (await jobs.transition(jobId, 'REVOKED')) ?? (await jobs.find(jobId));
  if (!job) throw new JobNotFound(jobId);
  if (job.status !== 'REVOKED') throw new JobOver(jobId, job.status);
  await workflow.stop(jobId);
  return job;
}
