import * as z from 'zod';
import { storedZone, zoneKinds, zoneName, zoneRequest } from '../zones/zone.ts';
import { operationsOf } from './operation.ts';
import { limit } from './paging.ts';

const MAX_ZONE_BYTES = 256 * 1024;

const reserve = {
  name: 'Reserve',
  kind: 'closed',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-60, -63],
        [-58, -63],
        [-58, -62],
        [-60, -62],
        [-60, -63],
      ],
    ],
  },
};

const stored = z.strictObject({ name: z.string() });
const parameters = { name: { of: 'zone', schema: zoneName, example: 'Reserve' } };
const summary = z.strictObject({
  name: z.string(),
  kind: z.enum(zoneKinds),
  max_speed_kn: z.number().optional(),
  season: z.strictObject({ from: z.string(), to: z.string() }).optional(),
  source: z.string().optional(),
  standing: z.literal(true).optional().describe('It holds for every request'),
  points: z.int(),
});

export const zones = operationsOf('zones', {
  create: {
    method: 'POST',
    path: '/api/zone',
    summary: 'Create or overwrite a zone',
    body: { schema: zoneRequest, example: reserve, maxBytes: MAX_ZONE_BYTES },
    answers: {
      201: {
        description: 'Created',
        schema: stored,
        example: { name: 'Reserve' },
        headers: { Location: 'URL of the zone' },
      },
      200: {
        description: 'Replaced, as `force_properties` permits',
        schema: stored,
        example: { name: 'Reserve' },
      },
    },
    errors: {
      403: 'Another caller created the zone, or it is a standing one',
      409: 'The name exists, or there are as many zones as the service keeps, or as one caller may have',
    },
  },
  list: {
    method: 'GET',
    path: '/api/zone',
    summary: 'All zones, without their geometries',
    query: z.strictObject({
      limit,
      next: zoneName.optional().describe('`next` of the page before'),
    }),
    answers: {
      200: {
        description: 'Zones by name; `next` where there are more',
        schema: z.strictObject({ zones: summary.array(), next: z.string().optional() }),
        example: { zones: [{ name: 'Reserve', kind: 'closed', points: 4 }] },
      },
    },
    errors: {},
  },
  get: {
    method: 'GET',
    path: '/api/zone/{name}',
    summary: 'One zone',
    parameters,
    answers: { 200: { description: 'The zone', schema: storedZone, example: reserve } },
    errors: { 404: 'No such zone' },
  },
  delete: {
    method: 'DELETE',
    path: '/api/zone/{name}',
    summary: 'Remove a zone',
    parameters,
    answers: { 204: { description: 'Removed' } },
    errors: { 403: 'Another caller created the zone, or it is a standing one', 404: 'No such zone' },
  },
});
