/** Seas as they are: eight real meshes with smooth currents and winds against the best that is known. */
import { expect, it } from 'vitest';
import { totalOf } from '../../lib/engine/path/track.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { hasReference, plausibleRoutes, referenceMesh, skipped } from './reference.ts';

/** Worst and 99th percentile, fractions of the best cost. */
const WORST = 5e-4;
const USUAL = 1e-4;

it.runIf(hasReference)(`smooth currents and winds: as good as the best known${skipped}`, () => {
  const routes = plausibleRoutes();
  const gaps: number[] = [];
  for (const name of new Set(routes.map(({ mesh }) => mesh))) {
    const mesh = referenceMesh(name);
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
});
