import { randomUUID } from 'node:crypto';
import { AwsError } from '../errors.ts';
import { failedBy, type InvocationResult, type Sandbox, type SandboxFault } from './sandbox.ts';
import { type MapRunId, type PoolOptions, type Requester, SandboxPool } from './sandbox-pool.ts';

/** A failure of an invocation, requested by a test. */
export type Fault = SandboxFault | 'throttle';

/** Result of an invocation, for measurements. */
export interface InvocationLog {
  readonly functionName: string;
  readonly ok: boolean;
  /** Time that it waited for a sandbox; on AWS there is no such wait. */
  readonly queuedMs: number;
  readonly durationMs: number;
}

export interface FunctionOptions extends Omit<PoolOptions, 'onLine' | 'onRead'> {
  readonly name: string;
  readonly arn: string;
  /** As in the template, for example `index.handler` and `nodejs24.x`. */
  readonly handler: string;
  readonly runtime: string;
  /** Names of the variables that the template sets. */
  readonly variables: readonly string[];
  /** Takes one of the places for simultaneous invocations. @throws AwsError `TooManyRequestsException` */
  readonly enter: () => () => void;
  /** Who asks for an invocation, as its event tells; undefined where it does not. */
  readonly requesterOf: ((event: unknown) => string | undefined) | undefined;
  /** How often a failed asynchronous invocation is retried. */
  readonly asyncRetries: number;
  /** The fault planned for the next invocation. */
  readonly plannedFault: () => Fault | undefined;
  /** Factor that shortens waits. */
  readonly timeScale: number;
  readonly onLine: (line: string, functionName: string) => void;
  readonly onInvocation: (log: InvocationLog) => void;
  /** Called with the event of an asynchronous invocation when its last attempt has failed. */
  readonly onDropped: (event: string, error: string) => void;
}

export interface InvokeOptions {
  readonly traceId?: string;
  /** Whose child invokes. */
  readonly mapRun?: MapRunId;
  /** Called once the invocation has a thread. */
  readonly onStart?: () => void;
}

/** Limit for the request and for the response of a synchronous invocation, in bytes. */
const PAYLOAD_LIMIT = 6 * 1024 * 1024;
/** Limit for the event of an asynchronous invocation, in bytes. */
const ASYNC_PAYLOAD_LIMIT = 1024 * 1024;
/** Lambda waits 1 and 2 minutes before it retries an asynchronous invocation; here it is seconds. */
const ASYNC_RETRY_DELAYS_MS = [1000, 2000];
/**
 * Delays between attempts of a throttled asynchronous invocation: the first is doubled until the last is
 * reached.
 */
const THROTTLED_RETRY_MS = { first: 1000, last: 300_000 };

/** A Lambda function. */
export class LocalFunction {
  readonly name: string;
  readonly arn: string;
  readonly options: FunctionOptions;
  readonly #pool: SandboxPool;
  readonly #faults: Fault[] = [];
  readonly #retries = new Set<NodeJS.Timeout>();
  readonly #unread: Set<string>;
  #isStopped = false;

