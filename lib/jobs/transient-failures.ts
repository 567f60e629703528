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

export type TransientOutcome = 'throttled' | 'timed out' | 'crashed';

/** What happened, if it may not happen again; else null. Takes the name of an error or the code of a system error. */
export function transientFailureNamed(name: string): TransientOutcome | null {
  if (THROTTLING.has(name)) return 'throttled';
  if (TIMEOUT.has(name)) return 'timed out';
  if (CRASH.has(name) || name.startsWith('Lambda.')) return 'crashed';
  return null;
}

/** The same for an error that was caught: its name, else its code, decides. A connection reset has only a code. */
export function transientFailure(error: Error & { readonly code?: unknown }): TransientOutcome | null {
  return transientFailureNamed(error.name) ?? transientFailureNamed(String(error.code));
}

export const isThrottling = (error: Error): boolean => transientFailure(error) === 'throttled';
