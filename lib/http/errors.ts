/** What is wrong with a request itself, whatever it asks for. */

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An error that is answered with its own status. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly details: readonly FieldError[] | undefined;

  constructor(
    status: number,
    message: string,
    extra: { headers?: Record<string, string>; details?: readonly FieldError[] } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = extra.headers ?? {};
    this.details = extra.details;
  }
}
