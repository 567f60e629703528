/**
 * The performance models that a vehicle may bring, under the names of PolarRoute's proposed 2.0 configuration, so that such a
 * file can be sent as it is. What it has beyond our models (`gravity`, `interpolation`, `num_directions`, `wind_threshold_high`) is
 * accepted where it means what we do anyway.
 */
import * as z from 'zod';
import { coefficients, finite, fraction, notNegative, optional, positive } from '../request/values.ts';

const iceFroude = z.strictObject({
  type: z.literal('ice_froude'),
  params: z.strictObject({
    k: notNegative.describe('Hull coefficient'),
    b: finite
      .gt(-2, 'must be greater than -2: the resistance must grow with the speed')
      .describe('Exponent of the Froude number'),
    n: notNegative.describe('Exponent of the concentration'),
    beam: optional(positive.describe('Beam in metres, where the vehicle has none')),
    force_limit: optional(notNegative.describe('Force limit in newtons, where the vehicle has none')),
    gravity: optional(positive),
  }),
});

const windDrag = z.strictObject({
  type: z.literal('wind_drag'),
  params: z.strictObject({
    frontal_area: notNegative.describe('m²'),
    air_density: optional(notNegative.describe('kg/m³; default 1.225')),
    angles: z
      .array(
        finite.min(0, 'must be at least 0').max(180, 'must be at most 180'),
        'must be an array of numbers',
      )
      .min(1, 'must not be empty')
      .describe('Degrees between the heading and where the apparent wind comes from, rising, 0…180'),
    coefficients: z
      .array(finite, 'must be an array of numbers')
      .describe('Drag coefficient at each angle; linear in between'),
    interpolation: optional(z.literal('linear', 'must be "linear"')),
  }),
});

const waveKreitner = z.strictObject({
  type: z.literal('wave_kreitner'),
  params: z.strictObject({
    length: positive.describe('Length in metres'),
    c_block: optional(fraction.describe('Block coefficient; default 0.75')),
    rho_water: optional(
      positive.describe(
        'Density of the water in kg/m³; default 1025. Above 5000 it is read as specific weight in N/m³',
      ),
    ),
    beam: optional(positive.describe('Beam in metres, where the vehicle has none')),
  }),
});

export const resistanceModels = z
  .array(
    z.discriminatedUnion('type', [iceFroude, windDrag, waveKreitner], {
      error: 'must have a type: "ice_froude", "wind_drag" or "wave_kreitner"',
    }),
    'must be an array of models',
  )
  .describe('Resistance of ice, wind and waves; see docs/vessels.md');

const of = optional(z.enum(['fuel', 'battery'], 'must be "fuel" or "battery"'));

export const consumptionModel = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({
        type: z.literal('polynomial_fuel'),
        of,
        params: z.strictObject({
          speed_coeffs: coefficients('a2', 'a1', 'a0').describe('Of km/h², km/h and 1'),
          resistance_coeffs: coefficients('b2', 'b1').describe('Of N² and N'),
        }),
      }),
      z.strictObject({
        type: z.literal('polynomial_battery'),
        of,
        params: z.strictObject({
          speed_coeffs: coefficients('p1', 'p0').describe('Of km/h and 1, Ah per day'),
          depth_coeffs: coefficients('d1', 'd0').describe('Of the elevation in metres and 1'),
        }),
      }),
      z.strictObject({
        type: z.literal('constant_consumption'),
        of,
        params: z.strictObject({ rate: notNegative.describe('Per day: tonnes or Ah') }),
      }),
    ],
    { error: 'must have a type: "polynomial_fuel", "polynomial_battery" or "constant_consumption"' },
  )
  .describe('Consumption per day; see docs/vessels.md');

export const speedAdjustment = z
  .strictObject({
    wind_threshold_low: optional(fraction.describe('Part of the force limit; default 0.75')),
    wind_threshold_high: optional(fraction),
    speed_factor_low: optional(
      fraction.describe('Part of the speed that is left in strong wind; default 0.25'),
    ),
    tailwind_factor: optional(positive.describe('Divides the gain of speed in a tailwind; default 10')),
  })
  .describe('How wind changes the speed; without it, wind only costs fuel');

export type ResistanceModel = z.output<typeof resistanceModels>[number];
