/**
 * What the import remembers from run to run, so that a run costs what is new and not all that was ever dropped. One
 * small file in the mesh bucket. It only saves work: a run that finds it missing or damaged looks at everything again,
 * and one of two simultaneous runs may overwrite what the other wrote, because no mesh is stored twice.
 */
import * as z from 'zod';
import type { MeshFiles } from '../mesh-files.ts';
import { readContent } from '../read/read-content.ts';

export const STATE_KEY = 'import/state.json';
const MAX_STATE_BYTES = 64 * 2 ** 20;

/** What a metadata file says about a mesh file. */
export const record = z.object({
  md5: z.string(),
  created: z.string().nullable(),
  bounds: z.object({
    latMin: z.number().exactOptional(),
    latMax: z.number().exactOptional(),
    lonMin: z.number().exactOptional(),
    lonMax: z.number().exactOptional(),
  }),
});

const pendingMesh = z.object({
  /** Name of the mesh file, without folder and `.gz`. */
  name: z.string(),
  /** What metadata files say about this file, the newest first: a pipeline may reuse the name. */
  records: z.array(record).min(1),
  /** When the newest record was read, ISO 8601. */
  since: z.string(),
  /** How many times in a row the work on the mesh file ended abruptly. */
  begun: z.number(),
  /** The outcome when the mesh file was last read, which holds while its ETag stays the same. */
  last: z
    .object({ etag: z.string(), outcome: z.enum(['waiting', 'refused']), reason: z.string() })
    .nullable(),
});

const stateSchema = z.object({
  /** Version of the compiled form that every selectable mesh has; null where that is not known. */
  compiledFormat: z.int().nullable().default(null),
  /** When all metadata files were last listed and read, ISO 8601; null before the first time. */
  listedAt: z.string().nullable(),
  /** When a run last looked at pending meshes, ISO 8601; null while there are none. */
  ranAt: z.string().nullable().default(null),
  /** ETags by key of the metadata files that were read and changed since shortly before `listedAt`. */
  read: z.record(z.string(), z.string()),
  /** Meshes that metadata files name and that are not stored: their file is missing or bad. */
  pending: z.array(pendingMesh),
});

export type PendingMesh = z.output<typeof pendingMesh>;
export type ImportState = z.output<typeof stateSchema>;

const emptyState = (): ImportState => ({
  compiledFormat: null,
  listedAt: null,
  ranAt: null,
  read: {},
  pending: [],
});

/** The state that the last run wrote; an empty one where it is missing or damaged. */
export async function readState(files: Pick<MeshFiles, 'read'>): Promise<ImportState> {
  const file = await files.read(STATE_KEY);
  if (!file) return emptyState();
  try {
    const { bytes } = await readContent(file, MAX_STATE_BYTES);
    return stateSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return emptyState();
  }
}

export async function writeState(files: Pick<MeshFiles, 'write'>, state: ImportState): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  await files.write(STATE_KEY, bytes, { contentType: 'application/json' });
}
