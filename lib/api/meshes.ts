import * as z from 'zod';
import { chartId } from '../ice-charts/chart-fields.ts';
import { meshCursor } from '../meshes/mesh-store.ts';
import { vesselType } from '../vehicles/vehicle.ts';
import { degrees, url } from './fields.ts';
import { operationsOf } from './operation.ts';
import { limit } from './paging.ts';

const mesh = z.strictObject({
  id: z.int(),
  name: z.string(),
  kind: z.enum(['vessel', 'environment']),
  md5: z.string().describe('Of the uncompressed file'),
  created: z.iso.datetime(),
  valid_from: z.string().nullable().describe('First day of the data, as the file has it'),
  valid_to: z.string().nullable().describe('Last day of the data'),
  bounds: z.strictObject({ latMin: degrees, latMax: degrees, lonMin: degrees, lonMax: degrees }),
  area_km2: z.number(),
  cells: z.int(),
  vessel_type: z.string().nullable().describe('Vessel that the mesh was made for'),
  consumption: z.enum(['fuel', 'battery']).nullable().describe('What the vessel consumes'),
  missing: z.array(z.string()).readonly().describe('Kinds of data that the mesh was made without'),
  removed: z.iso.datetime().nullable().describe('When it was taken out of selection'),
});

const parameters = {
  mesh_id: {
    of: 'mesh',
    schema: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
    example: '3',
  },
};

const ofVehicle = z.strictObject({
  vehicle_type: vesselType
    .optional()
    .describe('Makes an environment mesh into the vessel mesh of this vehicle'),
});
const ofVehicleErrors = {
  400: 'Also: the vehicle can not be used, or the mesh was made for a vessel with other properties',
  404: 'No such mesh, or no such vehicle',
};

export const meshes = operationsOf('meshes', {
  list: {
    method: 'GET',
    path: '/api/mesh',
    summary: 'All meshes, the most recently created first',
    query: z.strictObject({
      limit,
      next: meshCursor.optional().describe('`next` of the answer before: goes on where it ended'),
      vehicle_type: vesselType
        .optional()
        .describe('Only the meshes on which a route of this vehicle can be planned'),
    }),
    answers: {
      200: {
        description: '`next` is there while there are more',
        schema: z.strictObject({ meshes: z.array(mesh), next: z.string().optional() }),
        example: {
          meshes: [
            {
              id: 3,
              name: 'weddell-sea.vessel.json',
              kind: 'vessel',
              md5: 'a7c0460a8818db39ca6213b546f6a21c',
              created: '2024-02-14T05:05:00.000Z',
              valid_from: '2024-02-11',
              valid_to: '2024-02-13',
              bounds: { latMin: -80, latMax: -45, lonMin: -70, lonMax: 0 },
              area_km2: 12_300_000,
              cells: 8123,
              vessel_type: 'SDA',
              consumption: 'fuel',
              missing: ['waves'],
              removed: null,
            },
          ],
        },
      },
    },
    errors: { 404: 'No such vehicle' },
  },
  get: {
    method: 'GET',
    path: '/api/mesh/{mesh_id}',
    summary: 'One mesh: the file as it came, and as GeoJSON',
    parameters,
    query: ofVehicle,
    answers: {
      200: {
        description:
          'Both forms where they fit an answer as this client takes it; else links, good for 15 minutes, ' +
          'of a mesh of more than 256 MiB to the file alone',
        schema: z.union([
          z.strictObject({
            id: z.int(),
            json: z.looseObject({}).describe('The mesh file'),
            geojson: z
              .looseObject({ type: z.literal('FeatureCollection') })
              .describe('One polygon per cell; lists are their means, true is 1'),
          }),
          z.strictObject({ id: z.int(), json_url: url, geojson_url: url }),
          z.strictObject({
            id: z.int(),
            json_url: url,
            info: z.string().describe('Why there is no GeoJSON: the mesh is too large'),
          }),
        ]),
        example: {
          id: 3,
          json_url: 'https://meshes.s3.amazonaws.com/sources/a7c0460a8818db39ca6213b546f6a21c.json.gz',
          geojson_url: 'https://meshes.s3.amazonaws.com/geojson/a7c0460a8818db39ca6213b546f6a21c.json.gz',
        },
      },
    },
    errors: {
      ...ofVehicleErrors,
      422: 'The mesh is too large to be written for a vehicle while a client waits',
    },
  },
  compiled: {
    method: 'GET',
    path: '/api/mesh/{mesh_id}/compiled',
    summary: 'The compiled mesh, which the engine opens',
    parameters,
    query: ofVehicle.extend({
      ice_chart: chartId.optional().describe('With `vehicle_type`: an ice chart over the mesh'),
    }),
    headers: z.object({
      accept: z
        .string()
        .optional()
        .describe('`application/json`: answer with the link instead of a redirect'),
      'accept-encoding': z
        .string()
        .optional()
        .describe('`br` or `gzip`: the link is to a copy with that `Content-Encoding`'),
    }),
    answers: {
      200: {
        description:
          'For `Accept: application/json`: a link to it, good for 15 minutes. A browser that follows a redirect sends ' +
          'its API key along; with the link it need not.',
        schema: z.strictObject({ url }),
        example: {
          url: 'https://meshes.s3.amazonaws.com/compiled/a7c0460a8818db39ca6213b546f6a21c.bin',
        },
      },
      302: { description: 'It is in S3', headers: { Location: 'A link to it, good for 15 minutes' } },
    },
    errors: ofVehicleErrors,
  },
});
