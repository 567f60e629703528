import { describe, expect, test } from 'vitest';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import { evaluatePath, PathNotSailable } from '../../../lib/engine/path/evaluate.ts';
import { hasReference, type ReferencePath, referenceMesh, referenceRoutes, skipped } from '../reference.ts';

describe.skipIf(!hasReference)(`evaluatePath${skipped}`, () => {
  for (const file of ['weddell-sea-8k', 'antarctic-peninsula-4k', 'small'] as const) {
    test(`reproduces the cost of every path of ${file} to 1e-6`, () => {
      for (const route of referenceRoutes(file)) {
        const mesh = referenceMesh(route.mesh);
        const { coarse, smoothed, cost, coordinates } = route.published;
        const own = cost === undefined ? [] : [{ cost, coordinates } as ReferencePath];
        for (const path of [coarse, smoothed, ...own, route.best]) {
          if (!path?.coordinates) continue;
          const track = evaluatePath(mesh, costsFor(mesh, route.objective), path.coordinates);
          const total = route.objective === 'traveltime' ? track.timeDays : track.consumption!;
          expect(Math.abs(total.at(-1)! / path.cost - 1), `${route.mesh} ${route.pair}`).toBeLessThan(1e-6);
        }
      }
    });
  }

  test('refuses a path across land', () => {
    const mesh = referenceMesh('weddell-sea-8k');
    const acrossTheFalklands = [
      [-61, -52],
      [-57, -52],
    ] as const;
    expect(() => evaluatePath(mesh, costsFor(mesh, 'traveltime'), acrossTheFalklands)).toThrow(
      PathNotSailable,
    );
  });
});
