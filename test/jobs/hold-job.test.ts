import { describe, expect, test } from 'vitest';
import { holdJob, type Patience } from '../../lib/jobs/hold-job.ts';
import type { Job, JobStatus } from '../../lib/jobs/job.ts';

/** A clock that only sleeping moves, and a job whose status depends on it. */
function world(statusAt: (ms: number) => JobStatus | null) {
  let time = 0;
  const reads: number[] = [];
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
  const find = async (): Promise<Job | null> => {
    reads.push(time);
    const status = statusAt(time);
    return status && ({ status } as Job);
  };
  const hold = async (patience: Partial<Patience> = {}) => {
    const job = await holdJob(find, { waitMs: null, startedHoldMs: 5_000, ...patience }, clock);
    return { status: job?.status ?? null, at: time, reads };
  };
  return { hold };
}

const endsAt =
  (end: number, before: JobStatus = 'STARTED', after: JobStatus = 'SUCCESS') =>
  (ms: number): JobStatus =>
    ms < end ? before : after;

describe('without a wish', () => {
  test.each(['STARTED', 'RETRY'] as const)('a job that is %s is held for five seconds', async (status) => {
    expect(await world(() => status).hold()).toMatchObject({ status, at: 5_000 });
  });

  test.each(['PENDING', 'SUCCESS', 'FAILURE', 'REVOKED', null] as const)(
    '%s is answered at once',
    async (status) => {
      expect(await world(() => status).hold()).toMatchObject({ status, at: 0, reads: [0] });
    },
  );

  test('nothing is held where the hold is off', async () => {
    expect(await world(() => 'STARTED').hold({ startedHoldMs: 0 })).toMatchObject({ at: 0, reads: [0] });
  });
});

describe('a client that waits', () => {
  test('has the answer within 100 ms of the end of the job', async () => {
    for (const end of [1, 79, 81, 1_234, 9_950]) {
      for (const before of ['PENDING', 'STARTED', 'RETRY'] as const) {
        const { status, at } = await world(endsAt(end, before)).hold({ waitMs: 10_000 });
        expect(status).toBe('SUCCESS');
        expect(at - end).toBeGreaterThanOrEqual(0);
        expect(at - end).toBeLessThan(100);
      }
    }
  });

  test('has the status when its time is up, whatever the hold of others is', async () => {
    expect(await world(() => 'PENDING').hold({ waitMs: 20_000 })).toMatchObject({
      status: 'PENDING',
      at: 20_000,
    });
    expect(await world(() => 'STARTED').hold({ waitMs: 0 })).toMatchObject({ at: 0, reads: [0] });
    expect(await world(() => 'STARTED').hold({ waitMs: 30 })).toMatchObject({ at: 30, reads: [0, 30] });
  });
});

test('failed reads are repeated ever more slowly, and the last known status is answered', async () => {
  const busy = world((ms) => {
    if (ms > 0) throw new Error('throttled');
    return 'STARTED';
  });
  const { status, at, reads } = await busy.hold();
  expect({ status, at }).toEqual({ status: 'STARTED', at: 5_000 });
  expect(reads).toEqual([0, 80, 240, 560, 1_200, 2_200, 3_200, 4_200, 5_000]);
});

test('a first read that fails is an error', async () => {
  const broken = world(() => {
    throw new Error('throttled');
  });
  await expect(broken.hold()).rejects.toThrow('throttled');
});
