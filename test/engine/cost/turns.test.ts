import { describe, expect, it } from 'vitest';
import { bridgeAt, costsFor, legCost } from '../../../lib/engine/cost/cost.ts';
import { legDerivatives } from '../../../lib/engine/cost/leg-derivatives.ts';
import { withTurns } from '../../../lib/engine/cost/turns.ts';
import { trialOf } from '../for-random-meshes.ts';
import { randomNumbers } from '../random-mesh.ts';

const CELLS = 60;
const out = new Float64Array(4);
const random = randomNumbers(3);
const displacement = () => {
  const bearing = 2 * Math.PI * random();
  return [Math.sin(bearing), Math.cos(bearing)] as const;
};

describe.each([
  { headings: 'wind', currents: 'none', consumption: 'fuel' },
  { headings: 'wild', currents: 'strong', consumption: 'fuel' },
  { headings: 'blocked', currents: 'weak', consumption: 'battery' },
  { headings: 'blocked', currents: 'overwhelming', consumption: 'battery' },
] as const)('withTurns, %j', (traits) => {
  const { mesh } = trialOf(32, { ...traits, cells: CELLS, closed: 'none', place: 'region' })!;
  const straight = costsFor(mesh, traits.consumption);
  const turning = withTurns(mesh, straight);
  const cells = Array.from({ length: mesh.openCount }, (_, cell) => cell);

  it('two legs in a cell never cost less than one that may turn', () => {
    for (const cell of cells) {
      for (let k = 0; k < 50; k++) {
        const [[ax, ay], [bx, by]] = [displacement(), displacement()];
        const two = legCost(straight, cell, ax, ay) + legCost(straight, cell, bx, by);
        expect(legCost(turning, cell, ax + bx, ay + by)).toBeLessThanOrEqual(1.0005 * two);
      }
    }
  });

  it('the cost is that of a straight leg, or of two legs on the bearings of a bridge', () => {
    let bridged = 0;
    for (const cell of cells) {
      for (let k = 0; k < 50; k++) {
        const [x, y] = displacement();
        const cost = legCost(turning, cell, x, y);
        const bridges = turning.bridgesOf!(cell);
        const at = bridgeAt(bridges, x, y);
        if (at < 0) {
          expect(cost).toBe(legCost(straight, cell, x, y));
          continue;
        }
        bridged++;
        const [ax, ay, bx, by] = bridges.subarray(at, at + 4);
        const cross = ax! * by! - ay! * bx!;
        const [α, β] = [(x * by! - y * bx!) / cross, (ax! * y - ay! * x) / cross];
        const two = legCost(straight, cell, α * ax!, α * ay!) + legCost(straight, cell, β * bx!, β * by!);
        legDerivatives(turning, cell, x, y, out);
        expect(Math.abs((out[1]! * x + out[2]! * y) / cost - 1)).toBeLessThan(1e-9);
        expect(Math.min(α, β)).toBeGreaterThanOrEqual(0);
        expect(Math.abs(cost / two - 1)).toBeLessThan(1e-9);
        expect(cost).toBeLessThanOrEqual(legCost(straight, cell, x, y) * (1 + 1e-9));
      }
    }
    expect(bridged).toBeGreaterThan(2 * CELLS);
  });
});

it('where headings are alike, no leg turns', () => {
  const { mesh } = trialOf(32, { headings: 'alike', cells: CELLS })!;
  const costs = costsFor(mesh, 'traveltime');
  expect(withTurns(mesh, costs)).toBe(costs);
});
