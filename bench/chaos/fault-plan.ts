import type { AwsCall, CallFault, Fault, Faults } from 'template-runner';
import type { Random } from '../service/random.ts';

/** A fault that hits some calls of a schedule. */
interface CallRule {
  /** Service whose calls it hits; any when undefined. */
  readonly service: AwsCall['service'] | undefined;
  /** Number, among those calls, of the first that it hits, and how many it hits. */
  readonly from: number;
  readonly count: number;
  readonly fault: CallFault;
}

const SERVICES = ['dynamodb', 's3', 'states'] as const;
const THROTTLED: Record<(typeof SERVICES)[number], string> = {
  dynamodb: 'ProvisionedThroughputExceededException',
  s3: 'SlowDown',
  states: 'ThrottlingException',
};
/** A client gives up a call after about five tries within a second; more than that outlast its retries. */
const COUNTS = [1, 1, 2, 5, 20];
/** Longer than the time limit of most functions. */
const SLOW_MS = [50, 500, 12_000];
/**
 * One direction only: clocks of two schedules then differ by an hour at most, in both directions. With two hours
 * between them a job that waits to be started would rightly be given up.
 */
const CLOCK_SKEWS_MS = [0, 0, 0, 3_600_000];

function drawCallRule(random: Random): CallRule {
  const service = random.chance(0.8) ? random.pick(SERVICES) : undefined;
  const code = THROTTLED[service ?? 'dynamodb'];
  const fault = random.pick<CallFault>([
    { kind: 'error', code, status: service === 's3' ? 503 : 400 },
    { kind: 'error', code: 'InternalServerError', status: 500 },
    { kind: 'lost' },
    { kind: 'slow', delayMs: random.pick(SLOW_MS) },
    { kind: 'killed', when: 'before' },
    { kind: 'killed', when: 'after' },
  ]);
  // Calls of a schedule with a handful of jobs: about a hundred.
  return { service, from: random.below(100), count: random.pick(COUNTS), fault };
}

/** All services answer 500 to all calls, from one of the first calls of a schedule on. */
export interface Outage {
  /** Number of the first call that fails. */
  readonly from: number;
  readonly durationMs: number;
}

/** The faults of one schedule. They stop when `end` is called. */
export class FaultPlan implements Faults {
  readonly #rules: readonly CallRule[];
  readonly #seen: number[];
  readonly #invocations: (Fault | undefined)[];
  readonly #deliveries: readonly (readonly number[])[];
  #events = 0;
  #isOver = false;
  /** Faults that have happened. */
  injected = 0;
  readonly skewMs: number;
  readonly #outage: Outage | undefined;
  #calls = 0;
  #outageBegan = Number.NaN;

  constructor(random: Random, outage?: Outage) {
    this.#outage = outage;
    this.#rules = Array.from({ length: random.below(4) }, () => drawCallRule(random));
    this.#seen = this.#rules.map(() => 0);
    const invocationFaults = random.pick([0, 0, 0.1, 0.4]);
    this.#invocations = Array.from({ length: 200 }, () =>
      random.chance(invocationFaults) ? random.pick<Fault>(['crash', 'timeout', 'throttle']) : undefined,
    );
    this.#deliveries = random.pick([[[0]], [[0, 30]], [[60], [0, 90], [5]], [[]]]);
    this.skewMs = random.pick(CLOCK_SKEWS_MS);
  }

  end(): void {
    this.#isOver = true;
  }

  onCall(call: AwsCall): CallFault | undefined {
    if (this.#isOver) return undefined;
    if (this.#isOut()) {
      this.injected++;
      const code = call.service === 's3' ? 'InternalError' : 'InternalServerError';
      return { kind: 'error', code, status: 500 };
    }
    for (const [i, { service, from, count, fault }] of this.#rules.entries()) {
      if (service !== undefined && service !== call.service) continue;
      const number = this.#seen[i]!++;
      if (number < from || number >= from + count) continue;
      this.injected++;
      return fault;
    }
    return undefined;
  }

  /** How much longer the outage lasts, ms; 0 if it has not begun. */
  get outageLeftMs(): number {
    const left = this.#outageBegan + (this.#outage?.durationMs ?? 0) - performance.now();
    return left > 0 ? left : 0;
  }

  #isOut(): boolean {
    if (!this.#outage || this.#calls++ < this.#outage.from) return false;
    if (Number.isNaN(this.#outageBegan)) this.#outageBegan = performance.now();
    return this.outageLeftMs > 0;
  }

  onInvocation(): Fault | undefined {
    const fault = this.#isOver ? undefined : this.#invocations.shift();
    if (fault) this.injected++;
    return fault;
  }

  onEvent(): readonly number[] {
    return this.#isOver ? [0] : this.#deliveries[this.#events++ % this.#deliveries.length]!;
  }

  describe(): string {
    const rules = this.#rules.map(
      ({ service = 'any service', from, count, fault }) =>
        `${count} calls from ${from} of ${service}: ${JSON.stringify(fault)}`,
    );
    return [...rules, `clock ${this.skewMs} ms`, `events ${JSON.stringify(this.#deliveries)}`].join('; ');
  }
}
