/**
 * The first step of a batch: its lines are read, checked and sorted by mesh and vehicle, so that a child of the workflow opens
 * one mesh and keeps it. Memory does not grow with the file: lines lie in a file on disk, and memory has where.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import { type Batch, FINAL, keysOf } from './batch.ts';
import { MAX_LINES, MAX_STUDY_MESHES, type Study } from './batch-fields.ts';
import type { AcceptedLine, CheckLines } from './input/accept-lines.ts';
import { isFault, type LineFault } from './input/check-line.ts';
import { inflated } from './input/inflated.ts';
import { InputRefused } from './input/input-refused.ts';
import { type Line, lineOf } from './input/line.ts';
import { readCsv } from './input/read-csv.ts';
import { readJsonl } from './input/read-jsonl.ts';
import type { BatchFiles, BatchStore } from './ports.ts';
import { faultRow } from './results/row.ts';
import { storePart } from './results/store-part.ts';
import { expandStudy } from './study.ts';

export interface ExpandPorts {
  readonly batches: Pick<BatchStore, 'find' | 'change' | 'addPart'>;
  readonly files: BatchFiles;
  readonly lines: CheckLines;
  /** Every mesh that can be selected. */
  readonly meshes: () => AsyncIterable<MeshRecord>;
  readonly meshById: (id: number) => Promise<MeshRecord | null>;
}

/** What the workflow goes on with. */
export interface Expanded {
  /** Lines to plan. */
  readonly items: number;
  /** Lines for one child. */
  readonly per_child: number;
  /** Whether routes are priced on all meshes afterwards. */
  readonly prices: boolean;
}

/** Faults that the record of a batch tells. */
const MOST_FAULTS = 100;
/** Rows of lines that are wrong in one part. */
const FAULTS_IN_PART = 5000;
/** Lines that one child plans: about a minute's work on a small mesh. Where there are fewer, they are spread over children. */
const MOST_PER_CHILD = 1000;
const CHILDREN_AT_LEAST = 100;
/** Routes whose spread is told. */
export const MOST_SPREAD_ROUTES = 20_000;

