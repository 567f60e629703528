import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { InvocationMessage, SandboxData, SandboxMessage } from './sandbox-messages.ts';
import { yieldFurther } from './thread-priority.ts';

export interface SandboxOptions extends SandboxData {
  readonly environment: Readonly<Record<string, string>>;
  /** Name of its thread, so that `top -H` and profiles tell the functions apart. */
  readonly threadName: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Offset of the clock during the next invocation, ms. */
  readonly clockSkewMs: () => number;
  /** Called with every line that the function writes. */
  readonly onLine: (line: string) => void;
  /** Called with the name of a variable of the environment when the thread first reads it. */
  readonly onRead: (variable: string) => void;
}

/**
 * How an invocation ended. The payload is JSON text; an error's payload has `errorType` and `errorMessage`.
 */
export interface InvocationResult {
  readonly ok: boolean;
  readonly payload: string;
}

/** What ends a sandbox: its process is killed, or the function times out. */
export type SandboxFault = 'crash' | 'timeout';

/**
 * Time for loading a function before its own timeout begins, ms. Lambda allows 10 s, on a processor of the
 * function's own. Here the threads that start share the processors of a machine that may be busy.
 */
const INIT_LIMIT_MS = 60_000;

/** A calculation that runs for longer than this, ms, lets others that have just begun go first. */
const LONG_MS = 1000;

/**
 * Space for new objects, MB. A function that calculates gets as much as V8 would let it have in a process of
 * its own: with less, a calculation spends a fifth of its time on garbage collection. In a dozen threads that
 * mostly wait, so much would only cost memory.
 */
const YOUNG_GENERATION_MB = { calculates: 48, waits: 24 };

const failure = (errorType: string, errorMessage: string): InvocationResult => ({
  ok: false,
  payload: JSON.stringify({ errorType, errorMessage }),
});

/** One invocation, without what is only known when it is sent to the thread. */
type Invocation = Omit<InvocationMessage, 'deadline' | 'clockSkewMs'>;

interface Running {
  readonly end: (result: InvocationResult) => void;
  readonly message: Invocation;
  timer: NodeJS.Timeout;
  /** When the calculation has become a long one. */
  becomesLong?: NodeJS.Timeout;
  /** Gives the thread its priority back. */
  restore?: () => void;
}

/** One execution environment of a function: a thread with the function's bundle. */
export class Sandbox {
  readonly #worker: Worker;
  readonly #options: SandboxOptions;
  readonly #running = new Map<string, Running>();
  /** Its number, where it may have a priority of its own. */
  #thread: number | undefined;
  #isReady = false;
  #isRetired = false;
  /** If the thread has ended, how: the text of an error. */
  #death: ((requestId: string) => InvocationResult) | undefined;

