import type { JobStatus } from './job.ts';

/** An error that a client can do something about. Its kind decides how the API answers it. */
export abstract class JobError extends Error {
  abstract readonly kind: 'not-found' | 'conflict' | 'busy';
}

export class JobNotFound extends JobError {
  override readonly name = 'JobNotFound';
  override readonly kind = 'not-found';

  constructor(jobId: string) {
    super(`There is no job "${jobId}".`);
  }
}

/** A job that has ended can't be cancelled. */
export class JobOver extends JobError {
  override readonly name = 'JobOver';
  override readonly kind = 'conflict';

  constructor(jobId: string, status: JobStatus) {
    super(`Job ${jobId} can't be cancelled: it ended as ${status}.`);
  }
}

/** Too many others want the same at once; the request may work in a moment. */
export class ServiceBusy extends JobError {
  override readonly name = 'ServiceBusy';
  override readonly kind = 'busy';
}
