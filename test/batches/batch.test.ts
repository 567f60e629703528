import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { admitBatch } from '../../lib/batches/admit-batch.ts';
import { keysOf } from '../../lib/batches/batch.ts';
import { batchRequest } from '../../lib/batches/batch-fields.ts';
import { progressOf } from '../../lib/batches/describe-batch.ts';
import { expandBatch } from '../../lib/batches/expand-batch.ts';
import type { CheckLines } from '../../lib/batches/input/accept-lines.ts';
import { isFault, lineChecker } from '../../lib/batches/input/check-line.ts';
import { cancelBatch, makeBatch, startBatch } from '../../lib/batches/make-batch.ts';
import { publishBatch, settleBatch } from '../../lib/batches/publish-batch.ts';
import { failuresOf, resultsOf } from '../../lib/batches/results-of.ts';
import { all, batch, MemoryBatches, MemoryClaims, MemoryFiles } from './store.ts';

const now = new Date('2026-11-27T09:00:00.000Z');
const ends = { start_lat: -60, start_lon: -50, end_lat: -62, end_lon: -52 };
const keys = keysOf(batch.id);

const checkLine = lineChecker();

/** The mesh is that of the line's `mesh_id`, or 1. */
const lines: CheckLines = {
  async check(line) {
    const checked = checkLine(line);
    if (isFault(checked)) return checked;
    const { request, key } = checked;
    const { key: _, ...body } = (line as { body: Record<string, unknown> }).body;
    return {
      line: line.number,
      key,
      meshes: [request.mesh_id ?? 1],
      forecast: null,
      body,
      vehicleType: request.vehicle_type,
    };
  },
  snapshot: async () => ({ vehicles: [], zones: [], standing: null }),
};
const portsOf = (batches: MemoryBatches) => {
  const [started, stopped]: string[][] = [[], []];
  const workflow = {
    start: async (id: string) => void started!.push(id),
    stop: async (id: string) => void stopped!.push(id),
  };
  const claims = new MemoryClaims();
  return { batches, claims, files: new MemoryFiles(), workflow, lines: () => lines, started, stopped };
};
const expand = async (input: string | Uint8Array, more: object = {}) => {
  const batches = new MemoryBatches({ ...batch, ...more });
  const files = new MemoryFiles();
  await files.write(keys.input, input);
  const meshes = async function* () {};
  const ports = { batches, files, lines, meshes, meshById: async () => null };
  return { files, batches, expanded: await expandBatch(ports, batch.id, now) };
};

describe('making a batch', () => {
  const caller = { requester: null, idempotencyKey: 'k' };

  test('stores its requests, then its record, and starts it; again it is the same one', async () => {
    const ports = portsOf(new MemoryBatches());
    const request = batchRequest.parse({ name: 'x', requests: [ends, { ...ends, key: 'b' }] });
    const { batch: made } = await makeBatch(ports, request, caller, now);
    expect(ports.files.lines(keysOf(made.id).input)).toEqual([ends, { ...ends, key: 'b' }]);
    expect(ports.started).toEqual([made.id]);
    const again = await makeBatch(ports, request, caller, now);
    expect(again.batch.id).toBe(made.id);
    expect(ports.batches.records.size).toBe(1);
    const other = batchRequest.parse({ name: 'y', requests: [ends] });
    await expect(makeBatch(ports, other, caller, now)).rejects.toThrow('with another body');
  });

  test('with an upload has a form, and starts once the file is there', async () => {
    const ports = portsOf(new MemoryBatches());
    const request = batchRequest.parse({ name: 'x', upload: 'csv' });
    const { batch: made, upload } = await makeBatch(ports, request, { ...caller, idempotencyKey: null }, now);
    expect([made.startAsked, upload?.fields.key, ports.started]).toEqual([null, keysOf(made.id).input, []]);
    await expect(startBatch(ports, made.id, null, now)).rejects.toThrow('upload it');
    await ports.files.write(keysOf(made.id).input, 'x');
    expect((await startBatch(ports, made.id, null, now)).startAsked).toBe(now.toISOString());
    expect(ports.started).toEqual([made.id]);
  });

  test('with an upload has the file that was there at the start, and no later one', async () => {
    const ports = portsOf(new MemoryBatches());
    const request = batchRequest.parse({ name: 'x', upload: 'jsonl' });
    const { id } = (await makeBatch(ports, request, { ...caller, idempotencyKey: null }, now)).batch;
    await ports.files.write(keysOf(id).input, JSON.stringify(ends));
    await startBatch(ports, id, null, now);
    await ports.files.write(keysOf(id).input, '{}');
    const more = { lines, meshes: async function* () {}, meshById: async () => null };
    expect(await expandBatch({ ...ports, ...more }, id, now)).toBeNull();
    expect(ports.batches.records.get(id)).toMatchObject({
      status: 'FAILURE',
      info: { error: expect.stringContaining('was replaced') },
    });
  });

  test('that is strict is refused with every fault', async () => {
    const ports = portsOf(new MemoryBatches());
    const request = batchRequest.parse({
      name: 'x',
      strict: true,
      requests: [ends, { ...ends, end_lat: 99 }],
    });
    const refused = makeBatch(ports, request, caller, now);
    await expect(refused).rejects.toMatchObject({
      kind: 'invalid',
      details: [{ field: 'requests.1.end_lat' }],
    });
    expect(ports.batches.records.size).toBe(0);
  });
});

