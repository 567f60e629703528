/** Tests of recorded seeds: a mesh that was once planned badly, and why. */
import { expect, it } from 'vitest';
import { totalOf } from '../../lib/engine/path/track.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { trialOf } from './for-random-meshes.ts';
import { examine, gapsToBruteForce } from './oracle/examine.ts';
import type { MeshTraits } from './random-mesh.ts';

interface Seed {
  readonly seed: number;
  readonly cells?: number;
  readonly traits?: Partial<MeshTraits>;
  readonly why: string;
}

const trial = ({ seed, cells, traits }: Seed) => trialOf(seed, { ...(cells && { cells }), ...traits })!;

/** Routes are sound, and cost at most the fraction `tolerance` more than brute force finds. */
export function asGoodAsBruteForce(seeds: readonly (Seed & { readonly tolerance: number })[]): void {
  it.each(seeds)('seed $seed: $why', ({ tolerance, ...seed }) => {
    const subject = trial(seed);
    const { plan, faults } = examine(subject, subject.start, subject.end);
    expect(faults).toEqual([]);
    for (const { gap } of gapsToBruteForce(subject, plan!, {})) expect(gap).toBeLessThan(tolerance);
  });
}

/**
 * Routes cost at most the fraction `tolerance`, 0.001 by default, more than the best known: brute force takes seconds on
 * these; its result with 6 points an edge and 4 rounds is recorded, or that of the engine with three times as many points
 * where it is better.
 */
export function asGoodAsRecorded(
  seeds: readonly (Seed & { readonly best: readonly number[]; readonly tolerance?: number })[],
): void {
  it.each(seeds)('seed $seed of $cells cells: $why', ({ best, tolerance = 1e-3, ...seed }) => {
    const { mesh, start, end } = trial(seed);
    planRoute(mesh, start, end).routes.forEach(({ objective, track }, k) => {
      expect(totalOf(track, objective) / best[k]! - 1).toBeLessThan(tolerance);
    });
  });
}

export function withoutFaults(seeds: readonly Seed[]): void {
  it.each(seeds)('seed $seed of $cells cells, no faults: $why', (seed) => {
    const subject = trial(seed);
    expect(examine(subject, subject.start, subject.end).faults).toEqual([]);
  });
}
