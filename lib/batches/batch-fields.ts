/** What a client may send to make a batch. */
import * as z from 'zod';
import { latitude, longitude } from '../request/coordinates.ts';
import { instant, instantOrDay } from '../request/instant.ts';
import { positive, text, textOrEmpty } from '../request/values.ts';

/** Requests that the body itself may have. */
export const MAX_INLINE = 1000;
/** Lines of an upload, or combinations of a study. */
export const MAX_LINES = 1_000_000;
/** Of an upload. */
export const MAX_UPLOAD_BYTES = 1024 ** 3;
/** A study over more meshes would price a million routes. */
export const MAX_STUDY_MESHES = 1000;

const fields = z.record(z.string(), z.unknown(), 'must be an object');
const yesOrNo = (fallback: boolean) =>
  z
    .boolean('must be true or false')
    .nullish()
    .transform((value) => value ?? fallback);

const meshes = z.union(
  [
    z.array(z.int('must be a mesh identifier')).min(1).max(MAX_STUDY_MESHES),
    z.strictObject({ valid_from: instantOrDay, valid_to: instantOrDay, bounds_of: z.int() }),
  ],
  `must be at most ${MAX_STUDY_MESHES} mesh identifiers, or {"valid_from", "valid_to", "bounds_of"} with days such as 2026-11-21 and a mesh identifier`,
);
const departures = z.union(
  [
    z.array(instant).min(1).max(MAX_LINES),
    z.strictObject({ from: instant, to: instant, step_hours: positive }),
  ],
  'must be a list of times, or {"from", "to", "step_hours"}',
);
const pair = z.strictObject({
  start_lat: latitude,
  start_lon: longitude,
  end_lat: latitude,
  end_lon: longitude,
  start_name: textOrEmpty(100).nullish(),
  end_name: textOrEmpty(100).nullish(),
});

const study = z
  .strictObject({
    request: fields.describe('A body of `POST /api/route` without what is varied'),
    over: z
      .strictObject({
        meshes: meshes.optional().describe('Meshes, or those with the extent of one and data of a time'),
        vehicles: z.array(text(150)).min(1).max(1000).optional(),
        departures: departures.optional(),
        pairs: z.array(pair).min(1).max(100_000).optional().describe('Starts and ends'),
      })
      .describe('Every combination is a route'),
  })
  .superRefine(({ request, over }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (Object.keys(over).length === 0) refuse(['over'], 'must vary meshes, vehicles, departures or pairs');
    const varied = {
      meshes: 'mesh_id',
      vehicles: 'vehicle_type',
      departures: 'departure',
      pairs: 'start_lat',
    };
    for (const [name, field] of Object.entries(varied)) {
      if (over[name as keyof typeof over] && request[field] != null)
        refuse(['request', field], `can not be combined with over.${name}, which varies it`);
    }
    if (over.vehicles && request.vessel_type != null)
      refuse(['request', 'vessel_type'], 'can not be combined with over.vehicles, which varies it');
    const { departures: times } = over;
    if (times && !Array.isArray(times) && times.to < times.from)
      refuse(['over', 'departures', 'to'], 'must not be before over.departures.from');
    const count = combinationsOf(over);
    if (count > MAX_LINES) refuse(['over'], `has ${count} combinations; at most ${MAX_LINES} are planned`);
  });

export type Study = z.output<typeof study>;

/** Where meshes are not listed, without them. */
function combinationsOf({ meshes, vehicles, departures, pairs }: Study['over']): number {
  const listed = Array.isArray(meshes) ? meshes.length : 1;
  const times = Array.isArray(departures) ? departures.length : departures ? timesBetween(departures) : 1;
  return listed * times * (vehicles?.length ?? 1) * (pairs?.length ?? 1);
}

const timesBetween = ({ from, to, step_hours }: { from: string; to: string; step_hours: number }): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / (step_hours * 3_600_000)) + 1;

const SOURCES = ['requests', 'upload', 'study'] as const;

export const batchRequest = z
  .strictObject({
    name: text(150),
    requests: z
      .array(fields, 'must be an array of bodies of POST /api/route')
      .min(1, 'must not be empty')
      .max(MAX_INLINE, `must have at most ${MAX_INLINE} requests; upload more`)
      .optional()
      .describe('Bodies of `POST /api/route`; each may have a `key`'),
    upload: z
      .enum(['jsonl', 'csv'], 'must be "jsonl" or "csv"')
      .optional()
      .describe(
        'The answer has a link for a file: one body a line, or columns named as the fields; it may be gzipped, and unpack to at most 1 GiB',
      ),
    study: study.optional(),
    certificate: yesOrNo(true).describe('False: without proofs'),
    strict: yesOrNo(false).describe('True: one line that is wrong, and nothing is planned'),
    results: z
      .enum(['parquet', 'jsonl'], 'must be "parquet" or "jsonl"')
      .nullish()
      .transform((form) => form ?? 'parquet')
      .describe('jsonl: whole route documents too'),
    start: z
      .boolean('must be true or false')
      .nullish()
      .transform((start) => start ?? null)
      .describe('False: the batch waits for `POST /api/batch/{id}/start`, as one with an upload does anyway'),
    store: yesOrNo(false).describe(
      'True: each route gets a number, as one that is requested by itself does; it can be fetched, and other requests use it',
    ),
  })
  .superRefine((request, context) => {
    const given = SOURCES.filter((name) => request[name] !== undefined);
    if (given.length === 0)
      context.addIssue({ code: 'custom', path: ['requests'], message: 'is required, or upload, or study' });
    for (const name of given.slice(1))
      context.addIssue({ code: 'custom', path: [name], message: `can not be combined with ${given[0]}` });
    if (request.store && !request.certificate)
      context.addIssue({
        code: 'custom',
        path: ['store'],
        message: 'can not be true without certificate: others use the route, and expect its proof',
      });
    if (request.upload && request.start)
      context.addIssue({
        code: 'custom',
        path: ['start'],
        message: 'can not be true with upload: start the batch once the file is there',
      });
  });

export type BatchRequest = z.output<typeof batchRequest>;
