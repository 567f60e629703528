/**
 * The sweeper: finds jobs that wait for something that will never happen, and settles them within a minute,
 * even if nobody polls them. There are two kinds: the submission died, or was throttled, between storing the
 * job and starting its execution; or the execution ended without updating the job.
 *
 * A job waits until its execution is known to have been started; from then on it is watched. Waiting jobs are
 * handled oldest first, so that those whose time is over are settled before others are started, and no job
 * waits behind a younger one, however many there are.
 */
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { RouteWorkflow } from './route-workflow.ts';
import { settleJob } from './settle-job.ts';
import { startJob } from './start-job.ts';
import { take } from './take.ts';

/**
 * A submission needs less time than this from storing the job to starting its execution, so younger jobs are
 * skipped. Jobs requested later than this after now are not: the clock of their submission was wrong.
 */
const SUBMISSION_MS = 10_000;
/** A job fails if its execution could not be started within this time. */
const START_WITHIN_MS = 2 * 3_600_000;
const SWEEP_EVERY_MS = 30_000;
/** Waiting jobs are handled for so long, so that a sweep is over before the next begins. */
const STARTING_MS = 25_000;
/**
 * After so much of a run, which a minute ends, no further waiting jobs are handled, and those that are watched are left to the
 * next run: where very many executions are running, one sweep has taken most of the minute.
 */
const [LAST_START_MS, LAST_SETTLE_MS] = [55_000, 45_000];
/** Waiting jobs that are handled together: their records are read at once, which are 100 at most. */
const [LEAST_AT_ONCE, MOST_AT_ONCE] = [10, 100];
/** Calls at the same time: one takes about 30 ms, and 300 starts a second are allowed. */
const CALLS_AT_ONCE = 50;
/** After a refused start, so that submissions get their share of what is allowed. */
const REFUSED_PAUSE_MS = 500;
/** Watched jobs, and running executions, that a sweep looks at: a page of executions has 1,000, and 5 pages a second are allowed. */
const MAX_WATCHED = 50_000;
/** Single executions that a sweep asks about, and how many at the same time: 15 a second are allowed. */
const MAX_ASKED = 300;
const ASKED_AT_ONCE = 10;

export interface ActiveJob {
  readonly id: string;
  readonly requestedAt: string;
}

/** The jobs that have not ended; may include some that ended just now. */
export interface ActiveJobs {
  /** Those whose execution is not known to have been started, oldest first. */
  waiting(): AsyncIterable<ActiveJob>;
  /** Those that were handed to `watch`; of several thousand those that were requested last. */
  watched(max: number): Promise<readonly ActiveJob[]>;
  /** Notes that a job's execution was started. */
  watch(jobId: string): Promise<void>;
  /** The records of at most 100 jobs, in no particular order. */
  records(jobIds: readonly string[]): Promise<readonly Job[]>;
}

export interface SweepPorts {
  readonly jobs: Pick<JobStore, 'transition'>;
  readonly active: ActiveJobs;
  readonly workflow: Pick<RouteWorkflow, 'start' | 'status' | 'running'>;
  /** From [0, 1). */
  readonly random: () => number;
  /** Called for each job that could not be checked; the next sweep tries again. */
  readonly onError: (jobId: string, error: Error) => void;
}

export interface Clock {
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** How many jobs a sweep found, and what it did with those that were not running. */
export interface SweepReport {
  /** Jobs that may still be in their submission. */
  young: number;
  active: number;
  started: number;
  settled: number;
  /** Longest wait among the jobs that still could not be started, ms; 0 if all were. */
  longestWaitMs: number;
}

/**
 * Sweeps now and, unless no job is active, again after half a minute: a schedule runs at most once a minute,
 * which alone would leave some jobs unsettled for longer than a minute.
 */
export async function sweepTwice(
  ports: SweepPorts,
  clock: Clock,
  onReport: (report: SweepReport) => void,
): Promise<void> {
  const begun = clock.now().getTime();
  const first = await sweep(ports, clock);
  onReport(first);
  if (first.active + first.young === 0) return;
  await clock.wait(Math.max(0, begun + SWEEP_EVERY_MS - clock.now().getTime()));
  onReport(await sweep(ports, clock, begun));
}

/** @param runBegun when the run began that the sweep is part of, ms; now by default */
export async function sweep(ports: SweepPorts, clock: Clock, runBegun?: number): Promise<SweepReport> {
  const round = new Sweep(ports, clock, runBegun);
  await round.startWaiting();
  await round.settleWatched();
  return round.report;
}

class Sweep {
  readonly report: SweepReport = { young: 0, active: 0, started: 0, settled: 0, longestWaitMs: 0 };
  readonly #ports: SweepPorts;
  readonly #clock: Clock;
  readonly #begun: number;
  readonly #runBegun: number;
  /** Jobs that need no further look. */
  readonly #done = new Set<string>();
  /** Jobs that were found to be started already. */
  readonly #found: ActiveJob[] = [];

  constructor(ports: SweepPorts, clock: Clock, runBegun?: number) {
    this.#ports = ports;
    this.#clock = clock;
    this.#begun = clock.now().getTime();
    this.#runBegun = runBegun ?? this.#begun;
  }

