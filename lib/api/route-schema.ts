/** The document of a route, as `GET /api/route/{route_id}` answers it. */
import * as z from 'zod';
import { vehicle } from '../vehicles/vehicle.ts';
import { iceClasses } from '../vessel/risk-index.ts';
import { WAIT_REASONS } from '../voyage/voyage-route.ts';
import { zoneKinds } from '../zones/zone.ts';
import { degrees } from './fields.ts';
import { lineCollection } from './geojson-line.ts';

const waypoint = z.strictObject({ lat: degrees, lon: degrees, name: z.string().nullable() });
const perPoint = z.array(z.number());
export const nauticalMiles = z.number().min(0).max(20);
const totals = {
  total_traveltime: z.number().describe('Days'),
  total_fuel: z.number().optional().describe('Tonnes'),
  total_battery: z.number().optional().describe('In the unit of the mesh'),
  total_co2: z.number().optional().describe('Tonnes, where the vehicle has a fuel_type'),
  total_distance: z.number().describe('Metres'),
};
const cumulative = {
  traveltime: perPoint.describe('Days, cumulative'),
  distance: perPoint.describe('Metres, cumulative'),
  fuel: perPoint.optional().describe('Tonnes, cumulative'),
  battery: perPoint.optional().describe('In the unit of the mesh, cumulative'),
  co2: perPoint.optional().describe('Tonnes of CO₂, cumulative, where the vehicle has a fuel_type'),
};
export const rioPerPoint = z
  .array(z.number().nullable())
  .optional()
  .describe('Risk index on the leg that ends at the point, where the vehicle has an ice class; indicative');
const path = lineCollection(
  z.array(z.tuple([degrees, degrees])).describe('Longitude, latitude'),
  z
    .strictObject({
      from: z.string(),
      to: z.string(),
      objective_function: z.string(),
      route_type: z.string(),
      ...cumulative,
      time: z.array(z.iso.datetime()).optional().describe('UTC, where the request has a departure'),
      mesh: z
        .array(z.int())
        .optional()
        .describe('The place in `meshes` of the mesh on which the leg that ends at the point is sailed'),
      ice: z
        .array(z.number().nullable())
        .optional()
        .describe(
          'Concentration of ice on the leg that ends at the point, %, where the request has a departure and the mesh has data on ice',
        ),
      rio: rioPerPoint,
      speed: perPoint.describe('Speed through the water on the leg that ends at the point, km/h'),
      ...totals,
    })
    .describe('Every array is as long as the coordinates'),
);
export const riskIndex = z
  .strictObject({
    ice_class: z.enum(iceClasses),
    lowest_rio: z.number().nullable(),
    distance_below_zero: z.number().describe('Metres'),
    hours_below_zero: z.number(),
    from: z
      .enum(['chart', 'mesh', 'chart and mesh'])
      .optional()
      .describe('Under an ice chart: whether it comes from its stages of development'),
  })
  .optional()
  .describe("The Polar Code's risk index along the route, where the vehicle has an ice class; indicative");
export const inIce = z
  .strictObject({
    nm: z.number(),
    hours: z.number(),
    fuel_tonnes: z.number().optional(),
    battery_ah: z.number().optional(),
  })
  .optional()
  .describe(
    'The part of the route where the ice concentration is 10 % or more, where the mesh has data on ice',
  );
/** What zones do to a route. */
export const zoneEffects = z.array(
  z.strictObject({
    name: z.string(),
    kind: z.enum(zoneKinds),
    entered: z
      .array(z.strictObject({ lat: z.number(), lon: z.number(), days: z.number(), nm: z.number() }))
      .readonly()
      .optional()
      .describe('Where the route enters: days and nautical miles since departure'),
    nm_inside: z.number().optional(),
    hours_inside: z.number().optional(),
    costs_hours: z
      .number()
      .optional()
      .describe('Of closed zones, all that the route would otherwise cross together'),
    costs_consumption: z.number().optional(),
  }),
);
const metric = (units: string) => z.strictObject({ value: z.number(), units: z.literal(units) });
const waitReason = z.enum(WAIT_REASONS);
const work = z.strictObject({
  kind: z.enum(['line', 'area']),
  to: z.strictObject({ lat: degrees, lon: degrees }).describe('Where it ends'),
  nm: z.number().min(0),
  hours: z.number(),
  consumption: z.number().nullable().describe('Tonnes, or in the unit of the mesh'),
  stay_after_hours: z.number(),
  begins_vertex: z.int().describe('Index in the path'),
  ends_vertex: z.int(),
});

const metrics = z.strictObject({
  time: z.strictObject({ duration: z.string(), units: z.literal('days') }),
  fuelConsumption: metric('tons').optional(),
  batteryConsumption: metric('battery').optional(),
  co2: metric('tons').optional().describe('Where the vehicle has a fuel_type'),
  distance: metric('meters'),
});

