/** How much a sweep does at once, and in which order, told by jobs and executions in memory. */
import { expect, it, vi } from 'vitest';
import type { Job } from '../../lib/jobs/job.ts';
import type { ExecutionStatus, WorkflowState } from '../../lib/jobs/route-workflow.ts';
import { type ActiveJob, sweep, sweepTwice } from '../../lib/jobs/sweep.ts';

const NOW = Date.UTC(2026, 10, 23);
const throttled = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });

/** Jobs that were requested one after another, the first `agoSeconds` ago, a millisecond apart. */
const jobs = (count: number, agoSeconds = 60): ActiveJob[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `${agoSeconds}s-${i}`,
    requestedAt: new Date(NOW - 1000 * agoSeconds + i).toISOString(),
  }));

interface World {
  readonly waiting?: readonly ActiveJob[];
  readonly watched?: readonly ActiveJob[];
  /** Jobs whose records have expired. */
  readonly gone?: readonly string[];
  /** Starts that are allowed after each time that records are read; without a number, all. */
  readonly allowed?: readonly number[];
  readonly execution?: ExecutionStatus | null;
  /** What the sweep has taken when it first looks at the clock again. */
  readonly tookMs?: number;
  readonly draws?: number[];
}

/** What a sweep did, and its ports and clock. */
function worldOf(world: World) {
  const {
    waiting = [],
    watched = [],
    gone = [],
    allowed = [],
    execution = null,
    tookMs = 0,
    draws = [],
  } = world;
  const did = { read: [] as string[][], waits: [] as number[], started: [] as string[], mostAtOnce: 0 };
  let left = Number.POSITIVE_INFINITY;
  let calls = 0;
  /** Calls that are under way at the same time are counted. */
  const call = async () => {
    did.mostAtOnce = Math.max(did.mostAtOnce, ++calls);
    await Promise.resolve();
    calls--;
  };
  const records = async (ids: readonly string[]) => {
    left = allowed[did.read.length] ?? Number.POSITIVE_INFINITY;
    did.read.push([...ids]);
    return ids
      .filter((id) => !gone.includes(id))
      .map(
        (id) =>
          ({ id, status: 'PENDING', meshIds: [1], requestKey: null, requester: null }) as unknown as Job,
      );
  };
  const status = vi.fn(async (_: string) => {
    await call();
    return execution;
  });
  const ports = {
    jobs: { transition: async () => expect.unreachable() },
    active: {
      async *waiting() {
        yield* waiting;
      },
      watched: async () => watched,
      watch: async () => {},
      records,
    },
    workflow: {
      start: async ({ job_id }: WorkflowState) => {
        await call();
        if (left-- <= 0) throw throttled;
        did.started.push(job_id);
        return 'started' as const;
      },
      status,
      async *running() {},
    },
    random: () => draws.shift()!,
    onError: (_: string, error: Error) => {
      throw error;
    },
  };
  let looks = 0;
  const clock = {
    now: () => new Date(NOW + (looks++ > 0 ? tookMs : 0)),
    wait: async (ms: number) => {
      did.waits.push(ms);
    },
  };
  return { did, ports, clock, status };
}

it('what is refused comes first again after a pause, fewer at a time, and is counted once', async () => {
  const waiting = jobs(250);
  const { did, ports, clock } = worldOf({ waiting, allowed: [20, 78, 1] });
  const report = await sweep(ports, clock);
  expect(report).toMatchObject({ active: 250, started: 250, longestWaitMs: 0 });
  // 80 of 100 are refused, then 2 of 80, then 99 of 100; a read of records takes 100 at most
  expect(did.read.map(({ length }) => length)).toEqual([100, 80, 100, 99, 52]);
  expect(did.read[1]).toEqual(did.read[0]!.slice(20));
  expect(did.read[2]!.slice(0, 2)).toEqual(did.read[1]!.slice(78));
  expect(did.waits).toEqual([500, 500, 500]);
  expect(new Set(did.started)).toEqual(new Set(waiting.map(({ id }) => id)));
});

it('a sweep ends where no start is allowed, and tells how long the oldest has waited', async () => {
  const { did, ports, clock } = worldOf({ waiting: jobs(150), allowed: [0] });
  expect(await sweep(ports, clock)).toMatchObject({ active: 100, started: 0, longestWaitMs: 60_000 });
  expect(did.read).toHaveLength(1);
});

it.each([
  [25_000, 1, 0],
  [25_001, 0, 60_000],
])('after %i ms a sweep starts %i more', async (tookMs, started, longestWaitMs) => {
  const { ports, clock } = worldOf({ waiting: jobs(1), tookMs });
  expect(await sweep(ports, clock)).toMatchObject({ active: 1, started, longestWaitMs });
});

it('makes fifty calls at once, and asks about 300 single executions, ten at once', async () => {
  const starting = worldOf({ waiting: jobs(120) });
  await sweep(starting.ports, starting.clock);
  expect(starting.did.mostAtOnce).toBe(50);
  const asking = worldOf({ watched: jobs(301), execution: 'RUNNING', draws: [0] });
  await sweep(asking.ports, asking.clock);
  expect(asking.status).toHaveBeenCalledTimes(300);
  expect(asking.did.mostAtOnce).toBe(10);
});

it('executions that can not be settled do not keep a sweep from asking about the others', async () => {
  const watched = jobs(400);
  const ids = watched.map(({ id }) => id);
  const { ports, clock, status } = worldOf({ watched, draws: [0.5] });
  const errors: string[] = [];
  status.mockRejectedValue(throttled);
  await sweep({ ...ports, onError: (id) => errors.push(id) }, clock);
  expect(errors).toEqual([...ids.slice(200), ...ids.slice(0, 100)]);
});

it('a job whose record has expired is passed over, whether it waits or is watched', async () => {
  const [waiting, watched] = [jobs(2), jobs(1, 90)];
  const gone = [waiting[0]!.id, watched[0]!.id];
  const { did, ports, clock } = worldOf({ waiting, watched, gone });
  expect(await sweep(ports, clock)).toMatchObject({ active: 3, started: 1, settled: 0 });
  expect(did.started).toEqual([waiting[1]!.id]);
});

it('a watched job that can not be started now is not counted as started', async () => {
  const { ports, clock } = worldOf({ watched: jobs(1), allowed: [0] });
  expect(await sweep(ports, clock)).toMatchObject({ active: 1, started: 0 });
});

it('a run of the schedule sweeps again where a submission is under way', async () => {
  const { did, ports, clock } = worldOf({ waiting: [...jobs(1), ...jobs(1, 5)] });
  const reports: object[] = [];
  await sweepTwice(ports, clock, (report) => reports.push(report));
  expect(reports).toMatchObject([
    { active: 1, young: 1 },
    { active: 1, young: 1 },
  ]);
  expect(did.waits).toEqual([30_000]);
});