  constructor(options: FunctionOptions) {
    this.name = options.name;
    this.arn = options.arn;
    this.options = options;
    this.#unread = new Set(options.variables);
    this.#pool = new SandboxPool({
      ...options,
      onLine: (line) => options.onLine(line, options.name),
      onRead: (variable) => this.#unread.delete(variable),
    });
  }

  /** Variables of the template that the code has not read yet. */
  get unread(): string[] {
    return [...this.#unread];
  }

  get environment(): Readonly<Record<string, string>> {
    return this.options.environment;
  }

  /** Makes the next invocations fail. */
  failNext(fault: Fault, times: number): void {
    for (let i = 0; i < times; i++) this.#faults.push(fault);
  }

  /** The sandbox that uses a session token in its requests. */
  sandboxOf(sessionToken: string): Sandbox | undefined {
    return this.#pool.find(sessionToken);
  }

  /**
   * Invokes and waits for the result.
   *
   * @throws AwsError when Lambda itself refuses
   */
  async invoke(
    event: string,
    { traceId = untracedId(), mapRun, onStart = () => {} }: InvokeOptions = {},
  ): Promise<InvocationResult> {
    if (this.#isStopped) throw stopping();
    if (Buffer.byteLength(event) > PAYLOAD_LIMIT) {
      throw new AwsError('RequestTooLargeException', `${PAYLOAD_LIMIT} byte payload is too large`, 413);
    }
    const fault = this.#faults.shift() ?? this.options.plannedFault();
    if (fault === 'throttle') throw new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429);
    const leave = this.options.enter();
    try {
      return await this.#run(event, { traceId, onStart }, mapRun ?? this.#requesterOf(event), fault);
    } finally {
      leave();
    }
  }

  /** Invokes without waiting; failures and throttling are retried as Lambda does. */
  invokeLater(event: string, attempt = 0, throttled = 0): void {
    if (Buffer.byteLength(event) > ASYNC_PAYLOAD_LIMIT) {
      throw new AwsError('RequestTooLargeException', `${ASYNC_PAYLOAD_LIMIT} byte payload is too large`, 413);
    }
    this.invoke(event).then(
      ({ ok, payload }) => ok || this.#retry(event, attempt, payload),
      (error: Error) => {
        if ((error as AwsError).code !== 'TooManyRequestsException')
          return this.#retry(event, attempt, error.message);
        const delayMs = Math.min(THROTTLED_RETRY_MS.last, THROTTLED_RETRY_MS.first * 2 ** throttled);
        this.#later(delayMs, () => this.invokeLater(event, attempt, throttled + 1));
      },
    );
  }

  /** Ends every sandbox; running and waiting invocations fail. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#retries) clearTimeout(timer);
    await this.#pool.stop(stopping());
  }

  async #run(
    event: string,
    { traceId, onStart }: Required<Omit<InvokeOptions, 'mapRun'>>,
    requester: Requester,
    fault: SandboxFault | undefined,
  ): Promise<InvocationResult> {
    const requestId = randomUUID();
    const asked = performance.now();
    let started = asked;
    const use = (sandbox: Sandbox) => {
      started = performance.now();
      onStart();
      return sandbox.invoke({ requestId, event, traceId, functionArn: this.arn });
    };
    // A planned fault ends the sandbox before the function's code runs, so no sandbox is started for it.
    const result = fault
      ? failedBy(fault, this.options.timeoutSeconds, requestId)
      : await this.#pool.run(requester, use);
    const [queuedMs, durationMs] = [started - asked, performance.now() - started];
    this.options.onInvocation({ functionName: this.name, ok: result.ok, queuedMs, durationMs });
    if (!result.ok && !this.#isStopped) this.#logFailure(requestId, result.payload);
    if (result.ok && Buffer.byteLength(result.payload) > PAYLOAD_LIMIT) return tooLarge(result.payload);
    return result;
  }

  /** Only of a function that calculates: others hardly wait. */
  #requesterOf(event: string): string | undefined {
    return this.#pool.calculates ? this.options.requesterOf?.(JSON.parse(event)) : undefined;
  }

  #logFailure(requestId: string, payload: string): void {
    const timestamp = new Date().toISOString();
    const line = { level: 'ERROR', timestamp, message: 'Invoke Error', requestId, ...JSON.parse(payload) };
    this.options.onLine(JSON.stringify(line), this.name);
  }

  #retry(event: string, attempt: number, error: string): void {
    if (this.#isStopped) return;
    if (attempt >= this.options.asyncRetries) this.options.onDropped(event, error);
    else this.#later(ASYNC_RETRY_DELAYS_MS[attempt]!, () => this.invokeLater(event, attempt + 1));
  }

  #later(delayMs: number, action: () => void): void {
    if (this.#isStopped) return;
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      action();
    }, delayMs * this.options.timeScale);
    this.#retries.add(timer);
  }
}

const stopping = () => new AwsError('ServiceException', 'The service is stopping.', 500);

function tooLarge(payload: string): InvocationResult {
  const errorMessage = `Response payload size (${Buffer.byteLength(payload)} bytes) exceeded maximum allowed payload size (${PAYLOAD_LIMIT} bytes).`;
  return { ok: false, payload: JSON.stringify({ errorType: 'Function.ResponseSizeTooLarge', errorMessage }) };
}

/** A trace id that requests no trace: there is no tracing service here. */
export function untracedId(): string {
  const id = randomUUID().replaceAll('-', '');
  return `Root=1-${id.slice(0, 8)}-${id.slice(8)};Parent=${id.slice(0, 16)};Sampled=0`;
}