/** Which meshes of a forecast a route meets, and where it waits. */
const alongForecast = {
  meshes: z
    .array(z.strictObject({ id: z.int(), name: z.string(), from: z.iso.datetime(), to: z.iso.datetime() }))
    .readonly()
    .optional()
    .describe('The meshes of the forecast, as used in turn'),
  waits: z
    .array(
      z.strictObject({
        lat: degrees,
        lon: degrees,
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        reason: z.string(),
      }),
    )
    .optional()
    .describe('Where the vessel waits for the sea to change'),
  beyond_forecast: z
    .strictObject({ from: z.iso.datetime(), hours: z.number(), nm: z.number() })
    .optional()
    .describe('What is sailed while no mesh is valid: the one before is kept'),
};

/** What routes through the meshes of a forecast have. */
export const forecastParts = {
  ...alongForecast,
  planned_blind: z
    .strictObject({
      days: z.number(),
      consumption: z.number().nullable(),
      worse_percent: z.number().min(0),
      closed: z.strictObject({ lat: degrees, lon: degrees, time: z.iso.datetime() }).optional(),
    })
    .nullable()
    .optional()
    .describe(
      'What the route would cost that is planned on the sea of the departure alone, in the sea that it then meets; null where it can not be sailed; left out where time was up before it was known. `closed`: where it would have to wait first',
    ),
};

const fuelLeft = z
  .number()
  .optional()
  .describe('What is left aboard on arriving, where the request says what was');

const objectiveRoute = z.strictObject({
  type: z
    .enum(['traveltime', 'fuel', 'battery', 'within', 'cost'])
    .describe(
      'What it is best in; within: it consumes least within the time that the request allows, or takes the least time with the fuel; cost: money',
    ),
  id: z.string(),
  name: z.string(),
  vehicle: vehicle.optional().describe('The properties that the route was calculated for'),
  risk: riskIndex,
  in_ice: inIce,
  departure: z.iso.datetime().optional().describe('When the vessel leaves, where the request says so'),
  ...forecastParts,
  job: z.strictObject({ requestedAt: z.iso.datetime(), calculatedAt: z.iso.datetime() }),
  waypoints: z.strictObject({
    start: waypoint,
    end: waypoint,
    sailing: z
      .strictObject({
        points: z.array(
          z.strictObject({
            lat: degrees,
            lon: degrees,
            clearance_nm: nauticalMiles
              .optional()
              .describe('Least distance to a closed cell, up to 20 NM, of the leg that ends here'),
            clearance_port_nm: nauticalMiles.optional(),
            clearance_starboard_nm: nauticalMiles.optional(),
          }),
        ),
        ...cumulative,
        ...totals,
      })
      .describe('As few points as keep the cost of the route within 0.1 %'),
  }),
  stops: z
    .array(
      z.strictObject({
        name: z.string(),
        lat: degrees,
        lon: degrees,
        requested: z.strictObject({ lat: degrees, lon: degrees }),
        moved_nm: z.number(),
        vertex: z
          .int()
          .describe('Index in the path of arriving; where it stays or waits, the next is of leaving'),
        arrives_days: z.number().describe('Since departure, as leaves_days'),
        wait_hours: z.number(),
        waits_for: waitReason.optional().describe('Where it waits'),
        stay_hours: z.number(),
        leaves_days: z.number(),
        pauses: z
          .array(z.strictObject({ from_days: z.number(), to_days: z.number(), reason: waitReason }))
          .optional()
          .describe('Where what is done is laid down for a time and taken up again; since departure'),
        work: work.optional().describe('Where a line or an area is sailed; `stay_hours` is at its beginning'),
        fuel_left_tonnes: fuelLeft,
        refuelled_tonnes: z.number().optional().describe('What is taken before leaving'),
      }),
    )
    .optional()
    .describe('Of a voyage: where it calls, in the order sailed, start and end included'),
  legs: z
    .array(
      z.strictObject({
        from: z.string(),
        to: z.string(),
        days: z.number(),
        consumption: z.number().nullable().describe('Tonnes, or in the unit of the mesh'),
        metres: z.number(),
        gap_percent: z
          .number()
          .min(0)
          .nullable()
          .describe('Of what its entry of routes is the least of; null where speeds are chosen'),
      }),
    )
    .optional()
    .describe('Of a voyage: from each stop to the next'),
  fuel_left_tonnes: fuelLeft,
  value: z
    .number()
    .optional()
    .describe('Of a voyage that may leave out stops: what those are worth together that it calls at'),
  value_bound: z.number().optional().describe('No voyage that obeys the request is worth more'),
  left_out: z
    .array(
      z.strictObject({
        name: z.string(),
        value: z.number(),
        needs_hours: z
          .number()
          .nullable()
          .describe(
            'About what the voyage would be longer with this stop alone besides, rather too much: legs that were not planned are estimated; null where it can not be done, or fuel is the reason',
          ),
        needs_tonnes: z
          .number()
          .optional()
          .describe(
            'Where fuel is the reason: what the voyage would take more with this stop alone besides, at the speeds that take least',
          ),
        reason: z.enum(['time', 'fuel', 'window', 'closed', 'after']),
      }),
    )
    .optional()
    .describe('The stops that it leaves out'),
  continues: z
    .strictObject({
      route_id: z.int(),
      planned_hours_left: z.number().nullable().describe('From the nearest place of its plan'),
      hours_left: z.number(),
      planned_tonnes_left: z.number().nullable().optional(),
      tonnes_left: z.number().nullable().optional(),
      planned_battery_ah_left: z.number().nullable().optional(),
      battery_ah_left: z.number().nullable().optional(),
    })
    .optional()
    .describe('Of the rest of a route: what its plan said was left, and what is'),
  path: path.describe('The route'),
  unsmoothedPath: path.describe('The path of the coarse search'),
  saves: z
    .strictObject({
      tonnes: z.number().optional(),
      battery_ah: z.number().optional(),
      percent: z.number(),
      hours: z.number().describe('By which it arrives later'),
    })
    .optional()
    .describe('Of a route within a time: what it consumes less than the fastest route'),
  total_cost: z.number().optional().describe('In money, where the request has a price'),
  optimisation: z.strictObject({ metrics }),
  alternatives: z
    .array(
      z.strictObject({
        path,
        metrics,
        in_ice: inIce,
        dearer_percent: z.number().min(0).describe('Than the route, by its objective'),
        shared_percent: z
          .number()
          .min(0)
          .describe(
            'Of its length, what lies within 2 NM of the route, or of the alternative before it that shares most',
          ),
        fuel_left_tonnes: fuelLeft,
        ...alongForecast,
      }),
    )
    .optional()
    .describe('Other routes that are really different, cheapest first, where the request asks for them'),
  zones: zoneEffects.optional().describe('Zones that the route enters, and what closed ones cost'),
  optimality: z
    .strictObject({ gap_percent: z.number().min(0) })
    .optional()
    .describe(
      'No path, and no voyage that obeys the request, is cheaper on this mesh by more than this; absent where nothing could be proved',
    ),
  mesh: z.strictObject({
    id: z.int(),
    name: z.string(),
    validDateStart: z.string().nullable(),
    validDateEnd: z.string().nullable(),
    bounds: z.strictObject({ latMin: degrees, latMax: degrees, lonMin: degrees, lonMax: degrees }),
  }),
  info: z.strictObject({ info: z.string() }).nullable(),
});

