import * as z from 'zod';
import { continueRequest } from '../routes/continue-request.ts';
import { recentCursor } from '../routes/recent-routes.ts';
import { routeId } from '../routes/route.ts';
import { routeRequest } from '../routes/route-request.ts';
import { exampleRoute } from './example-route.ts';
import { repeatable } from './fields.ts';
import { MAX_VOYAGE_BYTES, operationsOf } from './operation.ts';
import { limit, wholeNumber } from './paging.ts';
import { exampleRecent, recentRoute } from './recent-route.ts';
import { fileQuery, fileTypes } from './route-file-query.ts';
import { routeDocument } from './route-schema.ts';
import { submissionAnswers } from './submission.ts';

export const routes = operationsOf('routes', {
  request: {
    method: 'POST',
    path: '/api/route',
    summary: 'Request a route',
    headers: repeatable('the job of the first'),
    body: {
      schema: routeRequest,
      maxBytes: MAX_VOYAGE_BYTES,
      example: {
        start_lat: '-51.731',
        start_lon: '-57.706',
        end_lat: '-67.764',
        end_lon: '-68.020',
        start_name: 'Falklands',
        end_name: 'Rothera',
      },
    },
    answers: submissionAnswers,
    errors: {
      400: 'Also: a point lies outside the requested mesh, or the vehicle can not be used',
      404: 'No mesh, or no such vehicle',
      422: 'The Idempotency-Key was sent with another body; no speed can be chosen for the vehicle, or on the mesh; or no mesh tells of the weather that work waits for',
    },
  },
  continue: {
    method: 'POST',
    path: '/api/route/{route_id}/continue',
    summary: 'Request the rest of a route from where the ship is',
    parameters: { route_id: { of: 'route', schema: routeId, example: '9' } },
    headers: repeatable('the job of the first'),
    body: {
      schema: continueRequest,
      example: { lat: -60.5, lon: -62.1, time: '2026-11-23T06:00Z', done: ['CTD 1'] },
    },
    answers: submissionAnswers,
    errors: {
      400: 'Also: before the departure, on land, or a name that is no stop of the route, each in `details`',
      403: 'Another caller requested the route',
      404: 'No such route, it is not calculated, or no mesh or vehicle for its rest',
      422: 'As of a request for a route',
    },
  },
  get: {
    method: 'GET',
    path: '/api/route/{route_id}',
    summary: 'A calculated route: as JSON, or as a file for a bridge, a map or a spreadsheet',
    parameters: { route_id: { of: 'route', schema: routeId, example: '9' } },
    query: fileQuery,
    answers: {
      200: {
        description: 'The route; a file has one objective, a chart (svg) all of them',
        schema: routeDocument,
        example: exampleRoute,
        media: fileTypes,
        headers: { 'Content-Disposition': 'Of a file: its name' },
      },
    },
    errors: {
      404: 'No such route, or it is not calculated yet',
      406: 'The route is too large to be sent uncompressed',
      422: 'The route does not fit the format',
    },
  },
  recent: {
    method: 'GET',
    path: '/api/recent_routes',
    summary: 'Routes that were requested of late, newest first',
    query: z.strictObject({
      hours: wholeNumber(1, 8760).default(24).describe('How far back, 1 to 8760; default 24'),
      tag: z
        .preprocess((sent) => (sent === undefined ? [] : [sent].flat()), z.array(z.string()).max(20))
        .describe('May be repeated: a route must have all of them'),
      limit,
      next: recentCursor.optional().describe('`next` of the answer before: goes on where it ended'),
    }),
    answers: {
      200: {
        description: '`next` is there while there may be more',
        schema: z.strictObject({
          routes: z.array(recentRoute),
          next: z.string().optional(),
          message: z.string().optional(),
        }),
        example: { routes: [exampleRecent] },
      },
    },
    errors: {},
  },
});
