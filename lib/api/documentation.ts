/** What OpenAPI says of each operation beyond the operations table: an example, and what it answers. */
import type * as z from 'zod';
import {
  cancelledAnswer,
  createdAnswer,
  jobAnswer,
  reusedAnswer,
  routeAnswer,
  submittedAnswer,
  vehicleAnswer,
  vesselTypesAnswer,
} from './answer-schemas.ts';
import { exampleRoute } from './example-route.ts';
import type { OperationId } from './operations.ts';

export interface Answer {
  readonly description: string;
  /** Absent where there is no body. */
  readonly schema?: z.ZodType;
  readonly example?: unknown;
}

export interface Documentation {
  readonly body?: unknown;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Errors beyond those that every operation may answer. */
  readonly errors: Readonly<Record<number, string>>;
}

const base = 'https://polynya.example/production/api';
const jobId = '5f0c3f55-7f0e-4a59-9a4e-6a3c2b7d9f10';
const statusUrl = `${base}/job/${jobId}`;
const sda = {
  vessel_type: 'SDA',
  max_speed: 26.5,
  unit: 'km/hr',
  beam: 24,
  hull_type: 'slender',
  force_limit: 96634.5,
  max_ice_conc: 80,
  min_depth: 10,
};
const NOT_VALID = 'Not JSON, or fields that are not valid, each named in `details`';
const bodyErrors = { 413: 'The body has more than 64 KiB', 415: 'The Content-Type is not JSON' };

export const documentation: Readonly<Record<OperationId, Documentation>> = {
  'vehicles/create': {
    body: sda,
    answers: {
      201: { description: 'Created', schema: createdAnswer, example: { vessel_type: 'SDA' } },
      200: {
        description: 'Replaced, as `force_properties` permits',
        schema: createdAnswer,
        example: { vessel_type: 'SDA' },
      },
    },
    errors: { 400: NOT_VALID, 409: 'The vessel type exists', ...bodyErrors },
  },
  'vehicles/list': {
    answers: {
      200: { description: 'All vehicles, by vessel type', schema: vehicleAnswer.array(), example: [sda] },
    },
    errors: {},
  },
  'vehicles/list-types': {
    answers: {
      200: { description: 'All vessel types', schema: vesselTypesAnswer, example: { vessel_types: ['SDA'] } },
    },
    errors: {},
  },
  'vehicles/get': {
    parameters: { vessel_type: 'SDA' },
    answers: { 200: { description: 'The vehicle', schema: vehicleAnswer, example: sda } },
    errors: { 400: 'A malformed escape in the path', 404: 'No such vehicle' },
  },
  'vehicles/delete': {
    parameters: { vessel_type: 'SDA' },
    answers: { 204: { description: 'Removed' } },
    errors: { 400: 'A malformed escape in the path', 404: 'No such vehicle' },
  },
  'routes/request': {
    body: {
      start_lat: '-51.731',
      start_lon: '-57.706',
      end_lat: '-67.764',
      end_lon: '-68.020',
      start_name: 'Falklands',
      end_name: 'Rothera',
    },
    answers: {
      202: {
        description: 'A job will bring the route: a new one, or one that is under way (then with `info`)',
        schema: submittedAnswer,
        example: { id: jobId, 'status-url': statusUrl },
      },
      200: {
        description: 'A route that was calculated before is reused',
        schema: reusedAnswer,
        example: {
          id: jobId,
          'status-url': statusUrl,
          route_id: 9,
          route_url: `${base}/route/9`,
          info: { message: 'A route that was calculated before is reused.' },
        },
      },
    },
    errors: {
      400: `${NOT_VALID}, or a point outside the mesh that was asked for`,
      404: 'No mesh',
      ...bodyErrors,
    },
  },
  'routes/get': {
    parameters: { route_id: '9' },
    answers: { 200: { description: 'The route', schema: routeAnswer, example: exampleRoute } },
    errors: {
      404: 'No such route, or none yet: then with the URL of its job',
      406: 'The route is too large to be sent uncompressed',
    },
  },
  'jobs/get': {
    parameters: { job_id: jobId },
    answers: {
      200: {
        description: 'The job',
        schema: jobAnswer,
        example: {
          id: jobId,
          status: 'SUCCESS',
          created: '2024-02-14T10:00:00.000Z',
          updated: '2024-02-14T10:00:01.000Z',
          route_id: 9,
          route_url: `${base}/route/9`,
        },
      },
    },
    errors: { 404: 'No such job' },
  },
  'jobs/cancel': {
    parameters: { job_id: jobId },
    answers: {
      202: {
        description: 'The job is cancelled, now or before',
        schema: cancelledAnswer,
        example: { message: 'Job cancelled.', job_id: jobId, route_id: 9 },
      },
    },
    errors: { 404: 'No such job', 409: 'The job has ended already' },
  },
};
