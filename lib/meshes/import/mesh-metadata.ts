/**
 * What the mesh pipeline writes beside its meshes: `upload_metadata_<time>.yaml.gz`, a list of the files of
 * one run. Records of other products than meshes are among them.
 */
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import * as z from 'zod';
import { readTimeOrDay } from '../../time/read-time.ts';
import { boundsFault, type GeoBounds, withinTurn } from '../geo-bounds.ts';
import { Faults, MeshRefused } from '../mesh-refused.ts';
import { found, isNumber } from '../read/found.ts';

const METADATA_FILE = /^upload_metadata_.*\.yaml\.gz$/;
const MESH_FILE = /(vessel|env).*\.json$/;

/** PyYAML writes a value that several records share once, and refers to it by an alias after that. */
const MAX_ALIASES = 10_000;
/** A pipeline run makes tens of files. Each record costs reads and adds a line to the import's answer. */
const MAX_RECORDS = 10_000;

/** A key has at most 1,024 bytes, with its folder and `.gz`. */
const MAX_NAME_BYTES = 512;

/** One mesh of a metadata file, or the reason why its record can't be used. */
export interface MetadataRecord {
  /** Name of the mesh file without folders and without `.gz`. */
  readonly name: string;
  readonly content: RecordContent | MeshRefused;
}

export interface RecordContent {
  readonly md5: string;
  /** ISO 8601 in UTC; null where the metadata does not say. */
  readonly created: string | null;
  /** The sides of the extent that the metadata gives; the mesh gives the others. */
  readonly bounds: Partial<GeoBounds>;
}

export function isMetadataFile(name: string): boolean {
  return METADATA_FILE.test(name);
}

/** Absent, empty and the word `null`, quoted or not, all mean that a value is not known. */
const isNothing = (value: unknown) => value === undefined || value === '' || value === 'null';
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isNothing(value) ? null : value), schema.nullable()).optional();

const degrees = optional(
  z.string().transform((text, context) => {
    const value = Number(text);
    if (!isNumber(value)) context.addIssue(`expected degrees, ${found(text)}`);
    return value;
  }),
);

const recordSchema = z.object({
  md5: z
    .string({ error: ({ input }) => `expected a string, ${found(input)}` })
    .regex(/^[0-9a-f]{32}$/i, { error: ({ input }) => `expected 32 hexadecimal digits, ${found(input)}` })
    .toLowerCase(),
  created: optional(z.string().transform(parseTime)),
  latlong: optional(z.object({ latmin: degrees, latmax: degrees, lonmin: degrees, lonmax: degrees })),
});

/**
 * The meshes among the records of a metadata file, in its order. Takes less than a millisecond per kilobyte.
 *
 * @param faults gets the records that name no file
 * @throws MeshRefused if the text is not a metadata file
 */
export function parseMetadata(yaml: string, faults = new Faults()): MetadataRecord[] {
  let document: unknown;
  try {
    // all values stay text: 20240214 must not become a number, nor an md5 such as 12e4…
    document = load(yaml, { schema: FAILSAFE_SCHEMA, maxAliases: MAX_ALIASES });
  } catch (error) {
    throw new MeshRefused([`not YAML: ${(error as Error).message.split('\n')[0]}`]);
  }
  const file = z.object({ records: z.array(z.unknown()) }).safeParse(document);
  if (!file.success) throw new MeshRefused(['not a metadata file: expected a list named "records"']);
  const { records } = file.data;
  if (records.length > MAX_RECORDS) {
    throw new MeshRefused([`expected at most ${MAX_RECORDS} records, found ${records.length}`]);
  }
  return records.flatMap((record, i) => {
    const filepath = z.object({ filepath: z.string() }).safeParse(record).data?.filepath;
    if (filepath === undefined) {
      faults.add('records without a filepath', () => `metadata record ${i + 1}: expected a filepath`);
      return [];
    }
    const name = filepath.split(/[/\\]/).at(-1)?.replace(/\.gz$/, '');
    if (!name || !MESH_FILE.test(name)) return [];
    const fault = nameFault(name);
    if (!fault) return [{ name, content: readRecord(record) }];
    const refused = new MeshRefused([`metadata record: filepath: ${fault}`]);
    return [{ name: name.toWellFormed().slice(0, MAX_NAME_BYTES), content: refused }];
  });
}

/** Why a file can't have a name in a bucket; null where it can. */
function nameFault(name: string): string | null {
  // a key of an object must be valid Unicode, without half of a surrogate pair
  if (!name.isWellFormed()) return 'not valid Unicode';
  const bytes = Buffer.byteLength(name);
  return bytes > MAX_NAME_BYTES ? `expected a name of at most ${MAX_NAME_BYTES} bytes, found ${bytes}` : null;
}

function readRecord(record: unknown): RecordContent | MeshRefused {
  const parsed = recordSchema.safeParse(record);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return new MeshRefused(reasons.map((reason) => `metadata record: ${reason}`));
  }
  const { md5, created, latlong } = parsed.data;
  const bounds: { -readonly [Side in keyof GeoBounds]?: number } = {};
  if (latlong?.latmin != null) bounds.latMin = latlong.latmin;
  if (latlong?.latmax != null) bounds.latMax = latlong.latmax;
  if (latlong?.lonmin != null) bounds.lonMin = latlong.lonmin;
  if (latlong?.lonmax != null) bounds.lonMax = latlong.lonmax;
  return { md5, created: created ?? null, bounds: withinTurn(bounds) };
}

/**
 * The extent in the metadata; the mesh's region supplies missing sides. @throws MeshRefused if it is not
 * valid
 */
export function recordedBounds(recorded: Partial<GeoBounds>, region: GeoBounds): GeoBounds {
  const bounds = { ...region, ...recorded };
  const fault = boundsFault(bounds);
  if (fault) throw new MeshRefused([`metadata record: latlong: ${fault}`]);
  return bounds;
}

/** `20240214T050500`, or ISO 8601 with or without an offset; without one it is UTC. */
function parseTime(text: string, context: z.RefinementCtx): string {
  const compact = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text);
  const [, year, month, day, hours, minutes, seconds] = compact ?? [];
  const iso = compact ? `${year}-${month}-${day}T${hours}:${minutes}:${seconds}` : text.replace(' ', 'T');
  const time = readTimeOrDay(iso);
  if (time) return time.toISOString();
  context.addIssue(`expected a time such as 20240214T050500, ${found(text)}`);
  return z.NEVER;
}
