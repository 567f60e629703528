import { expect, test } from 'vitest';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { motionAtMost } from '../../lib/zones/mesh/motion.ts';
import { gridMesh } from '../engine/sea/grid-sea.ts';

/** At each heading the speed and the rate in a cell. */
const valuesOf = (
  { motion, profile, profiles }: Pick<Mesh, 'motion' | 'profile' | 'profiles'>,
  cell: number,
) =>
  Array.from({ length: 16 }, (_, h) =>
    profile[cell]! < 0 ? motion[4 * cell + (h < 8 ? 0 : 1)]! : profiles[16 * profile[cell]! + h]!,
  );

test('cells at most as fast as a limit have a row each, and others stay', () => {
  const sea = gridMesh({ columns: 3, rows: 1, box: [0, 0, 3, 1], degrees: 1 }, () => ({ rate: 3 }));
  const speeds = Float64Array.from({ length: 16 }, (_, h) => 1 + h);
  const now = motionAtMost(sea, [2, 0], 2, () => ({ speeds, rates: speeds.map((each) => 100 * each) }));
  const range = (from: number, times = 1) => Array.from({ length: 8 }, (_, h) => times * (from + h));
  expect(valuesOf(now, 2)).toEqual([...range(1), ...range(1, 100)]);
  expect(valuesOf(now, 0)).toEqual([...range(9), ...range(9, 100)]);
  expect(valuesOf(now, 1)).toEqual(valuesOf(sea, 1));
  // the greatest speed and the least rate are bounds of them
  expect([...now.motion.slice(8, 10)]).toEqual([8, 100]);
  expect([...now.motion.slice(0, 2)]).toEqual([16, 900]);
  const same = motionAtMost(sea, [1], 2, () => null);
  expect(valuesOf(same, 1)).toEqual([...new Array(8).fill(2), ...new Array(8).fill(sea.motion[5])]);
  expect([...sea.profile]).toEqual([-1, -1, -1]);
});