  constructor(options: SandboxOptions) {
    this.#options = options;
    const { file, exportName, compiledFolder, calculates, environment, threadName, memoryMb } = options;
    this.#worker = new Worker(new URL('./sandbox-thread.js', import.meta.url), {
      workerData: { file, exportName, compiledFolder, calculates } satisfies SandboxData,
      env: environment,
      name: threadName,
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        maxYoungGenerationSizeMb: calculates ? YOUNG_GENERATION_MB.calculates : YOUNG_GENERATION_MB.waits,
      },
    });
    this.#worker.on('message', (message: SandboxMessage) => this.#receive(message));
    this.#worker.on('error', (error) => this.#die(this.#describeCrash(error as NodeJS.ErrnoException)));
    this.#worker.on('exit', (code) => this.#die(exited(`exit status ${code}`)));
    for (const output of [this.#worker.stdout, this.#worker.stderr]) this.#readLines(output);
  }

  /** Whether it can accept invocations: its thread runs, and none of its invocations has timed out. */
  get isUsable(): boolean {
    return this.#death === undefined && !this.#isRetired;
  }

  /** Runs one invocation; never rejects. It ends with an error after the function's timeout. */
  invoke(message: Invocation): Promise<InvocationResult> {
    const { requestId } = message;
    if (this.#death) return Promise.resolve(this.#death(requestId));
    const { promise, resolve: end } = Promise.withResolvers<InvocationResult>();
    const limitMs = Math.max(INIT_LIMIT_MS, this.#timeoutMs);
    const running = { end, message, timer: setTimeout(() => this.#expire(requestId), limitMs) };
    this.#running.set(requestId, running);
    if (this.#isReady) this.#send(running);
    return promise;
  }

  /** Ends the sandbox now, with all its invocations. */
  fail(fault: SandboxFault): void {
    this.#die((requestId) => failedBy(fault, this.#options.timeoutSeconds, requestId));
    void this.#worker.terminate();
  }

  /** Ends the sandbox permanently; resolves when its thread has ended. */
  async dispose(): Promise<void> {
    this.#die(exited('signal: terminated'));
    await this.#worker.terminate();
  }

  get #timeoutMs(): number {
    return this.#options.timeoutSeconds * 1000;
  }

  #receive(message: SandboxMessage): void {
    switch (message.kind) {
      case 'read':
        this.#options.onRead(message.variable);
        break;
      case 'ready':
        this.#isReady = true;
        this.#thread = message.thread;
        for (const running of this.#running.values()) this.#send(running);
        break;
      default:
        this.#finish(message.requestId, { ok: message.kind === 'result', payload: message.payload });
    }
  }

  /** Passes an invocation to the thread; its timeout starts now. */
  #send(running: Running): void {
    clearTimeout(running.timer);
    const { message } = running;
    running.timer = setTimeout(() => this.#expire(message.requestId), this.#timeoutMs);
    const thread = this.#thread;
    if (thread !== undefined) {
      running.becomesLong = setTimeout(() => {
        running.restore = yieldFurther(thread);
      }, LONG_MS);
    }
    const deadline = Date.now() + this.#timeoutMs;
    const clockSkewMs = this.#options.clockSkewMs();
    this.#worker.postMessage({ ...message, deadline, clockSkewMs } satisfies InvocationMessage);
  }

  /** An invocation has timed out. The sandbox ends with it, or once its other invocations have ended. */
  #expire(requestId: string): void {
    this.#isRetired = true;
    this.#finish(requestId, timedOut(this.#options.timeoutSeconds)(requestId));
  }

  #finish(requestId: string, result: InvocationResult): void {
    const running = this.#running.get(requestId);
    if (!running) return;
    clearTimeout(running.timer);
    clearTimeout(running.becomesLong);
    running.restore?.();
    this.#running.delete(requestId);
    if (this.#isRetired && this.#running.size === 0) void this.dispose();
    running.end(result);
  }

  #die(death: (requestId: string) => InvocationResult): void {
    this.#death ??= death;
    for (const requestId of [...this.#running.keys()]) this.#finish(requestId, this.#death(requestId));
  }

  #describeCrash(error: NodeJS.ErrnoException): (requestId: string) => InvocationResult {
    this.#options.onLine(JSON.stringify({ level: 'ERROR', message: error.message, stack: error.stack }));
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return exited('signal: killed');
    return () => failure(error.name || 'Runtime.ExitError', error.message);
  }

  #readLines(stream: Readable): void {
    let last = '';
    const pass = (line: string) => line.trim() !== '' && this.#options.onLine(line);
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (last + text).split('\n');
      last = lines.pop()!;
      lines.forEach(pass);
    });
    stream.on('end', () => pass(last));
  }
}

const exited = (how: string) => (requestId: string) =>
  failure('Runtime.ExitError', `RequestId: ${requestId} Error: Runtime exited with error: ${how}`);

const timedOut = (seconds: number) => (requestId: string) =>
  failure(
    'Sandbox.Timedout',
    `RequestId: ${requestId} Error: Task timed out after ${seconds.toFixed(2)} seconds`,
  );

/** How an invocation ends whose sandbox is ended by a fault. */
export const failedBy = (fault: SandboxFault, timeoutSeconds: number, requestId: string): InvocationResult =>
  (fault === 'crash' ? exited('signal: killed') : timedOut(timeoutSeconds))(requestId);
