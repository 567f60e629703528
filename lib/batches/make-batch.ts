/**
 * Making, starting and stopping a batch. The order of writes keeps the promise that what was answered is not lost: the
 * input, then the record, then the execution. A start that was missed is made up for by the same request with its
 * Idempotency-Key, or by asking for the start: starting again does nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Claims } from '../request/claims.ts';
import { claimedId, type Sender } from '../request/repetitions.ts';
import { type Batch, FINAL, keysOf, RETENTION_DAYS } from './batch.ts';
import { type BatchRequest, MAX_UPLOAD_BYTES } from './batch-fields.ts';
import { BatchConflict, BatchNotFound, LinesRefused, NotBatchRequester, NothingUploaded } from './errors.ts';
import type { CheckLines } from './input/accept-lines.ts';
import { isFault } from './input/check-line.ts';
import { lineOf } from './input/line.ts';
import type { BatchFiles, BatchStore, BatchWorkflow, UploadForm } from './ports.ts';

export interface MakePorts {
  readonly batches: BatchStore;
  readonly claims: Pick<Claims, 'claim'>;
  readonly files: BatchFiles;
  readonly workflow: BatchWorkflow;
  /** Lines as a batch would take them now. */
  readonly lines: () => CheckLines;
}

export interface MadeBatch {
  readonly batch: Batch;
  readonly upload: UploadForm | null;
}

const SECONDS_PER_DAY = 86_400;
/** Faults that are told. */
const MOST_FAULTS = 100;

/** @throws IdempotencyKeyReused, LinesRefused */
export async function makeBatch(
  ports: MakePorts,
  request: BatchRequest,
  sender: Sender,
  now: Date,
): Promise<MadeBatch> {
  if (request.strict && request.requests) await requireValid(ports.lines(), request.requests);
  const id = await claimedId(ports.claims, { ...sender, body: request }, randomUUID(), now);
  const keys = keysOf(id);
  if (request.requests) {
    const lines = request.requests.map((body) => `${JSON.stringify(body)}\n`);
    await ports.files.write(keys.input, lines.join(''));
  }
  if (request.study) await ports.files.write(keys.input, JSON.stringify(request.study));
  const starts = !request.upload && request.start !== false;
  const batch: Batch = {
    id,
    name: request.name,
    requester: sender.requester,
    created: now.toISOString(),
    status: 'PENDING',
    input: request.study ? 'study' : (request.upload ?? 'jsonl'),
    strict: request.strict,
    certificate: request.certificate,
    results: request.results,
    store: request.store,
    hasSpread: request.study?.over.meshes !== undefined,
    startAsked: starts ? now.toISOString() : null,
    inputTag: null,
    started: null,
    ended: null,
    total: null,
    counts: null,
    info: null,
    notes: [],
    expiresAt: Math.ceil(now.getTime() / 1000) + RETENTION_DAYS * SECONDS_PER_DAY,
  };
  const made = (await ports.batches.create(batch)) ? batch : ((await ports.batches.find(id)) ?? batch);
  if (made.startAsked !== null && made.status === 'PENDING') await ports.workflow.start(id);
  const upload = request.upload ? await ports.files.uploadForm(keys.input, MAX_UPLOAD_BYTES) : null;
  return { batch: made, upload };
}

/** Starts a batch that waits for that. Again, it does nothing. @throws BatchNotFound, NotBatchRequester, NothingUploaded, BatchConflict */
export async function startBatch(
  { batches, files, workflow }: Pick<MakePorts, 'batches' | 'files' | 'workflow'>,
  id: string,
  requester: string | null,
  now: Date,
): Promise<Batch> {
  const batch = await ownBatch(batches, id, requester);
  if (FINAL.includes(batch.status)) throw new BatchConflict(id, batch.status);
  let asked: Batch | null = batch;
  if (batch.startAsked === null) {
    const inputTag = await files.tag(keysOf(id).input);
    if (inputTag === null) throw new NothingUploaded(id);
    asked = await batches.change(id, ['PENDING'], { startAsked: now.toISOString(), inputTag });
  }
  await workflow.start(id);
  return asked ?? (await batches.find(id))!;
}

/** Stops it; what is done stays. Again, it does nothing. @throws BatchNotFound, NotBatchRequester, BatchConflict */
export async function cancelBatch(
  { batches, workflow }: Pick<MakePorts, 'batches' | 'workflow'>,
  id: string,
  requester: string | null,
  now: Date,
): Promise<Batch> {
  const batch = await ownBatch(batches, id, requester);
  const revoked = await batches.change(id, ['PENDING', 'STARTED'], {
    status: 'REVOKED',
    ended: now.toISOString(),
  });
  const ended = revoked ?? (await batches.find(id)) ?? batch;
  if (ended.status !== 'REVOKED') throw new BatchConflict(id, ended.status);
  await workflow.stop(id);
  return ended;
}

async function ownBatch(batches: BatchStore, id: string, requester: string | null): Promise<Batch> {
  const batch = await batches.find(id);
  if (!batch) throw new BatchNotFound(id);
  if (requester !== null && batch.requester !== null && batch.requester !== requester)
    throw new NotBatchRequester(id);
  return batch;
}

async function requireValid(lines: CheckLines, bodies: readonly Record<string, unknown>[]): Promise<void> {
  const faults = [];
  for (const [i, body] of bodies.entries()) {
    const checked = await lines.check(lineOf(i + 1, body));
    if (isFault(checked)) faults.push(checked);
    if (faults.length === MOST_FAULTS) break;
  }
  if (faults.length > 0) throw new LinesRefused(faults);
}
