/** Failures that may not happen again, by the names and codes of their errors. */

/** AWS refuses a request because there are too many. */
const THROTTLING = new Set([
  'BandwidthLimitExceeded',
  'ExecutionLimitExceeded',
  'Lambda.TooManyRequestsException',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/** The time limit of the Lambda, of its task, or of a call that it made. */
const TIMEOUT = new Set([
  'Sandbox.Timedout',
  'States.Timeout',
  'RequestTimeout',
  'RequestTimeoutException',
  'TimeoutError',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
]);

/** The sandbox died, or a service that the calculation needs did not answer. */
const CRASH = new Set([
  'InternalError',
  'InternalFailure',
  'InternalServerError',
  'InternalServerException',
  'NetworkingError',
  'Runtime.ExitError',
  'Runtime.OutOfMemory',
  'ServiceException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Every name that means a transient failure, except those that begin with `Lambda.`. */
export const transientNames: readonly string[] = [...THROTTLING, ...TIMEOUT, ...CRASH];

export type TransientOutcome = 'throttled' | 'timed out' | 'crashed';

/** What happened, if it may not happen again; else null. Takes the name of an error or the code of a system error. */
export function transientFailureNamed(name: string): TransientOutcome | null {
  if (THROTTLING.has(name)) return 'throttled';
  if (TIMEOUT.has(name)) return 'timed out';
  if (CRASH.has(name) || name.startsWith('Lambda.')) return 'crashed';
  return null;
}

/** What an error of Node.js or of the AWS SDK may carry beside its name. */
type CaughtError = Error & {
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
};

/**
 * The same for an error that was caught: its name decides, else its code (a connection that is reset while a body is
 * read has nothing else), else the HTTP status that a service answered.
 */
export function transientFailure(error: CaughtError): TransientOutcome | null {
  return (
    transientFailureNamed(error.name) ??
    transientFailureNamed(String(error.code)) ??
    transientStatus(error.$metadata?.httpStatusCode)
  );
}

function transientStatus(status = 0): TransientOutcome | null {
  if (status === 429) return 'throttled';
  return status >= 500 ? 'crashed' : null;
}

const nameOf: Record<TransientOutcome, string> = {
  throttled: 'ThrottlingException',
  'timed out': 'TimeoutError',
  crashed: 'ServiceUnavailable',
};

/** Lambda reports an error by its name alone. Gives a transient one, told by anything else, a name that tells it. */
export function withTransientName(error: Error): Error {
  const outcome = transientFailure(error);
  if (outcome === null || transientFailureNamed(error.name) !== null) return error;
  return Object.assign(new Error(error.message, { cause: error }), { name: nameOf[outcome] });
}
