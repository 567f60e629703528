import { expect, it } from 'vitest';
import { trialOf } from '../for-random-meshes.ts';
import { examine } from '../oracle/examine.ts';

it('no sailing leg goes half round the globe, where east and west are as short', () => {
  const trial = trialOf(104_292, {})!;
  const { plan, faults } = examine(trial, trial.start, trial.end);
  expect(faults).toEqual([]);
  for (const { sailing } of plan!.routes) {
    const lons = sailing.coordinates.map(([lon]) => lon);
    expect(lons.slice(1).filter((lon, i) => Math.abs(lon - lons[i]!) === 180)).toEqual([]);
  }
});
