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

/** A service does not answer, or answers that it failed: the same call may succeed when the service is back. */
const UNAVAILABLE = new Set([
  'InternalError',
  'InternalFailure',
  'InternalServerError',
  'InternalServerException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ServiceException',
  'MeshBeingCompiled', // by another calculation or the import
  'NetworkingError',
  'RequestTimeout',
  'RequestTimeoutException',
  'ServiceException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TimeoutError',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ESOCKETTIMEDOUT',
  'ETIMEDOUT',
]);

/** The time limit of the Lambda or of its task ended the calculation. */
const TIMEOUT = new Set(['Sandbox.Timedout', 'States.Timeout']);

/** The calculation's sandbox died. */
const CRASH = new Set(['Runtime.ExitError', 'Runtime.OutOfMemory']);

/** What is wrong with a service, and ends when it has recovered. */
export const unavailableNames: readonly string[] = [...THROTTLING, ...UNAVAILABLE];

/** Every name that means a transient failure, except those that begin with `Lambda.` and are not listed. */
export const transientNames: readonly string[] = [...THROTTLING, ...UNAVAILABLE, ...TIMEOUT, ...CRASH];

/**
 * `throttled` and `unavailable` are about a service, and end when it has recovered; the other two are about the
 * calculation itself, which may well end so each time.
 */
export type TransientOutcome = 'throttled' | 'unavailable' | 'timed out' | 'crashed';

/** What happened, if it may not happen again; else null. Takes the name of an error or the code of a system error. */
export function transientFailureNamed(name: string): TransientOutcome | null {
  if (THROTTLING.has(name)) return 'throttled';
  if (UNAVAILABLE.has(name)) return 'unavailable';
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
  return status >= 500 ? 'unavailable' : null;
}

/** Lambda reports an error by its name alone. Gives a transient one, told by anything else, a name that tells it. */
export function withTransientName(error: Error): Error {
  const outcome = transientFailure(error);
  if (outcome === null || transientFailureNamed(error.name) !== null) return error;
  const name = outcome === 'throttled' ? 'ThrottlingException' : 'ServiceUnavailable';
  return Object.assign(new Error(error.message, { cause: error }), { name });
}

/** Runs a step of a workflow, whose errors keep their names. */
export async function withTransientNames<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw withTransientName(error as Error);
  }
}
