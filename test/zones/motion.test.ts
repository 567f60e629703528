import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costsFor, legCost } from '../../lib/engine/cost/cost.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { motionOf } from '../../lib/zones/mesh/motion.ts';
import type { PatchedCells } from '../../lib/zones/mesh/patched-cells.ts';
import { Pieces } from '../../lib/zones/mesh/pieces.ts';
import { between } from '../between.ts';
import { gridMesh } from '../engine/sea/grid-sea.ts';
import { runs } from '../thorough.ts';

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

/** What a leg takes in water in some of which a limit holds, in water in which it does, and in water without, by bearing. */
function legsInWater(
  slowed: readonly number[],
  whole: readonly number[],
  current: readonly [number, number],
) {
  const profiles = Float64Array.from(whole);
  const motion = Float64Array.of(Math.max(...whole.slice(0, 8)), Math.min(...whole.slice(8)), ...current);
  const sea: Mesh = { ...mesh, motion, profile: Int32Array.of(0), profiles };
  const pieces = new Pieces();
  pieces.add(box, 0, 0, Infinity, 2);
  pieces.add(box, 0, 0, 2);
  pieces.add(box, 0, 0, Infinity);
  const cells = { parent: new Int32Array(3), piece: Int32Array.of(0, 1, 2), openCount: 3 };
  const slower = () => ({
    speeds: Float64Array.from(slowed.slice(0, 8)),
    rates: Float64Array.from(slowed.slice(8)),
  });
  const moves = motionOf(sea, cells as unknown as PatchedCells, pieces, slower);
  const costs = costsFor({ ...sea, ...moves, openCount: 3 }, 'fuel');
  return Array.from({ length: 48 }, (_, k) => {
    const [x, y] = [Math.sin(0.131 * k), Math.cos(0.131 * k)];
    const [inPart, limited, free] = [0, 1, 2].map((cell) => legCost(costs, cell, x, y));
    return { inPart: inPart!, cheaper: Math.min(limited!, free!) };
  });
}

const eight = (least: number, most: number) => fc.array(between(least, most), { minLength: 8, maxLength: 8 });

test('in some of a piece a limit costs no more than with or without it, whatever the bearing and the current', () => {
  const cases = fc.record({
    slow: eight(0.2, 2),
    faster: eight(0, 8),
    rates: eight(1, 9),
    slowRates: eight(0.3, 3),
    current: fc.tuple(between(-1, 1), between(-1, 1)),
  });
  fc.assert(
    fc.property(cases, ({ slow, faster, rates, slowRates, current }) => {
      const whole = [...slow.map((speed, h) => speed + faster[h]!), ...rates];
      for (const { inPart, cheaper } of legsInWater([...slow, ...slowRates], whole, current))
        if (cheaper < Infinity) expect(inPart).toBeLessThanOrEqual(cheaper * (1 + 1e-12));
    }),
    { numRuns: runs(200, 2000) },
  );
});

test('… and hardly less, where sailing one way is much dearer than another', () => {
  const around = (least: number, most: number) =>
    Array.from({ length: 8 }, (_, h) => least + (most - least) * (0.5 + 0.5 * Math.cos((h * Math.PI) / 4)));
  const slow = [...new Array(8).fill(2), ...around(1, 3)];
  const whole = [...around(5.2, 4.8), ...around(4, 12)];
  for (const { inPart, cheaper } of legsInWater(slow, whole, [0, 0.1]))
    expect(inPart).toBeGreaterThan(0.9 * cheaper);
});

test('the greatest speed and the least rate of a piece are bounds of those of its headings, and equal ones are kept once', () => {
  const pieces = new Pieces();
  for (const [limit, partLimit] of [
    [2, 2],
    [Infinity, 2],
    [2, 2],
  ] as const)
    pieces.add(box, 0, 0, limit, partLimit);
  const cells = { parent: new Int32Array(4), piece: Int32Array.of(0, 1, 2, -1), openCount: 4 };
  const speeds = Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6);
  const slower = () => ({ speeds, rates: speeds.map((each) => 10 - each) });
  const { motion, profile, profiles } = motionOf(mesh, cells as unknown as PatchedCells, pieces, slower);
  for (let k = 0; k < 3; k++) {
    const values = profiles.subarray(16 * profile[k]!, 16 * profile[k]! + 16);
    expect(values).toHaveLength(16);
    expect(motion[4 * k]).toBe(Math.max(...values.subarray(0, 8)));
    expect(motion[4 * k + 1]).toBe(Math.min(...values.subarray(8)));
  }
  expect([...profiles.subarray(16 * profile[0]!, 16 * profile[0]! + 8)]).toEqual([...speeds]);
  expect([profile[2], profile[3]]).toEqual([profile[0], mesh.profile[0]]);
  expect(profile[1]).not.toBe(profile[0]);
});
