/** Failures that may not happen again, by the names of their errors. */

/** AWS refuses one request too many. */
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
const TIMEOUT = new Set(['Sandbox.Timedout', 'States.Timeout', 'RequestTimeout', 'TimeoutError']);

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
]);

export const isThrottlingName = (name: string): boolean => THROTTLING.has(name);

/** What happened, in a word or two, if it may not happen again; else null. */
export function passingFailure(errorName: string): string | null {
  if (THROTTLING.has(errorName)) return 'throttled';
  if (TIMEOUT.has(errorName)) return 'timed out';
  if (CRASH.has(errorName) || errorName.startsWith('Lambda.')) return 'crashed';
  return null;
}
