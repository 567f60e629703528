import { expect, it } from 'vitest';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { compileFile } from '../../../lib/meshes/load/compile-file.ts';
import { MeshCache } from '../../../lib/meshes/load/mesh-cache.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { bytesOf, gridMesh } from '../mesh-files.ts';

const { compiled } = compileFile(parseMesh(bytesOf(gridMesh())));

const cellCount = Math.round(compiled.length / 220);

function cacheOf(meshes: number) {
  const loads: string[] = [];
  const cache = new MeshCache(meshes * compiled.length);
  const open = (key: string, size = 1) =>
    cache.open(key, size * cellCount, async () => {
      loads.push(`${key} beside ${Math.round(cache.bytes / compiled.length)}`);
      return { mesh: openMesh(compiled), bytes: size * compiled.length };
    });
  return { cache, open, loads };
}

it('loads a mesh once', async () => {
  const { open, loads } = cacheOf(1);
  const mesh = await open('a');
  expect(mesh.cellCount).toBe(9);
  expect(await open('a')).toBe(mesh);
  expect(loads).toEqual(['a beside 0']);
});

it('keeps as many as fit, those used last', async () => {
  const { open, loads } = cacheOf(2.5);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await open(key);
  expect(loads).toEqual(['a beside 0', 'b beside 1', 'c beside 1', 'b beside 1']);
});

it('keeps one that is larger than its limit', async () => {
  const { open, loads } = cacheOf(0.5);
  for (const key of ['a', 'a', 'b', 'b']) await open(key);
  expect(loads).toEqual(['a beside 0', 'b beside 0']);
});

it('drops a large one before the next is loaded', async () => {
  const { open, loads } = cacheOf(4.5);
  for (const [key, size] of [
    ['small', 1],
    ['large', 5],
    ['larger', 7],
    ['small', 1],
  ] as const) {
    await open(key, size);
  }
  expect(loads).toEqual(['small beside 0', 'large beside 0', 'larger beside 0', 'small beside 0']);
});

it('loads a mesh once for all who wait for it, and again after a failure', async () => {
  const { cache, open, loads } = cacheOf(4);
  expect(await Promise.all([open('a'), open('a')])).toHaveLength(2);
  expect(loads).toEqual(['a beside 0']);
  const failing = () => cache.open('b', 1, () => Promise.reject(new Error('lost')));
  await expect(failing()).rejects.toThrow('lost');
  await open('b');
  expect(loads).toEqual(['a beside 0', 'b beside 1']);
});
