import { describe, expect, it } from 'vitest';
import { RouteInaccessible } from '../../lib/engine/waypoints/errors.ts';
import { CalculationTooLong, calculationBudgetMs, planWithin } from '../../lib/routes/calculation-budget.ts';
import type { VoyagePlan } from '../../lib/voyage/voyage-route.ts';

const planned = (...complete: boolean[]) =>
  ({ routes: complete.map((each) => ({ complete: each })) }) as unknown as VoyagePlan;

/** A clock that goes on by what each plan takes. */
function planFor(takesMs: number, plan: () => VoyagePlan) {
  let now = 70_000;
  const within = () =>
    planWithin(
      1000,
      () => {
        now += takesMs;
        return plan();
      },
      () => now,
    );
  return within;
}
const inaccessible = () => {
  throw new RouteInaccessible('no way');
};

describe('a calculation', () => {
  it('may take longer on larger meshes and for more legs', () => {
    expect(calculationBudgetMs(120_000, 5_000, 1)).toBe(120_000);
    expect(calculationBudgetMs(120_000, 300_000, 1)).toBe(360_000);
    expect(calculationBudgetMs(120_000, 5_000, 4)).toBe(480_000);
  });

  it('answers a plan that is complete, however late its proof ended', () => {
    const plan = planned(true, true);
    expect(planFor(5_000, () => plan)()).toBe(plan);
  });

  it('fails, and says how long it took, where the search was not complete', () => {
    // the workflow knows it by its name
    expect(planFor(1_000, () => planned(true, false))).toThrow(
      expect.objectContaining({
        name: 'CalculationTooLong',
        message: expect.stringMatching(
          /in the 1 s that a calculation.*: ask for less, or for a mesh with fewer/,
        ),
      }),
    );
  });

  it('calls a sea inaccessible only where it had the time to look', () => {
    expect(planFor(999, inaccessible)).toThrow(RouteInaccessible);
    expect(planFor(1_000, inaccessible)).toThrow(CalculationTooLong);
  });
});
