/** What follows a failed calculation: another attempt, the next mesh, or the end. */
import type { Attempt, FailureInfo } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { WorkflowState } from './route-workflow.ts';
import { transientFailureNamed } from './transient-failures.ts';

/** Calculations on one mesh that may crash or time out, the first included. */
const MAX_ATTEMPTS = 3;
/** The longest wait before the second attempt; it doubles with each further one. */
const RETRY_SECONDS = 2;

/**
 * What is wrong with a service is waited out: each wait is as long as all before it, within these bounds, until the
 * limit is reached.
 */
const WAIT_SECONDS = { shortest: 2, longest: 60, limit: 2 * 3600 };
const WAITED_IN_VAIN = {
  throttled: 'The calculation was throttled for two hours.',
  unavailable: 'A service that the calculation needs was unavailable for two hours.',
};

/** Names of errors that mean that this mesh has no route, but another may have one. */
const INACCESSIBLE = new Set(['RouteInaccessible', 'WaypointOutsideMesh', 'ImpossibleOnMesh']);
/** Errors whose message is written for the client; the messages of others may reveal internals. */
const FOR_CLIENTS = new Set([
  'CalculationTooLong',
  'MeshLost',
  'StandingZonesLost',
  'VesselUnusable',
  'WaypointOutsideMesh',
  'ImpossibleOnMesh',
  'Impossible',
]);
export const isInaccessible = ({ name }: Error): boolean => INACCESSIBLE.has(name);

/** What a client is told of an error; null where that may reveal internals. */
export const messageOf = ({ name, message }: Error): string | null =>
  FOR_CLIENTS.has(name) ? message : null;

/** Names of errors that say something about the sea or the request, and nothing about the service. */
export const NO_FAULT_OF_THE_SERVICE: readonly string[] = [
  'RouteInaccessible',
  'WaypointOutsideMesh',
  'ImpossibleOnMesh',
  'Impossible',
  'CalculationTooLong',
  'VesselUnusable',
];
/**
 * Lambda's refusal of the calculation itself. The workflow waits that out on its own (CalculateRoute's Retry), so that
 * it gets here only when the limit is reached.
 */
const LAMBDA_THROTTLED = 'Lambda.TooManyRequestsException';

/** The state that a failed calculation leaves: the error's name and, as JSON, Lambda's report of it. */
export interface FailedState extends WorkflowState {
  readonly failure: { readonly Error: string; readonly Cause: string };
}

export type Recovery =
  | { readonly next: 'retry'; readonly state: WorkflowState; readonly waitSeconds: number }
  | { readonly next: 'next_mesh'; readonly state: WorkflowState }
  | { readonly next: 'give_up'; readonly state: WorkflowState; readonly info: FailureInfo };

/** @param random from [0, 1): jitter of the waits, so that calculations that failed together don't retry together. */
export function decideRecovery({ failure, ...state }: FailedState, random: () => number): Recovery {
  const after = (outcome: string): Attempt[] => [
    ...state.attempts,
    { mesh_id: state.mesh_ids[state.mesh_position]!, outcome },
  ];
  if (INACCESSIBLE.has(failure.Error)) return nextMesh(state, failure, after('inaccessible'));
  const outcome = transientFailureNamed(failure.Error);
  if (outcome === null) {
    return giveUp(state, messageForClient(failure) ?? 'The calculation failed.', after('failed'));
  }
  if (outcome === 'throttled' || outcome === 'unavailable') {
    const refused = failure.Error === LAMBDA_THROTTLED || state.waited_seconds >= WAIT_SECONDS.limit;
    return refused ? giveUp(state, WAITED_IN_VAIN[outcome], after(outcome)) : waitForService(state, random);
  }
  if (state.attempt >= MAX_ATTEMPTS) {
    const error = `The calculation ${outcome} and was given up after ${state.attempt} attempts.`;
    return giveUp(state, error, after(outcome));
  }
  return {
    next: 'retry',
    state: { ...state, attempt: state.attempt + 1, attempts: after(outcome) },
    waitSeconds: jittered(RETRY_SECONDS * 2 ** (state.attempt - 1), random),
  };
}

function nextMesh(state: WorkflowState, failure: FailedState['failure'], attempts: Attempt[]): Recovery {
  if (state.mesh_position + 1 < state.mesh_ids.length) {
    return {
      next: 'next_mesh',
      state: { ...state, mesh_position: state.mesh_position + 1, attempt: 1, attempts },
    };
  }
  const error = messageForClient(failure);
  return giveUp(
    state,
    error ?? 'No route leads from the start to the end on any mesh that covers them.',
    attempts,
  );
}

function waitForService(state: WorkflowState, random: () => number): Recovery {
  const { shortest, longest } = WAIT_SECONDS;
  const waitSeconds = jittered(Math.min(Math.max(state.waited_seconds, shortest), longest), random);
  return {
    next: 'retry',
    state: { ...state, waited_seconds: state.waited_seconds + waitSeconds },
    waitSeconds,
  };
}

const giveUp = (state: WorkflowState, error: string, attempts: readonly Attempt[]): Recovery => ({
  next: 'give_up',
  state: { ...state, attempts },
  info: { error, attempts },
});

/** Whole seconds from half of `longest` to all of it. */
const jittered = (longest: number, random: () => number): number => Math.ceil((longest * (1 + random())) / 2);

function messageForClient({ Error: name, Cause }: FailedState['failure']): string | null {
  if (!FOR_CLIENTS.has(name)) return null;
  try {
    return JSON.parse(Cause).errorMessage ?? null;
  } catch {
    return null;
  }
}

/**
 * Decides what is next and writes the job's status. May run again if it died half-way. A job that is over gets no
 * further attempt: it was cancelled or settled meanwhile.
 */
export async function recover(
  jobs: Pick<JobStore, 'transition'>,
  failed: FailedState,
  random: () => number = Math.random,
): Promise<Recovery> {
  const recovery = decideRecovery(failed, random);
  const job = await writeStatus(jobs, failed.job_id, recovery);
  if (job || recovery.next === 'give_up') return recovery;
  return giveUp(recovery.state, 'The job is over.', recovery.state.attempts);
}

async function writeStatus(jobs: Pick<JobStore, 'transition'>, jobId: string, recovery: Recovery) {
  switch (recovery.next) {
    case 'give_up':
      return await jobs.transition(jobId, { to: 'FAILURE', info: recovery.info });
    case 'next_mesh':
      return await jobs.transition(jobId, { to: 'STARTED' });
    case 'retry':
      return (
        (await jobs.transition(jobId, { to: 'RETRY' })) ??
        // A calculation that could not even be invoked has left its job PENDING, which RETRY can't follow.
        ((await jobs.transition(jobId, { to: 'STARTED' })) && (await jobs.transition(jobId, { to: 'RETRY' })))
      );
  }
}
