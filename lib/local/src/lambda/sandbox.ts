import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { InvocationMessage, SandboxData, SandboxMessage } from './sandbox-messages.ts';

export interface SandboxOptions extends SandboxData {
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Called with every line that the function writes. */
  readonly onLine: (line: string) => void;
}

/** How an invocation ended; the payload is JSON text, an error's has `errorType` and `errorMessage`. */
export interface InvocationResult {
  readonly ok: boolean;
  readonly payload: string;
}

/** Lambda gives the loading of a function this long, in milliseconds, before its own timeout begins to count. */
const INIT_LIMIT_MS = 10_000;

const failure = (errorType: string, errorMessage: string): InvocationResult => ({
  ok: false,
  payload: JSON.stringify({ errorType, errorMessage }),
});

/** One execution environment of a function: a thread of its own that runs one invocation at a time. */
export class Sandbox {
  readonly #worker: Worker;
  readonly #options: SandboxOptions;
  readonly #ready: Promise<void>;
  #end: ((result: InvocationResult) => void) | undefined;
  #requestId = '';
  /** Why the thread ended, if it did. */
  #death: InvocationResult | undefined;

  constructor(options: SandboxOptions) {
    this.#options = options;
    const { file, exportName, environment, memoryMb } = options;
    this.#worker = new Worker(new URL('./sandbox-thread.ts', import.meta.url), {
      workerData: { file, exportName } satisfies SandboxData,
      env: environment,
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.#ready = new Promise((resolve) => {
      this.#worker.on('message', (message: SandboxMessage) => {
        if (message.kind === 'ready') resolve();
        else this.#finish({ ok: message.kind === 'result', payload: message.payload });
      });
    });
    this.#worker.on('error', (error) => this.#die(this.#describeCrash(error as NodeJS.ErrnoException)));
    this.#worker.on('exit', (code) => this.#die(this.#exitError(`exit status ${code}`)));
    for (const output of [this.#worker.stdout, this.#worker.stderr]) this.#readLines(output);
  }

  /** False once the thread has ended: the sandbox is of no more use. */
  get alive(): boolean {
    return this.#death === undefined;
  }

  /** Runs one invocation; never rejects. Times out as the function's configuration says. */
  async invoke(invocation: Omit<InvocationMessage, 'deadline'>): Promise<InvocationResult> {
    if (this.#death) return this.#death;
    this.#requestId = invocation.requestId;
    const timeoutMs = this.#options.timeoutSeconds * 1000;
    let timer: NodeJS.Timeout | undefined;
    const expireAfter = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => this.expire(), ms);
    };
    const ended = new Promise<InvocationResult>((resolve) => {
      this.#end = resolve;
    });
    expireAfter(Math.max(INIT_LIMIT_MS, timeoutMs));
    void this.#ready.then(() => {
      if (this.#end === undefined) return;
      expireAfter(timeoutMs);
      this.#worker.postMessage({
        ...invocation,
        deadline: Date.now() + timeoutMs,
      } satisfies InvocationMessage);
    });
    const result = await ended;
    clearTimeout(timer);
    return result;
  }

  /** Ends the sandbox as Lambda does when the function's time is up. */
  expire(): void {
    const seconds = this.#options.timeoutSeconds.toFixed(2);
    this.#die(
      failure(
        'Sandbox.Timedout',
        `RequestId: ${this.#requestId} Error: Task timed out after ${seconds} seconds`,
      ),
    );
    void this.#worker.terminate();
  }

  /** Ends the sandbox as if its process had been killed. */
  crash(): void {
    this.#die(this.#exitError('signal: killed'));
    void this.#worker.terminate();
  }

  /** Ends the sandbox for good; resolves when its thread is gone. */
  async dispose(): Promise<void> {
    this.#die(this.#exitError('signal: terminated'));
    await this.#worker.terminate();
  }

  #finish(result: InvocationResult): void {
    this.#end?.(result);
    this.#end = undefined;
  }

  #die(result: InvocationResult): void {
    this.#death ??= result;
    this.#finish(this.#death);
  }

  #exitError(how: string): InvocationResult {
    return failure(
      'Runtime.ExitError',
      `RequestId: ${this.#requestId} Error: Runtime exited with error: ${how}`,
    );
  }

  #describeCrash(error: NodeJS.ErrnoException): InvocationResult {
    this.#options.onLine(JSON.stringify({ level: 'ERROR', message: error.message, stack: error.stack }));
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return this.#exitError('signal: killed');
    return failure(error.name || 'Runtime.ExitError', error.message);
  }

  #readLines(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') this.#options.onLine(line);
    });
  }
}