export const routeDocument = z.strictObject({
  routes: z.array(objectiveRoute).describe('One per objective: traveltime, then what the vessel consumes'),
  trade_off: z
    .array(
      z.strictObject({
        days: z.number(),
        fuel_tonnes: z.number().optional(),
        battery_ah: z.number().optional(),
        co2_tonnes: z.number().optional().describe('Where the vehicle has a fuel_type'),
        mean_speed_kn: z.number().describe('Over ground'),
        gap_percent: z
          .number()
          .min(0)
          .nullable()
          .describe(
            'No voyage of that time consumes less by more than this, or is faster by more where the note says that it is of the time; null where that could not be proved',
          ),
        fuel_left_tonnes: fuelLeft,
        in_ice: inIce,
        path: z.strictObject({
          type: z.literal('LineString'),
          coordinates: z.array(z.tuple([degrees, degrees])),
        }),
        note: z
          .string()
          .optional()
          .describe(
            'Why the curve is not convex here, why the gap is wide, what it is of, that the time for the calculation ran out, or that this voyage would go below `reserve_tonnes`: where and by how much',
          ),
      }),
    )
    .optional()
    .describe('Voyages from the fastest to the one that consumes least, where the request asks for them'),
  trade_off_note: z
    .string()
    .optional()
    .describe('Which voyages those of the trade-off are the best of, where they are not of all'),
  departures: z
    .array(
      z.strictObject({
        departure: z.iso.datetime(),
        arrival: z.iso.datetime().nullable(),
        days: z.number().nullable(),
        consumption: z.number().nullable(),
        gap_percent: z.number().min(0).nullable(),
        beyond_forecast_hours: z.number().nullable(),
        status: z.enum(['SUCCESS', 'FAILURE', 'OUTSIDE_WINDOW']),
        reason: z.string().nullable(),
      }),
    )
    .optional()
    .describe('The fastest route of each departure, where the request asks for several'),
  voyage: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'What the request asked for besides its ends and its vehicle, with zones whole as they were then; absent of a plain route',
    ),
  objectives: z
    .array(z.string())
    .optional()
    .describe(
      'Of a route that a watch offers, those that it was planned by, where these are not all: POST /api/route/{route_id}/continue plans the rest of it by all',
    ),
  tags: z.array(z.string()),
});
