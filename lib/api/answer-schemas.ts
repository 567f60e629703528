/** The bodies that the API answers with. */
import * as z from 'zod';
import { jobStatuses } from '../jobs/transitions.ts';
import { vehicleRequest } from '../vehicles/vehicle.ts';

const url = z.url().describe('Absolute, as the client that sent the request can reach it');
const jobId = z.uuid().describe('Identifier of the job');
const message = z.strictObject({ message: z.string() });
const degrees = z.number().describe('Decimal degrees');

export const errorAnswer = z.strictObject({
  error: z.string().describe('One sentence that a person can act on'),
  details: z
    .array(z.strictObject({ field: z.string(), message: z.string() }))
    .optional()
    .describe('Every field of the body that is not valid'),
  request_id: z
    .string()
    .optional()
    .describe('Of an internal error: what to quote to whoever runs the service'),
  'status-url': url.optional().describe('Of a route that is not there: its job'),
});

export const vehicleAnswer = vehicleRequest.omit({ force_properties: true });
export const createdAnswer = z.strictObject({ vessel_type: z.string() });
export const vesselTypesAnswer = z.strictObject({
  vessel_types: z.array(z.string()),
  message: z.string().optional(),
});

export const submittedAnswer = z.strictObject({
  id: jobId,
  'status-url': url,
  info: message.optional(),
});
export const reusedAnswer = submittedAnswer.extend({ route_id: z.int(), route_url: url, info: message });

export const jobAnswer = z.strictObject({
  id: jobId,
  status: z.enum(jobStatuses),
  created: z.iso.datetime(),
  updated: z.iso.datetime().describe('When the status last changed'),
  route_id: z.int().optional().describe('When SUCCESS'),
  route_url: url.optional().describe('When SUCCESS'),
  info: z
    .strictObject({
      error: z.string(),
      attempts: z.array(z.strictObject({ mesh_id: z.int(), outcome: z.string() })),
    })
    .optional()
    .describe('When FAILURE'),
});
export const cancelledAnswer = z.strictObject({ message: z.string(), job_id: jobId, route_id: z.int() });

const waypoint = z.strictObject({ lat: degrees, lon: degrees, name: z.string().nullable() });
const perPoint = z.array(z.number());
const totals = {
  total_traveltime: z.number().describe('Days'),
  total_fuel: z.number().optional().describe('Tonnes'),
  total_battery: z.number().optional().describe('In the unit of the mesh'),
  total_distance: z.number().describe('Metres'),
};
const cumulative = {
  traveltime: perPoint.describe('Days, cumulative'),
  distance: perPoint.describe('Metres, cumulative'),
  fuel: perPoint.optional().describe('Tonnes, cumulative'),
  battery: perPoint.optional().describe('In the unit of the mesh, cumulative'),
};
const path = z.strictObject({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.strictObject({
      type: z.literal('Feature'),
      geometry: z.strictObject({
        type: z.literal('LineString'),
        coordinates: z.array(z.tuple([degrees, degrees])).describe('Longitude, latitude'),
      }),
      properties: z
        .strictObject({
          from: z.string(),
          to: z.string(),
          objective_function: z.string(),
          route_type: z.string(),
          ...cumulative,
          speed: perPoint.describe('Through the water on the leg that ends there, km/h'),
          ...totals,
        })
        .describe('Every array is as long as the coordinates'),
    }),
  ),
});
const metric = (units: string) => z.strictObject({ value: z.number(), units: z.literal(units) });

const objectiveRoute = z.strictObject({
  type: z.enum(['traveltime', 'fuel', 'battery']),
  id: z.string(),
  name: z.string(),
  job: z.strictObject({ requestedAt: z.iso.datetime(), calculatedAt: z.iso.datetime() }),
  waypoints: z.strictObject({
    start: waypoint,
    end: waypoint,
    sailing: z
      .strictObject({
        points: z.array(z.strictObject({ lat: degrees, lon: degrees })),
        ...cumulative,
        ...totals,
      })
      .describe('As few points as keep the cost of the route within 0.1 %'),
  }),
  path: path.describe('The route'),
  unsmoothedPath: path.describe('The path of the coarse search'),
  optimisation: z.strictObject({
    metrics: z.strictObject({
      time: z.strictObject({ duration: z.string(), units: z.literal('days') }),
      fuelConsumption: metric('tons').optional(),
      batteryConsumption: metric('battery').optional(),
      distance: metric('meters'),
    }),
  }),
  mesh: z.strictObject({
    id: z.int(),
    name: z.string(),
    validDateStart: z.string().nullable(),
    validDateEnd: z.string().nullable(),
    bounds: z.strictObject({ latMin: degrees, latMax: degrees, lonMin: degrees, lonMax: degrees }),
  }),
  info: z.strictObject({ info: z.string() }).nullable(),
});

export const routeAnswer = z.strictObject({
  routes: z.array(objectiveRoute).describe('One per objective: traveltime, then what the vessel consumes'),
  tags: z.array(z.string()),
});
