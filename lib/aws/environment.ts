/** The environment of the Lambdas, parsed once at module level and read nowhere else. */
import * as z from 'zod';
import { addedLocations } from '../locations/locations.ts';

const text = z.string().min(1);
const nauticalMiles = z.coerce.number().positive().max(10_000);

const variables = {
  VEHICLES_TABLE: text,
  ZONES_TABLE: text,
  MESHES_TABLE: text,
  /** The records of requests, with the claims on them. */
  REQUESTS_TABLE: text,
  /** The records of batches, and the bucket of their files. */
  BATCHES_TABLE: text,
  BATCH_BUCKET: text,
  BATCH_WORKFLOW_ARN: text,
  WATCH_WORKFLOW_ARN: text,
  WATCHES_TABLE: text,
  /** Where the events of watches are told. */
  WATCH_TOPIC_ARN: text,
  MESH_BUCKET: text,
  ROUTE_BUCKET: text,
  /** The state machine that calculates routes, with its alias. */
  ROUTE_WORKFLOW_ARN: z.string().regex(/^arn:[^:]+:states:[^:]*:[^:]*:stateMachine:[^:]+:[^:]+$/),
  /** Where dropped meshes and their metadata lie in the mesh bucket; each ends in a slash. */
  MESH_PREFIX: text.default('meshes/'),
  METADATA_PREFIX: text.default('metadata/'),
  /** The function that imports one file, and how many it imports at once. */
  IMPORT_FILE_FUNCTION: text,
  IMPORTS_AT_ONCE: z.coerce.number().int().positive().default(1),
  /** The memory of the functions that calculate routes, for which a mesh may be too large. */
  CALCULATOR_MEMORY_MB: z.coerce.number().int().positive(),
  /** Where the service itself answers, with its stage; the route that is requested there to see whether it works. */
  API_URL: z.url(),
  CANARY_ROUTE: z
    .string()
    .transform((json) => JSON.parse(json))
    .pipe(
      z.object({ start_lat: z.number(), start_lon: z.number(), end_lat: z.number(), end_lon: z.number() }),
    ),
  /** Id of the API key with which it is requested; empty where there is none. */
  CANARY_KEY_ID: z.string().default(''),
  /** How callers prove who they are. */
  AUTH: z.enum(['none', 'api-key', 'iam']).default('none'),
  /** Web origins whose pages may call the API, comma-separated; `*` is all. */
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter(Boolean)),
  /** Locations beside the standard ones, as JSON. */
  LOCATIONS: z
    .string()
    .default('[]')
    .transform((json) => JSON.parse(json))
    .pipe(addedLocations),
  /** How long the answer to a poll of a running job is held. */
  STARTED_HOLD_SECONDS: z.coerce.number().min(0).max(20).default(5),
  /** How long requests and their routes are kept. */
  ROUTE_RETENTION_DAYS: z.coerce.number().int().positive().default(365),
  /** How far a finished route's ends may lie from the requested ones for it to be reused. */
  WAYPOINT_DISTANCE_TOLERANCE_NM: nauticalMiles.default(1),
  /** How far a start or end in a closed cell may be moved. */
  WAYPOINT_ADJUSTMENT_LIMIT_NM: nauticalMiles.default(300),
  /** How many vehicles and zones one requester may have. */
  VEHICLES_PER_REQUESTER: z.coerce.number().int().positive().default(100),
  ZONES_PER_REQUESTER: z.coerce.number().int().positive().default(100),
  /** How long the calculation of a plain request may take. */
  CALCULATION_SECONDS: z.coerce.number().int().positive().default(120),
  /** Age at which the newest mesh raises the alarm, and the map says that its data are old. */
  MESH_ALARM_HOURS: z.coerce.number().int().positive().default(24),
};

type Variables = typeof variables;
type Environment<K extends keyof Variables> = { readonly [N in K]: z.output<Variables[N]> };

/** The named variables, typed; throws one error that names every variable that is missing or malformed. */
export function environment<K extends keyof Variables>(...names: K[]): Environment<K> {
  const shape = Object.fromEntries(names.map((name) => [name, variables[name]]));
  const parsed = z.object(shape).safeParse(process.env);
  if (!parsed.success) {
    throw new Error(`The environment is incomplete:\n${z.prettifyError(parsed.error)}`);
  }
  return parsed.data as unknown as Environment<K>;
}
