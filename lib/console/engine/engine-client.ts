import type { AnswerOf, EngineAnswer, EngineFailure, EngineRequest } from './protocol.ts';

type Answer<R extends EngineRequest> = AnswerOf[R['kind']] | EngineFailure;

const NOT_LOADED = 'The engine could not be loaded: open the page again, once there is a connection.';

interface Pending {
  readonly request: EngineRequest;
  readonly transfer: Transferable[];
  readonly resolve: (answer: EngineAnswer | null) => void;
  /** A later request of the same key takes this one's place while it waits. */
  readonly key: string | undefined;
}

interface AskOptions {
  readonly key?: string;
  readonly transfer?: Transferable[];
}

function pendingOf<R extends EngineRequest>(request: R, { key, transfer = [] }: AskOptions) {
  const { promise, resolve } = Promise.withResolvers<Answer<R> | null>();
  const pending: Pending = { request, transfer, key, resolve: resolve as Pending['resolve'] };
  return { promise, pending };
}

/** The part of a Worker that is used, so that tests can stand in for it. */
export interface EnginePort {
  postMessage(message: EngineRequest, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<EngineAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/**
 * Asks the worker for one thing at a time. While one calculation runs the next waits, and of those with the same key
 * only the last is kept: however fast the hand moves, at most one calculation is outstanding and the last position is
 * always calculated.
 */
export class EngineClient {
  readonly #begin: () => EnginePort;
  #port: EnginePort | null = null;
  readonly #waiting: Pending[] = [];
  #prepared: Pending | null = null;
  #running: Pending | null = null;
  /** Why the engine will never answer. */
  #failure: EngineFailure | null = null;
  /** For tests and for those who measure. */
  readonly statistics = { sent: 0, answered: 0, replaced: 0, mostOutstanding: 0 };

  /** @param begin begins the worker, once something is asked of it */
  constructor(begin: () => EnginePort) {
    this.#begin = begin;
  }

  /** @returns null where a later request of the same key took this one's place */
  ask<R extends EngineRequest>(request: R, options: AskOptions = {}): Promise<Answer<R> | null> {
    const { promise, pending } = pendingOf(request, options);
    const prepared = this.#prepared;
    this.#prepared = null;
    if (prepared?.key !== undefined && prepared.key === pending.key) prepared.resolve(null);
    else if (prepared) this.#waiting.push(prepared);
    const { key } = pending;
    const earlier = key === undefined ? -1 : this.#waiting.findIndex((each) => each.key === key);
    if (earlier >= 0) {
      this.statistics.replaced++;
      this.#waiting[earlier]!.resolve(null);
      this.#waiting[earlier] = pending;
    } else {
      this.#waiting.push(pending);
    }
    this.#next();
    return promise;
  }

  /** As `ask`, but only right before something else is asked, or at `ready`: until then the worker need not be there. */
  prepare<R extends EngineRequest>(request: R, options: AskOptions = {}): Promise<Answer<R> | null> {
    const { promise, pending } = pendingOf(request, options);
    this.#prepared?.resolve(null);
    this.#prepared = pending;
    return promise;
  }

  /** Something will be asked soon: begins with what is prepared. */
  ready(): void {
    if (!this.#prepared) return;
    this.#waiting.push(this.#prepared);
    this.#prepared = null;
    this.#next();
  }

  #next(): void {
    if (this.#running) return;
    const pending = this.#waiting.shift();
    if (!pending) return;
    this.#running = pending;
    this.statistics.sent++;
    const outstanding = this.statistics.sent - this.statistics.answered;
    this.statistics.mostOutstanding = Math.max(this.statistics.mostOutstanding, outstanding);
    this.#port ??= this.#connect();
    if (this.#failure) this.#finish(this.#failure);
    else this.#port.postMessage(pending.request, pending.transfer);
  }

  #connect(): EnginePort {
    const port = this.#begin();
    port.onmessage = ({ data }) => this.#finish(data);
    port.onerror = ({ message }) => {
      // an error without words is that of a file that was not loaded
      if (!message) this.#failure = { kind: 'failed', reason: 'internal', message: NOT_LOADED };
      this.#finish(this.#failure ?? { kind: 'failed', reason: 'internal', message });
    };
    return port;
  }

  #finish(answer: EngineAnswer): void {
    const finished = this.#running;
    if (!finished) return;
    this.#running = null;
    this.statistics.answered++;
    finished.resolve(answer);
    this.#next();
  }
}
