/** As validity.test.ts, on meshes that take seconds. */
import { describe, it } from 'vitest';
import { forRandomMeshes, type Trial } from './for-random-meshes.ts';
import { examine } from './oracle/examine.ts';

const examined = (trial: Trial) => examine(trial, trial.start, trial.end).faults;

describe('routes over random meshes', () => {
  it('are sound, and found wherever there is a way', () => {
    forRandomMeshes(40, {}, examined);
  });

  it('are sound all over the globe', () => {
    forRandomMeshes(5, { place: 'globe' }, examined);
  });

  it('are sound on meshes of some thousand cells', () => {
    forRandomMeshes(2, { cells: 3000 }, examined);
  });
});
