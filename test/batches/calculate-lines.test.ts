import { expect, test } from 'vitest';
import { type BatchItem, keysOf } from '../../lib/batches/batch.ts';
import { calculateLines, type Progress } from '../../lib/batches/calculate-lines.ts';
import { failuresOf } from '../../lib/batches/results-of.ts';
import { RouteInaccessible } from '../../lib/engine/waypoints/errors.ts';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import { batch, MemoryBatches, MemoryFiles, MemoryRoutes } from './store.ts';

const items = (count: number): BatchItem[] =>
  Array.from({ length: count }, (_, i) => ({
    line: i + 1,
    key: `k${i + 1}`,
    meshes: [1, 2],
    forecast: null,
    body: { start_lat: -60, start_lon: -50, end_lat: -60 - i / 1000, end_lon: -52 },
  }));
const numberOf = (end: { lat: number }) => Math.round((-60 - end.lat) * 1000) + 1;
const track = {
  coordinates: [
    [-50, -60],
    [-52, -60],
  ],
  timeDays: [0, 1],
  distanceM: [0, 1],
  consumption: null,
};
const planned = {
  plan: { routes: [{ objective: 'traveltime', track, complete: true }] },
  mesh: { consumption: null },
};

/** What the workflow does: it counts crashes, and goes on until all lines are answered. */
async function run(
  count: number,
  onLine: (line: number, mesh: number) => void,
  leftMs: () => number = () => 1e6,
) {
  const [batches, files] = [new MemoryBatches(batch), new MemoryFiles()];
  await files.write(keysOf(batch.id).snapshot, JSON.stringify({ vehicles: [], zones: [], standing: null }));
  let progress: Progress = { next: 0, crashes: 0, done: false };
  let [invocations, now] = [0, 0];
  const ports = {
    batches,
    files,
    meshById: async (id: number) => ({ id, cellCount: 1 }) as MeshRecord,
    standingZones: { of: async () => [] },
    routes: new MemoryRoutes(),
    log: { error: () => {} },
    plan: async (mesh: MeshRecord, { end }: { end: { lat: number } }) => {
      onLine(numberOf(end), mesh.id);
      return planned as never;
    },
  };
  while (!progress.done) {
    invocations++;
    const task = { batch_id: batch.id, child: 'c', items: items(count), progress };
    try {
      progress = await calculateLines(ports, task, { now: () => now++, leftMs });
    } catch (error) {
      if ((error as Error).message !== 'crash') throw error;
      progress = { ...progress, crashes: progress.crashes + 1 };
    }
  }
  const parts = await batches.parts();
  const rows = parts.reduce((sum, { rows }) => sum + rows, 0);
  return { batches, files, parts, invocations, rows };
}
const crash = () => Object.assign(new Error('crash'), { name: 'TimeoutError' });

test('lines are planned in one invocation, while there is time', async () => {
  const { parts, invocations, rows } = await run(20, () => {});
  expect([invocations, rows, parts.length]).toEqual([1, 20, 1]);
  const late = await run(
    5,
    () => {},
    () => 59_000,
  );
  expect([late.invocations, late.rows]).toEqual([5, 5]); // each time at least one
});

test('a line that crashes three times is a failed row, and all others are answered once', async () => {
  const seen = new Map<number, number>();
  const { parts, rows, files, invocations } = await run(100, (line) => {
    seen.set(line, (seen.get(line) ?? 0) + 1);
    if (line === 37) throw crash();
  });
  expect(rows).toBe(100);
  expect(seen.get(37)).toBe(3);
  expect(parts.reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
  const [part] = parts.filter(({ failed }) => failed > 0);
  expect(files.lines(keysOf(batch.id).failures(part!.id))).toEqual([
    { line: 37, key: 'k37', reason: 'The calculation of this line crashed three times.' },
  ]);
  expect(invocations).toBeLessThan(25);
});

test('a line without a way is tried on each of its meshes, and is no failure', async () => {
  const tried: number[][] = [];
  const { parts } = await run(2, (line, mesh) => {
    tried.push([line, mesh]);
    if (line === 1) throw new RouteInaccessible('none');
  });
  expect(tried).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
  ]);
  expect(parts).toMatchObject([{ done: 1, noWay: 1, failed: 0 }]);
});

test('a line with a forecast is planned through its meshes, and said to be on the one that it begins on', async () => {
  const batches = new MemoryBatches({ ...batch, hasSpread: true });
  const files = new MemoryFiles();
  await files.write(keysOf(batch.id).snapshot, JSON.stringify({ vehicles: [], zones: [], standing: null }));
  const dated = { departure: '2026-11-27T10:00:00.000Z', meshes: [{ id: 8 }] };
  const seen: (number[] | undefined)[] = [];
  const ports = {
    batches,
    files,
    meshById: async (id: number) => (id === 9 ? null : ({ id, cellCount: 1 } as MeshRecord)),
    standingZones: { of: async () => [] },
    routes: new MemoryRoutes(),
    log: { error: () => {} },
    plan: async (
      _mesh: MeshRecord,
      _request: object,
      _proof: boolean,
      forecast: readonly MeshRecord[] | null,
    ) => {
      seen.push(forecast?.map(({ id }) => id));
      return { ...planned, plan: { routes: [{ objective: 'traveltime', track, dated }] } } as never;
    },
  };
  const [one, gone] = items(2).map((item) => ({ ...item, meshes: [7], forecast: [7, 8] }));
  const task = {
    items: [one!, { ...gone!, forecast: [7, 9] }],
    progress: { next: 0, crashes: 0, done: false },
  };
  await calculateLines(
    ports,
    { batch_id: batch.id, child: 'c', ...task },
    { now: () => 0, leftMs: () => 1e6 },
  );
  expect(seen).toEqual([[7, 8]]);
  expect(await batches.parts()).toMatchObject([{ done: 1, failed: 1 }]);
  const [path] = files.lines(keysOf(batch.id).paths('c-000000'));
  expect(path).toMatchObject({ mesh_id: 8, not_comparable: true });
  const { failures } = await failuresOf({ batches, files }, batch.id, 10, null);
  expect(failures).toMatchObject([{ line: 2, reason: expect.stringContaining('is gone') }]);
});

test('an error of ours fails its line without its words; one of a service is thrown', async () => {
  const { parts, files } = await run(2, (line) => {
    if (line === 2) throw new TypeError('secret');
  });
  expect(files.lines(keysOf(batch.id).failures(parts[0]!.id))).toMatchObject([
    { reason: 'The calculation failed.' },
  ]);
  const busy = Object.assign(new Error('slow down'), { name: 'SlowDown' });
  await expect(
    run(1, () => {
      throw busy;
    }),
  ).rejects.toThrow('slow down');
});

test('of a batch that was cancelled nothing more is planned', async () => {
  const [batches, files] = [new MemoryBatches({ ...batch, status: 'REVOKED' }), new MemoryFiles()];
  const task = {
    batch_id: batch.id,
    child: 'c',
    items: items(3),
    progress: { next: 0, crashes: 0, done: false },
  };
  const ports = { batches, files } as unknown as Parameters<typeof calculateLines>[0];
  const progress = await calculateLines(ports, task, { now: () => 0, leftMs: () => 1e6 });
  expect([progress.done, batches.stored.size]).toEqual([true, 0]);
});
