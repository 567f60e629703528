/** What a client may send to request a route. */
import * as z from 'zod';

/**
 * Degrees as decimal text without spaces; the exponent is how languages write small numbers (5e-05). A text has only
 * one way to match, so that the time to refuse it grows with its length and no faster.
 */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const MAX_NUMBER_CHARACTERS = 40;
/** Coordinates closer to zero than this (a tenth of a micrometre) are taken as zero; so is a negative zero. */
const ZERO_DEGREES = 1e-12;
const MAX_MAGNITUDE = 1e12;
/** Tags in one request at most. */
const MAX_SENT_TAGS = 20;

function coordinate(limit: number) {
  const message = `must be a decimal number, or one as a string, from -${limit} to ${limit}`;
  return z
    .union([z.number(), z.string().max(MAX_NUMBER_CHARACTERS).regex(DECIMAL).transform(Number)], message)
    .pipe(z.number(message).min(-limit, message).max(limit, message))
    .transform((degrees) => (Math.abs(degrees) < ZERO_DEGREES ? 0 : degrees));
}

const latitude = coordinate(90).describe('Decimal degrees, -90 to 90');
const longitude = coordinate(180).describe('Decimal degrees, -180 to 180');

/** Up to `max` Unicode code points; a lone surrogate can be neither stored nor sent. */
const text = (max: number) =>
  z
    .string('must be a string or null')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`)
    .meta({ maxLength: max });

/** Null and an empty text both mean: no name. */
const name = text(100)
  .nullish()
  .transform((value) => value || null);

/** An array or one comma-separated string. Spaces around a tag are dropped, and so are empty tags, once counted. */
const tags = z
  .union([z.array(z.string()), z.string()], 'must be an array of strings, or one comma-separated string')
  .nullish()
  .transform((value) => {
    const list = typeof value === 'string' ? value.split(',') : (value ?? []);
    return list.map((tag) => tag.trim());
  })
  .pipe(z.array(text(50)).max(MAX_SENT_TAGS, `must be at most ${MAX_SENT_TAGS}`))
  .transform((list) => [...new Set(list.filter((tag) => tag !== ''))]);

const meshId = z
  .int('must be an integer or null')
  .min(-MAX_MAGNITUDE, 'must be a mesh identifier')
  .max(MAX_MAGNITUDE, 'must be a mesh identifier')
  .nullish()
  .transform((id) => id ?? null);

const vehicleType = text(150)
  .min(1, 'must not be empty')
  .nullish()
  .transform((value) => value ?? null);

const fields = {
  start_lat: latitude,
  start_lon: longitude,
  end_lat: latitude,
  end_lon: longitude,
  force_new_route: z
    .boolean('must be true or false')
    .nullish()
    .transform((force) => force ?? false)
    .describe('Calculate anew even if a matching route exists'),
  mesh_id: meshId.describe('Use this mesh alone'),
  start_name: name,
  end_name: name,
  tags,
  vehicle_type: vehicleType.describe(
    'Vessel type of a stored vehicle to plan for; without it, a ready-made vessel mesh counts',
  ),
  vessel_type: vehicleType.describe('Another name for `vehicle_type`'),
};

export const routeRequest = z
  .strictObject(fields)
  .refine(({ vehicle_type, vessel_type }) => !vehicle_type || !vessel_type || vehicle_type === vessel_type, {
    path: ['vessel_type'],
    message: 'must not differ from vehicle_type, which means the same',
  })
  .transform(({ vessel_type, ...request }) => ({
    ...request,
    vehicle_type: request.vehicle_type ?? vessel_type,
  }));

export type RouteRequest = z.output<typeof routeRequest>;
