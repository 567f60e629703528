import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActiveJobsIndex } from '../../lib/aws/active-jobs.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import type { ExecutionStatus, WorkflowState } from '../../lib/jobs/route-workflow.ts';
import { sweep as sweepAt, sweepTwice } from '../../lib/jobs/sweep.ts';
import { startTables } from '../aws/local-tables.ts';
import { newJob } from './new-jobs.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let jobs: RequestTable;
beforeEach(async () => {
  ({ client, stop } = await startTables());
  jobs = new RequestTable(client, 'requests', { info: () => {} });
});
afterEach(() => stop());

const now = new Date('2026-03-01T12:00:00.000Z');
const sweep = (ports: ReturnType<typeof makePorts>, time: Date) =>
  sweepAt(ports, { now: () => time, wait: async () => {} });
const agoSeconds = (seconds: number) => new Date(now.getTime() - 1000 * seconds).toISOString();

/** A workflow whose executions have the given statuses; a started one runs. */
function makePorts(executions: Record<string, ExecutionStatus> = {}) {
  const status = vi.fn(async (id: string) => executions[id] ?? null);
  const start = vi.fn(async ({ job_id }: WorkflowState) => {
    executions[job_id] ??= 'RUNNING';
    return executions[job_id] === 'RUNNING' ? ('started' as const) : ('ended' as const);
  });
  const onError = vi.fn();
  async function* running() {
    for (const [id, each] of Object.entries(executions))
      if (each === 'RUNNING') yield { jobId: id, startedAt: now };
  }
  const active = new ActiveJobsIndex(client, 'requests');
  const random = () => expect.unreachable();
  return { jobs, active, workflow: { status, start, running }, random, onError };
}

async function job(secondsAgo: number, started = false) {
  const created = newJob({ requestedAt: agoSeconds(secondsAgo) });
  await jobs.create(created);
  if (started) await jobs.transition(created.id, { to: 'STARTED' });
  return created.id;
}
const statusOf = async (id: string) => (await jobs.find(id))?.status;

