/** Hours in which more jobs are accepted than executions may be started, told by a clock of our own. */
import { expect, it } from 'vitest';
import type { Job, Transition } from '../../lib/jobs/job.ts';
import type { WorkflowState } from '../../lib/jobs/route-workflow.ts';
import { type ActiveJob, sweepTwice } from '../../lib/jobs/sweep.ts';

const HOUR = 3_600_000;
const BEGIN = Date.UTC(2026, 10, 21);
/** StartExecution's bucket holds as many starts as are allowed in about five seconds. */
const BUCKET_SECONDS = 5;
/** One call of AWS. */
const CALL_MS = 30;
/** Five lists of a thousand executions a second are allowed. */
const LIST_MS = 200;
/** The function's time limit. */
const KILLED_AFTER_MS = 60_000;

const throttled = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });

interface Rates {
  /** Jobs that are accepted, a second, and whose own start was throttled. */
  readonly accepted: number;
  /** Executions that may be started, a second. */
  readonly allowed: number;
}

/** What ends a run of the function. */
const killed = new Error('killed');

/**
 * Jobs by number: job i was requested at i / accepted seconds. `ended` has when each was started (positive) or failed
 * (negative), ms after the beginning; 0 while it waits.
 */
class Backlog {
  readonly ended: Float64Array;
  /** Jobs whose execution is known to have been started: what a sweep notes, and the next reads. */
  readonly #watched: Uint8Array;
  clock: number;
  /** Calls until the function is killed; none where it is not. */
  callsLeft = Infinity;
  /** Runs that were killed because their time was up. */
  timedOut = 0;
  #runUntil = Infinity;
  readonly #running: number;
  readonly #rates: Rates;
  #tokens = 0;
  #filledAt: number;
  #first: number;
  /** Calls that overlap take the time of one. */
  #calls = 0;

  constructor(rates: Rates, count: number, { firstWaiting = 0, atMs = 0, running = 0 } = {}) {
    this.#rates = rates;
    this.#running = running;
    this.ended = new Float64Array(count);
    this.ended.fill(1, 0, firstWaiting);
    this.#watched = new Uint8Array(count).fill(1, 0, firstWaiting);
    this.#first = firstWaiting;
    this.clock = this.#filledAt = atMs;
  }

  requestedMs(i: number): number {
    return (1000 * i) / this.#rates.accepted;
  }

