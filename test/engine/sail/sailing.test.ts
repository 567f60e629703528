import { expect, it } from 'vitest';
import { spiral } from '../../../bench/labyrinth.ts';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
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

it('a leg of the route along an edge is reported in the cell that consumes least, like any other leg', () => {
  const trial = trialOf(31_001_160, { cells: 2640 })!;
  expect(examine(trial, trial.start, trial.end).faults).toEqual([]);
});

it('along a wall one leg is enough, on every parallel', () => {
  const { source, start, end } = spiral(41);
  const { routes } = planRoute(openMesh(compileMesh(source)), start, end);
  for (const { sailing } of routes) expect(sailing.coordinates.length).toBe(42);
});
