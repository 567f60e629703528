import type { JobStatus } from './job.ts';

/** An error that a client can do something about. Its kind decides how the API answers it. */
export abstract class JobError extends Error {
  abstract readonly kind: 'not-found' | 'forbidden' | 'conflict' | 'busy';
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

/** Only the caller that requested a job may cancel it. */
export class NotRequester extends JobError {
  override readonly name = 'NotRequester';
  override readonly kind = 'forbidden';

  constructor(jobId: string) {
    super(`Job ${jobId} was requested by another caller: only that caller may cancel it.`);
  }
}

/** Concurrent requests changed the same items; the same request may succeed in a moment. */
export class ServiceBusy extends JobError {
  override readonly name = 'ServiceBusy';
  override readonly kind = 'busy';
}
