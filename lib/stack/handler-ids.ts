/** The handlers, by their ids: each is the file with that name under `lambdas/`. */
import { type OperationId, operations } from '../api/operations.ts';

export const apiHandlerIds: readonly string[] = [...operations.map(({ id }) => id), 'fallback'];

/** The handler that only a stage with the context key `canary` has. */
export const CANARY = 'canary';

const workers = [
  'jobs/calculate',
  'jobs/recover',
  'jobs/settle',
  'jobs/sweep',
  'meshes/import',
  'meshes/import-file',
  CANARY,
] as const;
/** The handlers that clients do not call. */
export const workerIds: readonly string[] = workers;

/** A handler of an operation, or a worker. */
export type HandlerId = OperationId | (typeof workers)[number];

export const handlerIds: readonly string[] = [...apiHandlerIds, ...workerIds];
