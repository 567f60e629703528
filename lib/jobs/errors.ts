import type { JobStatus } from './job.ts';

export class JobNotFound extends Error {
  override readonly name = 'JobNotFound';

  constructor(jobId: string) {
    super(`There is no job "${jobId}".`);
  }
}

/** A job that has ended can't be cancelled. */
export class JobOver extends Error {
  override readonly name = 'JobOver';

  constructor(jobId: string, status: JobStatus) {
    super(`Job ${jobId} can't be cancelled: it ended as ${status}.`);
  }
}

/** Too many others want the same at once; what was asked for may work in a moment. */
export class ServiceBusy extends Error {
  override readonly name = 'ServiceBusy';
}