describe('a sweep', () => {
  it('starts a submission that died before its execution was started', async () => {
    const id = await job(11);
    const ports = makePorts();
    expect(await sweep(ports, now)).toMatchObject({ active: 1, started: 1, settled: 0, longestWaitMs: 0 });
    expect(ports.workflow.start).toHaveBeenCalledWith(
      expect.objectContaining({ job_id: id, mesh_ids: [3, 1], mesh_position: 0 }),
    );
    expect(await sweep(ports, now)).toMatchObject({ active: 1, started: 0, settled: 0, longestWaitMs: 0 });
  });

  it('leaves a submission alone that may still be under way', async () => {
    for (const seconds of [9, 10, -10]) await job(seconds);
    const ports = makePorts();
    expect(await sweep(ports, now)).toEqual({
      young: 3,
      active: 0,
      started: 0,
      settled: 0,
      longestWaitMs: 0,
    });
    expect(ports.workflow.start).not.toHaveBeenCalled();
  });

  it('looks after a job whose submission had a clock an hour early or late', async () => {
    const ids = [await job(-3600, true), await job(3600, true)];
    const ports = makePorts({ [ids[0]!]: 'ABORTED', [ids[1]!]: 'ABORTED' });
    expect(await sweep(ports, now)).toMatchObject({ active: 2, settled: 2 });
    expect(await statusOf(ids[0]!)).toBe('FAILURE');
  });

  it.each(['FAILED', 'ABORTED', 'TIMED_OUT', 'SUCCEEDED'] as const)(
    'fails a job whose execution ended as %s without a word',
    async (ended) => {
      const id = await job(60, true);
      expect(await sweep(makePorts({ [id]: ended }), now)).toMatchObject({ settled: 1 });
      expect(await statusOf(id)).toBe('FAILURE');
    },
  );

  it('asks nothing about jobs that were never started, as starting is allowed far more often', async () => {
    await Promise.all(Array.from({ length: 15 }, () => job(600)));
    const ports = makePorts();
    expect(await sweep(ports, now)).toMatchObject({ active: 15, started: 15, settled: 0, longestWaitMs: 0 });
    expect(ports.workflow.status).not.toHaveBeenCalled();
  });

  it('settles a job whose execution ended before any calculation began', async () => {
    const id = await job(60);
    expect(await sweep(makePorts({ [id]: 'ABORTED' }), now)).toMatchObject({ started: 0, settled: 1 });
    expect(await statusOf(id)).toBe('FAILURE');
  });

  it('asks nothing about executions that run, however many there are', async () => {
    const ids = await Promise.all(Array.from({ length: 15 }, () => job(600, true)));
    const ports = makePorts(Object.fromEntries(ids.map((id) => [id, 'RUNNING' as const])));
    expect(await sweep(ports, now)).toMatchObject({ active: 15, started: 0, settled: 0, longestWaitMs: 0 });
    expect(ports.workflow.status).not.toHaveBeenCalled();
  });

  it('does not trust the list of running executions, which may be late', async () => {
    const id = await job(60, true);
    const ports = makePorts({ [id]: 'RUNNING' });
    ports.workflow.running = async function* () {};
    await sweep(ports, now);
    expect(await statusOf(id)).toBe('STARTED');
    expect(ports.workflow.start).not.toHaveBeenCalled();
  });

  it('leaves a job alone that may run beyond the end of a list of 50,000, and asks about a later one', async () => {
    const [before, after] = [await job(551, true), await job(550, true)];
    const ports = makePorts({ [before]: 'FAILED', [after]: 'FAILED' });
    ports.workflow.running = async function* () {
      for (let i = 0; i < 50_000; i++) yield { jobId: `other-${i}`, startedAt: new Date(agoSeconds(550)) };
    };
    expect(await sweep(ports, now)).toMatchObject({ active: 2, settled: 1 });
    expect([await statusOf(before), await statusOf(after)]).toEqual(['STARTED', 'FAILURE']);
  });

  it('settles a job that is older than all that run', async () => {
    const [dead, running] = [await job(600, true), await job(60, true)];
    expect(await sweep(makePorts({ [dead]: 'FAILED', [running]: 'RUNNING' }), now)).toMatchObject({
      active: 2,
      settled: 1,
    });
    expect([await statusOf(dead), await statusOf(running)]).toEqual(['FAILURE', 'STARTED']);
  });

  it('starts a job whose execution does not exist, although it is watched', async () => {
    const id = await job(60, true);
    const ports = makePorts();
    expect(await sweep(ports, now)).toMatchObject({ active: 1, started: 1, settled: 0 });
    expect(ports.workflow.start).toHaveBeenCalledWith(expect.objectContaining({ job_id: id }));
  });

  it('does not fail a job that ended while it was looked at', async () => {
    const id = await job(60, true);
    const ports = makePorts({ [id]: 'SUCCEEDED' });
    const route = { meshId: 3, meshName: 'm', calculatedAt: now.toISOString(), totals: {}, attempts: [] };
    ports.workflow.status.mockImplementation(async () => {
      await jobs.transition(id, { to: 'SUCCESS', route });
      return 'SUCCEEDED';
    });
    await sweep(ports, now);
    expect(await statusOf(id)).toBe('SUCCESS');
  });

  it('does not fail a job after two hours that was started after all', async () => {
    const id = await job(7_300, true);
    expect(await sweep(makePorts({ [id]: 'RUNNING' }), now)).toMatchObject({ active: 1, settled: 0 });
    expect(await statusOf(id)).toBe('STARTED');
    expect(await sweep(makePorts({ [id]: 'FAILED' }), now)).toMatchObject({ active: 1, settled: 1 });
  });

  it('tries a throttled start again, for two hours', async () => {
    const [young, old] = [await job(7_200), await job(7_201)];
    const ports = makePorts();
    ports.workflow.start.mockRejectedValue(Object.assign(new Error(), { name: 'ThrottlingException' }));
    expect(await sweep(ports, now)).toMatchObject({
      active: 2,
      started: 0,
      settled: 1,
      longestWaitMs: 7_200_000,
    });
    expect([await statusOf(young), await statusOf(old)]).toEqual(['PENDING', 'FAILURE']);
    const info = { error: 'The calculation could not be started within two hours.', attempts: [] };
    expect(await jobs.find(old)).toMatchObject({ info });
  });

  it('goes on after an error, and tells of it', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => job(60, true)));
    const ports = makePorts(Object.fromEntries(ids.map((id) => [id, 'FAILED' as const])));
    const throttled = Object.assign(new Error('no'), { name: 'ThrottlingException' });
    ports.workflow.status.mockRejectedValueOnce(throttled);
    expect(await sweep(ports, now)).toMatchObject({ active: 12, started: 0, settled: 11, longestWaitMs: 0 });
    expect(ports.onError).toHaveBeenCalledExactlyOnceWith(expect.toBeOneOf(ids), throttled);
  });
});

it('a run of the schedule sweeps twice, half a minute apart', async () => {
  await job(60);
  const ports = makePorts();
  const steps: unknown[] = [];
  let clock = now.getTime();
  const wait = async (ms: number) => {
    steps.push(ms);
    clock += ms;
  };
  await sweepTwice(ports, { now: () => new Date(clock), wait }, ({ active, started }) =>
    steps.push({ active, started }),
  );
  expect(steps).toEqual([{ active: 1, started: 1 }, 30_000, { active: 1, started: 0 }]);
});

it('a run of the schedule sweeps once where no job is active, and lists no executions', async () => {
  const onReport = vi.fn();
  const ports = makePorts();
  ports.workflow.running = () => expect.unreachable();
  await sweepTwice(ports, { now: () => now, wait: () => expect.unreachable() }, onReport);
  expect(onReport).toHaveBeenCalledOnce();
});
