/** What a study over meshes says of a voyage: the JSON document behind `spread_url`. */
import * as z from 'zod';

const point = z.tuple([z.number(), z.number()]).describe('Longitude, latitude');
const path = z.strictObject({ type: z.literal('LineString'), coordinates: z.array(point) });
const percent = z.number().nullable().describe('Of the cost on each mesh; null where no mesh has a way');

export const spreadDocument = z.strictObject({
  objectives: z.array(
    z.strictObject({
      objective: z.enum(['traveltime', 'fuel', 'battery']),
      vehicle_type: z.string().nullable(),
      group: z
        .string()
        .describe(
          'What the meshes are compared for, as JSON: vehicle, start, end (lat, lon each), departure',
        ),
      p10: percent.describe('Days of traveltime, tonnes of fuel, Ah of battery'),
      p50: percent,
      p90: percent,
      no_way_share: z.number().describe('Of the meshes, 0 to 1'),
      closed_at: z
        .array(z.strictObject({ lat: z.number(), lon: z.number(), share: z.number() }))
        .describe('Where meshes without a way close the routes of others, with the share of all meshes'),
      members: z.array(
        z.strictObject({
          mesh_id: z.int(),
          cost: z.number().nullable(),
          worst_regret_percent: z.number().nullable(),
          closed_on: z.int().nullable(),
          path: path.nullable().describe('Its best route, to a metre; null where there is no way'),
        }),
      ),
      least_regret: z.strictObject({ mesh_id: z.int(), path }).nullable(),
      note: z.string().optional().describe('What is not told, and why'),
    }),
  ),
});

export type SpreadDocument = z.infer<typeof spreadDocument>;
