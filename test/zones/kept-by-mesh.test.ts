import { expect, it } from 'vitest';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { KeptByMesh } from '../../lib/zones/kept-by-mesh.ts';

it('of the values of a mesh those that were set last are kept, of each mesh its own', () => {
  const [mesh, other] = [{}, {}] as Mesh[];
  const kept = new KeptByMesh<number>(2);
  const known = (of: Mesh) => ['a', 'b', 'c'].map((key) => kept.get(of, key));
  kept.set(mesh!, 'a', 1);
  kept.set(mesh!, 'b', 2);
  kept.set(mesh!, 'a', 3);
  kept.set(mesh!, 'c', 4);
  kept.set(other!, 'b', 5);
  expect(known(mesh!)).toEqual([3, undefined, 4]);
  expect(known(other!)).toEqual([undefined, 5, undefined]);
});
