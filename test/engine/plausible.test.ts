/** Seas as they are: real meshes against the best that is known, random ones against brute force. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import type { Objective } from '../../lib/engine/cost/cost.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../lib/engine/path/track.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { parseVesselMesh } from '../meshes/parse-vessel-mesh.ts';
import { forRandomMeshes } from './for-random-meshes.ts';
import { examine, gapsToBruteForce } from './oracle/examine.ts';
import { hasReference, skipped } from './reference.ts';

const FOLDER = new URL('../../../shared/reference/', import.meta.url);
/** Worst and 99th percentile, fractions of the best cost. */
const WORST = 5e-4;
const USUAL = 1e-4;

interface Best {
  readonly mesh: string;
  readonly objective: Objective;
  readonly start: LatLon;
  readonly end: LatLon;
  readonly best: { readonly cost: number };
}

const read = (path: string) => JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8'));

function meshAt(path: string) {
  return openMesh(compileMesh(parseVesselMesh(gunzipSync(readFileSync(new URL(path, FOLDER)))).source));
}

it.runIf(hasReference)(`the route that a corridor of corners lost is found${skipped}`, () => {
  const { mesh, start, end, objective, best } = read('lost/pair.json') as Best;
  const route = planRoute(meshAt(`lost/${mesh}`), start, end).routes.find(
    (one) => one.objective === objective,
  )!;
  expect(totalOf(route.track, objective) / best.cost).toBeLessThan(1 + 1e-5);
});

it.runIf(hasReference)(
  `smooth currents and winds: as good as the best known${skipped}`,
  () => {
    const routes = read('plausible/routes.json') as Best[];
    const gaps: number[] = [];
    for (const name of new Set(routes.map(({ mesh }) => mesh))) {
      const mesh = meshAt(`plausible/meshes/${name}.vessel.json.gz`);
      const own = routes.filter((route) => route.mesh === name);
      for (const { start, end } of own.filter(({ objective }) => objective === 'traveltime')) {
        for (const { objective, track } of planRoute(mesh, start, end).routes) {
          const known = own.find(
            (one) => one.objective === objective && one.start.lat === start.lat && one.end.lat === end.lat,
          );
          gaps.push(totalOf(track, objective) / known!.best.cost - 1);
        }
      }
    }
    expect(gaps).toHaveLength(routes.length);
    expect(Math.max(...gaps)).toBeLessThan(WORST);
    expect(gaps.filter((gap) => gap > USUAL)).toEqual([]);
  },
  120_000,
);

it('smooth random seas: as good as brute force', () => {
  forRandomMeshes(4, { sea: 'smooth', cells: 150, place: 'region' }, (trial) => {
    const { plan, faults } = examine(trial, trial.start, trial.end);
    const gaps = plan ? gapsToBruteForce(trial, plan, { perEdge: 5, rounds: 3 }) : [];
    const worse = gaps.filter(({ gap }) => gap > USUAL);
    return [...faults, ...worse.map(({ objective, gap }) => `${objective}: ${gap} above brute force`)];
  });
});
