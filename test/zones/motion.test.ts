import { expect, test } from 'vitest';
import { motionOf } from '../../lib/zones/mesh/motion.ts';
import type { PatchedCells } from '../../lib/zones/mesh/patched-cells.ts';
import { Pieces } from '../../lib/zones/mesh/pieces.ts';
import { gridMesh } from '../engine/sea/grid-sea.ts';

const box = { west: 0, south: 0, east: 1, north: 1 };
const mesh = gridMesh({ columns: 1, rows: 1, box: [0, 0, 1, 1], degrees: 1 }, () => ({ u: 0.1, rate: 3 }));
const [speed, rate, ...current] = mesh.motion;

test('pieces have the speed of their limit, the first and the last too, and what is whole keeps its own', () => {
  const pieces = new Pieces();
  for (const limit of [2, Infinity, 4]) pieces.add(box, 0, 0, limit);
  const piece = Int32Array.of(0, 1, 2, -1);
  const cells = { parent: new Int32Array(4), piece, openCount: 4 } as unknown as PatchedCells;
  const slower = (_: Int32Array, limit: number) => ({
    speeds: new Float64Array(8).fill(limit),
    rates: new Float64Array(8).fill(limit / 10),
  });
  expect([...motionOf(mesh, cells, pieces, slower).motion]).toEqual([
    ...[2, 0.2, ...current],
    ...[speed, rate, ...current],
    ...[4, 0.4, ...current],
    ...[speed, rate, ...current],
  ]);
  // where the mesh can't say what is consumed at a lower speed, the rate stays
  expect([...motionOf(mesh, cells, pieces, () => null).motion.slice(0, 2)]).toEqual([2, rate]);
});