/** Null where there is nothing to plan: the batch is over, or refused. @throws what a service throws that does not answer */
export async function expandBatch(ports: ExpandPorts, id: string, now: Date): Promise<Expanded | null> {
  const batch = await ports.batches.find(id);
  if (!batch || FINAL.includes(batch.status)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'batch-'));
  try {
    return await new Expansion(ports, batch, join(folder, 'lines')).run();
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    await refuse(ports, id, { error: error.message }, now);
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const refuse = ({ batches }: ExpandPorts, id: string, info: NonNullable<Batch['info']>, now: Date) =>
  batches.change(id, ['PENDING', 'STARTED'], { status: 'FAILURE', info, ended: now.toISOString() });

class Expansion {
  readonly #ports: ExpandPorts;
  readonly #batch: Batch;
  readonly #path: string;
  /** Of lines that are planned, in the order of the file: the group, and where the line lies on disk. */
  readonly #groups = new Growing();
  readonly #ends = new Growing();
  /** By meshes and vehicle. */
  readonly #groupIds = new Map<string, number>();
  #faults: LineFault[] = [];
  #faultParts = 0;
  #faultCount = 0;
  #total = 0;

  constructor(ports: ExpandPorts, batch: Batch, path: string) {
    this.#ports = ports;
    this.#batch = batch;
    this.#path = path;
  }

  async run(): Promise<Expanded | null> {
    const { id, strict, hasSpread } = this.#batch;
    const { files, lines, batches } = this.#ports;
    const { meshIds, source } = await this.#open();
    await this.#spool(source);
    if (this.#total === 0) throw new InputRefused('The file has no lines.');
    if (strict && this.#faultCount > 0) {
      const error = `${this.#faultCount} of ${this.#total} lines are not valid, and strict is true: nothing was planned.`;
      await refuse(this.#ports, id, { error, faults: this.#faults.slice(0, MOST_FAULTS) }, new Date());
      return null;
    }
    await this.#storeFaults();
    const keys = keysOf(id);
    await files.write(keys.snapshot, JSON.stringify(await lines.snapshot()));
    await files.writeAll(keys.items, this.#sorted());
    const prices = hasSpread && meshIds !== null && this.#total <= MOST_SPREAD_ROUTES;
    if (prices)
      await files.write(keys.meshes, meshIds.map((mesh_id) => `${JSON.stringify({ mesh_id })}\n`).join(''));
    const notes =
      hasSpread && !prices ? [`The spread is told of studies of at most ${MOST_SPREAD_ROUTES} routes.`] : [];
    await batches.change(id, ['STARTED'], { total: this.#total, notes });
    const items = this.#groups.length;
    const per_child = Math.min(MOST_PER_CHILD, Math.max(1, Math.ceil(items / CHILDREN_AT_LEAST)));
    return { items, per_child, prices };
  }

  async #open(): Promise<{ meshIds: number[] | null; source: AsyncIterable<Line> }> {
    const key = keysOf(this.#batch.id).input;
    if (this.#batch.input === 'study') {
      const bytes = await this.#ports.files.read(key);
      if (!bytes) throw new InputRefused('The study is gone.');
      const study: Study = JSON.parse(Buffer.from(bytes).toString());
      const meshIds = await meshesOf(this.#ports, study);
      return { meshIds, source: numbered(expandStudy(study, meshIds)) };
    }
    const sent = await this.#ports.files.stream(key, this.#batch.inputTag);
    if (!sent)
      throw new InputRefused(
        'The file that was there at the start is gone, or was replaced: make another batch.',
      );
    const chunks = inflated(sent);
    return { meshIds: null, source: this.#batch.input === 'csv' ? readCsv(chunks) : readJsonl(chunks) };
  }

  /** Checks all lines, and writes those that are right to disk. */
  async #spool(source: AsyncIterable<Line>): Promise<void> {
    const out = createWriteStream(this.#path, { highWaterMark: 1024 * 1024 });
    let end = 0;
    try {
      for await (const line of source) {
        if (++this.#total > MAX_LINES)
          throw new InputRefused(`The file has more than ${MAX_LINES} lines: send it in parts.`);
        const accepted = await this.#ports.lines.check(line);
        if (isFault(accepted)) {
          await this.#addFault(accepted);
          continue;
        }
        const { vehicleType, ...item } = accepted;
        const text = `${JSON.stringify(item)}\n`;
        end += Buffer.byteLength(text);
        this.#ends.push(end);
        this.#groups.push(this.#groupOf(accepted, vehicleType));
        if (!out.write(text)) await once(out, 'drain');
      }
    } finally {
      out.end();
      await once(out, 'close');
    }
  }

  #groupOf({ meshes, forecast }: AcceptedLine, vehicleType: string | null): number {
    const key = JSON.stringify([String(meshes[0]).padStart(12, '0'), vehicleType, forecast]);
    const known = this.#groupIds.get(key);
    if (known !== undefined) return known;
    this.#groupIds.set(key, this.#groupIds.size);
    return this.#groupIds.size - 1;
  }

  async #addFault(fault: LineFault): Promise<void> {
    this.#faultCount++;
    if (this.#batch.strict) {
      if (this.#faults.length < MOST_FAULTS) this.#faults.push(fault);
      return;
    }
    this.#faults.push(fault);
    if (this.#faults.length === FAULTS_IN_PART) await this.#storeFaults();
  }

  /** As a part of the results, with the same id whenever the same file is read again. */
  async #storeFaults(): Promise<void> {
    if (this.#faults.length === 0) return;
    const faults = this.#faults;
    this.#faults = [];
    const results = faults.map((fault) => ({ rows: [faultRow(fault)], fault }));
    const id = `faults-${String(this.#faultParts++).padStart(6, '0')}`;
    await storePart(this.#ports, this.#batch, { id, next: 0, results });
  }

  /** The lines by group, in the order of the file within each. */
  async *#sorted(): AsyncGenerator<Uint8Array> {
    const order = [...this.#groupIds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
    if (order.length <= 1) {
      yield* createReadStream(this.#path) as AsyncIterable<Buffer>;
      return;
    }
    const rank = new Uint32Array(order.length);
    for (const [at, group] of order.entries()) rank[group] = at;
    const count = this.#groups.length;
    const firsts = new Uint32Array(order.length + 1);
    for (let i = 0; i < count; i++) firsts[rank[this.#groups.at(i)]! + 1]!++;
    for (let i = 1; i < firsts.length; i++) firsts[i]! += firsts[i - 1]!;
    const sorted = new Uint32Array(count);
    for (let i = 0; i < count; i++) sorted[firsts[rank[this.#groups.at(i)]!]!++] = i;
    yield* readPieces(this.#path, sorted, (i) => [i === 0 ? 0 : this.#ends.at(i - 1), this.#ends.at(i)]);
  }
}

/** Lines of a file in some order; neighbours are read together. */
async function* readPieces(
  path: string,
  order: Uint32Array,
  span: (i: number) => [number, number],
): AsyncGenerator<Uint8Array> {
  const MOST_BYTES = 1024 * 1024;
  const file = await open(path);
  try {
    let i = 0;
    while (i < order.length) {
      const [from, first] = span(order[i]!);
      let end = first;
      for (i++; i < order.length && order[i] === order[i - 1]! + 1 && end - from < MOST_BYTES; i++)
        end = span(order[i]!)[1];
      const bytes = Buffer.alloc(end - from);
      await file.read(bytes, 0, bytes.length, from);
      yield bytes;
    }
  } finally {
    await file.close();
  }
}

/** A list of numbers that grows without a number as an object each. */
class Growing {
  #values = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(i: number): number {
    return this.#values[i]!;
  }
}

async function* numbered(bodies: Iterable<Readonly<Record<string, unknown>>>): AsyncGenerator<Line> {
  let number = 0;
  for (const body of bodies) yield lineOf(++number, body);
}

/** The meshes that a study varies; null where it varies none. @throws InputRefused */
async function meshesOf({ meshes, meshById }: ExpandPorts, { over }: Study): Promise<number[] | null> {
  if (!over.meshes) return null;
  if (Array.isArray(over.meshes)) return [...new Set(over.meshes)];
  const { valid_from, valid_to, bounds_of } = over.meshes;
  const model = await meshById(bounds_of);
  if (!model) throw new InputRefused(`over.meshes.bounds_of: there is no mesh ${bounds_of}.`);
  const [first, last] = [valid_from, valid_to].map((time) => time.slice(0, 'yyyy-mm-dd'.length));
  const found: number[] = [];
  for await (const mesh of meshes()) {
    const { validDateStart: from, validDateEnd: to } = mesh;
    if (mesh.removed || from === null || to === null) continue;
    if (from.slice(0, 10) > last! || to.slice(0, 10) < first!) continue;
    if (JSON.stringify(mesh.bounds) === JSON.stringify(model.bounds)) found.push(mesh.id);
  }
  if (found.length === 0)
    throw new InputRefused(`No mesh with the bounds of mesh ${bounds_of} has data from ${first} to ${last}.`);
  if (found.length > MAX_STUDY_MESHES)
    throw new InputRefused(
      `${found.length} meshes have data of that time: a study has at most ${MAX_STUDY_MESHES}.`,
    );
  return found.sort((a, b) => a - b);
}
