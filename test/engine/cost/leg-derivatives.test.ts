import { describe, expect, it } from 'vitest';
import { type Costs, legCost } from '../../../lib/engine/cost/cost.ts';
import { legDerivatives, meanDerivatives } from '../../../lib/engine/cost/leg-derivatives.ts';
import { SECONDS_PER_DAY } from '../../../lib/engine/geometry/sphere.ts';
import { randomNumbers } from '../random-mesh.ts';

const LENGTH_M = 10_000;
const CELLS = 40;
/** Bearings between two sampled headings: the cost has a kink at each multiple of 45°. */
const BEARINGS = Array.from({ length: 24 }, (_, k) => ((k + 0.4) * Math.PI) / 12);

/** Cells with currents up to a fraction of the slowest speed; `profiled` ones have eight different speeds and rates. */
function randomCosts(profiled: boolean, currents: number, consumes: boolean): Costs {
  const random = randomNumbers(7);
  const motion = new Float64Array(4 * CELLS);
  const profiles = new Float64Array(16 * CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    for (let k = 0; k < 8; k++) {
      profiles[16 * cell + k] = 5 + 0.5 * random();
      profiles[16 * cell + 8 + k] = 30 + 3 * random();
    }
    const speed = Math.max(...profiles.subarray(16 * cell, 16 * cell + 8));
    const flow = 5 * currents * random();
    const towards = 2 * Math.PI * random();
    motion.set([speed, 30, flow * Math.sin(towards), flow * Math.cos(towards)], 4 * cell);
  }
  return {
    objective: consumes ? 'fuel' : 'traveltime',
    motion,
    profiles,
    profile: Int32Array.from({ length: CELLS }, (_, cell) => (profiled ? cell : -1)),
    perSecond: new Float64Array(CELLS).fill((consumes ? 30 : 1) / SECONDS_PER_DAY),
    consumes,
    headings: 8,
    bridgesOf: null,
    reachOf: null,
  };
}

describe.each([
  { profiled: false, currents: 0, consumes: false },
  { profiled: false, currents: 0.9, consumes: true },
  { profiled: false, currents: 1.6, consumes: false },
  { profiled: true, currents: 0, consumes: false },
  { profiled: true, currents: 0.8, consumes: true },
])('legDerivatives, %j', ({ profiled, currents, consumes }) => {
  const costs = randomCosts(profiled, currents, consumes);
  const out = new Float64Array(4);

  it('agrees with finite differences of legCost', () => {
    let compared = 0;
    for (let cell = 0; cell < CELLS; cell++) {
      for (const bearing of BEARINGS) {
        const [x, y] = [LENGTH_M * Math.sin(bearing), LENGTH_M * Math.cos(bearing)];
        const at = (dx: number, dy: number) => legCost(costs, cell, x + dx, y + dy);
        const h = 1e-2;
        // directions that the current all but closes have no usable finite difference
        const isSailable = [at(0, 0), at(9, 0), at(-9, 0), at(0, 9), at(0, -9)].every((c) => c < 1);
        if (!isSailable) continue;
        compared++;
        legDerivatives(costs, cell, x, y, out);
        const perMetre = at(0, 0) / LENGTH_M;
        expect(Math.abs(out[0]! / at(0, 0) - 1)).toBeLessThan(1e-12);
        expect(Math.abs(out[1]! - (at(h, 0) - at(-h, 0)) / (2 * h))).toBeLessThan(1e-5 * perMetre);
        expect(Math.abs(out[2]! - (at(0, h) - at(0, -h)) / (2 * h))).toBeLessThan(1e-5 * perMetre);
        // across the leg; along it the cost is linear
        const [ex, ey] = [y / LENGTH_M, -x / LENGTH_M];
        const s = 2;
        const second = (at(s * ex, s * ey) - 2 * at(0, 0) + at(-s * ex, -s * ey)) / (s * s);
        const least = profiled ? (1e-3 * perMetre) / LENGTH_M : 0;
        const expected = Math.max(second, least);
        expect(Math.abs(out[3]! * LENGTH_M * LENGTH_M - expected)).toBeLessThan(
          1e-3 * (expected + perMetre / LENGTH_M),
        );
      }
    }
    expect(compared).toBeGreaterThan(0.4 * CELLS * BEARINGS.length);
  });
});

it('over a range of bearings, slopes and curvature are those of the mean, also at a kink', () => {
  const costs = randomCosts(true, 0.5, true);
  const breadth = 0.02;
  const meanCost = (cell: number, bearing: number) => {
    const parts = Array.from({ length: 2000 }, (_, k) => bearing + ((k + 0.5) / 1000 - 1) * breadth);
    return (
      parts.reduce(
        (sum, θ) => sum + legCost(costs, cell, LENGTH_M * Math.sin(θ), LENGTH_M * Math.cos(θ)),
        0,
      ) / 2000
    );
  };
  const out = new Float64Array(4);
  for (let cell = 0; cell < CELLS; cell++) {
    for (const bearing of [0, Math.PI / 4, Math.PI / 2 + 0.3 * breadth, 3]) {
      const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)];
      meanDerivatives(costs, cell, LENGTH_M * sin, LENGTH_M * cos, breadth, out);
      const step = 1e-4;
      const [left, own, right] = [-step, 0, step].map((Δ) => meanCost(cell, bearing + Δ));
      const slope = (right! - left!) / (2 * step * LENGTH_M);
      const across = out[1]! * cos - out[2]! * sin;
      expect(Math.abs(across - slope)).toBeLessThan((1e-3 * own!) / LENGTH_M);
      expect((out[1]! * sin + out[2]! * cos) / (own! / LENGTH_M)).toBeCloseTo(1, 2);
      const second = (right! - 2 * own! + left!) / step ** 2;
      const curvature = Math.max(own! + second, 1e-3 * own!);
      expect(Math.abs(out[3]! * LENGTH_M ** 4 - curvature)).toBeLessThan(
        0.05 * Math.abs(own! + second) + 0.02 * own!,
      );
    }
  }
});
