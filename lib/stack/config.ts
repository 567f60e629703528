import { readFileSync } from 'node:fs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { addedLocations } from '../locations/locations.ts';
import { canaryRoute } from './canary-route.ts';

/** The CDK's own context keys contain one of these, or are one of `cdkKeys`; every other key is ours. */
const cdkKeyMarks = /[:/@]/;
const cdkKeys = new Set(['cli-telemetry', 'acknowledged-issue-numbers']);

const logRetentions = Object.values(RetentionDays).filter((days) => typeof days === 'number' && days <= 3653);

/** Values given with `-c` are text; an empty text is not zero. */
const fromText = (value: unknown) => (typeof value === 'string' && value.trim() ? Number(value) : value);
const number = (minimum: number, maximum: number) =>
  z.preprocess(fromText, z.number().min(minimum).max(maximum));
const whole = (minimum: number, maximum: number) =>
  z.preprocess(fromText, z.number().int().min(minimum).max(maximum));

/** Folders of the mesh bucket that are the service's own, and where ice charts are dropped. */
const ownFolders = [
  'catalogue',
  'charts',
  'compiled',
  'geojson',
  'ice-charts',
  'import',
  'inserted',
  'sources',
  'standing-zones',
  'vehicle-meshes',
];

const flag = z.preprocess(
  (value) => ({ true: true, false: false })[String(value)] ?? value,
  z.boolean('must be true or false'),
);

/** An S3 prefix: a folder name that ends with a slash, so that `meshes` cannot match `meshes-old/`. */
const prefix = z
  .string()
  .regex(/^[\w.-]+(\/[\w.-]+)*\/$/, 'must be a folder that ends with a slash, such as "meshes/"')
  .refine(
    (value) => !ownFolders.includes(value.split('/')[0]!),
    `must not be under ${ownFolders.map((folder) => `"${folder}/"`).join(', ')}`,
  );

const origin = z
  .string()
  .regex(/^(\*|https?:\/\/[^/,\s]+)$/, 'must be "*" or origins such as "https://example.org"');

const overlap = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);

/** @param resource how the ARN goes on after the account: other kinds, such as aliases of keys, can't be used instead */
const arn = (service: string, resource = '') =>
  z
    .string()
    .regex(
      new RegExp(`^arn:[\\w-]+:${service}:[\\w-]*:\\d{12}:${resource}.+$`),
      `must be an ARN such as "arn:aws:${service}::…${resource && `:${resource}…`}"`,
    );

/**
 * The JSON of a file, named relative to the working directory. A value that is not text, or not an existing
 * file, is returned unchanged.
 */
function fromFile(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(readFileSync(value, 'utf8'));
  } catch (error) {
    throw new ConfigurationError(
      `Bad configuration: locations: can't read "${value}": ${(error as Error).message}.`,
    );
  }
}

const NEEDED = {
  auth: 'production needs it: "api-key", "iam", or "none" if everybody may use the API',
  alarmEmail: 'production needs it: the address to which alarms are sent',
};

/** A fifth of a usual account, so that calculations can't take the concurrency of the API and of other applications. */
const PRODUCTION_CALCULATIONS = 200;

/** A new account, of ten functions at once, has some left for the API. */
const PRODUCTION_IMPORTS = 5;

