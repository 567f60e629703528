/** The polygon about what is reached for a unit of cost holds all of it, and hardly more, against a strong current too. */
import { expect, it } from 'vitest';
import { reachOfProfile } from '../../../lib/engine/certificate/reach.ts';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { costsFor, legCost } from '../../../lib/engine/cost/cost.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { seaOf, spaced } from '../../speed/seas.ts';

const BEARINGS = 20_000;

/** By how many times, at most, what is reached is beyond the side of the polygon in its direction; and a corner beyond what is reached there. */
function excessesOf(current: number, towards: number, loss: number) {
  const [u, v] = [Math.sin, Math.cos].map((of) => current * of((towards * Math.PI) / 180));
  const speeds = Float64Array.from({ length: 8 }, (_, k) => 1 - loss * Math.cos(((k + 0.5) * Math.PI) / 4));
  const open = { accessible: new Uint8Array([1]), speeds, rates: null, consumption: null };
  const mesh = openMesh(
    compileMesh({ ...seaOf([10, 10.1], spaced(-60, -59.9, 1), () => ({ u, v })), ...open }),
  );
  const costs = costsFor(mesh, 'traveltime');
  const polygon = reachOfProfile(costs, 0);
  const count = polygon.length / 2;
  const cornerAt = (k: number) => polygon.subarray(2 * (k % count), 2 * (k % count) + 2);
  const reached = (θ: number) => 1 / legCost(costs, 0, Math.sin(θ), Math.cos(θ));
  let [outside, beyond] = [0, 0];
  for (let k = 0; k < BEARINGS; k++) {
    const θ = (2 * Math.PI * k) / BEARINGS;
    const before = Math.floor((k * count) / BEARINGS);
    const [[ax, ay], [bx, by]] = [cornerAt(before), cornerAt(before + 1)] as unknown as [number, number][];
    const side = (ax! * by! - ay! * bx!) / (Math.sin(θ) * (by! - ay!) - Math.cos(θ) * (bx! - ax!));
    outside = Math.max(outside, reached(θ) / side);
    if ((k * count) % BEARINGS === 0) beyond = Math.max(beyond, Math.hypot(ax!, ay!) / reached(θ));
  }
  return { outside, beyond };
}

it.each([
  [0.8, 20],
  [0.9, 90],
  [0.9, 331],
  [0.92, 200],
])('a current of %d of the speed, towards %d°', (current, towards) => {
  const { outside, beyond } = excessesOf(current, towards, 0.05);
  expect(outside).toBeLessThan(1 + 1e-9);
  expect(beyond).toBeLessThan(1.3);
});

it.each([
  [0.9, 45, 0.2],
  [0.99, 300, 0.05],
  [1.1, 130, 0.05],
  [1.6, 10, 0.3],
])('directions that cannot be sailed: a current of %d towards %d°, speeds that differ by %d', (...sea) => {
  expect(excessesOf(...sea).outside).toBeLessThan(1 + 1e-9);
});
