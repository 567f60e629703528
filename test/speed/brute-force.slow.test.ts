import { expect, it } from 'vitest';
import { faultsOf } from './against-brute-force.ts';

const SEEDS = 300;
const FIRST = 1000;

// on seas of a dozen cells, paths round single cells, the engine's search misses some
const MISSED = 0.02;

it(`speeds and paths on ${SEEDS} random seas are as good as by brute force, and the proof holds`, () => {
  const all = Array.from({ length: SEEDS }, (_, k) => faultsOf(FIRST + k));
  const faults = all.flatMap((each) => each ?? []);
  const dearer = faults.filter((fault) => fault.includes('consumes'));
  expect(faults.filter((fault) => !dearer.includes(fault))).toEqual([]);
  expect(dearer.length, dearer.join('\n')).toBeLessThanOrEqual(MISSED * SEEDS);
  expect(all.filter((each) => each === null).length).toBeLessThan(SEEDS / 5);
});
