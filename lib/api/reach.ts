import * as z from 'zod';
import { reachRequest } from '../voyage/reach/reach-fields.ts';
import { chartInfo } from './chart-info.ts';
import { MAX_VOYAGE_BYTES, operationsOf } from './operation.ts';

const position = z.tuple([z.number(), z.number()]);
const geometry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(position))) }),
  z.strictObject({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(position)) }),
]);
const feature = z.strictObject({
  type: z.literal('Feature'),
  geometry,
  properties: z.strictObject({
    metric: z.enum(['hours', 'fuel', 'battery', 'nm', 'percent']),
    contour: z.number(),
    origin: z.int().describe('Index of the origin'),
    name: z.string().nullable(),
    moved_nm: z.number().describe('By how much the origin was moved out of a closed cell'),
    area_km2: z.number(),
    touches_edge: z.boolean().describe('Whether the area ends where the mesh does'),
  }),
});
const collection = z.strictObject({
  type: z.literal('FeatureCollection'),
  features: z.array(feature),
  mesh_id: z.int(),
  info: chartInfo,
});
const linked = z.strictObject({ url: z.url().describe('The collection, gzipped; good for 15 minutes') });

/** In a file of its own, like the evaluation of routes: what other handlers load stays small. */
export const { reach } = operationsOf('routes', {
  reach: {
    method: 'POST',
    path: '/api/reach',
    summary:
      'Where a vessel can be within hours, tonnes or miles; from where it can come; the room that a voyage has',
    headers: z.object({ accept: z.string().optional().describe('`image/svg+xml`: a chart') }),
    body: {
      schema: reachRequest,
      maxBytes: MAX_VOYAGE_BYTES,
      example: { origins: [{ lat: -60.72, lon: -45.48 }], contours: [{ hours: 12 }, { hours: 24 }] },
    },
    answers: {
      200: {
        description:
          'A feature for each contour and origin, the largest contour first; a link to them if they are large',
        schema: z.union([collection, linked]),
        example: {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              geometry: {
                type: 'MultiPolygon',
                coordinates: [
                  [
                    [
                      [-46, -61],
                      [-45, -61],
                      [-45, -60.5],
                      [-46, -61],
                    ],
                  ],
                ],
              },
              properties: {
                metric: 'hours',
                contour: 24,
                origin: 0,
                name: null,
                moved_nm: 0,
                area_km2: 621_000.5,
                touches_edge: false,
              },
            },
          ],
          mesh_id: 7,
        },
        media: ['image/svg+xml'],
      },
    },
    errors: {
      400: 'Also: an origin lies outside the requested mesh, or the vehicle can not be used',
      404: 'No mesh, or no such vehicle',
      422: 'No open sea near an origin, no way, or too much for the time that there is',
    },
  },
});
