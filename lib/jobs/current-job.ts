/** What a poll of a job is answered, after looking after the job where it has gone quiet. */
import { JobNotFound } from './errors.ts';
import type { Job, Submission } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { RouteWorkflow } from './route-workflow.ts';
import { isOver } from './transitions.ts';

/** A submission whose job is still PENDING after this may have died before it started the execution. */
const START_WITHIN_MS = 10_000;
/** An execution whose job has not changed for this long may have died without a word. */
const CHECK_AFTER_MS = 30_000;
/** However often a job is polled, it is looked after this often: the workflow's quotas are small. */
const ATTEND_EVERY_MS = 10_000;

export interface CurrentJobPorts {
  readonly jobs: JobStore;
  readonly workflow: RouteWorkflow;
  /** Does whatever of a submission is not done yet. */
  readonly complete: (submission: Submission) => Promise<void>;
}

export async function currentJob(ports: CurrentJobPorts, jobId: string, now: Date): Promise<Job> {
  const job = await requireJob(ports.jobs, jobId);
  if (isOver(job.status)) return job;
  const quietMs = now.getTime() - Date.parse(job.updated);
  const mayNotHaveStarted = job.status === 'PENDING' && quietMs > START_WITHIN_MS;
  const mayHaveDied = quietMs > CHECK_AFTER_MS;
  if (!mayNotHaveStarted && !mayHaveDied) return job;
  if (!(await ports.jobs.claimAttention(jobId, now, ATTEND_EVERY_MS))) return job;
  if (mayNotHaveStarted) await ports.complete(job.submission);
  if (mayHaveDied && !(await ports.workflow.isRunning(jobId))) {
    await ports.jobs.transition(jobId, 'FAILURE', { error: 'The calculation died.', attempts: [] });
  }
  return await requireJob(ports.jobs, jobId);
}

async function requireJob(jobs: JobStore, jobId: string): Promise<Job> {
  const job = await jobs.find(jobId);
  if (!job) throw new JobNotFound(jobId);
  return job;
}
