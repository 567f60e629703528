/** Certificates of the reference routes: no known path contradicts them, and their gaps are small. */
import { describe, expect, it } from 'vitest';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import type { RoutePlan } from '../../../lib/engine/route-plan.ts';
import { hasReference, referenceMesh, referenceRoutes, SKIP_REASON } from '../reference.ts';

describe.skipIf(!hasReference)(`the best routes known ${hasReference ? '' : `(${SKIP_REASON})`}`, () => {
  it.each(['weddell-sea-8k', 'antarctic-peninsula-4k'] as const)(
    'are no cheaper than certified on %s',
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
        expect(gap, `${pair} ${objective}`).toBeLessThan(0.2);
      }
    },
  );
});
