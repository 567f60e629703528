import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { AwsError } from '../errors.ts';
import { type InvocationResult, Sandbox, type SandboxOptions } from './sandbox.ts';

/** A failure that a test asks for. */
export type Fault = 'crash' | 'timeout' | 'throttle';

export interface FunctionOptions extends Omit<SandboxOptions, 'onLine'> {
  readonly name: string;
  readonly arn: string;
  /** As the template says, for example `index.handler` and `nodejs24.x`. */
  readonly handler: string;
  readonly runtime: string;
  /** Lambda's reserved concurrency; undefined when none is reserved. */
  readonly reservedConcurrency: number | undefined;
  /** How often an asynchronous invocation that failed is tried again. */
  readonly asyncRetries: number;
  readonly onLine: (line: string, functionName: string) => void;
}

/** Lambda gives a function one whole processor from this much memory on, in MB. */
const WHOLE_PROCESSOR_MB = 1769;
const MOST_SANDBOXES = 10;
/** An idle sandbox ends after so many milliseconds, as on Lambda. */
const IDLE_MS = 600_000;
/** Limit of a synchronous invocation's request and of its response, in bytes. */
const PAYLOAD_LIMIT = 6 * 1024 * 1024;
/** Lambda waits 1 and 2 minutes before it tries an asynchronous invocation again; here that is seconds. */
const ASYNC_RETRY_DELAYS_MS = [1000, 2000];

/**
 * How many sandboxes a function may have. One with a whole processor's memory calculates: as many as there are
 * processors but one, which is left for all the rest. Others mostly wait: two a processor.
 */
function sandboxLimit(memoryMb: number, reserved = MOST_SANDBOXES): number {
  const processors = availableParallelism();
  const wanted = memoryMb >= WHOLE_PROCESSOR_MB ? processors - 1 : 2 * processors;
  return Math.max(1, Math.min(wanted, reserved, MOST_SANDBOXES));
}

/** A Lambda function: a pool of sandboxes that grows to its limit, and a queue for what comes beyond it. */
export class LocalFunction {
  readonly name: string;
  readonly arn: string;
  readonly #options: FunctionOptions;
  readonly #limit: number;
  readonly #sandboxes = new Set<Sandbox>();
  readonly #idle: { sandbox: Sandbox; retirement: NodeJS.Timeout }[] = [];
  readonly #waiting: PromiseWithResolvers<Sandbox>[] = [];
  readonly #faults: Fault[] = [];
  readonly #retries = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(options: FunctionOptions) {
    this.name = options.name;
    this.arn = options.arn;
    this.#options = options;
    this.#limit = sandboxLimit(options.memoryMb, options.reservedConcurrency);
  }

  get options(): FunctionOptions {
    return this.#options;
  }

  get environment(): Readonly<Record<string, string>> {
    return this.#options.environment;
  }

  /** Makes the next invocations fail. */
  failNext(fault: Fault, times: number): void {
    for (let i = 0; i < times; i++) this.#faults.push(fault);
  }

  /** Invokes and waits for the result. @throws AwsError when Lambda itself refuses */
  async invoke(event: string, traceId = untracedId()): Promise<InvocationResult> {
    if (this.#stopped) throw stopping();
    if (Buffer.byteLength(event) > PAYLOAD_LIMIT) {
      throw new AwsError('RequestTooLargeException', `${PAYLOAD_LIMIT} byte payload is too large`, 413);
    }
    const fault = this.#faults.shift();
    if (fault === 'throttle') throw new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429);
    const sandbox = await this.#acquire();
    const requestId = randomUUID();
    const running = sandbox.invoke({ requestId, event, traceId, functionArn: this.arn });
    if (fault === 'crash') sandbox.crash();
    if (fault === 'timeout') sandbox.expire();
    const result = await running;
    this.#release(sandbox);
    if (!result.ok) this.#logFailure(requestId, result.payload);
    if (result.ok && Buffer.byteLength(result.payload) > PAYLOAD_LIMIT) return tooLarge(result.payload);
    return result;
  }

  /** Invokes and forgets, but for the retries that Lambda makes of an asynchronous invocation that failed. */
  invokeLater(event: string, attempt = 0): void {
    this.invoke(event).then(
      ({ ok }) => ok || this.#retry(event, attempt),
      () => this.#retry(event, attempt),
    );
  }

  /** Ends every sandbox; what is running or waiting fails. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { reject } of this.#waiting.splice(0)) reject(stopping());
    for (const timer of this.#retries) clearTimeout(timer);
    for (const { retirement } of this.#idle) clearTimeout(retirement);
    await Promise.all([...this.#sandboxes].map((sandbox) => sandbox.dispose()));
  }

  #logFailure(requestId: string, payload: string): void {
    const line = { level: 'ERROR', message: 'Invoke Error', requestId, ...JSON.parse(payload) };
    this.#options.onLine(JSON.stringify(line), this.name);
  }

  #retry(event: string, attempt: number): void {
    if (this.#stopped || attempt >= this.#options.asyncRetries) return;
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      this.invokeLater(event, attempt + 1);
    }, ASYNC_RETRY_DELAYS_MS[attempt]);
    this.#retries.add(timer);
  }

  #acquire(): Sandbox | Promise<Sandbox> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.retirement);
      if (idle.sandbox.alive) return idle.sandbox;
      this.#sandboxes.delete(idle.sandbox); // died of something that its last invocation left behind
    }
    if (this.#sandboxes.size < this.#limit) return this.#start();
    const turn = Promise.withResolvers<Sandbox>();
    this.#waiting.push(turn);
    return turn.promise;
  }

  #start(): Sandbox {
    const { onLine, name } = this.#options;
    const sandbox = new Sandbox({ ...this.#options, onLine: (line) => onLine(line, name) });
    this.#sandboxes.add(sandbox);
    return sandbox;
  }

  /** Hands the sandbox (or a new one for one that died) to whoever waits, or lets it rest. */
  #release(sandbox: Sandbox): void {
    if (!sandbox.alive) this.#sandboxes.delete(sandbox);
    const next = this.#waiting.shift();
    if (next) {
      next.resolve(sandbox.alive ? sandbox : this.#start());
    } else if (sandbox.alive && !this.#stopped) {
      const retirement = setTimeout(() => this.#retire(sandbox), IDLE_MS).unref();
      this.#idle.push({ sandbox, retirement });
    }
  }

  #retire(sandbox: Sandbox): void {
    this.#idle.splice(
      this.#idle.findIndex((each) => each.sandbox === sandbox),
      1,
    );
    this.#sandboxes.delete(sandbox);
    void sandbox.dispose();
  }
}

const stopping = () => new AwsError('ServiceException', 'The service is stopping.', 500);

function tooLarge(payload: string): InvocationResult {
  const errorMessage = `Response payload size (${Buffer.byteLength(payload)} bytes) exceeded maximum allowed payload size (${PAYLOAD_LIMIT} bytes).`;
  return { ok: false, payload: JSON.stringify({ errorType: 'Function.ResponseSizeTooLarge', errorMessage }) };
}

/** A trace id that asks for no trace: there is no tracing service here. */
export function untracedId(): string {
  const id = randomUUID().replaceAll('-', '');
  return `Root=1-${id.slice(0, 8)}-${id.slice(8)};Parent=${id.slice(0, 16)};Sampled=0`;
}