  #job = (i: number): ActiveJob => ({
    id: String(i),
    requestedAt: new Date(BEGIN + this.requestedMs(i)).toISOString(),
  });

  /** Time passes with every fiftieth call, because fifty are made at once. */
  #call(): void {
    if (--this.callsLeft < 0) throw killed;
    if (++this.#calls % 50 === 0) this.#pass(CALL_MS);
  }

  #pass(ms: number): void {
    this.clock += ms;
    if (this.clock < this.#runUntil) return;
    this.timedOut++;
    throw killed;
  }

  #take(): boolean {
    const { allowed } = this.#rates;
    const refilled = this.#tokens + (allowed * (this.clock - this.#filledAt)) / 1000;
    this.#tokens = Math.min(refilled, allowed * BUCKET_SECONDS);
    this.#filledAt = this.clock;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  async *#waiting(): AsyncIterable<ActiveJob> {
    while (this.#isOver(this.#first)) this.#first++;
    for (let i = this.#first; i < this.ended.length && this.requestedMs(i) <= this.clock; i++) {
      if (!this.#isOver(i)) yield this.#job(i);
    }
  }

  async *#listed() {
    for (let i = 0; i < this.#running; i++) {
      if (i % 1000 === 0) this.#pass(LIST_MS);
      yield { jobId: `running ${i}`, startedAt: new Date(BEGIN) };
    }
  }

  /** Whether a job is not among those that wait. */
  #isOver(i: number): boolean {
    return this.#watched[i] === 1 || this.ended[i]! < 0;
  }

  readonly ports = {
    active: {
      waiting: () => this.#waiting(),
      watched: async () => (this.#running > 0 ? [{ ...this.#job(0), id: 'running 0' }] : []),
      watch: async (id: string) => {
        this.#call();
        this.#watched[Number(id)] = 1;
      },
      records: async (ids: readonly string[]) => {
        this.#pass(CALL_MS);
        if (ids.length === 0 || ids.length > 100) expect.fail(`${ids.length} records are asked for at once`);
        return ids.map(
          (id) =>
            ({
              ...this.#job(Number(id)),
              status: 'PENDING',
              meshIds: [1],
              requestKey: null,
              requester: null,
            }) as unknown as Job,
        );
      },
    },
    jobs: {
      transition: async (id: string, { to }: Transition) => {
        this.#call();
        if (to !== 'FAILURE' || this.ended[Number(id)] !== 0)
          expect.fail(`job ${id} is over, and then ${to}`);
        this.ended[Number(id)] = -this.clock;
        return {} as Job;
      },
    },
    workflow: {
      start: async ({ job_id }: WorkflowState) => {
        this.#call();
        if (!this.#take()) throw throttled;
        this.ended[Number(job_id)] ||= this.clock;
        return 'started' as const;
      },
      status: async () => expect.unreachable(),
      running: () => this.#listed(),
    },
    random: () => expect.unreachable(),
    onError: (_: string, error: Error) => {
      throw error;
    },
  };

  /** The schedule: a run every minute, in which the function is killed after so many calls. */
  async runUntil(untilMs: number, nextKill = () => Infinity): Promise<void> {
    const clock = {
      now: () => new Date(BEGIN + this.clock),
      wait: async (ms: number) => {
        this.clock += ms;
      },
    };
    while (this.clock < untilMs) {
      const next = 60_000 * (Math.floor(this.clock / 60_000) + 1);
      this.callsLeft = nextKill();
      this.#runUntil = this.clock + KILLED_AFTER_MS;
      await sweepTwice(this.ports, clock, () => {}).catch((error: Error) => {
        if (error !== killed) throw error;
      });
      expect(this.clock).toBeLessThan(next + 5_000);
      this.#runUntil = Infinity;
      this.clock = Math.max(this.clock, next);
    }
  }
}

it('every job is started, or fails after two hours, in the order of their requests', async () => {
  // A fiftieth of 350 and 250 a second, from just before the first fails until all are over.
  const rates = { accepted: 7, allowed: 5 };
  const [from, accepting] = [6.8 * HOUR, 7.3 * HOUR];
  const count = (rates.accepted * accepting) / 1000;
  const firstWaiting = (rates.allowed * from) / 1000;
  const backlog = new Backlog(rates, count, { firstWaiting, atMs: from });
  await backlog.runUntil(accepting + 2.2 * HOUR);
  const { ended } = backlog;
  let lastStart = 0;
  let failed = 0;
  for (let i = firstWaiting; i < count; i++) {
    const at = ended[i]!;
    const waited = Math.abs(at) - backlog.requestedMs(i);
    if (at === 0) expect.fail(`job ${i} is not final`);
    if (at < 0) {
      failed++;
      if (!(waited > 2 * HOUR && waited < 2 * HOUR + 120_000))
        expect.fail(`job ${i} failed after ${waited} ms`);
    } else {
      if (waited > 2 * HOUR + 60_000) expect.fail(`job ${i} was started after ${waited} ms`);
      // What is refused at the end of a sweep comes first in the next.
      if (at < lastStart - 10_000) expect.fail(`job ${i} was started before ${i - 1}, which is older`);
      lastStart = Math.max(lastStart, at);
    }
  }
  // What is allowed is used, from the first sweep until two hours after the last request.
  const allowed = (rates.allowed * (accepting + 2 * HOUR - from)) / 1000;
  expect(count - firstWaiting - failed).toBeGreaterThan(0.9 * Math.min(allowed, count - firstWaiting));
  expect(failed).toBeGreaterThan(0);
});

it.each([
  { running: 0, used: 0.85 },
  // to list these takes 10 s of a sweep
  { running: 50_000, used: 0.7 },
])(
  '350 accepted and 250 allowed a second, $running running: late jobs fail at once, no run is killed',
  async ({ running, used }) => {
    const rates = { accepted: 350, allowed: 250 };
    const from = 9 * HOUR;
    const minutes = 3;
    const count = (rates.accepted * (from + (minutes + 1) * 60_000)) / 1000;
    const firstWaiting = (rates.accepted * (from - 2 * HOUR - 60_000)) / 1000;
    const backlog = new Backlog(rates, count, { firstWaiting, atMs: from, running });
    await backlog.runUntil(from + minutes * 60_000);
    let [started, failed, late] = [0, 0, 0];
    for (let i = firstWaiting; i < count; i++) {
      const at = backlog.ended[i]!;
      if (at > 0) started++;
      if (at < 0) failed++;
      if (at === 0 && backlog.requestedMs(i) < backlog.clock - 2 * HOUR - 60_000) late++;
    }
    expect(late).toBe(0);
    // an alarm tells of runs that fail
    expect(backlog.timedOut).toBe(0);
    expect(failed).toBeGreaterThan(100 * 60 * (minutes - 1));
    expect(started).toBeGreaterThan(used * rates.allowed * 60 * minutes);
  },
);

it('a sweep that is killed in two of three runs forgets no job, and starts each within minutes', async () => {
  const rates = { accepted: 3, allowed: 9 };
  const accepting = HOUR / 2;
  const count = (rates.accepted * accepting) / 1000;
  const backlog = new Backlog(rates, count);
  let run = 0;
  // before its first call, in its middle, or a call before its end
  await backlog.runUntil(accepting + 5 * 60_000, () => (run++ % 3 === 0 ? Infinity : (run * 37) % 700));
  for (let i = 0; i < count; i++) {
    const waited = backlog.ended[i]! - backlog.requestedMs(i);
    if (!(waited > 0 && waited < 5 * 60_000)) expect.fail(`job ${i} was started after ${waited} ms`);
  }
});
