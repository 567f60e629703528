/** What a vehicle is, and what a client may send to create one. */
import * as z from 'zod';

/** The path of this name lists the vessel types, so no vehicle can have it. */
const TAKEN_PATHS = new Set(['available', '.', '..']);

const MAX_MAGNITUDE = 1e12;

/** A lone surrogate can be neither stored nor sent. */
const wellFormed = z
  .string('must be a string')
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');

/** 1 to `max` Unicode code points. */
const text = (max: number) =>
  wellFormed
    .min(1, 'must not be empty')
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`)
    .meta({ maxLength: max });

/** The identifier of a vehicle: it must survive a path segment, so what a URL gives a meaning is out. */
export const vesselType = text(150)
  .refine((value) => !/[/?#%\p{Cc}]/u.test(value), 'must not contain / ? # % or control characters')
  .refine((value) => !TAKEN_PATHS.has(value), 'is a reserved name')
  .meta({ maxLength: 150, pattern: '^[^/?#%\\p{Cc}]+$' });

const finite = z
  .number('must be a finite number')
  .min(-MAX_MAGNITUDE, `must be at least -${MAX_MAGNITUDE}`)
  .max(MAX_MAGNITUDE, `must be at most ${MAX_MAGNITUDE}`);
const positive = finite.gt(0, 'must be greater than 0');
const notNegative = finite.gte(0, 'must not be negative');

/** An optional field may be left out or be null: both mean that the vehicle has not got it. */
const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

const fields = {
  vessel_type: vesselType,
  max_speed: positive.describe('Maximum speed, in `unit`'),
  unit: text(150).describe('Unit of `max_speed`, such as km/hr or knots'),
  beam: positive,
  hull_type: text(150).describe('Such as slender'),
  force_limit: notNegative,
  max_ice_conc: notNegative.max(100, 'must be at most 100').describe('Maximum ice concentration, %'),
  min_depth: notNegative,
  max_wave: optional(notNegative),
  excluded_zones: optional(z.array(wellFormed, 'must be an array of strings')),
  neighbour_splitting: optional(z.boolean('must be true or false')),
};

/** Permission to overwrite: existing clients send it as text. */
const forceProperties = z
  .union([z.boolean(), z.literal(['true', 'false'])], 'must be "true", true, "false" or false')
  .optional()
  .transform((value) => value === true || value === 'true');

export const vehicleRequest = z.strictObject({ ...fields, force_properties: forceProperties });

export type VehicleRequest = z.output<typeof vehicleRequest>;
export type Vehicle = Omit<VehicleRequest, 'force_properties'>;
