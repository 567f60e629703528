/** The body and the answer of the evaluation of a route. */
import * as z from 'zod';
import { FileUnreadable } from '../files/errors.ts';
import { chartId } from '../ice-charts/chart-fields.ts';
import { readRouteFile } from '../route-files/read-route-file.ts';
import { forecastFields } from '../voyage/forecast/forecast-fields.ts';
import { CLEARANCE_RULE, clearanceFields, MOST_CLEARANCE_NM } from '../zones/clearance-fields.ts';
import { zoneFields } from '../zones/zone-fields.ts';
import { degrees } from './fields.ts';
import { exampleLine, lineCollection } from './geojson-line.ts';
import { wholeNumber } from './paging.ts';
import { departure } from './route-file-query.ts';
import { forecastParts, inIce, nauticalMiles, rioPerPoint, riskIndex, zoneEffects } from './route-schema.ts';

const MUST_BE = 'must be a GeoJSON object, or a file with a route';

/** A GeoJSON line, or a file, read as the routes that it has. */
const route = z
  .union([z.instanceof(Uint8Array), z.string(), z.looseObject({})], MUST_BE)
  .transform((value, context) => {
    try {
      const isFile = value instanceof Uint8Array || typeof value === 'string';
      return readRouteFile(isFile ? value : JSON.stringify(value));
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

const iceChart = z.union([chartId, z.literal('newest')], 'must be the id of an ice chart, or "newest"');
const vehicleType = z.string('must be a string or null').min(1, 'must not be empty').max(300);

export const evaluation = z.strictObject({
  route: route.describe(
    'GeoJSON with a line, or a file with a route, zipped or not: GPX, RTZ, S-421, KML, CSV. Legs are rhumb lines, but for those that the file says are great circles',
  ),
  custom_mesh_id: z
    .int('must be an integer or null')
    .min(-1e12)
    .max(1e12)
    .nullish()
    .transform((id) => id ?? null)
    .describe('Evaluate on this mesh'),
  vehicle_type: vehicleType
    .nullish()
    .transform((type) => type ?? null)
    .describe('Vessel type of a stored vehicle to evaluate for'),
  ice_chart: iceChart
    .nullish()
    .transform((chart) => chart ?? null)
    .describe('Lays an ice chart over an environment mesh: its id, or "newest"'),
  departure: departure.nullable(),
  mesh_ids: forecastFields.mesh_ids,
  ...zoneFields,
  ...clearanceFields,
});

/** The meshes of a forecast in a query string. */
const meshIds = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9})+$/, 'must be identifiers of meshes with commas between them')
  .transform((text) => [...new Set(text.split(',').map(Number))]);

/** Fields that have no meaning together. */
export function checkEvaluation(
  { mesh_ids, departure: leaves, custom_mesh_id }: Asked,
  report: (field: string, message: string) => void,
): void {
  if (!mesh_ids) return;
  if (!leaves) report('mesh_ids', 'needs a departure');
  if (custom_mesh_id !== null) report('mesh_ids', 'can not be combined with custom_mesh_id');
}

interface Asked {
  readonly mesh_ids: readonly number[] | null;
  readonly departure: Date | null;
  readonly custom_mesh_id: number | null;
}

const SIMPLE_NUMBER = /^\d{1,2}(\.\d{1,9})?$/;

/** The fields of the body but the route, for a body that is a file; and which of its routes is meant. */
export const evaluationQuery = z.strictObject({
  route: z
    .string()
    .max(300)
    .optional()
    .describe('Which route of a file with several: its name, or its number from 1'),
  custom_mesh_id: wholeNumber(0, 999_999_999).optional().describe('For a body that is a file'),
  vehicle_type: vehicleType.optional().describe('For a body that is a file'),
  ice_chart: iceChart.optional().describe('For a body that is a file'),
  standing_zones: z
    .enum(['true', 'false'])
    .transform((apply) => apply === 'true')
    .optional()
    .describe('For a body that is a file'),
  clearance_nm: z
    .string()
    .regex(SIMPLE_NUMBER, CLEARANCE_RULE)
    .transform(Number)
    .pipe(z.number().max(MOST_CLEARANCE_NM, CLEARANCE_RULE))
    .optional()
    .describe('For a body that is a file'),
  mesh_ids: meshIds.optional().describe('For a body that is a file: 1,2,3'),
  clearance_of: z
    .enum(['land', 'all'])
    .transform((of) => (of === 'all' ? of : null))
    .optional()
    .describe('For a body that is a file'),
  departure,
});

