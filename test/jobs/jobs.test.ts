import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { cancelJob } from '../../lib/jobs/cancel-job.ts';
import type { JobStatus, Transition } from '../../lib/jobs/job.ts';
import type { NewJob } from '../../lib/jobs/job-store.ts';
import { type FailedState, recover } from '../../lib/jobs/recovery.ts';
import { initialState } from '../../lib/jobs/route-workflow.ts';
import { settleJob } from '../../lib/jobs/settle-job.ts';
import { startJob } from '../../lib/jobs/start-job.ts';
import { startTables } from '../aws/local-tables.ts';
import { newJob } from './new-jobs.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let jobs: RequestTable;
const statuses: JobStatus[] = [];
beforeAll(async () => {
  ({ client, stop } = await startTables());
  jobs = new RequestTable(client, 'requests', { info: (_, { status }) => statuses.push(status) });
});
afterAll(() => stop());
beforeEach(() => void statuses.splice(0));

const route = {
  meshId: 3,
  meshName: 'mesh',
  calculatedAt: '2026-03-01T00:00:00.000Z',
  totals: {},
  attempts: [],
};
const info = { error: 'why', attempts: [] };
const transitions: Record<Exclude<JobStatus, 'PENDING'>, Transition> = {
  STARTED: { to: 'STARTED' },
  RETRY: { to: 'RETRY' },
  SUCCESS: { to: 'SUCCESS', route },
  FAILURE: { to: 'FAILURE', info },
  REVOKED: { to: 'REVOKED' },
};

async function jobAfter(path: (keyof typeof transitions)[], different: Partial<NewJob> = {}) {
  const job = newJob(different);
  await jobs.create(job);
  for (const status of path) await jobs.transition(job.id, transitions[status]);
  statuses.splice(0);
  return job;
}
const statusOf = async (jobId: string) => (await jobs.find(jobId))?.status;
const named = (name: string) => Object.assign(new Error('no'), { name });

describe('cancelling', () => {
  const workflow = () => ({ stop: vi.fn(async (_: string) => {}) });

  it.each([[[]], [['STARTED']], [['STARTED', 'RETRY']], [['REVOKED']]] as (keyof typeof transitions)[][][])(
    'after %j revokes the job, then stops the execution',
    async (path) => {
      const { id } = await jobAfter(path);
      const used = workflow();
      used.stop.mockImplementation(async () => expect(await statusOf(id)).toBe('REVOKED'));
      expect((await cancelJob({ jobs, workflow: used }, id, null)).status).toBe('REVOKED');
      expect(used.stop).toHaveBeenCalledWith(id);
    },
  );

  it.each(['SUCCESS', 'FAILURE'] as const)('is refused after %s', async (status) => {
    const { id } = await jobAfter(['STARTED', status]);
    await expect(cancelJob({ jobs, workflow: workflow() }, id, null)).rejects.toMatchObject({
      name: 'JobOver',
      message: expect.stringContaining(status),
    });
    expect(await statusOf(id)).toBe(status);
  });

  it('of a job that ends at the same moment is refused, and changes nothing', async () => {
    const { id } = await jobAfter(['STARTED']);
    const racing = {
      find: (jobId: string) => jobs.find(jobId),
      transition: async (jobId: string, transition: Transition) => {
        await jobs.transition(jobId, transitions.SUCCESS);
        return await jobs.transition(jobId, transition);
      },
    };
    const used = workflow();
    await expect(cancelJob({ jobs: racing, workflow: used }, id, null)).rejects.toMatchObject({
      name: 'JobOver',
    });
    expect(used.stop).not.toHaveBeenCalled();
    expect(await statusOf(id)).toBe('SUCCESS');
  });

  it('needs a job', async () => {
    const { id } = newJob();
    await expect(cancelJob({ jobs, workflow: workflow() }, id, null)).rejects.toMatchObject({
      name: 'JobNotFound',
      message: expect.stringContaining(id),
    });
  });

  it('of a job that expires at the same moment finds none', async () => {
    const job = await jobs.find((await jobAfter(['STARTED'])).id);
    const find = vi.fn(async () => null).mockResolvedValueOnce(job as never);
    const expiring = { find, transition: async () => null };
    await expect(cancelJob({ jobs: expiring, workflow: workflow() }, job!.id, null)).rejects.toMatchObject({
      name: 'JobNotFound',
    });
  });

  it('is for the caller that requested the job, where callers are told apart', async () => {
    const { id } = await jobAfter([], { requester: 'key-1' });
    await expect(cancelJob({ jobs, workflow: workflow() }, id, 'key-2')).rejects.toMatchObject({
      name: 'NotRequester',
    });
    expect(await statusOf(id)).toBe('PENDING');
    expect((await cancelJob({ jobs, workflow: workflow() }, id, 'key-1')).status).toBe('REVOKED');
    await expect(cancelJob({ jobs, workflow: workflow() }, id, 'key-2')).rejects.toMatchObject({
      name: 'NotRequester',
    });
  });

  it('is for everybody where callers are not, or were not, told apart', async () => {
    const known = await jobAfter([], { requester: 'key-1' });
    expect((await cancelJob({ jobs, workflow: workflow() }, known.id, null)).status).toBe('REVOKED');
    const unknown = await jobAfter([]);
    expect((await cancelJob({ jobs, workflow: workflow() }, unknown.id, 'key-1')).status).toBe('REVOKED');
  });

  it('is done although the execution can not be stopped just now: what it writes is refused anyway', async () => {
    const { id } = await jobAfter(['STARTED']);
    const used = workflow();
    used.stop.mockRejectedValueOnce(named('ThrottlingException'));
    expect((await cancelJob({ jobs, workflow: used }, id, null)).status).toBe('REVOKED');
    used.stop.mockRejectedValueOnce(named('AccessDeniedException'));
    await expect(cancelJob({ jobs, workflow: used }, id, null)).rejects.toThrow('no');
  });
});