  /** Jobs whose start is refused come first again, fewer at a time, after a pause. */
  async startWaiting(): Promise<void> {
    const waiting = this.#due(this.#ports.active.waiting());
    let refused: ActiveJob[] = [];
    let size = MOST_AT_ONCE;
    for (;;) {
      const batch = [...refused, ...(await take(waiting, size - refused.length))];
      if (batch.length === 0) return;
      this.report.active += batch.length - refused.length;
      const now = this.#clock.now().getTime();
      if (now - this.#begun > STARTING_MS || now - this.#runBegun > LAST_START_MS) return this.#leave(batch);
      const isLate = (job: ActiveJob) => this.#ageMs(job) > START_WITHIN_MS;
      const due = batch.filter((job) => !isLate(job));
      await this.#each(batch.filter(isLate), CALLS_AT_ONCE, (job) => this.#giveUp(job));
      refused = await this.#start(due);
      if (refused.length > 0 && refused.length === due.length) return this.#leave(refused);
      const wanted = refused.length === 0 ? 2 * size : 2 * (due.length - refused.length);
      size = Math.min(Math.max(wanted, LEAST_AT_ONCE, refused.length), MOST_AT_ONCE);
      if (refused.length > 0) await this.#clock.wait(REFUSED_PAUSE_MS);
    }
  }

  /** To the next sweep. */
  #leave(jobs: readonly ActiveJob[]): void {
    this.report.longestWaitMs = Math.max(...jobs.map((job) => this.#ageMs(job)));
  }

  /** Those that are not in their submission. */
  async *#due(jobs: AsyncIterable<ActiveJob>): AsyncGenerator<ActiveJob, undefined> {
    for await (const job of jobs) {
      if (Math.abs(this.#ageMs(job)) > SUBMISSION_MS) yield job;
      else this.report.young++;
    }
  }

  /**
   * Most were never started. Step Functions allows 300 starts a second, but few questions about an execution.
   *
   * @returns the jobs whose start was refused, oldest first
   */
  async #start(due: readonly ActiveJob[]): Promise<ActiveJob[]> {
    if (due.length === 0) return [];
    const { active, jobs, workflow } = this.#ports;
    const records = new Map((await active.records(due.map(({ id }) => id))).map((job) => [job.id, job]));
    const refused = new Set<ActiveJob>();
    await this.#each(due, CALLS_AT_ONCE, async (each) => {
      const job = records.get(each.id);
      if (!job) return;
      if (job.status !== 'PENDING') return await this.#watch(each);
      const result = await startJob({ jobs, workflow }, job);
      if (result === 'ended') return await this.#watch(each);
      if (result === 'later') return void refused.add(each);
      this.report.started++;
      this.#done.add(each.id);
      await active.watch(each.id);
    });
    return due.filter((each) => refused.has(each));
  }

  /** A job that is not PENDING any more was started after all. */
  async #giveUp(job: ActiveJob): Promise<void> {
    const info = { error: 'The calculation could not be started within two hours.', attempts: [] };
    const failed = await this.#ports.jobs.transition(job.id, { to: 'FAILURE', info, from: 'PENDING' });
    if (failed) this.report.settled++;
    else await this.#watch(job);
  }

  async #watch(job: ActiveJob): Promise<void> {
    this.#found.push(job);
    await this.#ports.active.watch(job.id);
  }

  /**
   * Executions are listed newest first. Where there are too many for the list, jobs that were requested before the
   * last that is on it may be running, and are left to the events that tell of dead executions.
   */
  async settleWatched(): Promise<void> {
    if (this.#clock.now().getTime() - this.#runBegun > LAST_SETTLE_MS) return;
    const watched = (await this.#ports.active.watched(MAX_WATCHED)).filter(({ id }) => !this.#done.has(id));
    const suspects = new Map([...this.#found, ...watched].map((job) => [job.id, job]));
    this.report.active += suspects.size - this.#found.length;
    if (suspects.size === 0) return;
    let listed = 0;
    let since = '';
    for await (const { jobId, startedAt } of this.#ports.workflow.running()) {
      suspects.delete(jobId);
      if (++listed < MAX_WATCHED) continue;
      since = startedAt.toISOString();
      break;
    }
    const asked = [...suspects.values()].filter(({ requestedAt }) => requestedAt >= since);
    // from any of them on: those that can't be settled leave room for the others in some later sweep
    const first = asked.length > MAX_ASKED ? Math.floor(this.#ports.random() * asked.length) : 0;
    const inTurn = [...asked.slice(first), ...asked.slice(0, first)].slice(0, MAX_ASKED);
    await this.#each(inTurn, ASKED_AT_ONCE, (job) => this.#settle(job));
  }

  /** The last status of a job is written before its execution ends, and nothing follows it. */
  async #settle({ id }: ActiveJob): Promise<void> {
    const { active, jobs, workflow } = this.#ports;
    const execution = await workflow.status(id);
    if (execution === 'RUNNING') return;
    if (execution !== null) {
      await settleJob(jobs, id, execution);
      this.report.settled++;
      return;
    }
    const [job] = await active.records([id]);
    if (job && (await startJob({ jobs, workflow }, job)) === 'started') this.report.started++;
  }

  /** Since it was requested, ms; negative where the clock of its submission was wrong. */
  #ageMs({ requestedAt }: ActiveJob): number {
    return this.#begun - Date.parse(requestedAt);
  }

  /** Handles the jobs, `atOnce` at a time. The error of one is reported, and does not stop the others. */
  async #each(jobs: readonly ActiveJob[], atOnce: number, handle: (job: ActiveJob) => Promise<void>) {
    const left = [...jobs];
    const worker = async () => {
      for (let job = left.shift(); job; job = left.shift()) {
        const { id } = job;
        await handle(job).catch((error: Error) => this.#ports.onError(id, error));
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, worker));
  }
}
