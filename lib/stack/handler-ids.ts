/** The handlers, by their ids: each is the file with that name under `lambdas/`. */
import { operations } from '../api/operations.ts';

export const apiHandlerIds: readonly string[] = [...operations.map(({ id }) => id), 'fallback'];

/** The handler that only a stage with the context key `canary` has. */
export const CANARY = 'canary';

/** The handlers that clients do not call. */
export const workerIds: readonly string[] = [
  'jobs/calculate',
  'jobs/recover',
  'jobs/settle',
  'jobs/sweep',
  'meshes/import',
  'meshes/import-file',
  CANARY,
];

export const handlerIds: readonly string[] = [...apiHandlerIds, ...workerIds];