const schema = z
  .strictObject({
    stage: z.enum(['development', 'production']).default('development'),
    importIntervalMinutes: whole(1, 1440).default(10),
    meshPrefix: prefix.default('meshes/'),
    metadataPrefix: prefix.default('metadata/'),
    /** Reuse a route whose start and end both lie within this distance, nautical miles. */
    waypointDistanceToleranceNm: number(0.01, 10).default(1),
    /** Move a start or end to the nearest navigable cell by at most this distance, nautical miles. */
    waypointAdjustmentLimitNm: number(0.01, 1000).default(300),
    /** Who may call. Required in production; a development stage is open by default. */
    auth: z.enum(['none', 'api-key', 'iam']).optional(),
    /** For each API key: requests per second, the burst above it, and requests per day (UTC). */
    apiKeyRate: whole(1, 10_000).default(50),
    apiKeyBurst: whole(1, 5_000).default(100),
    apiKeyDailyQuota: whole(1, 1_000_000_000).default(100_000),
    /** Web origins whose pages may call the API; none by default. */
    allowedOrigins: z
      .preprocess(
        (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
        z.array(origin),
      )
      .default([]),
    /**
     * A poll of a STARTED or RETRY job is answered when the job is over, or after this time; 0 answers at
     * once.
     */
    startedHoldSeconds: number(0, 20).default(5),
    /**
     * A JSON file with named locations in addition to the standard ones: an array of {"id", "name", "lat",
     * "lon"}.
     */
    locations: z.preprocess(fromFile, addedLocations).default([]),
    /** Vehicles and zones that one requester may have, where requesters are told apart. */
    vehiclesPerRequester: whole(1, 1_000).default(100),
    zonesPerRequester: whole(1, 1_000).default(100),
    /** Requests per second, and the burst above it, that the API accepts before it answers 429. */
    throttleRate: whole(1, 10_000).default(200),
    throttleBurst: whole(1, 5_000).default(400),
    /** Mesh files that a run of the import works on at once; by default one, in production five. */
    importsAtOnce: whole(1, 100).optional(),
    /** A Lambda has one full core from 1,769 MB on. */
    calculatorMemoryMb: whole(512, 10_240).default(1769),
    /**
     * Seconds that the calculation of a plain request may take on a mesh of up to 100,000 cells; larger meshes have
     * more in proportion, up to what a Lambda can run.
     */
    calculationSeconds: whole(1, 840).default(120),
    /** Maximum number of simultaneous calculations, reserved for them; 0: as many as the account allows. */
    calculatorConcurrency: whole(0, 1_000).optional(),
    /** Children of a batch that run at the same time. */
    batchConcurrency: whole(1, 10_000).default(50),
    /** Watches that are checked at the same time, when new data have come. */
    watchConcurrency: whole(1, 40).default(5),
    /** Concurrency that is reserved for batches; 0: none, as new accounts need it. */
    batchReservedConcurrency: whole(0, 1_000).default(0),
    logRetentionDays: whole(1, 3653)
      .refine((days) => logRetentions.includes(days), `must be one of ${logRetentions.join(', ')}`)
      .default(30),
    /** Routes and their jobs are kept for this time. */
    routeRetentionDays: whole(1, 3650).default(365),
    /** Receives the alarms of a production stage, where it is required. */
    alarmEmail: z.email().optional(),
    /** Receives the events of all watches. */
    watchEmail: z.email().optional(),
    /** The ends of a route that is requested every ten minutes, end to end; without it none is. */
    canary: canaryRoute.optional(),
    /** Raises an alarm when no mesh was imported for this time. */
    meshAlarmHours: whole(1, 24 * 30).default(24),
    /** A domain of your own, with the ARN of its certificate in the same region. */
    domainName: z
      .string()
      .regex(
        /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
        'must be a domain name such as "routes.example.org"',
      )
      .optional(),
    certificateArn: arn('acm', 'certificate/').optional(),
    /** A role or user of another account that may upload meshes and metadata. */
    meshWriterArn: arn('iam').optional(),
    /** A key of your own, for tables, buckets and the topic of watches; by default AWS's. */
    kmsKeyArn: arn('kms', 'key/').optional(),
    /** Whether CloudTrail records who reads and writes objects of the buckets. */
    auditBuckets: flag.default(false),
    /** A regional web ACL (AWS WAF) in front of the API. */
    webAclArn: arn('wafv2', 'regional/webacl/').optional(),
    /**
     * Sends a mail when the month's forecast cost of resources tagged `service=polynya` exceeds this, US
     * dollars.
     */
    monthlyBudgetUsd: number(1, 10_000_000).optional(),
  })
  .superRefine((config, context) => {
    if (config.stage !== 'production') return;
    const missing = (['auth', 'alarmEmail'] as const).filter((key) => config[key] === undefined);
    for (const key of missing) context.addIssue({ code: 'custom', path: [key], message: NEEDED[key] });
  })
  .refine(({ domainName, certificateArn }) => !domainName === !certificateArn, {
    path: ['domainName'],
    message: 'must be given together with certificateArn',
  })
  .refine(({ monthlyBudgetUsd, alarmEmail }) => !monthlyBudgetUsd || alarmEmail, {
    path: ['monthlyBudgetUsd'],
    message: 'needs alarmEmail, to which its mail goes',
  })
  .refine(({ meshPrefix, metadataPrefix }) => !overlap(meshPrefix, metadataPrefix), {
    path: ['metadataPrefix'],
    message: 'must lie beside meshPrefix, neither within the other',
  })
  .transform(({ auth = 'none', calculatorConcurrency, importsAtOnce, ...config }) => ({
    ...config,
    auth,
    importsAtOnce: importsAtOnce ?? (config.stage === 'production' ? PRODUCTION_IMPORTS : 1),
    calculatorConcurrency:
      calculatorConcurrency ?? (config.stage === 'production' ? PRODUCTION_CALCULATIONS : 0),
  }));

export type Config = z.output<typeof schema>;

export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** Reads our keys from the CDK context; throws a `ConfigurationError` with one sentence. */
export function readConfig(context: Record<string, unknown>): Config {
  const ours = Object.entries(context).filter(([key]) => !cdkKeyMarks.test(key) && !cdkKeys.has(key));
  const parsed = schema.safeParse(Object.fromEntries(ours));
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(`Bad configuration: ${parsed.error.issues.map(describe).join('; ')}.`);
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${key}"`).join(', ');
    return `unknown context key ${keys} (known: ${Object.keys(schema.in.shape).join(', ')})`;
  }
  const [key] = issue.path;
  const message = issue.message.replace(/^Invalid (input|option): /, '');
  return `${String(key)}: ${message}`;
}
