/** What a zone is: an area that is closed, where a speed limit holds, or where entry is reported. */
import * as z from 'zod';
import { identifier, optional, text } from '../request/values.ts';
import type { ZoneGeometry } from './geometry/polygon.ts';
import { geometryFault, pointCount } from './geometry/polygon-fault.ts';
import { wholeGeometry } from './geometry/whole-geometry.ts';
import { season } from './season.ts';
import { LEAST_SPEED_KN, MAX_SPEED_KN } from './speed-limits.ts';

export const MAX_POINTS = 20_000;
export const MAX_BYTES = 200_000;

export const zoneKinds = ['closed', 'speed_limit', 'report'] as const;
export type ZoneKind = (typeof zoneKinds)[number];

export const zoneName = identifier();

const geometry = z
  .preprocess(
    wholeGeometry,
    z.custom<ZoneGeometry>(
      (value) => typeof value === 'object' && value !== null,
      'must be a GeoJSON object',
    ),
  )
  .describe(
    'GeoJSON Polygon or MultiPolygon, a collection or feature of these, or a circle `{"lat", "lon", "radius_nm"}`; edges are straight in longitude and latitude',
  )
  .meta({ type: 'object' });

const fields = {
  name: zoneName,
  kind: z
    .enum(zoneKinds, 'must be "closed", "speed_limit" or "report"')
    .describe('closed: no leg enters; speed_limit: at most `max_speed_kn`; report: entry is told'),
  geometry,
  max_speed_kn: optional(
    z
      .number('must be a number')
      .min(
        LEAST_SPEED_KN,
        `must be at least ${LEAST_SPEED_KN}; where a vessel may not move, "closed" is meant`,
      )
      .max(MAX_SPEED_KN, `must be at most ${MAX_SPEED_KN}`)
      .describe('Knots through the water; required of a speed limit'),
  ),
  season: optional(season.describe('When it counts; without one, always')),
  source: optional(text(500).describe('Where the zone is from')),
};

/** Rules that need more than one field are checked even where a field is bad, so that everything bad is named at once: of all that has fields. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };

type Checked = { name?: unknown; kind?: unknown; geometry?: unknown; max_speed_kn?: unknown };

/** A speed limit has a speed, and only a speed limit has one. What is wrong with a geometry names the zone. */
function checkZone(value: Checked | null | undefined, context: z.RefinementCtx): void {
  const { name, kind, geometry, max_speed_kn } = value ?? {};
  const fault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const hasSpeed = max_speed_kn !== undefined && max_speed_kn !== null;
  if (kind === 'speed_limit' && !hasSpeed) fault('max_speed_kn', 'is required of a speed limit');
  if (kind !== 'speed_limit' && hasSpeed) fault('max_speed_kn', 'is for a speed limit only');
  if (typeof geometry !== 'object' || geometry === null) return;
  const wrong = tooManyPoints(geometry as ZoneGeometry) ?? geometryFault(geometry);
  if (wrong) fault('geometry', `zone "${typeof name === 'string' ? name.slice(0, 150) : ''}" ${wrong}`);
}

function tooManyPoints(geometry: ZoneGeometry): string | null {
  const points = pointCount(geometry);
  return points > MAX_POINTS ? `has ${points} points, expected at most ${MAX_POINTS}` : null;
}

/** A GeoJSON feature with a zone's fields as its properties, a geometry alone, or a zone with a circle, as a zone. */
function asZone(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { type, properties, geometry, circle, ...rest } = value as Record<string, unknown>;
  if (type === 'Feature') {
    const own = Object.entries(properties ?? {}).map(([key, each]) => [key.toLowerCase(), each] as const);
    return { ...Object.fromEntries(own.filter(([key]) => key in fields)), geometry };
  }
  if (typeof type === 'string' && !('kind' in value)) return { geometry: value };
  return circle !== undefined && geometry === undefined && type === undefined
    ? { ...rest, geometry: circle }
    : value;
}

/** A zone as it is stored, returned, and sent with a request. */
export const zone = z.preprocess(
  asZone,
  z.strictObject(fields, 'must be a zone').superRefine(checkZone, always),
);

/** A zone as a client sends it to be stored. */
export const zoneRequest = z.preprocess(
  asZone,
  z
    .strictObject({
      ...fields,
      standing: z.boolean('must be true or false').optional(),
      force_properties: z
        .union([z.boolean(), z.literal(['true', 'false'])], 'must be "true", true, "false" or false')
        .optional()
        .transform((value) => value === true || value === 'true'),
    })
    .superRefine(checkZone, always),
);

/** A zone as the service answers it. */
export const storedZone = z.strictObject({ ...fields, standing: z.literal(true).optional() });

export type Zone = z.output<typeof zone>;
export type ZoneRequest = z.output<typeof zoneRequest>;

/** What counts for MAX_BYTES: as compact JSON. */
export const byteLength = (value: Zone): number => new TextEncoder().encode(JSON.stringify(value)).length;
