import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobTable } from '../../lib/aws/job-table.ts';
import { cancelJob } from '../../lib/jobs/cancel-job.ts';
import { currentJob } from '../../lib/jobs/current-job.ts';
import type { JobStatus, LaterStatus } from '../../lib/jobs/job.ts';
import { type FailedState, recover } from '../../lib/jobs/recovery.ts';
import { initialState } from '../../lib/jobs/route-workflow.ts';
import { settleJob } from '../../lib/jobs/settle-job.ts';
import { startTables } from '../aws/local-tables.ts';
import { submission } from './submissions.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let jobs: JobTable;
const statuses: JobStatus[] = [];
beforeAll(async () => {
  ({ client, stop } = await startTables());
  jobs = new JobTable(client, 'jobs', { info: (_, { status }) => statuses.push(status) });
});
afterAll(() => stop());
beforeEach(() => void statuses.splice(0));

async function jobIn(...path: LaterStatus[]) {
  const sent = submission();
  await jobs.create(sent);
  for (const status of path) await jobs.transition(sent.jobId, status, { error: 'why', attempts: [] });
  statuses.splice(0);
  return sent;
}
const statusOf = async (jobId: string) => (await jobs.find(jobId))?.status;

describe('cancelling', () => {
  const workflow = () => ({ start: vi.fn(), stop: vi.fn(async () => {}), isRunning: vi.fn() });

  it.each([[[]], [['STARTED']], [['STARTED', 'RETRY']], [['REVOKED']]] as LaterStatus[][][])(
    'after %j revokes, then stops the execution',
    async (path) => {
      const { jobId } = await jobIn(...path);
      const { stop: stopped, ...rest } = workflow();
      stopped.mockImplementation(async () => expect(await statusOf(jobId)).toBe('REVOKED'));
      await cancelJob(jobs, { ...rest, stop: stopped }, jobId);
      expect(stopped).toHaveBeenCalledWith(jobId);
    },
  );

  it.each(['SUCCESS', 'FAILURE'] as const)('is refused after %s', async (status) => {
    const { jobId } = await jobIn('STARTED', status);
    await expect(cancelJob(jobs, workflow(), jobId)).rejects.toMatchObject({ name: 'JobOver' });
    expect(await statusOf(jobId)).toBe(status);
  });

  it('needs a job', async () => {
    await expect(cancelJob(jobs, workflow(), randomUUID())).rejects.toMatchObject({ name: 'JobNotFound' });
  });
});

describe('an execution that died', () => {
  it.each(['FAILED', 'TIMED_OUT', 'ABORTED'] as const)('of %s fails its job', async (ended) => {
    const { jobId } = await jobIn('STARTED');
    await settleJob(jobs, jobId, ended);
    expect(await jobs.find(jobId)).toMatchObject({ status: 'FAILURE', info: { attempts: [] } });
  });

  it('leaves a job alone that is over or unknown', async () => {
    const { jobId } = await jobIn('REVOKED');
    await settleJob(jobs, jobId, 'ABORTED');
    await settleJob(jobs, randomUUID(), 'ABORTED');
    expect(await statusOf(jobId)).toBe('REVOKED');
  });
});

describe('polling', () => {
  const ports = (running: boolean) => ({
    jobs,
    workflow: { start: vi.fn(), stop: vi.fn(), isRunning: vi.fn(async () => running) },
    complete: vi.fn(async () => {}),
  });
  const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

  it('of a lively job only reads it', async () => {
    const { jobId } = await jobIn('STARTED');
    const used = ports(false);
    expect(await currentJob(used, jobId, later(25))).toMatchObject({ status: 'STARTED' });
    expect(used.workflow.isRunning).not.toHaveBeenCalled();
  });

  it('of a job that is PENDING for long carries its submission through', async () => {
    const sent = await jobIn();
    const used = ports(true);
    expect((await currentJob(used, sent.jobId, later(5))).status).toBe('PENDING');
    expect(used.complete).not.toHaveBeenCalled();
    await currentJob(used, sent.jobId, later(12));
    await currentJob(used, sent.jobId, later(13));
    expect(used.complete).toHaveBeenCalledExactlyOnceWith(sent);
    await currentJob(used, sent.jobId, later(23));
    expect(used.complete).toHaveBeenCalledTimes(2);
  });

  it.each(['STARTED', 'RETRY'] as const)(
    'of a quiet %s job asks for its execution, and fails it if that is over',
    async (status) => {
      const { jobId } = await jobIn('STARTED', status);
      expect((await currentJob(ports(true), jobId, later(31))).status).toBe(status);
      const died = await currentJob(ports(false), jobId, later(61));
      expect(died).toMatchObject({ status: 'FAILURE', info: { error: 'The calculation died.' } });
    },
  );

  it('of a job that is over asks for nothing', async () => {
    const { jobId } = await jobIn('REVOKED');
    const used = ports(false);
    expect((await currentJob(used, jobId, later(1000))).status).toBe('REVOKED');
    expect(used.workflow.isRunning).not.toHaveBeenCalled();
  });
});

describe('recovery', () => {
  const failed = (sent: ReturnType<typeof submission>, name: string): FailedState => ({
    ...initialState(sent),
    failure: { Error: name, Cause: '' },
  });

  it('of a calculation that could not be invoked goes through STARTED, as the rules have it', async () => {
    const sent = await jobIn();
    expect((await recover(jobs, failed(sent, 'Lambda.TooManyRequestsException'))).next).toBe('retry');
    expect(statuses).toEqual(['STARTED', 'RETRY']);
  });

  it('runs again unharmed', async () => {
    const sent = await jobIn('STARTED');
    for (let i = 0; i < 2; i++)
      expect((await recover(jobs, failed(sent, 'Runtime.ExitError'))).next).toBe('retry');
    expect(await statusOf(sent.jobId)).toBe('RETRY');
  });

  it('keeps the job STARTED on the next mesh, and fails it after the last', async () => {
    const sent = await jobIn('STARTED');
    const { next, state } = await recover(jobs, failed(sent, 'RouteInaccessible'));
    expect(next).toBe('next_mesh');
    expect(await statusOf(sent.jobId)).toBe('STARTED');
    await recover(jobs, { ...state, failure: { Error: 'RouteInaccessible', Cause: '' } });
    expect((await jobs.find(sent.jobId))?.info?.attempts).toEqual([
      { mesh_id: 3, outcome: 'inaccessible' },
      { mesh_id: 1, outcome: 'inaccessible' },
    ]);
  });

  it.each(['RouteInaccessible', 'Runtime.ExitError', 'TypeError'])(
    'of a cancelled job, after %s, gives up',
    async (name) => {
      const sent = await jobIn('REVOKED');
      expect((await recover(jobs, failed(sent, name))).next).toBe('give_up');
      expect(await statusOf(sent.jobId)).toBe('REVOKED');
    },
  );
});
