import { expect, test } from 'vitest';
import type { ImportResult } from '../../../lib/meshes/import/import-result.ts';
import { MeshNews } from '../../../lib/meshes/import/mesh-news.ts';
import type { MeshRecord } from '../../../lib/meshes/mesh-record.ts';

const bounds = (latMin: number) => ({ latMin, latMax: latMin + 1, lonMin: 0, lonMax: 1 });
const inserted = (latMin: number): ImportResult => ({
  file: 'a',
  outcome: 'inserted',
  id: 1,
  md5: 'x',
  created: '',
  bounds: bounds(latMin),
});
const records: Record<string, Partial<MeshRecord>> = {
  stored: { bounds: bounds(10), removed: null },
  removed: { bounds: bounds(20), removed: '2026-11-27T00:00:00.000Z' },
};
const newsOf = () => {
  const told: (readonly object[])[] = [];
  const store = { byMd5: async (md5: string) => (records[md5] as MeshRecord) ?? null };
  const news = new MeshNews({ store, announce: async (each) => void told.push(each) });
  return { news, told };
};

test('where there are new data is told once, each region once', async () => {
  const { news, told } = newsOf();
  await news.tell();
  for (const result of [inserted(1), inserted(1), inserted(2)]) await news.add(result);
  await news.add({ file: 'b', outcome: 'already stored', md5: 'stored' });
  await news.add({ file: 'c', outcome: 'already stored', md5: 'removed' });
  await news.add({ file: 'd', outcome: 'refused', reason: 'bad' });
  await news.tell();
  await news.tell();
  expect(told).toEqual([[bounds(1), bounds(2), bounds(10)]]);
});

test('more regions than are told apart are everywhere', async () => {
  const { news, told } = newsOf();
  for (let k = 0; k < 150; k++) await news.add(inserted(-80 + k));
  await news.tell();
  expect(told[0]).toHaveLength(101);
  expect(told[0]!.at(-1)).toEqual({ latMin: -90, latMax: 90, lonMin: -180, lonMax: 180 });
});
