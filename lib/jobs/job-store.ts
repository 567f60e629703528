import type { FailureInfo, Job, LaterStatus, Submission } from './job.ts';

/** Where jobs are kept. Each method is one atomic step; reads see every write that ended before them. */
export interface JobStore {
  find(jobId: string): Promise<Job | null>;
  /** Creates a PENDING job; does nothing if it exists, whatever became of it. */
  create(submission: Submission): Promise<void>;
  /** The job in its new status; null, and nothing done, if there is none that may change to it. */
  transition(jobId: string, to: LaterStatus, info?: FailureInfo): Promise<Job | null>;
  /** The right to look after a job: given to one caller in every `intervalMs`. */
  claimAttention(jobId: string, now: Date, intervalMs: number): Promise<boolean>;
}
