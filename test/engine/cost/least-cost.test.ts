import { describe, expect, it } from 'vitest';
import { type Costs, costsFor, legCost } from '../../../lib/engine/cost/cost.ts';
import { LEAST, leastCosts, sectorOf } from '../../../lib/engine/cost/least-cost.ts';
import { withTurns } from '../../../lib/engine/cost/turns.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { trialOf } from '../for-random-meshes.ts';
import { randomNumbers } from '../random-mesh.ts';

const random = randomNumbers(5);

describe.each([
  { headings: 'wind', currents: 'none' },
  { headings: 'wild', currents: 'strong' },
  { headings: 'blocked', currents: 'weak' },
  { headings: 'wild', currents: 'overwhelming' },
  { headings: 'blocked', currents: 'overwhelming' },
] as const)('leastCosts, %j', (traits) => {
  const { mesh } = trialOf(32, {
    ...traits,
    cells: 60,
    consumption: 'fuel',
    closed: 'none',
    place: 'region',
  })!;
  const straight = (['traveltime', 'fuel'] as const).map((objective) => costsFor(mesh, objective));

  it.each(straight.flatMap((costs) => [costs, withTurns(mesh, costs)]))(
    'is close to the cost and never above',
    (costs) => {
      const { squares, from } = leastCosts(mesh, costs);
      for (let cell = 0; cell < mesh.openCount; cell++) {
        const sectors = squares.subarray(from(cell), from(cell) + LEAST);
        expect(squares[from(cell) + LEAST]).toBe(Math.min(...sectors));
      }
      let sum = 0;
      let count = 0;
      const check = (cell: number, x: number, y: number) => {
        const cost = legCost(costs, cell, x, y);
        const bound = Math.hypot(x, y) * Math.sqrt(squares[from(cell) + sectorOf(x, y)]!);
        if (cost === Infinity) return;
        expect(bound).toBeLessThanOrEqual(cost);
        sum += bound / cost;
        count++;
      };
      for (let cell = 0; cell < mesh.openCount; cell++) {
        for (let k = 0; k < 100; k++) {
          const bearing = 2 * Math.PI * random();
          check(cell, 500 * Math.sin(bearing), 500 * Math.cos(bearing));
        }
        for (const [x, y] of [
          [0, 3],
          [2, 2],
          [3, 0],
          [2, -2],
          [0, -3],
          [-2, -2],
          [-3, 0],
          [-2, 2],
        ] as const)
          check(cell, x, y);
        // with the current behind, and at the ends of bridges
        const [u, v] = mesh.motion.subarray(4 * cell + 2, 4 * cell + 4);
        if (u !== 0 || v !== 0) check(cell, u!, v!);
        const bridges = costs.bridgesOf?.(cell) ?? [];
        for (let k = 0; k < bridges.length; k += 2) if (k % 6 < 4) check(cell, bridges[k]!, bridges[k + 1]!);
      }
      expect(sum / count).toBeGreaterThan(0.9);
    },
  );
});

it('knows the best of headings that lie within a sector', () => {
  // at 72°, 144° and so on; the fastest heading burns least
  const profiles = Float64Array.of(9, 4, 4, 4, 4, 10, 50, 50, 50, 50);
  const one = { row: Int32Array.of(0), cellCount: 1, openCount: 1, profiles, headings: 5 };
  const mesh = { ...one, motion: Float64Array.of(9, 10, 0, 0), profile: Int32Array.of(0) } as unknown as Mesh;
  for (const costs of [costsFor(mesh, 'traveltime'), costsFor(mesh, 'fuel')] satisfies Costs[]) {
    const { squares, from } = leastCosts(mesh, costs);
    for (let degrees = 0; degrees < 360; degrees += 0.5) {
      const [x, y] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
      expect(Math.sqrt(squares[from(0) + sectorOf(x, y)]!)).toBeLessThanOrEqual(legCost(costs, 0, x, y));
    }
    const best = legCost(costs, 0, Math.sin(0.4 * Math.PI), Math.cos(0.4 * Math.PI));
    expect(Math.sqrt(squares[from(0) + LEAST]!) / best).toBeCloseTo(1, 8);
  }
});

it('a leg of no length lies in the first sector', () => {
  expect(sectorOf(0, 0)).toBe(0);
});
