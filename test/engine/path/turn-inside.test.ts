import { expect, it } from 'vitest';
import { type Costs, costsFor, legCost } from '../../../lib/engine/cost/cost.ts';
import { withTurns } from '../../../lib/engine/cost/turns.ts';
import { departure } from '../../../lib/engine/geometry/sphere.ts';
import { Chain } from '../../../lib/engine/path/chain.ts';
import { turnInside } from '../../../lib/engine/path/turn-inside.ts';
import { trialOf } from '../for-random-meshes.ts';
import { randomNumbers } from '../random-mesh.ts';

const random = randomNumbers(5);

function costOf(costs: Costs, chain: Chain): number {
  let sum = 0;
  for (let i = 1; i < chain.length; i++) {
    const { x, y } = departure([chain.lon(i - 1), chain.lat(i - 1)], [chain.lon(i), chain.lat(i)]);
    sum += legCost(costs, chain.cell[i]!, x, y);
  }
  return sum;
}

it.each(['wild', 'blocked'] as const)(
  '%s: turns lie inside the cell and cost what was promised',
  (headings) => {
    const { mesh } = trialOf(32, { headings, cells: 150, closed: 'none', place: 'antimeridian' })!;
    const straight = costsFor(mesh, 'traveltime');
    const turning = withTurns(mesh, straight);
    let saved = 0;
    for (let cell = 0; cell < mesh.openCount; cell++) {
      const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
      for (let k = 0; k < 20; k++) {
        const chain = new Chain(2);
        // inside, and along a side that is a parallel
        const lat = k % 4 === 0 ? () => north! : () => south! + (0.1 + 0.8 * random()) * (north! - south!);
        for (const at of [-1, cell])
          chain.pushFixed(west! + (0.1 + 0.8 * random()) * (east! - west!), lat(), at);
        const path = turnInside(mesh, turning, chain);
        for (let i = 0; i < path.length; i++) {
          expect(
            path.lon(i) >= west! && path.lon(i) <= east! && path.lat(i) >= south! && path.lat(i) <= north!,
          ).toBe(true);
        }
        const promised = costOf(turning, chain);
        const cost = costOf(straight, path);
        if (promised < Infinity) expect(cost / promised - 1).toBeLessThan(1e-3);
        if (cost < 0.9999 * costOf(straight, chain)) saved++;
      }
    }
    expect(saved).toBeGreaterThan(3 * mesh.openCount);
  },
);

it('has fewer turns where they may cost more, of a path that turned already too', () => {
  const { mesh } = trialOf(32, { headings: 'wild', cells: 12, closed: 'none', place: 'polar' })!;
  const straight = costsFor(mesh, 'traveltime');
  const turning = withTurns(mesh, straight);
  let [most, least] = [0, 0];
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const [west, , east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
    const chain = new Chain(2);
    chain.pushFixed(west!, north!, -1);
    chain.pushFixed(east!, north!, cell);
    const fine = turnInside(mesh, turning, chain);
    const coarse = turnInside(mesh, turning, fine, 5e-4);
    expect(coarse.length).toBeLessThanOrEqual(fine.length);
    expect(costOf(straight, coarse)).toBeLessThanOrEqual(1.0005 * costOf(straight, fine));
    expect(turnInside(mesh, turning, coarse).length).toBe(fine.length);
    most += fine.length;
    least += coarse.length;
  }
  expect(most).toBeGreaterThan(3 * least);
});
