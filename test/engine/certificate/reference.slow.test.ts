/** Certificates of the reference routes: no known path contradicts them, and their gaps are small. */
import { describe, expect, it } from 'vitest';
import { withEddies } from '../../../bench/vary-mesh.ts';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import type { RoutePlan } from '../../../lib/engine/route-plan.ts';
import { hasReference, referenceMesh, referenceRoutes, referenceSource, skipped } from '../reference.ts';

describe.skipIf(!hasReference)(`the best routes${skipped}`, () => {
  it.each(['weddell-sea-8k', 'antarctic-peninsula-4k'] as const)(
    'known are no cheaper than certified on %s',
    (file) => {
      const plans = new Map<string, RoutePlan>();
      for (const { mesh: name, pair, objective, start, end, best } of referenceRoutes(file)) {
        const plan = plans.get(pair) ?? planRoute(referenceMesh(name), start, end, { certificate: true });
        plans.set(pair, plan);
        const { track, optimality } = plan.routes.find((own) => own.objective === objective)!;
        const cost = (objective === 'traveltime' ? track.timeDays : track.consumption!).at(-1)!;
        const gap = optimality!.gapPercent;
        expect(best.cost, `${pair} ${objective}`).toBeGreaterThanOrEqual(
          (cost / (1 + gap / 100)) * (1 - 1e-9),
        );
        expect(gap, `${pair} ${objective}`).toBeLessThan(0.3);
      }
    },
  );

  it('are certified as well where the current blocks in some cells', () => {
    const mesh = openMesh(compileMesh(withEddies(referenceSource('antarctic-peninsula-4k'), 2)));
    const { start, end } = referenceRoutes('antarctic-peninsula-4k').find(
      ({ pair }) => pair === 'north-south',
    )!;
    const { routes } = planRoute(mesh, start, end, { certificate: true });
    for (const { optimality } of routes) expect(optimality!.gapPercent).toBeLessThan(0.3);
  });
});