describe('a batch of another caller', () => {
  const ports = portsOf(new MemoryBatches({ ...batch, requester: 'a' }));
  test('can be neither started nor stopped', async () => {
    await expect(cancelBatch(ports, batch.id, 'b', now)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(startBatch(ports, batch.id, 'b', now)).rejects.toMatchObject({ kind: 'forbidden' });
    expect((await cancelBatch(ports, batch.id, 'a', now)).status).toBe('REVOKED');
    expect((await cancelBatch(ports, batch.id, 'a', now)).status).toBe('REVOKED');
    expect(ports.stopped).toEqual([batch.id, batch.id]);
    await expect(startBatch(ports, batch.id, 'a', now)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(cancelBatch(ports, 'other', 'a', now)).rejects.toMatchObject({ kind: 'not-found' });
  });
});

test('three batches of a requester run at once', async () => {
  const queued = ['a', 'b', 'c', 'd'].map((id, i) => ({
    ...batch,
    id,
    status: 'PENDING' as const,
    startAsked: new Date(i).toISOString(),
  }));
  const batches = new MemoryBatches(...queued, { ...queued[3]!, id: 'e', requester: 'other' });
  const admit = (id: string) => admitBatch(batches, id, now);
  expect([await admit('a'), await admit('b'), await admit('c')]).toEqual(['run', 'run', 'run']);
  expect([await admit('d'), await admit('e'), await admit('a')]).toEqual(['wait', 'run', 'run']);
  await batches.change('b', ['STARTED'], { status: 'SUCCESS' });
  expect([await admit('d'), await admit('b')]).toEqual(['run', 'over']);
});

describe('expanding', () => {
  const line = (mesh_id: number, n: number) => JSON.stringify({ ...ends, mesh_id, key: `${mesh_id}-${n}` });

  test('sorts lines by mesh, within it as they came, and answers those that are wrong', async () => {
    const text = [line(12, 1), line(3, 1), '{', line(12, 2), line(3, 2)].join('\n');
    const { files, batches, expanded } = await expand(text);
    expect(expanded).toEqual({ items: 4, per_child: 1, prices: false });
    expect(files.lines(keys.items).map(({ key, line, meshes }) => [key, line, meshes])).toEqual([
      ['3-1', 2, [3]],
      ['3-2', 5, [3]],
      ['12-1', 1, [12]],
      ['12-2', 4, [12]],
    ]);
    expect(batches.records.get(batch.id)).toMatchObject({ total: 5 });
    expect(await batches.parts()).toMatchObject([{ id: 'faults-000000', failed: 1, rows: 1 }]);
    const ports = { batches, files };
    const { failures } = await failuresOf(ports, batch.id, 10, null);
    expect(failures).toMatchObject([
      { line: 3, key: '3', reason: expect.stringContaining('Line 3 is not JSON') },
    ]);
    expect((await resultsOf(ports, batch.id, 10, null)).manifest).toMatchObject([{ rows: 1 }]);
  });

  test.each([
    ['', {}, 'has no lines'],
    ['a,b\n', { input: 'csv' }, 'no fields of a request'],
    [`{\n${line(1, 1)}`, { strict: true }, '1 of 2 lines are not valid'],
  ])('%j is refused as a whole', async (text, more, message) => {
    const { batches, expanded } = await expand(text, more);
    expect(expanded).toBeNull();
    expect(batches.records.get(batch.id)).toMatchObject({
      status: 'FAILURE',
      info: { error: expect.stringContaining(message) },
    });
  });

  test('reads a file that is gzipped', async () => {
    const { expanded } = await expand(gzipSync([line(3, 1), line(3, 2)].join('\n')));
    expect(expanded).toMatchObject({ items: 2 });
  });

  test('a line of a study that is too long is a failed row', async () => {
    const study = { request: { ...ends, tags: 'x'.repeat(66_000) }, over: { pairs: [ends] } };
    const { batches } = await expand(JSON.stringify(study), { input: 'study' });
    expect(await batches.parts()).toMatchObject([{ failed: 1 }]);
  });

  test('results are paged', async () => {
    const { files, batches } = await expand(Array(12_000).fill('{').join('\n'));
    const ports = { batches, files };
    const first = await resultsOf(ports, batch.id, 2, null);
    expect([first.manifest.length, first.next]).toEqual([2, 'faults-000001']);
    const last = await resultsOf(ports, batch.id, 2, first.next!);
    expect([last.manifest.length, last.next]).toEqual([1, undefined]);
  });

  test('failures are paged', async () => {
    const { files, batches } = await expand(Array(12).fill('{').join('\n'));
    const first = await failuresOf({ batches, files }, batch.id, 5, null);
    const second = await failuresOf({ batches, files }, batch.id, 5, first.next!);
    const last = await failuresOf({ batches, files }, batch.id, 5, second.next!);
    const told = [first, second, last].flatMap(({ failures }) => failures.map(({ line: number }) => number));
    expect(told).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(last.next).toBeUndefined();
  });
});

test('a batch ends as SUCCESS if every line is answered, else it says how many are not', async () => {
  const { files, batches } = await expand('{\n{');
  const published = await publishBatch({ batches, files }, batch.id, false, now);
  expect(published).toMatchObject({ status: 'SUCCESS', counts: { done: 0, failed: 2, noWay: 0 } });
  expect(files.objects.get(keys.summary)?.toString()).toContain('mesh_id,vehicle_type');
  const short = await expand('{\n{');
  await short.batches.change(batch.id, ['STARTED'], { total: 5 });
  expect(await publishBatch({ ...short }, batch.id, false, now)).toMatchObject({
    status: 'FAILURE',
    info: { error: expect.stringContaining('3 of 5 lines') },
  });
  const lost = new MemoryBatches(batch);
  await settleBatch({ batches: lost }, batch.id, 'ABORTED', now);
  expect(lost.records.get(batch.id)).toMatchObject({ status: 'FAILURE', ended: now.toISOString() });
});

test('each object of a batch is in its own folder, under a name of its own', () => {
  const own = Object.values(keys).map((key) => (typeof key === 'string' ? key : key('1' as never)));
  expect(new Set(own).size).toBe(own.length);
  for (const key of own) expect(key.startsWith(`batches/${batch.id}/`)).toBe(true);
});

test('the pace is that of the lines answered so far', () => {
  const part = { id: 'p', rows: 1, bytes: 1, documentBytes: null, next: 1, done: 90, failed: 5, noWay: 5 };
  const at = new Date(Date.parse(batch.started!) + 10_000);
  expect(progressOf({ ...batch, total: 300 }, [part], at)).toEqual({
    counts: { done: 90, failed: 5, noWay: 5 },
    perSecond: 10,
    endsAbout: new Date(at.getTime() + 20_000).toISOString(),
  });
  expect(progressOf({ ...batch, started: null }, [], at)).toMatchObject({ perSecond: null, endsAbout: null });
});

test('the items of a large file are its lines', async () => {
  const text = Array.from({ length: 3000 }, (_, i) => line2(1 + (i % 7), i)).join('\n');
  const { files } = await expand(text);
  const read = files.lines(keys.items);
  expect(read).toHaveLength(3000);
  expect(read.map(({ line: number }) => number as number).sort((a, b) => a - b)[2999]).toBe(3000);
  const order = read.map(({ meshes }) => (meshes as number[])[0]!);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(await all((async function* () {})())).toEqual([]);
});
const line2 = (mesh_id: number, n: number) => JSON.stringify({ ...ends, mesh_id, key: `${n}` });
