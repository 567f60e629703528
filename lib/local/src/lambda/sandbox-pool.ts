import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { FairQueue } from './fair-queue.ts';
import { Sandbox, type SandboxOptions } from './sandbox.ts';

export interface PoolOptions extends Omit<SandboxOptions, 'calculates'> {
  /**
   * Invocations that one sandbox may run at the same time, for functions that mostly wait; 1 is as on Lambda.
   */
  readonly invocationsPerSandbox: number;
}

/** From this much memory on, in MB, Lambda gives a function one whole processor. */
const WHOLE_PROCESSOR_MB = 1769;
/** A calculation that runs for longer than this, ms, does not hold up others: they get a sandbox beside it. */
const SLOW_MS = 300;
/** Maximum number of sandboxes of a function that calculates; each may hold a large mesh. */
const MOST_CALCULATING = 6;
/** Maximum number of sandboxes of a function whose sandboxes run one invocation each. */
const MOST_SANDBOXES = 10;
/**
 * An idle sandbox ends after this time, ms. This is sooner than on Lambda, because each takes 30 MB or more.
 */
const IDLE_MS = 60_000;

/** Who asked for an invocation: a requester, or a Map Run; undefined where that is not known. */
export type Requester = string | MapRunId | undefined;
/** Its children are many, and nobody waits for one of them. */
export type MapRunId = symbol;

interface Entry {
  /** Session token in its requests. */
  readonly token: string;
  /** Who asked for the last invocation that was given to it. */
  requester: Requester;
  /** Invocations that it runs or is about to run. */
  load: number;
  /** When the last of them was given to it, ms. */
  since: number;
  retirement?: NodeJS.Timeout;
}

/**
 * The sandboxes of one function. There are fewer than on AWS, because they share the processors of one
 * machine and each takes 30 MB or more. A function with the memory of a whole processor is assumed to
 * calculate: it gets one sandbox for every processor but one, which stays free for everything else, and further
 * ones beside calculations that have run for a while, so that an ordinary one does not wait for slow ones. Children of a Map
 * Run have one for every processor, and no further ones: they would only take the processors from each other. All other
 * functions mostly wait: they get one sandbox, which runs many invocations at the same time. Further
 * invocations wait; their requesters are served in turn.
 */
export class SandboxPool {
  readonly #options: PoolOptions;
  /** Whether the function has the memory of a whole processor. */
  readonly #calculates: boolean;
  readonly #capacity: number;
  readonly #limit: number;
  /** Beside slow calculations. */
  readonly #most: number;
  readonly #sandboxes = new Map<Sandbox, Entry>();
  readonly #waiting = new FairQueue<Requester, PromiseWithResolvers<Sandbox>>();
  #look: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#calculates = options.memoryMb >= WHOLE_PROCESSOR_MB;
    this.#capacity = this.#calculates ? 1 : options.invocationsPerSandbox;
    if (this.#calculates) this.#limit = Math.max(1, availableParallelism() - 1);
    else this.#limit = this.#capacity > 1 ? 1 : MOST_SANDBOXES;
    this.#most = Math.max(this.#limit, MOST_CALCULATING);
  }

  /** Whether the function has the memory of a whole processor. */
  get calculates(): boolean {
    return this.#calculates;
  }

  /** Runs `use` with a sandbox as soon as one has room. */
  async run<T>(requester: Requester, use: (sandbox: Sandbox) => Promise<T>): Promise<T> {
    const sandbox = this.#take(requester) ?? (await this.#wait(requester));
    try {
      return await use(sandbox);
    } finally {
      this.#release(sandbox);
    }
  }

  /** The sandbox that uses a session token in its requests. */
  find(sessionToken: string): Sandbox | undefined {
    return [...this.#sandboxes].find(([, { token }]) => token === sessionToken)?.[0];
  }

  /** Ends every sandbox. Running invocations fail, and waiting ones reject with `reason`. */
  async stop(reason: Error): Promise<void> {
    clearTimeout(this.#look);
    while (!this.#waiting.isEmpty) this.#waiting.shift(this.#waiting.groups()[0]).reject(reason);
    const sandboxes = [...this.#sandboxes];
    for (const [, { retirement }] of sandboxes) clearTimeout(retirement);
    await Promise.all(sandboxes.map(([sandbox]) => sandbox.dispose()));
  }

  /** Takes a place in the sandbox with the most room, or in a new one if another is allowed, or in none. */
  #take(requester: Requester): Sandbox | undefined {
    if (this.#keepsLast(requester)) return undefined;
    let best: Sandbox | undefined;
    let least = this.#capacity;
    for (const [sandbox, { load }] of this.#sandboxes) {
      if (!sandbox.isUsable) this.#sandboxes.delete(sandbox);
      else if (load < least) [best, least] = [sandbox, load];
    }
    const taken = best ?? (this.#mayStart(requester) ? this.#start() : undefined);
    const entry = taken && this.#sandboxes.get(taken);
    if (entry) {
      entry.load++;
      entry.requester = requester;
      entry.since = performance.now();
      clearTimeout(entry.retirement);
    }
    return taken;
  }

  /** Whether another sandbox is allowed: slow calculations do not count, but for children of a Map Run. */
  #mayStart(requester: Requester): boolean {
    if (!this.#calculates) return this.#sandboxes.size < this.#limit;
    if (typeof requester === 'symbol') return this.#sandboxes.size < availableParallelism();
    const now = performance.now();
    const isSlow = ({ load, since }: Entry) => load > 0 && now - since > SLOW_MS;
    const slow = [...this.#sandboxes.values()].filter(isSlow).length;
    return this.#sandboxes.size < Math.min(this.#limit + slow, this.#most);
  }

  /** Of the most sandboxes that a function may have the last is kept for a requester who has none running. */
  #keepsLast(requester: Requester): boolean {
    if (!this.#calculates || typeof requester !== 'string') return false;
    const busy = [...this.#sandboxes.values()].filter(({ load }) => load > 0);
    return busy.length === this.#most - 1 && busy.some((each) => each.requester === requester);
  }

  #wait(requester: Requester): Promise<Sandbox> {
    const turn = Promise.withResolvers<Sandbox>();
    this.#waiting.push(requester, turn);
    if (this.#calculates) this.#serveLater();
    return turn.promise;
  }

  /** Looks again while invocations wait: by then those that run may have become slow. */
  #serveLater(): void {
    this.#look ??= setTimeout(() => {
      this.#look = undefined;
      this.#serve();
      if (!this.#waiting.isEmpty) this.#serveLater();
    }, SLOW_MS / 2).unref();
  }

  #serve(): void {
    for (const requester of this.#waiting.groups()) {
      const sandbox = this.#take(requester);
      if (!sandbox) continue;
      this.#waiting.shift(requester).resolve(sandbox);
      this.#serve();
      return;
    }
  }

  #start(): Sandbox {
    const token = randomUUID();
    const environment = { ...this.#options.environment, AWS_SESSION_TOKEN: token };
    const sandbox = new Sandbox({
      ...this.#options,
      environment,
      calculates: this.#calculates,
    });
    this.#sandboxes.set(sandbox, { token, requester: undefined, load: 0, since: 0 });
    return sandbox;
  }

  /** Returns a place, which goes to a waiting invocation; an idle sandbox ends after a while. */
  #release(sandbox: Sandbox): void {
    const entry = this.#sandboxes.get(sandbox);
    if (entry) entry.load--;
    this.#serve();
    if (!entry || entry.load > 0) return;
    entry.retirement = setTimeout(() => {
      this.#sandboxes.delete(sandbox);
      void sandbox.dispose();
    }, IDLE_MS).unref();
  }
}
