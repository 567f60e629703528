import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRecovery, type FailedState } from '../../lib/jobs/recovery.ts';

const failed = (name: string, different: Partial<FailedState> = {}): FailedState => ({
  job_id: 'job',
  mesh_ids: [3, 1],
  mesh_position: 0,
  attempt: 1,
  attempts: [],
  waited_seconds: 0,
  failure: { Error: name, Cause: JSON.stringify({ errorMessage: 'secret' }) },
  ...different,
});
const decide = (state: FailedState, random = 0.5) => decideRecovery(state, () => random);

describe('an inaccessible route', () => {
  it('goes to the next mesh, with its attempts counted anew', () => {
    const before = [{ mesh_id: 3, outcome: 'crashed' }];
    expect(decide(failed('RouteInaccessible', { attempt: 2, attempts: before }))).toEqual({
      next: 'next_mesh',
      state: {
        job_id: 'job',
        mesh_ids: [3, 1],
        mesh_position: 1,
        attempt: 1,
        attempts: [...before, { mesh_id: 3, outcome: 'inaccessible' }],
        waited_seconds: 0,
      },
    });
  });

  it('is also one whose start or end lies outside all cells of the mesh', () => {
    expect(decide(failed('WaypointOutsideMesh'))).toMatchObject({
      next: 'next_mesh',
      state: { mesh_position: 1, attempts: [{ mesh_id: 3, outcome: 'inaccessible' }] },
    });
  });

  it('ends on the last mesh, with every attempt in the info', () => {
    const attempts = [{ mesh_id: 3, outcome: 'inaccessible' }];
    expect(decide(failed('RouteInaccessible', { mesh_position: 1, attempts }))).toMatchObject({
      next: 'give_up',
      info: { attempts: [...attempts, { mesh_id: 1, outcome: 'inaccessible' }] },
    });
  });
});

describe('a transient failure', () => {
  it.each([
    ['Sandbox.Timedout', 'timed out'],
    ['States.Timeout', 'timed out'],
    ['Runtime.ExitError', 'crashed'],
    ['Lambda.Unknown', 'crashed'],
    ['InternalServerError', 'crashed'],
    ['ECONNRESET', 'crashed'],
    ['TimeoutError', 'timed out'],
  ])('%s is tried three times in all on one mesh', (error, outcome) => {
    const first = decide(failed(error));
    expect(first).toMatchObject({ next: 'retry', state: { attempt: 2, mesh_position: 0 } });
    expect(first.state.attempts).toEqual([{ mesh_id: 3, outcome }]);
    expect(decide(failed(error, { attempt: 2 }))).toMatchObject({ next: 'retry', state: { attempt: 3 } });
    expect(decide(failed(error, { attempt: 3 }))).toMatchObject({ next: 'give_up' });
  });

  it('is retried after a longer wait each time, of whole seconds with jitter', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        const wait = (attempt: number) => {
          const recovery = decide(failed('Runtime.ExitError', { attempt }), random);
          return recovery.next === 'retry' ? recovery.waitSeconds : Number.NaN;
        };
        expect([1, 2]).toContain(wait(1));
        expect([2, 3, 4]).toContain(wait(2));
      }),
    );
  });
});

describe('throttling', () => {
  const throttled = (state: Partial<FailedState> = {}) => failed('SlowDown', state);

  it.each(['ProvisionedThroughputExceededException', 'SlowDown', 'ThrottlingException'])(
    'by %s waits and counts as no attempt',
    (name) => {
      const state = { attempt: 3, waited_seconds: 100 };
      expect(decide(failed(name, state), 0.999)).toEqual({
        next: 'retry',
        waitSeconds: 60,
        state: { ...failed(name, state), waited_seconds: 160, failure: undefined },
      });
    },
  );

  it('is waited out with jitter for two hours, then given up', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (stream) => {
          let state = throttled();
          let waits = 0;
          for (;;) {
            const recovery = decideRecovery(state, () => stream.next().value);
            if (recovery.next !== 'retry') break;
            expect(recovery.waitSeconds).toBeGreaterThanOrEqual(1);
            expect(recovery.waitSeconds).toBeLessThanOrEqual(60);
            state = { ...recovery.state, failure: state.failure };
            waits++;
          }
          expect(state.waited_seconds).toBeGreaterThanOrEqual(7_200);
          expect(state.waited_seconds).toBeLessThan(7_260);
          expect(state.attempts).toEqual([]);
          // A wait adds 14 events to the execution's history, which may have 25,000.
          expect(waits).toBeLessThan(300);
        },
      ),
      { numRuns: 20 },
    );
    expect(decide(throttled({ waited_seconds: 7_200 }))).toMatchObject({
      next: 'give_up',
      info: { attempts: [{ mesh_id: 3, outcome: 'throttled' }] },
    });
  });

  it('of the calculation itself was waited out by the workflow before', () => {
    expect(decide(failed('Lambda.TooManyRequestsException'))).toMatchObject({ next: 'give_up' });
  });
});

describe('any other failure', () => {
  it.each(['MeshFormatError', 'TypeError', 'MeshNotFound', 'States.Runtime', 'Error', ''])(
    '%s ends the job and reveals no internals',
    (error) => {
      const recovery = decide(failed(error));
      expect(recovery.next).toBe('give_up');
      expect(JSON.stringify(recovery)).not.toContain('secret');
    },
  );

  it.each(['WaypointOutsideMesh', 'MeshLost'])('%s has a message for the client', (name) => {
    const Cause = JSON.stringify({ errorMessage: 'What the client can do.' });
    const last = { mesh_position: 1 };
    const recovery = decide(failed(name, { ...last, failure: { Error: name, Cause } }));
    expect(recovery).toMatchObject({ info: { error: 'What the client can do.' } });
    const broken = { Error: name, Cause: 'not JSON' };
    expect(decide(failed(name, { ...last, failure: broken }))).toMatchObject({ next: 'give_up' });
  });
});
