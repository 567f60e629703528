import { expect, it } from 'vitest';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { compileFile } from '../../../lib/meshes/load/compile-file.ts';
import { MeshCache } from '../../../lib/meshes/load/mesh-cache.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { bytesOf, gridMesh } from '../mesh-files.ts';

const { compiled } = compileFile(parseMesh(bytesOf(gridMesh())));

function cacheOf(meshes: number) {
  const loads: string[] = [];
  const cache = new MeshCache(meshes * compiled.length);
  const open = (key: string) =>
    cache.open(key, async () => {
      loads.push(key);
      return { mesh: openMesh(compiled), bytes: compiled.length };
    });
  return { open, loads };
}

it('loads a mesh once', async () => {
  const { open, loads } = cacheOf(1);
  const mesh = await open('a');
  expect(mesh.cellCount).toBe(9);
  expect(await open('a')).toBe(mesh);
  expect(loads).toEqual(['a']);
});

it('keeps as many as fit, those used last', async () => {
  const { open, loads } = cacheOf(2.5);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await open(key);
  expect(loads).toEqual(['a', 'b', 'c', 'b']);
});

it('keeps one that is larger than its limit', async () => {
  const { open, loads } = cacheOf(0.5);
  for (const key of ['a', 'a', 'b', 'b']) await open(key);
  expect(loads).toEqual(['a', 'b']);
});
