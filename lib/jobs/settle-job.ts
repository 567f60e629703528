import type { JobStore } from './job-store.ts';

/** How an execution ends that did not run to its end. */
export type BrokenExecution = 'FAILED' | 'TIMED_OUT' | 'ABORTED';

const errors: Record<BrokenExecution, string> = {
  FAILED: 'The calculation died.',
  TIMED_OUT: 'The calculation took too long.',
  ABORTED: 'The calculation was aborted.',
};

/** Fails the job of an execution that ended without a word; one that is over (cancelled, say) stays as it is. */
export async function settleJob(jobs: JobStore, jobId: string, ended: BrokenExecution): Promise<void> {
  await jobs.transition(jobId, 'FAILURE', { error: errors[ended], attempts: [] });
}
