import * as z from 'zod';
import { matrixRequest } from '../voyage/matrix/matrix-fields.ts';
import { chartInfo } from './chart-info.ts';
import { MAX_VOYAGE_BYTES, operationsOf } from './operation.ts';

const place = z.strictObject({
  lat: z.number(),
  lon: z.number(),
  name: z.string().nullable(),
  moved_nm: z.number().describe('By how much it was moved out of a closed cell'),
});
const table = z.array(z.array(z.number().nullable()));
const fastest = 'Of the fastest route: a row for each source; null where there is no way';
const cheapest = 'Of the route that consumes least';

/** In a separate file, like reach, so that other handlers need not load its schemas. */
export const { matrix } = operationsOf('routes', {
  matrix: {
    method: 'POST',
    path: '/api/matrix',
    summary: 'Time, distance and consumption of the best routes between many places',
    body: {
      schema: matrixRequest,
      maxBytes: MAX_VOYAGE_BYTES,
      example: { sources: [{ lat: -60.72, lon: -45.48 }], targets: [{ lat: -62.2, lon: -58.9 }] },
    },
    answers: {
      200: {
        description: 'A value for each pair, none more than `accuracy_percent` above the best',
        schema: z.strictObject({
          sources: z.array(place).describe('Where they were taken to be'),
          targets: z.array(place),
          mesh_id: z.int(),
          accuracy_percent: z.number(),
          traveltime_days: table.describe(fastest),
          distance_metres: table.describe(fastest),
          fuel_tonnes: table.optional().describe(cheapest),
          battery_ah: table.optional().describe(cheapest),
          info: chartInfo,
        }),
        example: {
          sources: [{ lat: -60.72, lon: -45.48, name: null, moved_nm: 0 }],
          targets: [{ lat: -62.2, lon: -58.9, name: null, moved_nm: 0 }],
          mesh_id: 1,
          accuracy_percent: 0.01,
          traveltime_days: [[1.52]],
          distance_metres: [[735_000]],
          fuel_tonnes: [[24.1]],
        },
      },
    },
    errors: {
      400: 'Also: a place lies outside the requested mesh, or the vehicle can not be used',
      404: 'No mesh, or no such vehicle',
      422: 'No open sea near a place, or more pairs than fit in the time that there is',
    },
  },
});
