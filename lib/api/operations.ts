import type * as z from 'zod';
import { jobId } from '../jobs/job.ts';
import { routeId } from '../routes/route.ts';
import { routeRequest } from '../routes/route-request.ts';
import { vehicleRequest, vesselType } from '../vehicles/vehicle.ts';

/**
 * Every operation of the HTTP API, once. The gateway, the handlers' schemas, the 405 answers, OpenAPI and the
 * client are all made from this table, so that they can't disagree.
 */
export interface Operation {
  /** Name of the operation and of its handler: `vehicles/create` is `lambdas/vehicles/create.ts`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the API's root, without a trailing slash; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** The parameters in the path; a value that its schema refuses identifies nothing, so that it is a 404. */
  readonly parameters?: Readonly<Record<string, { readonly of: string; readonly schema: z.ZodType }>>;
  /** The JSON body; an operation without reads none. */
  readonly body?: z.ZodType;
}

const vehicleParameters = { vessel_type: { of: 'vehicle', schema: vesselType } };
const jobParameters = { job_id: { of: 'job', schema: jobId } };
const routeParameters = { route_id: { of: 'route', schema: routeId } };

export const operations = [
  {
    id: 'vehicles/create',
    method: 'POST',
    path: '/api/vehicle',
    summary: 'Create or overwrite a vehicle',
    body: vehicleRequest,
  },
  { id: 'vehicles/list', method: 'GET', path: '/api/vehicle', summary: 'All vehicles' },
  { id: 'vehicles/list-types', method: 'GET', path: '/api/vehicle/available', summary: 'All vessel types' },
  {
    id: 'vehicles/get',
    method: 'GET',
    path: '/api/vehicle/{vessel_type}',
    summary: 'One vehicle',
    parameters: vehicleParameters,
  },
  {
    id: 'vehicles/delete',
    method: 'DELETE',
    path: '/api/vehicle/{vessel_type}',
    summary: 'Remove a vehicle',
    parameters: vehicleParameters,
  },
  {
    id: 'routes/request',
    method: 'POST',
    path: '/api/route',
    summary: 'Request a route',
    body: routeRequest,
  },
  {
    id: 'routes/get',
    method: 'GET',
    path: '/api/route/{route_id}',
    summary: 'A calculated route',
    parameters: routeParameters,
  },
  {
    id: 'jobs/get',
    method: 'GET',
    path: '/api/job/{job_id}',
    summary: 'The status of a job',
    parameters: jobParameters,
  },
  {
    id: 'jobs/cancel',
    method: 'DELETE',
    path: '/api/job/{job_id}',
    summary: 'Cancel a job',
    parameters: jobParameters,
  },
] as const satisfies readonly Operation[];

type AnyOperation = (typeof operations)[number];
export type OperationId = AnyOperation['id'];
type OperationOf<Id extends OperationId> = Extract<AnyOperation, { id: Id }>;

/** The valid body of an operation; undefined where it has none. */
export type BodyOf<Id extends OperationId> =
  OperationOf<Id> extends { body: infer S extends z.ZodType } ? z.output<S> : undefined;

/** The valid path parameters of an operation by name. */
export type ParametersOf<Id extends OperationId> =
  OperationOf<Id> extends { parameters: infer P extends NonNullable<Operation['parameters']> }
    ? { readonly [Name in keyof P]: z.output<P[Name]['schema']> }
    : Readonly<Record<never, never>>;

export const operationOf = (id: OperationId): Operation =>
  operations.find((operation) => operation.id === id)!;
