/** What is wrong with a request itself, whatever operation it is for. */

import type { ErrorDetails } from '../api/errors.ts';

/** An error that is answered with its own status. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly details: ErrorDetails | undefined;

  constructor(
    status: number,
    message: string,
    extra: { headers?: Record<string, string>; details?: ErrorDetails } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = extra.headers ?? {};
    this.details = extra.details;
  }
}
