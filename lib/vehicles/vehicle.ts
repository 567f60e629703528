/** What a vehicle is, and what a client may send to create one. */
import * as z from 'zod';
import { finite, identifier, notNegative, optional, positive, text, wellFormed } from '../request/values.ts';
import { fuelTypes } from '../vessel/emissions.ts';
import { iceClasses } from '../vessel/risk-index.ts';
import { contradictions } from './contradictions.ts';
import { consumptionModel, resistanceModels, speedAdjustment } from './performance-models.ts';

/** The path of the reserved one lists the vessel types. */
export const vesselType = identifier('available');

const vesselClasses = ['ship', 'glider', 'auv', 'aircraft'] as const;

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

const fields = {
  vessel_type: vesselType,
  max_speed: positive.describe('Maximum speed, in `unit`'),
  min_speed: optional(
    positive.describe('Least speed where the speed is chosen, in `unit`; default 20 % of `max_speed`'),
  ),
  unit: text(150).describe('Unit of `max_speed`, such as km/hr, knots or m/s'),
  beam: optional(positive.describe('Beam in metres; required of a ship')),
  hull_type: optional(
    text(150).describe('slender or blunt; required of a ship without an `ice_froude` model'),
  ),
  force_limit: optional(
    notNegative.describe(
      'The strongest resistance that the vessel overcomes, in newtons; required of a ship',
    ),
  ),
  max_ice_conc: optional(
    notNegative
      .max(100, 'must be at most 100')
      .refine((percent) => percent === 0 || percent >= 1, 'is in percent: for a fraction of 0.8 send 80')
      .describe('Maximum ice concentration, %; required unless an aircraft'),
  ),
  min_depth: optional(notNegative.describe('Minimum depth in metres; required unless an aircraft')),
  vessel_class: optional(
    z
      .enum(vesselClasses, `must be one of ${quoted(vesselClasses)}`)
      .describe('Default ship. Without it, all eight fields of a ship are required'),
  ),
  max_elevation: optional(
    finite.describe('Highest ground that an aircraft flies over, in metres; required of one'),
  ),
  max_wave: optional(notNegative.describe('Maximum significant wave height, in metres')),
  max_dive_depth: optional(
    positive.describe('Depth in metres from which a glider dives fully; default 1000'),
  ),
  excluded_zones: optional(
    z.array(wellFormed, 'must be an array of strings').describe('Zones of the mesh to keep out of'),
  ),
  neighbour_splitting: optional(
    z
      .boolean('must be true or false')
      .describe('Whether add_vehicle cuts large cells beside closed ones; default true'),
  ),
  resistance_models: optional(resistanceModels),
  consumption_model: optional(consumptionModel),
  speed_adjustment: optional(speedAdjustment),
  ice_class: optional(
    z
      .enum(iceClasses, `must be one of ${quoted(iceClasses)}`)
      .describe("Ice class for the Polar Code's risk index"),
  ),
  minimum_rio: optional(
    finite.describe('Risk index below which cells are closed; default −10 for PC1 to PC7, else 0'),
  ),
  idle_rate: optional(
    notNegative.describe('What it consumes while it stays or waits: tonnes, or Ah, a day; default 0'),
  ),
  fuel_type: optional(
    z
      .enum(fuelTypes, `must be one of ${quoted(fuelTypes)}`)
      .describe('What it burns; routes then tell the carbon dioxide'),
  ),
  num_directions: optional(z.literal(8, 'must be 8')),
};

/** Permission to overwrite. The specification has it as text. */
const forceProperties = z
  .union([z.boolean(), z.literal(['true', 'false'])], 'must be "true", true, "false" or false')
  .optional()
  .transform((value) => value === true || value === 'true');

/** Rules over several fields are checked even where a field is bad, so that everything bad is named at once. */
const always = { when: () => true };

/** A vehicle as it is stored and returned. */
export const vehicle = z.strictObject(fields).superRefine(contradictions, always);

/** The same where it is part of a mesh file, which may say more of its vessel. */
export const vesselInfo = z.object(fields).superRefine(contradictions, always);

/** A vehicle as a client sends it. */
export const vehicleRequest = z
  .strictObject({ ...fields, force_properties: forceProperties })
  .superRefine(contradictions, always);

export type VehicleRequest = z.output<typeof vehicleRequest>;
export type Vehicle = z.output<typeof vehicle>;
