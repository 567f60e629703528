import { expect, it } from 'vitest';
import { faultsOf } from './against-brute-force.ts';

const SEEDS = 35;
const FIRST = 1000;

it(`speeds and paths on ${SEEDS} random seas are as good as by brute force, and the proof holds`, () => {
  const all = Array.from({ length: SEEDS }, (_, k) => faultsOf(FIRST + k));
  const faults = all.flatMap((each) => each ?? []);
  expect(faults).toEqual([]);
  expect(all.filter((each) => each === null).length).toBeLessThan(SEEDS / 5);
});
