import * as z from 'zod';
import { routeId } from '../routes/route.ts';
import { routeRequest } from '../routes/route-request.ts';
import { exampleRoute } from './example-route.ts';
import { exampleBase, exampleJobId, jobId, message, url } from './fields.ts';
import { operationsOf } from './operation.ts';
import { routeDocument } from './route-schema.ts';

const submitted = z.strictObject({ id: jobId, 'status-url': url, info: message.optional() });
const reused = submitted.extend({ route_id: z.int(), route_url: url, info: message });
const idempotencyKey = z
  .string()
  .refine((key) => [...key].length <= 255, 'must have at most 255 characters')
  .optional()
  .describe('A repetition with the same key and body within 24 hours is answered with the job of the first');
const statusUrl = `${exampleBase}/job/${exampleJobId}`;

export const routes = operationsOf('routes', {
  request: {
    method: 'POST',
    path: '/api/route',
    summary: 'Request a route',
    headers: z.object({ 'idempotency-key': idempotencyKey }),
    body: {
      schema: routeRequest,
      example: {
        start_lat: '-51.731',
        start_lon: '-57.706',
        end_lat: '-67.764',
        end_lon: '-68.020',
        start_name: 'Falklands',
        end_name: 'Rothera',
      },
    },
    answers: {
      202: {
        description:
          'A job will calculate the route: a new job, or one that is running already (then with `info`)',
        schema: submitted,
        example: { id: exampleJobId, 'status-url': statusUrl },
      },
      200: {
        description: 'A route that was calculated before is reused',
        schema: reused,
        example: {
          id: exampleJobId,
          'status-url': statusUrl,
          route_id: 9,
          route_url: `${exampleBase}/route/9`,
          info: { message: 'A route that was calculated before is reused.' },
        },
      },
    },
    errors: {
      400: 'Also: a point lies outside the requested mesh, or the vehicle can not be used',
      404: 'No mesh, or no such vehicle',
      422: 'The Idempotency-Key was sent with another body',
    },
  },
  get: {
    method: 'GET',
    path: '/api/route/{route_id}',
    summary: 'A calculated route',
    parameters: { route_id: { of: 'route', schema: routeId, example: '9' } },
    answers: { 200: { description: 'The route', schema: routeDocument, example: exampleRoute } },
    errors: {
      404: 'No such route, or it is not calculated yet',
      406: 'The route is too large to be sent uncompressed',
    },
  },
});
