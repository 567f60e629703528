import * as z from 'zod';
import { chartId } from '../ice-charts/chart-fields.ts';
import { degrees, url } from './fields.ts';
import { operationsOf } from './operation.ts';

const MAX_CHART_BYTES = 4 * 1024 * 1024;
const MUST_BE = 'must be an ice chart: S-411 (GML), or a zipped SIGRID-3 shapefile';

/** What a chart may be sent as: what is in it, its content tells. */
const types = [
  'application/gml+xml',
  'application/xml',
  'text/xml',
  'application/zip',
  'application/x-zip-compressed',
  'application/octet-stream',
  'text/plain',
  'application/x-www-form-urlencoded', // what curl names where it is told nothing
] as const;

const summary = z.strictObject({
  id: z.string(),
  name: z.string(),
  format: z.enum(['S-411', 'SIGRID-3']),
  reference_time: z.iso.datetime().describe('When the ice was as it is drawn'),
  stored: z.iso.datetime(),
  bounds: z.strictObject({ west: degrees, south: degrees, east: degrees, north: degrees }),
  areas: z.int(),
  info: z.array(z.string()).readonly().describe('What was left out, and what was assumed'),
});

const parameters = { id: { of: 'ice chart', schema: chartId, example: '20261127T0600Z-1f3a2b4c5d6e' } };
const example = {
  id: '20261127T0600Z-1f3a2b4c5d6e',
  name: 'weddell_20261127T0600Z',
  format: 'SIGRID-3',
  reference_time: '2026-11-27T06:00:00.000Z',
  stored: '2026-11-27T07:12:00.000Z',
  bounds: { west: -60, south: -78, east: -20, north: -60 },
  areas: 214,
  info: ['12 areas of land leave the mesh as it is'],
};

export const charts = operationsOf('charts', {
  create: {
    method: 'POST',
    path: '/api/ice_chart',
    summary: 'Store an ice chart: S-411 or zipped SIGRID-3',
    query: z.strictObject({
      reference_time: z
        .string()
        .max(40)
        .optional()
        .describe('When the ice was as it is drawn, ISO 8601, where neither the chart nor its name says it'),
      name: z.string().min(1).max(150).optional().describe('The name of the file'),
    }),
    body: {
      schema: z.strictObject({ chart: z.union([z.instanceof(Uint8Array), z.string()], MUST_BE) }),
      maxBytes: MAX_CHART_BYTES,
      file: { types, field: 'chart' },
      example: { chart: '<Dataset …' },
    },
    answers: {
      201: { description: 'Stored', schema: summary, example, headers: { Location: 'URL of the chart' } },
      200: { description: 'The same chart is stored already', schema: summary, example },
    },
    errors: { 409: 'There are as many charts as the service keeps' },
  },
  list: {
    method: 'GET',
    path: '/api/ice_chart',
    summary: 'All ice charts, the newest first',
    answers: {
      200: {
        description: 'Without their areas',
        schema: z.strictObject({ charts: z.array(summary) }),
        example: { charts: [example] },
      },
    },
    errors: {},
  },
  get: {
    method: 'GET',
    path: '/api/ice_chart/{id}',
    summary: 'One ice chart as GeoJSON',
    parameters,
    answers: {
      200: {
        description: 'The chart where it fits an answer; else a link to it, good for 15 minutes',
        schema: z.union([
          z.strictObject({
            type: z.literal('FeatureCollection'),
            name: z.string(),
            format: summary.shape.format,
            reference_time: z.iso.datetime(),
            info: summary.shape.info,
            features: z
              .array(z.looseObject({}))
              .readonly()
              .describe('Areas with their egg, and what is only drawn with its kind'),
          }),
          z.strictObject({ url }),
        ]),
        example: {
          type: 'FeatureCollection',
          name: example.name,
          format: 'SIGRID-3',
          reference_time: example.reference_time,
          info: [],
          features: [],
        },
      },
    },
    errors: { 404: 'No such chart' },
  },
  delete: {
    method: 'DELETE',
    path: '/api/ice_chart/{id}',
    summary: 'Take an ice chart off the list',
    parameters,
    answers: { 204: { description: 'Removed' } },
    errors: { 403: 'Another caller sent the chart', 404: 'No such chart' },
  },
});
