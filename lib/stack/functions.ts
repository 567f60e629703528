/** The handlers by their ids, each the file with that name under `lambdas/`, and the functions (Lambdas) that run them. */
import { type OperationId, operations } from '../api/operations.ts';

/**
 * Operations that calculate, wait, or read large files. Each has a function of its own, with its size in
 * `function-sizes.ts`, and a deployment shifts its traffic gradually.
 */
const withOwnFunction: readonly string[] = [
  'routes/request',
  'routes/get',
  'routes/evaluate',
  'routes/reach',
  'routes/matrix',
  'jobs/get',
  'meshes/get',
  'meshes/compiled',
] satisfies readonly OperationId[];

/** Operations that do what another does, and so need what it needs: they run in its function. */
const inFunctionOf: Readonly<Record<string, string>> = {
  'routes/continue': 'routes/request',
} satisfies Partial<Record<OperationId, OperationId>>;

/** The handler that only a stage with the context key `canary` has. */
export const CANARY = 'canary';

/** Answers every request that matches no operation. */
export const FALLBACK = 'fallback';

const workers = [
  'jobs/calculate',
  'jobs/recover',
  'jobs/settle',
  'jobs/sweep',
  'batches/admit',
  'batches/expand',
  'batches/calculate',
  'batches/price',
  'batches/publish',
  'batches/settle',
  'watches/select',
  'watches/check',
  'meshes/import',
  'meshes/import-file',
  CANARY,
] as const;
/** The handlers that clients do not call; each is a function. */
export const workerIds: readonly string[] = workers;

/** A handler of an operation, or a worker. */
export type HandlerId = OperationId | (typeof workers)[number];

export const handlerIds: readonly string[] = [...operations.map(({ id }) => id), FALLBACK, ...workerIds];

/**
 * The function that runs a handler. The light operations of an area share two: what they read with `vehicles/read`, what
 * they change with `vehicles/write`, so that no function that only reads has a right to change something.
 */
export function functionIdOf(handlerId: string): string {
  const host = inFunctionOf[handlerId];
  if (host) return host;
  const operation = operations.find(({ id }) => id === handlerId);
  if (!operation || withOwnFunction.includes(handlerId)) return handlerId;
  const [area] = handlerId.split('/');
  return `${area}/${operation.method === 'GET' ? 'read' : 'write'}`;
}

export const functionIds: readonly string[] = [...new Set(handlerIds.map(functionIdOf))];

/** The operations that a function serves; none for a worker. */
export const operationsOfFunction = (functionId: string) =>
  operations.filter(({ id }) => functionIdOf(id) === functionId);

/** Whether API Gateway invokes the function. */
export const servesClients = (functionId: string): boolean => !workerIds.includes(functionId);

export const shiftsTraffic = (functionId: string): boolean => withOwnFunction.includes(functionId);
