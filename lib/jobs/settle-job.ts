import type { JobStore } from './job-store.ts';
import type { ExecutionStatus } from './route-workflow.ts';

/** How an execution can end. */
export type EndedExecution = Exclude<ExecutionStatus, 'RUNNING'>;

const errors: Record<EndedExecution, string> = {
  SUCCEEDED: 'The calculation ended without a result.',
  FAILED: 'The calculation stopped unexpectedly.',
  TIMED_OUT: 'The calculation took too long.',
  ABORTED: 'The calculation was aborted.',
};

/**
 * Fails the job of an execution that has ended. A job that is over stays as it is, and one whose execution ran to its
 * end is over: its last status was written before the execution ended.
 */
export async function settleJob(
  jobs: Pick<JobStore, 'transition'>,
  jobId: string,
  ended: EndedExecution,
): Promise<void> {
  await jobs.transition(jobId, { to: 'FAILURE', info: { error: errors[ended], attempts: [] } });
}
