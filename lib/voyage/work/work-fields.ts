/** The fields of a stop at which a line is sailed or an area surveyed, instead of a point called at. */
import * as z from 'zod';
import { type Point, shortWayDegrees } from '../../engine/geometry/sphere.ts';
import { latitude, longitude } from '../../request/coordinates.ts';
import { finite, notNegative, optional, positive } from '../../request/values.ts';
import { placeText } from '../../zones/geometry/place-text.ts';
import type { Position } from '../../zones/geometry/polygon.ts';
import { geometryFault } from '../../zones/geometry/polygon-fault.ts';
import { lineCount } from './survey-lines.ts';
import { isWork, lengthNm, MOST_LINES } from './work-ways.ts';

const MOST_POINTS = 200;
const POINTS = `must be 2 to ${MOST_POINTS} points, [[lat, lon], …]`;
const AREA = 'must be a GeoJSON Polygon';

/** A geometry is checked as a whole: its fault says where. */
const area = z
  .looseObject({ type: z.literal('Polygon', AREA), coordinates: z.array(z.unknown(), AREA) }, AREA)
  .superRefine((polygon, { addIssue }) => {
    const fault = areaFault(polygon);
    if (fault) addIssue({ code: 'custom', message: fault });
  })
  .transform(({ type, coordinates }) => ({ type, coordinates: coordinates as Position[][] }));

/** Why a polygon can't be surveyed: a sentence without its subject; null where it can. */
export const areaFault = (polygon: { readonly type: 'Polygon'; readonly coordinates: unknown[] }) =>
  geometryFault(polygon) ?? simplerFault(polygon.coordinates as Position[][]);

function simplerFault([outline, ...holes]: readonly Position[][]): string | null {
  if (holes.length > 0) return 'must not have holes: draw it as two areas';
  if (outline!.length > MOST_POINTS + 1) return `must have at most ${MOST_POINTS} points`;
  const polar = outline!.find(([, lat]) => Math.abs(lat!) === 90);
  return polar ? 'must not have a point at a pole' : null;
}

export const workFields = {
  line: optional(
    z
      .array(z.tuple([latitude, longitude], POINTS), POINTS)
      .min(2, POINTS)
      .max(MOST_POINTS, POINTS),
  ).describe('A line to be sailed exactly so instead of a point: [[lat, lon], …], rhumb lines'),
  either_way: optional(z.boolean('must be true or false')).describe(
    'Whether a line may be sailed from its end to its beginning; default true',
  ),
  area: optional(area).describe('An area to be surveyed instead of a point: a GeoJSON Polygon'),
  spacing_nm: optional(positive).describe('Between the parallel lines of an area, nautical miles'),
  bearing: optional(finite.min(-360, 'must be at least -360').max(360, 'must be at most 360')).describe(
    'Of the lines of an area, degrees; default along its longest side',
  ),
  speed_kn: optional(positive).describe(
    "Along a line or the lines of an area: the highest speed through the water; default the vehicle's",
  ),
  consumption_factor: optional(positive).describe(
    'Of what the vehicle consumes otherwise at this speed, as for towing; default 1',
  ),
};

const fields = z.object({ ...workFields, stay_after_hours: optional(notNegative) });
export type WorkFields = z.output<typeof fields>;

export interface WorkFault {
  readonly field: keyof WorkFields | 'lat';
  readonly text: string;
}

type AtSea = WorkFields & { readonly lat: number | null; readonly lon: number | null };

/** What is wrong with the work of a stop whose fields are valid one by one. */
export function workFaults(name: string, stop: AtSea): WorkFault[] {
  const of = `of stop "${name}"`;
  const faults: WorkFault[] = [];
  const refuse = (field: WorkFault['field'], text: string) => faults.push({ field, text });
  const { line, area, lat, lon } = stop;
  if (line && area) refuse('area', `${of} can not be combined with its line: make them two stops`);
  if (isWork(stop) && (lat !== null || lon !== null)) {
    refuse('lat', `${of} can not be combined with its ${line ? 'line' : 'area'}, which says where it is`);
  }
  const only = (fields: readonly (keyof WorkFields)[], isOne: boolean, what: string) => {
    for (const field of fields) if (!isOne && stop[field] !== undefined) refuse(field, `${of} needs ${what}`);
  };
  only(['either_way'], Boolean(line), 'a line');
  only(['spacing_nm', 'bearing'], Boolean(area), 'an area');
  only(['speed_kn', 'consumption_factor', 'stay_after_hours'], isWork(stop), 'a line or an area');
  if (area && stop.spacing_nm === undefined) refuse('spacing_nm', `${of} is needed to survey its area`);
  if (faults.length > 0) return faults;
  if (line) return lineFaults(of, line);
  return area ? areaFaults(of, stop) : faults;
}

function lineFaults(of: string, line: NonNullable<WorkFields['line']>): WorkFault[] {
  const pole = line.find(([lat]) => Math.abs(lat) === 90);
  if (pole) return [{ field: 'line', text: `${of} leads to a pole: rhumb lines do not` }];
  const half = line.findIndex(([, lon], k) => k > 0 && shortWayDegrees(lon - line[k - 1]![1]) === 180);
  if (half > 0) {
    const [lat, lon] = line[half]!;
    const text = `${of} leads half round the globe to ${placeText(lat, lon)}, over a pole or either way: add a point between`;
    return [{ field: 'line', text }];
  }
  const isLong = lengthNm(line.map(([lat, lon]): Point => [lon, lat])) > 0;
  return isLong
    ? []
    : [{ field: 'line', text: `${of} is 0 NM long: leave it out and send lat and lon instead` }];
}

function areaFaults(of: string, { area, spacing_nm, bearing }: WorkFields): WorkFault[] {
  const count = lineCount(area!.coordinates[0]!, { spacingNm: spacing_nm!, bearing: bearing ?? null });
  if (count <= MOST_LINES) return [];
  const text = `${of} gives ${count.toPrecision(6).replace(/\.0*$/, '')} lines, at most ${MOST_LINES} are sailed: send a larger one`;
  return [{ field: 'spacing_nm', text }];
}
