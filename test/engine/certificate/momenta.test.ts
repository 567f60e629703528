/**
 * Momenta that are called admissible are: nowhere in the cell does a leg cost less than its momentum says.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameErrorOf } from '../../../lib/engine/certificate/frame.ts';
import { Momenta } from '../../../lib/engine/certificate/momenta.ts';
import { costsFor, legCost } from '../../../lib/engine/cost/cost.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { between } from '../../between.ts';
import { runs } from '../../thorough.ts';
import { trialOf } from '../for-random-meshes.ts';
import type { MeshTraits } from '../random-mesh.ts';

/**
 * The derivative of a cell's chart at a point of it; its columns are the images of east and north (Snyder
 * 1987, orthographic).
 */
function derivative(bounds: Float64Array, cell: number, x: number, y: number): number[] {
  const [west, south, east, north] = [0, 1, 2, 3].map(
    (k) => (bounds[4 * cell + k]! * Math.PI) / 180,
  ) as number[];
  const Δλ = (x - 0.5) * (east! - west!);
  const φ = south! + y * (north! - south!);
  const φ0 = 0.5 * (south! + north!);
  return [
    Math.cos(Δλ),
    -Math.sin(φ) * Math.sin(Δλ),
    Math.sin(φ0) * Math.sin(Δλ),
    Math.cos(φ) * Math.cos(φ0) + Math.sin(φ) * Math.sin(φ0) * Math.cos(Δλ),
  ];
}

/**
 * The greatest ratio of p · X along a leg to the cost of the leg, over bearings and points of the cell; at
 * most 1 if p is admissible.
 */
function worst(mesh: Mesh, objective: 'traveltime' | 'fuel', cell: number, p: number[]): number {
  const costs = costsFor(mesh, objective);
  let most = 0;
  for (const [x, y] of [
    [0, 0],
    [1, 1],
    [0, 1],
    [1, 0],
    [0.5, 0.5],
    [0.3, 0.9],
  ] as const) {
    const [a, b, c, d] = derivative(mesh.bounds, cell, x, y) as [number, number, number, number];
    for (let k = 0; k < 360; k++) {
      const [east, north] = [Math.sin((k * Math.PI) / 180), Math.cos((k * Math.PI) / 180)];
      const cost = legCost(costs, cell, east, north);
      const earned = p[0]! * (a * east + b * north) + p[1]! * (c * east + d * north);
      most = Math.max(most, earned / cost);
    }
  }
  return most;
}

function checkMomenta(traits: Partial<MeshTraits>, runs: number): void {
  fc.assert(
    fc.property(fc.nat(1_000_000), between(0, 2 * Math.PI), (seed, angle) => {
      const trial = trialOf(seed, { cells: 8, consumption: 'fuel', ...traits });
      if (!trial) return;
      const { mesh } = trial;
      const cell = seed % mesh.openCount;
      for (const objective of ['traveltime', 'fuel'] as const) {
        const momenta = new Momenta(mesh, costsFor(mesh, objective)).of(cell);
        const [x, y] = [Math.sin(angle), Math.cos(angle)];
        const most = momenta.leg(x, y);
        expect(momenta.px * x + momenta.py * y).toBeCloseTo(most, 12);
        expect(worst(mesh, objective, cell, [momenta.px, momenta.py])).toBeLessThan(1 + 1e-9);
        const least = momenta.least;
        expect(worst(mesh, objective, cell, [least * x, least * y])).toBeLessThan(1 + 1e-9);
        expect(Math.hypot(momenta.px, momenta.py)).toBeLessThanOrEqual(momenta.most * (1 + 1e-9));
        for (const outward of [1, -1] as const) {
          if (!momenta.crossing(x, y, 0.6 * most, outward)) continue;
          expect(momenta.px * x + momenta.py * y).toBeCloseTo(0.6 * most, 12);
          expect(worst(mesh, objective, cell, [momenta.px, momenta.py])).toBeLessThan(1 + 1e-9);
        }
      }
    }),
    { seed: 20_240_214, numRuns: runs },
  );
}

describe('momenta are admissible', () => {
  it.each(['none', 'weak', 'strong', 'overwhelming'] as const)('headings alike, currents %s', (currents) => {
    checkMomenta({ headings: 'alike', currents }, runs(5, 15));
  });

  it.each(['wind', 'wild', 'blocked'] as const)('headings %s', (headings) => {
    checkMomenta({ headings }, runs(8, 25));
  });
});

describe('a leg without currents and headings', () => {
  it('has a cost equal to the product with its momentum', () => {
    const { mesh } = trialOf(3, { headings: 'alike', currents: 'none', cells: 8 })!;
    const momenta = new Momenta(mesh, costsFor(mesh, 'traveltime')).of(0);
    expect(momenta.leg(3000, -4000) / legCost(costsFor(mesh, 'traveltime'), 0, 3000, -4000)).toBeCloseTo(
      1,
      10,
    );
  });
});

describe('the local frame', () => {
  const angle = between(0.01, 3.1);
  const latitude = between(-1.5, 1.5);
  const part = between(0, 1);

  it('differs in a cell by a rotation and a rest, each as small as frameErrorOf says', () => {
    const degrees = 180 / Math.PI;
    fc.assert(
      fc.property(angle, angle, latitude, part, part, (width, height, middle, x, y) => {
        const bounds = [-width / 2, middle - height / 2, width / 2, middle + height / 2].map(
          (r) => r * degrees,
        );
        fc.pre(Math.abs(middle) + height / 2 < Math.PI / 2);
        const { turn, rest } = frameErrorOf(Float64Array.from(bounds), 0);
        const [a, b, c, d] = derivative(Float64Array.from(bounds), 0, x, y) as [
          number,
          number,
          number,
          number,
        ];
        // the rotation by at most `turn` that is nearest to the matrix
        const α = Math.max(-turn, Math.min(turn, Math.atan2(c - b, a + d)));
        const [e, f, g, h] = [a - Math.cos(α), b + Math.sin(α), c - Math.sin(α), d - Math.cos(α)];
        // its greatest singular value (closed form for two rows)
        const [sum, difference] = [Math.hypot(e + h, g - f), Math.hypot(e - h, g + f)];
        expect((sum + difference) / 2).toBeLessThanOrEqual(rest + 1e-12);
      }),
      { seed: 20_240_214, numRuns: runs(2000, 20_000) },
    );
  });
});
