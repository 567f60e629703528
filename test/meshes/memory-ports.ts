import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { compiledKeyOf, sourceKeyOf } from '../../lib/meshes/compiled-key.ts';
import { type FileToImport, importFile } from '../../lib/meshes/import/import-file.ts';
import type { ImportResult } from '../../lib/meshes/import/import-result.ts';
import type { MeshRecord, NewMesh } from '../../lib/meshes/mesh-record.ts';

/** A mesh bucket and a mesh table in memory; every step lets other tasks run, as a network would. */
export function memoryPorts(files: Record<string, Uint8Array> = {}) {
  const bucket = new Map(Object.entries(files));
  const records = new Map<string, MeshRecord>();
  let lastId = 0;
  const requests: string[] = [];
  const clock = { now: new Date('2024-03-01T12:00:00Z') };
  const modified = new Map<string, { bytes: Uint8Array; at: Date }>();
  /** S3's time of modification: when a test first lets these bytes be seen. */
  const modifiedAt = (key: string): Date => {
    const bytes = bucket.get(key)!;
    const known = modified.get(key);
    if (known?.bytes === bytes) return known.at;
    modified.set(key, { bytes, at: clock.now });
    return clock.now;
  };
  const network = () => new Promise((resolve) => setImmediate(resolve));
  const ports = {
    bucket,
    records,
    /** Requests for files, such as `list metadata/` and `read meshes/a.json.gz`. */
    requests,
    clock,
    now: () => clock.now,
    timeLeftMs: () => 900_000,
    beforeDone: async () => {},
    calculatorMemoryMb: 1769,
    files: {
      async *list(prefix: string, after = '') {
        await network();
        const keys = [...bucket.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
        for (const [i, key] of keys.entries()) {
          if (i % 1000 === 0) requests.push(`list ${prefix}`);
          yield { key, etag: md5Of(bucket.get(key)!), lastModified: modifiedAt(key) };
        }
      },
      async etag(key: string) {
        requests.push(`etag ${key}`);
        await network();
        const bytes = bucket.get(key);
        return bytes ? md5Of(bytes) : null;
      },
      async read(key: string) {
        requests.push(`read ${key}`);
        await network();
        const bytes = bucket.get(key);
        return bytes ? storedFile(bytes) : null;
      },
      async copy(from: string, etag: string, to: string) {
        requests.push(`copy ${from}`);
        await network();
        const bytes = bucket.get(from);
        if (!bytes || md5Of(bytes) !== etag) throw new Error('PreconditionFailed');
        bucket.set(to, bytes);
      },
      async replace(key: string, bytes: Uint8Array, etag: string | null) {
        requests.push(`replace ${key}`);
        await network();
        const before = bucket.get(key);
        if ((before ? md5Of(before) : null) !== etag) return false;
        bucket.set(key, bytes);
        return true;
      },
      async write(key: string, bytes: Uint8Array) {
        requests.push(`write ${key}`);
        await network();
        bucket.set(key, bytes);
      },
    },
    store: {
      async page(limit: number, after = '~0') {
        await network();
        const newest = [...records.values()].sort((a, b) => (a.created < b.created ? 1 : -1));
        const from = newest.findIndex(({ id }) => id === Number(after.split('~')[1])) + 1;
        const meshes = newest.slice(from, from + limit);
        return { meshes, next: from + limit < newest.length ? `~${meshes.at(-1)!.id}` : null };
      },
      async byMd5(md5: string) {
        await network();
        return records.get(md5) ?? null;
      },
      async insert(mesh: NewMesh) {
        await network();
        const stored = records.get(mesh.md5);
        if (stored) return { record: stored, inserted: false };
        const keys = [compiledKeyOf(mesh.md5), sourceKeyOf(mesh.md5)];
        if (!keys.every((key) => bucket.has(key))) throw new Error('selectable before its files are there');
        const record = { ...mesh, id: ++lastId, removed: null };
        records.set(mesh.md5, record);
        return { record, inserted: true };
      },
      async restore(id: number) {
        await network();
        const record = [...records.values()].find((each) => each.id === id);
        if (!record) return null;
        const restored = { ...record, removed: null };
        records.set(record.md5, restored);
        return restored;
      },
    },
  };
  return { ...ports, filesAtOnce: 2, importFile: (file: FileToImport) => importFile(ports, file) };
}

/** What a bucket's `read` gives. */
export function storedFile(bytes: Uint8Array) {
  return Object.assign(chunks(bytes), { etag: md5Of(bytes), size: bytes.length });
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 4096) yield bytes.subarray(at, at + 4096);
}

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** A metadata file of records, given as name and md5 or with more fields. */
export function metadata(...records: { name: string; md5: string; more?: string }[]): Uint8Array {
  const lines = records.map(
    ({ name, md5, more = '' }) => `- filepath: outputs/most_recent/${name}\n  md5: ${md5}\n${more}`,
  );
  return gzipSync(`info: {version: 0.0.2}\nrecords:\n${lines.join('')}`);
}

/** `[file, outcome]` of each result. */
export async function outcomes(results: AsyncIterable<ImportResult>): Promise<[string, string][]> {
  const all: [string, string][] = [];
  for await (const { file, outcome } of results) all.push([file, outcome]);
  return all;
}
