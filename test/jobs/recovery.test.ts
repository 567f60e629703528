import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRecovery, type FailedState } from '../../lib/jobs/recovery.ts';
import { between } from '../between.ts';
import { runs } from '../thorough.ts';

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
      state: { job_id: 'job', mesh_position: 1 },
      info: {
        error: 'No route leads from the start to the end on any mesh that covers them.',
        attempts: [...attempts, { mesh_id: 1, outcome: 'inaccessible' }],
      },
    });
  });
});

describe('a calculation that died', () => {
  it.each([
    ['Sandbox.Timedout', 'timed out'],
    ['States.Timeout', 'timed out'],
    ['Runtime.ExitError', 'crashed'],
    ['Lambda.Unknown', 'crashed'],
    ['Runtime.OutOfMemory', 'crashed'],
  ])('%s is tried three times in all on one mesh', (error, outcome) => {
    const first = decide(failed(error));
    expect(first).toMatchObject({ next: 'retry', state: { attempt: 2, mesh_position: 0 } });
    expect(first.state.attempts).toEqual([{ mesh_id: 3, outcome }]);
    expect(decide(failed(error, { attempt: 2 }))).toMatchObject({ next: 'retry', state: { attempt: 3 } });
    expect(decide(failed(error, { attempt: 3 }))).toMatchObject({
      next: 'give_up',
      info: { error: `The calculation ${outcome} and was given up after 3 attempts.` },
    });
  });

  it('is retried after a longer wait each time, of whole seconds with jitter', () => {
    fc.assert(
      fc.property(between(0, 0.999999), (random) => {
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

/** Failures of a service, each for as long as it lasts: how the job goes on meanwhile. */
function during(name: string, { random }: { random: () => number }) {
  let state = failed(name);
  const waits: number[] = [];
  for (;;) {
    const recovery = decideRecovery(state, random);
    if (recovery.next !== 'retry') return { state, waits, end: recovery };
    waits.push(recovery.waitSeconds);
    if (waits.length > 400) throw new Error('It waits for ever.');
    state = { ...recovery.state, failure: state.failure };
  }
}

describe('a service that refuses', () => {
  const THROTTLING = ['ProvisionedThroughputExceededException', 'SlowDown', 'ThrottlingException'];
  const UNAVAILABLE = [
    'InternalError',
    'InternalServerError',
    'Lambda.ServiceException',
    'ServiceUnavailable',
    'ECONNRESET',
    'TimeoutError',
  ];

  it.each([...THROTTLING, ...UNAVAILABLE])('by %s is waited for, and counts as no attempt', (name) => {
    const state = { attempt: 3, waited_seconds: 100 };
    expect(decide(failed(name, state), 0.999)).toEqual({
      next: 'retry',
      waitSeconds: 60,
      state: { ...failed(name, state), waited_seconds: 160, failure: undefined },
    });
  });

  it.each([
    ['SlowDown', 'throttled'],
    ['InternalError', 'unavailable'],
  ])('by %s is waited for with jitter for two hours, then the job is given up', (name, outcome) => {
    fc.assert(
      fc.property(fc.infiniteStream(between(0, 0.999999)), (stream) => {
        const { state, waits, end } = during(name, { random: () => stream.next().value });
        expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
        expect(Math.max(...waits)).toBeLessThanOrEqual(60);
        expect(state.waited_seconds).toBeGreaterThanOrEqual(7_200);
        expect(state.waited_seconds).toBeLessThan(7_260);
        expect(state.attempts).toEqual([]);
        // A wait adds 14 events to the execution's history, which may have 25,000.
        expect(waits.length).toBeLessThan(300);
        expect(end).toMatchObject({
          next: 'give_up',
          info: {
            error: expect.stringContaining(`${outcome} for two hours`),
            attempts: [{ mesh_id: 3, outcome }],
          },
        });
      }),
      { numRuns: runs(8, 20) },
    );
  });

  it('is given up as soon as two hours are over', () => {
    expect(decide(failed('SlowDown', { waited_seconds: 7_199 }))).toMatchObject({ next: 'retry' });
    expect(decide(failed('SlowDown', { waited_seconds: 7_200 }))).toMatchObject({ next: 'give_up' });
  });

  it('with the invocation of the calculation was waited for by the workflow before', () => {
    expect(decide(failed('Lambda.TooManyRequestsException'))).toMatchObject({ next: 'give_up' });
  });
});

describe('any other failure', () => {
  it.each(['MeshFormatError', 'TypeError', 'MeshNotFound', 'States.Runtime', 'Error', ''])(
    '%s ends the job and reveals no internals',
    (error) => {
      const attempts = [{ mesh_id: 3, outcome: 'failed' }];
      expect(decide(failed(error))).toMatchObject({
        next: 'give_up',
        info: { error: 'The calculation failed.', attempts },
      });
    },
  );

  it.each([
    'CalculationTooLong',
    'Impossible',
    'ImpossibleOnMesh',
    'MeshLost',
    'StandingZonesLost',
    'VesselUnusable',
    'WaypointOutsideMesh',
  ])('%s has a message for the client', (name) => {
    const Cause = JSON.stringify({ errorMessage: 'What the client can do.' });
    const last = { mesh_position: 1 };
    const recovery = decide(failed(name, { ...last, failure: { Error: name, Cause } }));
    expect(recovery).toMatchObject({ info: { error: 'What the client can do.' } });
    const broken = { Error: name, Cause: 'not JSON' };
    expect(decide(failed(name, { ...last, failure: broken }))).toMatchObject({ next: 'give_up' });
  });
});
