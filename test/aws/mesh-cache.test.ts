import { expect, it } from 'vitest';
import { MeshCache } from '../../lib/aws/mesh-cache.ts';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { MeshFormatError } from '../../lib/engine/mesh/mesh-format.ts';
import { parseVesselMesh } from '../../lib/meshes/parse-vessel-mesh.ts';
import { bytesOf, gridMesh } from '../meshes/mesh-files.ts';

const compiled = compileMesh(parseVesselMesh(bytesOf(gridMesh())).source);

function cacheOf(meshes: number) {
  const reads: string[] = [];
  const read = async (key: string) => {
    reads.push(key);
    if (key === 'none') return null;
    return (async function* () {
      yield compiled.subarray(0, key === 'cut' ? 100 : 1000);
      if (key !== 'cut') yield compiled.subarray(1000);
    })();
  };
  return { cache: new MeshCache({ read }, meshes * compiled.length), reads };
}

it('reads a mesh once', async () => {
  const { cache, reads } = cacheOf(1);
  const mesh = await cache.open('a');
  expect(mesh.cellCount).toBe(9);
  expect(await cache.open('a')).toBe(mesh);
  expect(reads).toEqual(['a']);
});

it('keeps as many as fit, those used last', async () => {
  const { cache, reads } = cacheOf(2.5);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.open(key);
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
});

it('keeps one that is larger than its limit', async () => {
  const { cache, reads } = cacheOf(0.5);
  for (const key of ['a', 'a', 'b', 'b']) await cache.open(key);
  expect(reads).toEqual(['a', 'b']);
});

it('says what is missing, and refuses what is no mesh', async () => {
  const { cache } = cacheOf(1);
  await expect(cache.open('none')).rejects.toThrow('The compiled mesh none is missing.');
  await expect(cache.open('cut')).rejects.toThrow(MeshFormatError);
});
