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
  readonly #port: EnginePort;
  readonly #waiting: Pending[] = [];
  #running: Pending | null = null;
  /** Why the engine will never answer. */
  #failure: EngineFailure | null = null;
  /** For tests and for those who measure. */
  readonly statistics = { sent: 0, answered: 0, replaced: 0, mostOutstanding: 0 };

  constructor(port: EnginePort) {
    this.#port = port;
    port.onmessage = ({ data }) => this.#finish(data);
    port.onerror = ({ message }) => {
      // an error without words is that of a file that was not loaded
      if (!message) this.#failure = { kind: 'failed', reason: 'internal', message: NOT_LOADED };
      this.#finish(this.#failure ?? { kind: 'failed', reason: 'internal', message });
    };
  }

  /** @returns null where a later request of the same key took this one's place */
  ask<R extends EngineRequest>(
    request: R,
    { key, transfer = [] }: { key?: string; transfer?: Transferable[] } = {},
  ): Promise<Answer<R> | null> {
    return new Promise((resolve) => {
      const earlier = key === undefined ? -1 : this.#waiting.findIndex((pending) => pending.key === key);
      const pending = { request, transfer, key, resolve: resolve as Pending['resolve'] };
      if (earlier >= 0) {
        this.statistics.replaced++;
        this.#waiting[earlier]!.resolve(null);
        this.#waiting[earlier] = pending;
      } else {
        this.#waiting.push(pending);
      }
      this.#next();
    });
  }

  #next(): void {
    if (this.#running) return;
    const pending = this.#waiting.shift();
    if (!pending) return;
    this.#running = pending;
    this.statistics.sent++;
    const outstanding = this.statistics.sent - this.statistics.answered;
    this.statistics.mostOutstanding = Math.max(this.statistics.mostOutstanding, outstanding);
    if (this.#failure) this.#finish(this.#failure);
    else this.#port.postMessage(pending.request, pending.transfer);
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
