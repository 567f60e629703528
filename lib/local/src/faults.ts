import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BusEvent } from './events/bus.ts';
import type { Fault } from './lambda/local-function.ts';

/** One call of a function or state machine to an AWS service. */
export interface AwsCall {
  readonly service: 'dynamodb' | 'states' | 'lambda' | 'logs' | 'sqs' | 'query' | 's3' | 'none';
  /** For example `PutItem` or `s3:GetObject`. */
  readonly operation: string;
  /** Name of the function that calls. */
  readonly caller: string;
}

/** What happens to a call. */
export type CallFault =
  /** It is refused without an effect. */
  | { readonly kind: 'error'; readonly code: string; readonly status: number }
  /** It has its effect, and the connection breaks instead of an answer. */
  | { readonly kind: 'lost' }
  /** It has its effect, and its answer comes, after a while. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** It is held until something else has happened. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** The function that calls is killed, before or after the call has its effect. */
  | { readonly kind: 'killed'; readonly when: 'before' | 'after' };

/** Faults to inject, decided for each call, invocation and event; for tests of how an application bears them. */
export interface Faults {
  /** Not asked about calls that are made from outside, with the developer's credentials. */
  readonly onCall?: (call: AwsCall) => CallFault | undefined;
  readonly onInvocation?: (functionName: string) => Fault | undefined;
  /** Delays, ms, after which an event is delivered: `[0]` is once and at once, `[]` never, `[0, 50]` twice. */
  readonly onEvent?: (event: BusEvent) => readonly number[];
  /** How far the clock of a new sandbox is off, ms. */
  readonly clockSkewMs?: (functionName: string) => number;
}

/** What a faulty call needs of its surroundings. */
interface Surroundings {
  readonly response: ServerResponse;
  /** Kills the function that calls. */
  readonly kill: () => void;
}

/**
 * Makes the fault of a call happen. Returns false when the call must not be handled any more: it has been answered,
 * or whoever made it is gone.
 */
export async function applyFault(fault: CallFault, { response, kill }: Surroundings): Promise<boolean> {
  switch (fault.kind) {
    case 'error': {
      const { code, status } = fault;
      const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': code };
      const message = 'Injected.';
      response.writeHead(status, headers).end(JSON.stringify({ __type: code, message, Message: message }));
      return false;
    }
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

/** Breaks the connection, and does something, when the response would be sent. */
function insteadOfAnswer(response: ServerResponse, action: () => void): void {
  const breakOff = () => {
    response.socket?.destroy();
    action();
    return response;
  };
  Object.assign(response, { writeHead: () => response, write: breakOff, end: breakOff });
}
