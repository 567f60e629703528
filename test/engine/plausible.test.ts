/** Seas as they are: a real mesh against the best that is known, random ones against brute force. */
import { expect, it } from 'vitest';
import { totalOf } from '../../lib/engine/path/track.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { runs } from '../thorough.ts';
import { forRandomMeshes } from './for-random-meshes.ts';
import { examine, gapsToBruteForce } from './oracle/examine.ts';
import { hasReference, lostRoute, referenceMesh, skipped } from './reference.ts';

it.runIf(hasReference)(`the route that a corridor of corners lost is found${skipped}`, () => {
  const { mesh, start, end, objective, best } = lostRoute();
  const route = planRoute(referenceMesh(mesh), start, end).routes.find((one) => one.objective === objective)!;
  expect(totalOf(route.track, objective) / best.cost).toBeLessThan(1 + 1e-5);
});

it('smooth random seas: as good as brute force', () => {
  forRandomMeshes(runs(2, 4), { sea: 'smooth', cells: 150, place: 'region' }, (trial) => {
    const { plan, faults } = examine(trial, trial.start, trial.end);
    const gaps = plan ? gapsToBruteForce(trial, plan, { perEdge: 5, rounds: 3 }) : [];
    const worse = gaps.filter(({ gap }) => gap > 1e-4);
    return [...faults, ...worse.map(({ objective, gap }) => `${objective}: ${gap} above brute force`)];
  });
});
