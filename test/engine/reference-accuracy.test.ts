import { describe, expect, test } from 'vitest';
import { costsFor } from '../../lib/engine/cost/cost.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { evaluatePath } from '../../lib/engine/path/evaluate.ts';
import { totalOf } from '../../lib/engine/path/track.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { slowTest, some } from '../thorough.ts';
import { faultsOfPlan, type Subject, subjectOf } from './oracle/examine.ts';
import {
  hasReference,
  publishedCost,
  referenceMesh,
  referenceRoutes,
  referenceSource,
  skipped,
} from './reference.ts';

/** Part by which a route may cost more than the best known. */
const GAP = 1e-4;

const subjects = new Map<string, Subject>();

function subject(name: string): Subject {
  const known = subjects.get(name) ?? subjectOf(referenceSource(name), referenceMesh(name));
  subjects.set(name, known);
  return known;
}

/** The last plan: both objectives of a pair are looked at in turn. */
let planned: { readonly key: string; readonly plan: ReturnType<typeof planRoute>; readonly faults: string[] };

/** The plan of a pair, with the faults that the examination found. */
function planOf(name: string, start: LatLon, end: LatLon): typeof planned {
  const key = JSON.stringify([name, start, end]);
  if (planned?.key !== key) {
    const plan = planRoute(subject(name).mesh, start, end);
    planned = { key, plan, faults: faultsOfPlan(subject(name), plan) };
  }
  return planned;
}

/** All of the small meshes, each of which shows another thing; of the large ones a few pairs, by both objectives. */
const routesOf = (file: Parameters<typeof referenceRoutes>[0]) =>
  some(file === 'small' ? Infinity : 4, referenceRoutes(file));

describe.skipIf(!hasReference)(`planRoute on the reference${skipped}`, () => {
  for (const file of ['weddell-sea-8k', 'antarctic-peninsula-4k', 'small'] as const) {
    describe(file, () => {
      // vitest runs the body of a skipped suite as well, to learn its tests
      for (const reference of hasReference ? routesOf(file) : []) {
        const { mesh: name, pair, objective, start, end, best } = reference;
        test(`${name}, ${pair}, ${objective}`, () => {
          const { mesh } = subject(name);
          const { plan, faults } = planOf(name, start, end);
          expect(faults).toEqual([]);
          const route = plan.routes.find((r) => r.objective === objective)!;
          const cost = totalOf(route.track, objective);
          expect(cost / best.cost - 1).toBeLessThan(GAP);
          // what coordinates lose by rounding is no victory of the published route
          expect(cost).toBeLessThanOrEqual(publishedCost(reference) * (1 + 1e-9));
          const again = evaluatePath(mesh, costsFor(mesh, objective), route.track.coordinates);
          expect(Math.abs(totalOf(again, objective) / cost - 1)).toBeLessThan(1e-9);
        });
      }
    });
  }

  test('crosses the gap of the published example, which has no way without, and names it', () => {
    const plan = planRoute(
      referenceMesh('antarctic-peninsula-4k'),
      { lat: -64.609, lon: -59.219 },
      { lat: -60.82, lon: -45.547 },
    );
    for (const route of plan.routes) expect(route.pinches).toHaveLength(1);
  });

  slowTest('finds the example on which the published method crashes', () => {
    const whole = subject('antarctic-peninsula-16k');
    const plan = planRoute(whole.mesh, { lat: -64.609, lon: -59.219 }, { lat: -60.82, lon: -45.547 });
    expect(faultsOfPlan(whole, plan)).toEqual([]);
    expect(totalOf(plan.routes[0].track, 'traveltime')).toBeCloseTo(1.757, 2);
    expect(plan.routes[0].pinches).toEqual([]);
  });
});
