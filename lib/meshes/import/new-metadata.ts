import type { ListedFile, MeshFiles } from '../mesh-files.ts';
import type { ImportState } from './import-state.ts';
import { isMetadataFile } from './mesh-metadata.ts';

const MS_PER_HOUR = 3_600_000;
/** Clocks differ, and a file may appear in a listing some time after its time of modification. */
const MARGIN_MS = MS_PER_HOUR;
/** How often all metadata files are listed, 1,000 in one request: finds files dropped late under an old name. */
const COMPLETE_LISTING_MS = 24 * MS_PER_HOUR;
/** Other listings begin with the names of the last days: names carry their time. */
const RECENT_MS = 7 * 24 * MS_PER_HOUR;

export interface NewMetadata {
  /** New or changed since they were last read, the newest name first. */
  readonly files: readonly ListedFile[];
  /** What the state remembers about metadata files when all of `files` have been read. */
  readonly whenRead: Pick<ImportState, 'listedAt' | 'read'>;
}

/** @param everything lists all files, not just the recent ones, as a run does that somebody asked for */
export async function findNewMetadata(
  files: Pick<MeshFiles, 'list'>,
  prefix: string,
  { listedAt, read }: Pick<ImportState, 'listedAt' | 'read'>,
  { now, everything }: { readonly now: Date; readonly everything: boolean },
): Promise<NewMetadata> {
  const complete =
    everything || listedAt === null || now.getTime() - Date.parse(listedAt) > COMPLETE_LISTING_MS;
  const listed: ListedFile[] = [];
  for await (const file of files.list(prefix, complete ? undefined : recentNames(prefix, now))) {
    if (isMetadataFile(baseName(file.key))) listed.push(file);
  }
  const knownBefore = listedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(listedAt) - MARGIN_MS;
  const isNew = ({ key, etag, lastModified }: ListedFile) =>
    lastModified.getTime() >= knownBefore && read[key] !== etag;
  const found = listed.filter(isNew).sort((a, b) => (baseName(a.key) < baseName(b.key) ? 1 : -1));
  if (!complete) return { files: found, whenRead: { listedAt, read: { ...read, ...etags(found) } } };
  const recent = listed.filter(({ lastModified }) => lastModified.getTime() >= now.getTime() - MARGIN_MS);
  return { files: found, whenRead: { listedAt: now.toISOString(), read: etags(recent) } };
}

export const etags = (files: readonly ListedFile[]): Record<string, string> =>
  Object.fromEntries(files.map(({ key, etag }) => [key, etag]));

export function baseName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** The key after which the metadata files of the last days are listed, and those whose names have no date. */
function recentNames(prefix: string, now: Date): string {
  const day = new Date(now.getTime() - RECENT_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
  return `${prefix}upload_metadata_${day.replaceAll('-', '')}`;
}
