import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendJsonError, sendQueryError, sendS3Error } from './aws-responses.ts';
import { AwsError } from './errors.ts';
import type { BusEvent } from './events/bus-event.ts';
import type { Fault } from './lambda/local-function.ts';

/** One call of a function or state machine to an AWS service. */
export interface AwsCall {
  readonly service:
    | 'dynamodb'
    | 'states'
    | 'lambda'
    | 'logs'
    | 'sqs'
    | 'sns'
    | 'query'
    | 's3'
    | 'gateway'
    | 'none';
  /** For example `PutItem` or `s3:GetObject`; of services whose requests are forms `POST /`. */
  readonly operation: string;
  /** Name of the calling function. */
  readonly caller: string;
}

/** What happens to a call. */
export type CallFault =
  /** The call is refused and has no effect. */
  | { readonly kind: 'error'; readonly code: string; readonly status: number }
  /** The call has its effect, but the connection breaks instead of an answer. */
  | { readonly kind: 'lost' }
  /** The call has its effect, but the answer comes late. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** The call waits until something else has happened. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** The calling function is killed, before or after the call has its effect. */
  | { readonly kind: 'killed'; readonly when: 'before' | 'after' };

/**
 * Faults to inject, decided for each call, invocation and event. Tests use them to see how an application
 * copes.
 */
export interface Faults {
  /** Not called for calls from outside, which use the developer's credentials. */
  readonly onCall?: (call: AwsCall) => CallFault | undefined;
  readonly onInvocation?: (functionName: string) => Fault | undefined;
  /** Delays in ms after which an event is delivered: `[0]` once and at once, `[]` never, `[0, 50]` twice. */
  readonly onEvent?: (event: BusEvent) => readonly number[];
  /** Offset of the clock during an invocation, ms. It ends when an invocation of the same sandbox has none. */
  readonly clockSkewMs?: (functionName: string) => number;
}

/** What is needed to inject a fault into a call. */
interface Surroundings {
  readonly service: AwsCall['service'];
  readonly response: ServerResponse;
  /** Kills the calling function. */
  readonly kill: () => void;
}

/**
 * Injects the fault of a call. Returns false when the call must not be handled further: it has been answered,
 * or the caller no longer exists.
 */
export async function applyFault(
  fault: CallFault,
  { service, response, kill }: Surroundings,
): Promise<boolean> {
  switch (fault.kind) {
    case 'error':
      errorSender(service)(response, new AwsError(fault.code, 'Injected.', fault.status));
      return false;
    case 'lost':
      insteadOfAnswer(response, () => {});
      return true;
    case 'slow':
      await sleep(fault.delayMs, undefined, { ref: false });
      return true;
    case 'held':
      await fault.until;
      return true;
    case 'killed':
      if (fault.when === 'after') insteadOfAnswer(response, kill);
      else kill();
      return fault.when === 'after';
  }
}

function errorSender(service: AwsCall['service']) {
  if (service === 's3') return sendS3Error;
  return service === 'sns' || service === 'query' ? sendQueryError : sendJsonError;
}

/** When the response would be sent, breaks the connection and runs an action. */
function insteadOfAnswer(response: ServerResponse, action: () => void): void {
  const breakOff = () => {
    response.socket?.destroy();
    action();
    return response;
  };
  Object.assign(response, { writeHead: () => response, write: breakOff, end: breakOff });
}
