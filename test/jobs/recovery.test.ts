import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRecovery, type FailedState } from '../../lib/jobs/recovery.ts';

const failed = (name: string, different: Partial<FailedState> = {}): FailedState => ({
  job_id: 'job',
  route_id: 9,
  mesh_ids: [3, 1],
  mesh_position: 0,
  attempt: 1,
  attempts: [],
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
        route_id: 9,
        mesh_ids: [3, 1],
        mesh_position: 1,
        attempt: 1,
        attempts: [...before, { mesh_id: 3, outcome: 'inaccessible' }],
      },
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

describe('a passing failure', () => {
  it.each([
    ['Lambda.TooManyRequestsException', 'throttled'],
    ['ProvisionedThroughputExceededException', 'throttled'],
    ['SlowDown', 'throttled'],
    ['Sandbox.Timedout', 'timed out'],
    ['States.Timeout', 'timed out'],
    ['Runtime.ExitError', 'crashed'],
    ['Lambda.Unknown', 'crashed'],
    ['InternalServerError', 'crashed'],
  ])('%s is tried three times in all on one mesh', (error, outcome) => {
    const first = decide(failed(error));
    expect(first).toMatchObject({ next: 'retry', state: { attempt: 2, mesh_position: 0 } });
    expect(first.state.attempts).toEqual([{ mesh_id: 3, outcome }]);
    expect(decide(failed(error, { attempt: 2 }))).toMatchObject({ next: 'retry', state: { attempt: 3 } });
    expect(decide(failed(error, { attempt: 3 }))).toMatchObject({ next: 'give_up' });
  });

  it('is waited out longer each time, by whole seconds with jitter', () => {
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

describe('any other failure', () => {
  it.each(['MeshFormatError', 'TypeError', 'MeshNotFound', 'States.Runtime', 'Error', ''])(
    '%s ends the job and tells nothing of the inside',
    (error) => {
      const recovery = decide(failed(error));
      expect(recovery.next).toBe('give_up');
      expect(JSON.stringify(recovery)).not.toContain('secret');
    },
  );

  it.each(['WaypointOutsideMesh', 'MeshLost'])('%s has a message for the client', (name) => {
    const Cause = JSON.stringify({ errorMessage: 'What the client can do.' });
    const recovery = decide(failed(name, { failure: { Error: name, Cause } }));
    expect(recovery).toMatchObject({ info: { error: 'What the client can do.' } });
    const broken = { Error: name, Cause: 'not JSON' };
    expect(decide(failed(name, { failure: broken }))).toMatchObject({ next: 'give_up' });
  });
});
