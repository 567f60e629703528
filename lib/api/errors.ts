/** Errors of the API: their JSON body, and the status that answers each kind of error of the domain. */
import * as z from 'zod';
import type { BatchError } from '../batches/errors.ts';
import type { ChartError } from '../ice-charts/errors.ts';
import type { JobError } from '../jobs/errors.ts';
import { transientFailure } from '../jobs/transient-failures.ts';
import type { RouteError } from '../routes/errors.ts';
import type { VehicleError } from '../vehicles/errors.ts';
import type { WatchError } from '../watches/errors.ts';
import type { ZoneError } from '../zones/errors.ts';

const fieldError = z.strictObject({ field: z.string(), message: z.string() });
const legProblem = z.strictObject({
  leg: z.int().describe('From 1'),
  lat: z.number(),
  lon: z.number(),
  reason: z.string(),
});

export type FieldError = z.output<typeof fieldError>;

export const errorBody = z.strictObject({
  error: z.string().describe('One sentence that a person can act on'),
  details: z
    .array(z.union([fieldError, legProblem]))
    .optional()
    .describe('Every field that is not valid, or every leg that can not be sailed'),
  routes: z.array(z.string()).optional().describe('The names of the routes in a file with several'),
  request_id: z.string().optional().describe('Of a 500: quote it to whoever runs the service'),
});

export type ErrorBody = z.output<typeof errorBody>;

/** Data for the client that an error may contain besides its message. */
export type ErrorDetails = NonNullable<ErrorBody['details']>;

/** Errors that every operation may answer. */
export const commonErrors = {
  400: 'A malformed escape in the path, or a parameter that is not known or not valid',
  401: 'No API key, or a wrong one (header X-Api-Key), where the service asks for one',
  403: 'Not allowed for this caller',
  429: 'Too many requests: see Retry-After',
  500: 'Internal error',
  503: 'A part of the service is busy or slow: see Retry-After',
};
/** Errors of every operation with a body. */
export const bodyErrors = {
  400: 'Not JSON, or fields that are not valid, each named in `details`',
  413: 'The body is too large',
  415: 'The Content-Type is not one that the operation takes',
};

type DomainError = VehicleError | JobError | RouteError | ZoneError | ChartError | BatchError | WatchError;

const statuses: Readonly<Record<DomainError['kind'] | 'unprocessable', number>> = {
  invalid: 400,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  unprocessable: 422,
  busy: 503,
};

export interface Refusal {
  readonly status: number;
  readonly details?: ErrorDetails | undefined;
  /** What may be chosen. */
  readonly routes?: readonly string[] | undefined;
  /** When the same request may succeed, if the error knows; its message then says why. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * The answer to an error that is not a fault of this service: an error of the domain, or of a service that
 * refuses for the moment or does not answer in time. Null for any other error.
 */
export function refusalOf(error: Error): Refusal | null {
  const { kind, details, routes, retryAfterSeconds } = error as Partial<DomainError> &
    Omit<Refusal, 'status'>;
  if (kind !== undefined && Object.hasOwn(statuses, kind)) {
    return { status: statuses[kind], details, routes, retryAfterSeconds };
  }
  return transientFailure(error) === null ? null : { status: statuses.busy };
}
