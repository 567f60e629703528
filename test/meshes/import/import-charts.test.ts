import { gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { ChartStore } from '../../../lib/ice-charts/chart-store.ts';
import { importChart } from '../../../lib/meshes/import/import-chart.ts';
import { importNewCharts } from '../../../lib/meshes/import/import-charts.ts';
import { ImportEndedAbruptly } from '../../../lib/meshes/import/import-file.ts';
import type { ImportResult } from '../../../lib/meshes/import/import-result.ts';
import { zipped } from '../../files/write-shapefile.ts';
import { memoryPorts } from '../memory-ports.ts';

const now = new Date('2026-11-27T12:00:00Z');
const ring = [[-40, -66], [-40, -65], [-38, -65], [-40, -66]] as const; // biome-ignore format: positions
const chart = (name: string, CT = '90') => zipped(name, [{ rings: [ring], attributes: { CT } }]);
const MORNING = 'charts/weddell_20261127T0600Z.zip';

function world(dropped: Record<string, Uint8Array>) {
  const { files, bucket, requests } = memoryPorts(dropped);
  const read = vi.fn((key: string) => importChart(files, key, now));
  const run = async (timeLeftMs = () => 900_000) => {
    const results: ImportResult[] = [];
    for await (const result of importNewCharts({ files, importChart: read, timeLeftMs }))
      results.push(result);
    return results;
  };
  return { run, bucket, requests, read, list: () => new ChartStore(files).list() };
}

it('a chart that was dropped is stored once, also gzipped, with the time in its name', async () => {
  const { run, list, read } = world({
    'charts/': new Uint8Array(),
    [MORNING]: chart('ice'),
    'charts/2026/ross_20261126.zip.gz': gzipSync(chart('ice', '50')),
  });
  const results = await run();
  expect(results).toEqual([
    {
      file: '2026/ross_20261126.zip.gz',
      outcome: 'chart stored',
      id: expect.stringMatching(/^20261126T0000Z-/),
    },
    {
      file: 'weddell_20261127T0600Z.zip',
      outcome: 'chart stored',
      id: expect.stringMatching(/^20261127T0600Z-/),
    },
  ]);
  expect((await list()).map(({ id }) => id)).toEqual(
    results.map((each) => 'id' in each && each.id).reverse(),
  );
  expect(await run()).toEqual([]);
  expect(read).toHaveBeenCalledTimes(2);
});

it('one that was deleted by hand stays so; without its memory, the import stores nothing twice', async () => {
  const { run, list, bucket } = world({ [MORNING]: chart('ice') });
  await run();
  bucket.delete('import/charts.json');
  expect(await run()).toMatchObject([{ outcome: 'chart stored' }]);
  expect(await list()).toHaveLength(1);
  bucket.delete('ice-charts/list.json');
  expect(await run()).toEqual([]);
  expect(await list()).toEqual([]);
});

it('a bad file is refused in a sentence, told again as known, and read again once it has changed', async () => {
  const { run, list, bucket, read } = world({
    [MORNING]: chart('ice').subarray(0, 100),
    'charts/x.txt': new Uint8Array([65]),
  });
  const [refused, other] = await run();
  expect(refused).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/cut off/) });
  expect(other).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/^The file is text/) });
  expect(await run()).toEqual([
    { ...refused, known: true },
    { ...other, known: true },
  ]);
  expect(read).toHaveBeenCalledTimes(2);
  bucket.delete('charts/x.txt');
  bucket.set(MORNING, chart('ice'));
  expect(await run()).toMatchObject([{ outcome: 'chart stored' }]);
  expect(await list()).toHaveLength(1);
});

it('more than 50 MB are refused before they are read', async () => {
  const { run } = world({ [MORNING]: new Uint8Array(50_000_001) });
  expect(await run()).toMatchObject([
    { outcome: 'refused', reason: 'The chart has 51 MB, at most 50 are read.' },
  ]);
});

it("the service's own failures are tried again, a file that ends its function three times is not", async () => {
  const { run, read } = world({ [MORNING]: chart('ice') });
  read.mockRejectedValueOnce(Object.assign(new Error('slow down'), { name: 'SlowDown' }));
  expect(await run()).toMatchObject([{ outcome: 'failed', reason: 'SlowDown: slow down' }]);
  read.mockRejectedValue(new ImportEndedAbruptly('out of memory'));
  for (let k = 0; k < 3; k++) expect(await run()).toMatchObject([{ outcome: 'failed' }]);
  expect(await run()).toMatchObject([
    { outcome: 'refused', reason: expect.stringMatching(/ended abruptly 3 times/) },
  ]);
  expect(read).toHaveBeenCalledTimes(4);
});

it('without time for one more, a chart waits for the next run', async () => {
  const { run } = world({ [MORNING]: chart('ice') });
  expect(await run(() => 5 * 60_000)).toEqual([]);
  expect(await run()).toMatchObject([{ outcome: 'chart stored' }]);
});
