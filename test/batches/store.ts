/** Batches in memory. */
import { type Batch, type BatchStatus, FINAL, type Part } from '../../lib/batches/batch.ts';
import type { BatchFiles, BatchStore } from '../../lib/batches/ports.ts';
import type { RoutePorts } from '../../lib/batches/results/store-route.ts';
import type { CalculatedRoute } from '../../lib/jobs/job.ts';
import type { NewJob } from '../../lib/jobs/job-store.ts';
import type { Claim, Claims } from '../../lib/request/claims.ts';

export const batch: Batch = {
  id: '4c0f3a52-6d1e-4b57-9a2f-0f9f6f6f2d11',
  name: 'test',
  requester: null,
  created: '2026-11-27T08:00:00.000Z',
  status: 'STARTED',
  input: 'jsonl',
  strict: false,
  certificate: false,
  results: 'parquet',
  store: false,
  hasSpread: false,
  startAsked: '2026-11-27T08:00:00.000Z',
  inputTag: null,
  started: '2026-11-27T08:00:01.000Z',
  ended: null,
  total: null,
  counts: null,
  info: null,
  notes: [],
  expiresAt: 2_000_000_000,
};

export class MemoryBatches implements BatchStore {
  readonly records = new Map<string, Batch>();
  readonly stored = new Map<string, Part>();

  constructor(...batches: Batch[]) {
    for (const each of batches) this.records.set(each.id, each);
  }

  async create(each: Batch) {
    if (this.records.has(each.id)) return false;
    this.records.set(each.id, each);
    return true;
  }

  async find(id: string) {
    return this.records.get(id) ?? null;
  }

  async list() {
    return { batches: [...this.records.values()], next: null };
  }

  async change(id: string, from: readonly BatchStatus[], change: Partial<Batch>) {
    const found = this.records.get(id);
    if (!found || !from.includes(found.status)) return null;
    this.records.set(id, { ...found, ...change });
    return this.records.get(id)!;
  }

  async active(requester: string | null, limit: number) {
    const active = [...this.records.values()].filter(
      (each) => each.requester === requester && each.startAsked !== null && !FINAL.includes(each.status),
    );
    return active
      .sort((a, b) => (a.startAsked! < b.startAsked! ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  async addPart(_id: string, part: Part) {
    if (!this.stored.has(part.id)) this.stored.set(part.id, part);
    return this.stored.get(part.id)!;
  }

  async parts() {
    return [...this.stored.values()];
  }
}

/** Claims in memory. */
export class MemoryClaims implements Pick<Claims, 'claim'> {
  readonly #claims = new Map<string, Claim>();

  async claim(key: string, claim: Claim) {
    if (!this.#claims.has(key)) this.#claims.set(key, claim);
    return this.#claims.get(key)!;
  }
}

/** Routes in memory, with what is beside them. */
export class MemoryRoutes implements RoutePorts {
  readonly records: (NewJob & CalculatedRoute)[] = [];
  /** By key, as stored. */
  readonly objects = new Map<string, Uint8Array>();
  readonly toleranceNm = 2;
  readonly retentionDays = 30;
  #last = 0;

  readonly routes = {
    nextRouteId: async () => ++this.#last,
    addCalculated: async (job: NewJob, route: CalculatedRoute) =>
      void this.records.push({ ...job, ...route }),
  };
  readonly documents = { put: async (key: string, bytes: Uint8Array) => void this.objects.set(key, bytes) };
  readonly storedRequests = this.documents;
}

export class MemoryFiles implements BatchFiles {
  readonly objects = new Map<string, Buffer>();

  async write(key: string, bytes: Uint8Array | string) {
    this.objects.set(key, Buffer.from(bytes as string));
  }

  async writeAll(key: string, chunks: AsyncIterable<Uint8Array>) {
    const pieces: Uint8Array[] = [];
    for await (const chunk of chunks) pieces.push(chunk);
    this.objects.set(key, Buffer.concat(pieces));
  }

  async read(key: string) {
    return this.objects.get(key) ?? null;
  }

  async tag(key: string) {
    return this.objects.get(key)?.toString('hex') ?? null;
  }

  async stream(key: string, tag: string | null) {
    const bytes = this.objects.get(key);
    return bytes && (tag === null || tag === bytes.toString('hex')) ? chunksOf(bytes) : null;
  }

  async link(key: string) {
    return `https://bucket/${key}`;
  }

  async uploadForm(key: string) {
    return { url: 'https://bucket/', fields: { key } };
  }

  lines(key: string): Record<string, unknown>[] {
    return this.objects
      .get(key)!
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}

/** The bytes in pieces of some size. */
export async function* chunksOf(bytes: Uint8Array | string, size = 7): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes as string);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