const costs = z.strictObject({
  time_days: z.number(),
  distance_m: z.number(),
  fuel_tonnes: z.number().nullable(),
  battery_ah: z.number().optional(),
  co2_tonnes: z.number().optional(),
  in_ice: inIce,
  risk: riskIndex,
});
const perPoint = z.array(z.number()).readonly();

export const evaluated = z.strictObject({
  route: lineCollection(
    z
      .array(z.tuple([degrees, degrees]).readonly())
      .readonly()
      .describe('The waypoints and every crossing of a cell border'),
    z.strictObject({
      traveltime: perPoint.describe('Days, cumulative'),
      distance: perPoint.describe('Metres, cumulative'),
      fuel: perPoint.optional().describe('Tonnes, cumulative'),
      battery: perPoint.optional(),
      co2: perPoint.optional().describe('Tonnes of CO₂, cumulative, where the vehicle has a fuel_type'),
      time: z.array(z.iso.datetime()).optional().describe('UTC, where a departure was given'),
      mesh: z
        .array(z.int())
        .readonly()
        .optional()
        .describe('Through a forecast, the place in `meshes` of the one that the leg is sailed on'),
      rio: rioPerPoint,
      speed: perPoint.describe('Through the water on the leg that ends at the point, km/h'),
    }),
  ),
  time_days: z.number(),
  time_str: z.string(),
  fuel_tonnes: z.number().nullable().describe('Null for a vessel with a battery'),
  battery_ah: z.number().optional(),
  co2_tonnes: z.number().optional().describe('Where the vehicle has a fuel_type'),
  in_ice: inIce,
  risk: riskIndex,
  mesh_id: z.int().describe('Of a forecast, the mesh that holds at the departure'),
  meshes: forecastParts.meshes,
  beyond_forecast: forecastParts.beyond_forecast,
  legs: z
    .array(
      z.strictObject({
        clearance_nm: nauticalMiles,
        clearance_port_nm: nauticalMiles,
        clearance_starboard_nm: nauticalMiles,
      }),
    )
    .describe('Of each leg between two waypoints, its least distance to closed cells and zones, up to 20 NM'),
  zones: zoneEffects.optional().describe('Zones that the route enters, where some hold: speed limits count'),
  info: z
    .strictObject({ info: z.string() })
    .nullable()
    .describe(
      'What was passed over in the file, or taken in a way that may be wrong; the ice chart, and its age; how far the risk index can be trusted; legs with less clearance than was asked for',
    ),
  file: z
    .strictObject({
      format: z.string().describe('What the file was read as'),
      name: z.string().nullable(),
      waypoints: z.int().describe('As the file has them, without those that a great circle was cut at'),
      great_circles: z.int().describe('Legs along great circles'),
      days: z
        .number()
        .optional()
        .describe(
          'By the times or the schedule of the file, else by the speeds of its legs (RTZ, S-421), where it has them',
        ),
      stay_hours: z
        .number()
        .optional()
        .describe(
          'How long the file stays at waypoints, where it tells; the route is priced with these stays: time passes, and `idle_rate` is consumed. The one at the first counts where `departure` is when the file comes there; else it is when it is left',
        ),
      faster_percent: z
        .number()
        .optional()
        .describe(
          'By how much the route is faster here than the file is under way; negative where it is slower',
        ),
    })
    .describe('What was understood of the route that was sent'),
  compared: z
    .record(z.string(), costs)
    .describe(
      'What the best routes between its ends cost by objective, among the same zones and with the clearance; none where there is no such route',
    ),
});

export const exampleEvaluation = {
  route: exampleLine(
    [
      [-57.706, -51.731],
      [-57.72, -51.75],
    ],
    { traveltime: [0, 0.0035], distance: [0, 2208.6], fuel: [0, 0.095], speed: [0, 26.5] },
  ),
  time_days: 0.0035,
  time_str: '5 minutes',
  fuel_tonnes: 0.095,
  mesh_id: 3,
  legs: [{ clearance_nm: 0.4, clearance_port_nm: 0.4, clearance_starboard_nm: 2.1 }],
  info: null,
  file: { format: 'GeoJSON', name: null, waypoints: 2, great_circles: 0 },
  compared: { traveltime: { time_days: 0.0035, distance_m: 2208.6, fuel_tonnes: 0.095 } },
};
