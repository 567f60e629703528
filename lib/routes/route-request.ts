/** What a client may send to request a route. */
import * as z from 'zod';
import { checkChart } from '../ice-charts/chart-fields.ts';
import { latitude, longitude } from '../request/coordinates.ts';
import { MAX_MAGNITUDE, orNull, text, textOrEmpty } from '../request/values.ts';
import { checkSpeedFields } from '../speed/speed-fields.ts';
import { checkVoyage, voyageFields, voyageOf, withoutVoyage } from '../voyage/voyage-fields.ts';
import type { VoyageRequest } from '../voyage/voyage-request.ts';

/** Tags in one request at most. */
const MAX_SENT_TAGS = 20;

/** Null and an empty text both mean: no name. */
const name = textOrEmpty(100)
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
  .pipe(z.array(textOrEmpty(50)).max(MAX_SENT_TAGS, `must be at most ${MAX_SENT_TAGS} tags`))
  .transform((list) => [...new Set(list.filter((tag) => tag !== ''))])
  .describe(`At most ${MAX_SENT_TAGS}, each of at most 50 characters; also as one text, separated by commas`);

/** Also as a text of digits, as forms send numbers. */
const meshId = z
  .union(
    [
      z.int('must be an integer or null'),
      z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number),
    ],
    'must be an integer or null',
  )
  .pipe(
    z.int().min(-MAX_MAGNITUDE, 'must be a mesh identifier').max(MAX_MAGNITUDE, 'must be a mesh identifier'),
  );

const vehicleType = orNull(text(150));

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
  mesh_id: orNull(meshId).describe('Use this mesh alone'),
  start_name: name,
  end_name: name,
  tags,
  vehicle_type: vehicleType.describe(
    'Vessel type of a stored vehicle to plan for; without it, a ready-made vessel mesh counts',
  ),
  vessel_type: vehicleType.describe('Another name for `vehicle_type`'),
  ...voyageFields,
};

/** The names of its fields. */
export const requestFields: readonly string[] = Object.keys(fields);

const requestObject = z.strictObject(fields);

/** Where a request begins and ends. No rule joins these with other fields. */
export const requestPlaces = requestObject.pick({
  start_lat: true,
  start_lon: true,
  end_lat: true,
  end_lon: true,
  start_name: true,
  end_name: true,
});

export const routeRequest = requestObject
  .superRefine(checkSpeedFields)
  .refine(({ vehicle_type, vessel_type }) => !vehicle_type || !vessel_type || vehicle_type === vessel_type, {
    path: ['vessel_type'],
    message: 'must not differ from vehicle_type, which means the same',
  })
  .refine(({ mesh_id, mesh_ids }) => mesh_id === null || mesh_ids === null, {
    path: ['mesh_ids'],
    message: 'must not be sent with mesh_id',
  })
  .superRefine(checkVoyage)
  .superRefine(checkChart)
  .transform(({ vessel_type, ...request }) => ({
    ...withoutVoyage(request),
    vehicle_type: request.vehicle_type ?? vessel_type,
    voyage: voyageOf(request),
  }));

export type RouteRequest = z.output<typeof routeRequest>;

/** A request as it is sent, or made of a route that is continued or watched. */
export type SentRequest = RouteRequest & Pick<VoyageRequest, 'continues' | 'objectives'>;
