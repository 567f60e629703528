import type { AcceptedRequest, Job, Transition } from './job.ts';

/** A new job, with what the store needs besides the record. */
export interface NewJob extends AcceptedRequest {
  /** Where the route can be found by requests for a similar one (routes/reuse-key.ts). */
  readonly reuseKey: string;
}

/** Where jobs are kept. Each method is one atomic step; reads see every write that ended before them. */
export interface JobStore {
  find(jobId: string): Promise<Job | null>;
  /** Creates a PENDING job; false, and nothing done, if the route number is taken. */
  create(job: NewJob): Promise<boolean>;
  /** The job in its new status; null, and nothing done, if there is no such job or its status does not allow it. */
  transition(jobId: string, transition: Transition): Promise<Job | null>;
}