describe('starting', () => {
  const start = async (jobId: string, error?: Error) => {
    const workflow = { start: vi.fn(async () => (error ? Promise.reject(error) : ('started' as const))) };
    return await startJob(
      { jobs, workflow },
      { id: jobId, meshIds: [3, 1], requestKey: null, requester: null },
    );
  };

  it('leaves a job PENDING until its calculation begins', async () => {
    const { id } = await jobAfter([]);
    expect(await start(id)).toBe('started');
    expect(await statusOf(id)).toBe('PENDING');
  });

  it.each(['ThrottlingException', 'ExecutionLimitExceeded', 'TimeoutError', 'InternalServerException'])(
    'that fails with %s leaves the job to the sweeper',
    async (name) => {
      const { id } = await jobAfter([]);
      expect(await start(id, named(name))).toBe('later');
      expect(await statusOf(id)).toBe('PENDING');
    },
  );

  it('that is refused fails the job', async () => {
    const { id } = await jobAfter([]);
    await expect(start(id, named('AccessDeniedException'))).rejects.toThrow('no');
    const info = { error: 'The calculation could not be started.', attempts: [] };
    expect(await jobs.find(id)).toMatchObject({ status: 'FAILURE', info });
  });
});

describe('an execution that ended', () => {
  it.each([
    ['SUCCEEDED', 'The calculation ended without a result.'],
    ['FAILED', 'The calculation stopped unexpectedly.'],
    ['TIMED_OUT', 'The calculation took too long.'],
    ['ABORTED', 'The calculation was aborted.'],
  ] as const)('as %s fails its job', async (ended, error) => {
    const { id } = await jobAfter(['STARTED']);
    await settleJob(jobs, id, ended);
    expect(await jobs.find(id)).toMatchObject({ status: 'FAILURE', info: { error, attempts: [] } });
  });

  it('changes nothing about a job that is over or unknown', async () => {
    const { id } = await jobAfter(['REVOKED']);
    await settleJob(jobs, id, 'ABORTED');
    await settleJob(jobs, newJob().id, 'ABORTED');
    expect(await statusOf(id)).toBe('REVOKED');
  });
});

describe('recovery', () => {
  const failed = (job: NewJob, name: string): FailedState => ({
    ...initialState(job),
    failure: { Error: name, Cause: '' },
  });

  it('of a calculation that could not be invoked goes through STARTED, as the transitions require', async () => {
    const job = await jobAfter([]);
    expect((await recover(jobs, failed(job, 'Lambda.ServiceException'))).next).toBe('retry');
    expect(statuses).toEqual(['STARTED', 'RETRY']);
  });

  it('may run twice', async () => {
    const job = await jobAfter(['STARTED']);
    for (let i = 0; i < 2; i++) {
      expect((await recover(jobs, failed(job, 'Runtime.ExitError'))).next).toBe('retry');
    }
    expect(await statusOf(job.id)).toBe('RETRY');
  });

  it('keeps the job STARTED on the next mesh, and fails it after the last', async () => {
    const job = await jobAfter(['STARTED']);
    const { next, state } = await recover(jobs, failed(job, 'RouteInaccessible'));
    expect(next).toBe('next_mesh');
    expect(await statusOf(job.id)).toBe('STARTED');
    await recover(jobs, { ...state, failure: { Error: 'RouteInaccessible', Cause: '' } });
    expect((await jobs.find(job.id))?.info?.attempts).toEqual([
      { mesh_id: 3, outcome: 'inaccessible' },
      { mesh_id: 1, outcome: 'inaccessible' },
    ]);
  });

  it.each([
    ['RouteInaccessible', 'The job is over.'],
    ['Runtime.ExitError', 'The job is over.'],
    ['TypeError', 'The calculation failed.'],
  ])('of a cancelled job, after %s, gives up', async (name, error) => {
    const job = await jobAfter(['REVOKED']);
    const recovery = await recover(jobs, failed(job, name));
    expect(recovery).toMatchObject({ next: 'give_up', state: { job_id: job.id }, info: { error } });
    expect(await statusOf(job.id)).toBe('REVOKED');
  });
});
