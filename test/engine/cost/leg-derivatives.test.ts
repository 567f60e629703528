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

/** One cell with a current of 6 m/s towards east, alike at every heading or with a profile of four. */
const inCurrent = (speed: number, profiled: boolean): Costs => ({
  ...randomCosts(profiled, 0, false),
  motion: Float64Array.of(speed, 30, 6, 0),
  profiles: Float64Array.of(...Array(4).fill(speed), ...Array(4).fill(30)),
  headings: 4,
});

describe.each([false, true])('where there is no derivative, with a profile: %s', (profiled) => {
  const at = (speed: number, x: number, y: number) => {
    const out = new Float64Array(4).fill(7);
    legDerivatives(inCurrent(speed, profiled), 0, x, y, out);
    return [...out];
  };

  it('a leg of no length costs nothing, and one along an axis does', () => {
    expect(at(8, 0, 0)).toEqual([0, 0, 0, 0]);
    expect(at(8, 0, 5)[0]).toBeGreaterThan(0);
    expect(at(8, 5, 0)[0]).toBeCloseTo(5 / 14 / SECONDS_PER_DAY, 15);
    expect(at(8, -5, 0)[0]).toBeCloseTo(5 / 2 / SECONDS_PER_DAY, 15);
  });

  it('one that can not be sailed costs infinitely much, in all', () => {
    const none = Array(4).fill(Infinity);
    expect(at(5, -5, 0)).toEqual(none); // against the current
    expect(at(5, 0, 5)).toEqual(none); // across it
    expect(at(6, 0, 5)).toEqual(none); // across it, as fast as it
    expect(at(6, -5, 0)).toEqual(none); // against it, as fast as it
    expect(at(5, 5, 0)[0]).toBeCloseTo(5 / 11 / SECONDS_PER_DAY, 15);
  });
});

describe('over a range of bearings', () => {
  const both = (costs: Costs, x: number, y: number, breadth: number) => {
    const [own, mean] = [new Float64Array(4), new Float64Array(4)];
    legDerivatives(costs, 0, x, y, own);
    meanDerivatives(costs, 0, x, y, breadth, mean);
    return { own: [...own], mean: [...mean] };
  };

  it('all is that of the leg where headings are alike, or the leg is none, or can not be sailed', () => {
    for (const [costs, x, y] of [
      [inCurrent(8, false), 3, 4],
      [inCurrent(8, true), 0, 0],
      [inCurrent(5, true), -5, 0],
    ] as const) {
      const { own, mean } = both(costs, x, y, 0.1);
      expect(mean).toEqual(own);
    }
  });

  it('all is that of the leg where the range reaches bearings that can not be sailed, on either side', () => {
    // with 3 m/s of its own the vessel keeps within 30° of the current
    for (const side of [1, -1]) {
      const bearing = Math.PI / 2 + side * (Math.PI / 6 - 0.05);
      const [x, y] = [Math.sin(bearing), Math.cos(bearing)];
      const wide = both(inCurrent(3, true), x, y, 0.1);
      expect(wide.own[0]).toBeLessThan(Infinity);
      expect(wide.mean).toEqual(wide.own);
      const narrow = both(inCurrent(3, true), x, y, 0.02);
      expect(narrow.mean).not.toEqual(narrow.own);
    }
  });
});
