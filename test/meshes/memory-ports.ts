import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ImportResult } from '../../lib/meshes/import-result.ts';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';

/** A mesh bucket and a mesh table in memory; every step lets others run, as a network would. */
export function memoryPorts(files: Record<string, Uint8Array> = {}) {
  const bucket = new Map(Object.entries(files));
  const records = new Map<string, MeshRecord>();
  let lastId = 0;
  const network = () => new Promise((resolve) => setImmediate(resolve));
  return {
    bucket,
    records,
    now: () => new Date('2024-03-01T12:00:00Z'),
    files: {
      async *list(prefix: string) {
        await network();
        yield* [...bucket.keys()].filter((key) => key.startsWith(prefix));
      },
      async read(key: string) {
        await network();
        const bytes = bucket.get(key);
        return bytes ? chunks(bytes) : null;
      },
      async write(key: string, bytes: Uint8Array) {
        await network();
        bucket.set(key, bytes);
      },
    },
    store: {
      async byId(id: number) {
        return [...records.values()].find((record) => record.id === id) ?? null;
      },
      async *newestFirst() {
        yield* [...records.values()].sort((a, b) => (a.created < b.created ? 1 : -1));
      },
      async compiledKey(md5: string) {
        await network();
        return records.get(md5)?.compiledKey ?? null;
      },
      async nextId() {
        await network();
        return ++lastId;
      },
      async insert(record: MeshRecord) {
        await network();
        if (!bucket.has(record.compiledKey)) throw new Error('selectable without a compiled mesh');
        if (records.has(record.md5)) return 'exists' as const;
        records.set(record.md5, record);
        return 'inserted' as const;
      },
      async replaceCompiledKey(md5: string, was: string, key: string) {
        await network();
        if (!bucket.has(key)) throw new Error('selectable without a compiled mesh');
        const record = records.get(md5);
        if (record?.compiledKey !== was) return false;
        records.set(md5, { ...record, compiledKey: key });
        return true;
      },
    },
  };
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
