/**
 * The sweeper: finds jobs that wait for something that will never happen, and settles them within a minute,
 * even if nobody polls them. There are two kinds: the submission died, or was throttled, between storing the
 * job and starting its execution; or the execution ended without updating the job.
 */
import type { JobStore } from './job-store.ts';
import type { RouteWorkflow } from './route-workflow.ts';
import { settleJob } from './settle-job.ts';
import { startJob } from './start-job.ts';
import { isFinal } from './transitions.ts';

/**
 * A submission needs less time than this from storing the job to starting its execution, so younger jobs are
 * skipped. Jobs requested later than this after now are not: the clock of their submission was wrong.
 */
const SUBMISSION_MS = 10_000;
/** A job fails if its execution could not be started within this time. */
const START_WITHIN_MS = 2 * 3_600_000;
const SWEEP_EVERY_MS = 30_000;
/** Jobs that are checked at the same time. */
const AT_ONCE = 10;

export interface ActiveJobs {
  /** The jobs that have not ended, and when they were requested; may include some that ended just now. */
  active(): AsyncIterable<{ readonly id: string; readonly requestedAt: string }>;
}

export interface SweepPorts {
  readonly jobs: Pick<JobStore, 'find' | 'transition'> & ActiveJobs;
  readonly workflow: Pick<RouteWorkflow, 'start' | 'status' | 'running'>;
  /** Called for each job that could not be checked; the next sweep tries again. */
  readonly onError: (jobId: string, error: Error) => void;
}

export interface SweepSchedule {
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly onReport: (report: SweepReport) => void;
}

/** How many jobs a sweep found active, and what it did with those that were not running. */
export interface SweepReport {
  active: number;
  started: number;
  settled: number;
  /** How long the oldest job has waited whose execution could not be started now either, ms; 0 if all were. */
  longestWaitMs: number;
}

/**
 * Sweeps now and after half a minute: a schedule runs at most once a minute, which alone would leave some
 * jobs unsettled for longer than a minute.
 */
export async function sweepTwice(ports: SweepPorts, { now, wait, onReport }: SweepSchedule): Promise<void> {
  onReport(await sweep(ports, now()));
  await wait(SWEEP_EVERY_MS);
  onReport(await sweep(ports, now()));
}

export async function sweep(ports: SweepPorts, now: Date): Promise<SweepReport> {
  const report: SweepReport = { active: 0, started: 0, settled: 0, longestWaitMs: 0 };
  const suspects = new Set<string>();
  for await (const { id, requestedAt } of ports.jobs.active()) {
    if (Math.abs(now.getTime() - Date.parse(requestedAt)) > SUBMISSION_MS) suspects.add(id);
  }
  report.active = suspects.size;
  if (suspects.size === 0) return report;
  // One page lists a thousand executions, but only a few requests about single executions are allowed per
  // second.
  for await (const jobId of ports.workflow.running()) suspects.delete(jobId);

  const left = [...suspects];
  while (left.length > 0) {
    const batch = left.splice(0, AT_ONCE);
    await Promise.all(
      batch.map(async (jobId) => {
        try {
          await lookAfter(ports, jobId, now, report);
        } catch (error) {
          ports.onError(jobId, error as Error);
        }
      }),
    );
  }
  return report;
}

/** Reads the job before its execution: an execution that has ended by then wrote its last status before. */
async function lookAfter(
  { jobs, workflow }: SweepPorts,
  jobId: string,
  now: Date,
  report: SweepReport,
): Promise<void> {
  const job = await jobs.find(jobId);
  if (!job || isFinal(job.status)) return;
  const waitedMs = now.getTime() - Date.parse(job.requestedAt);
  const isLate = waitedMs > START_WITHIN_MS;
  const start = async () => {
    const result = await startJob({ jobs, workflow }, job);
    if (result === 'started') report.started++;
    if (result === 'later') report.longestWaitMs = Math.max(report.longestWaitMs, waitedMs);
    return result;
  };
  // Most were never started. Step Functions allows 300 starts a second, but only 15 requests about an
  // execution.
  if (job.status === 'PENDING' && !isLate && (await start()) !== 'ended') return;
  const execution = await workflow.status(jobId);
  if (execution === 'RUNNING') return;
  if (execution === null && !isLate) {
    await start();
    return;
  }
  if (execution !== null) await settleJob(jobs, jobId, execution);
  else {
    const info = { error: 'The calculation could not be started within two hours.', attempts: [] };
    await jobs.transition(job.id, { to: 'FAILURE', info });
  }
  report.settled++;
}
