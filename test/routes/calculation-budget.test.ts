import { describe, expect, it, vi } from 'vitest';
import { RouteInaccessible } from '../../lib/engine/waypoints/errors.ts';
import { CalculationTooLong, calculationBudgetMs, planWithin } from '../../lib/routes/calculation-budget.ts';
import { planVoyage } from '../../lib/voyage/plan-voyage.ts';
import type { VoyagePlan } from '../../lib/voyage/voyage-route.ts';
import { starPolygon } from '../zones/areas.ts';
import { openSea } from '../zones/open-sea.ts';

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

  it('answers the best so far after two thirds of its time; its document says that there may be better', () => {
    const early = planned(true, false);
    const plan = vi.fn(() => early);
    expect(planWithin(900, plan)).toBe(early);
    expect(plan).toHaveBeenCalledExactlyOnceWith(600);
  });

  it('fails, and says how long it took, where it came to no way', () => {
    // the workflow knows it by its name
    expect(planFor(1_000, inaccessible)).toThrow(
      expect.objectContaining({
        name: 'CalculationTooLong',
        message: expect.stringMatching(
          /in the 1 s that a calculation.*: ask for less, for simpler zones, or for a mesh with fewer/,
        ),
      }),
    );
  });

  it('calls a sea inaccessible only where it had the time to look', () => {
    expect(planFor(666, inaccessible)).toThrow(RouteInaccessible);
    expect(planFor(667, inaccessible)).toThrow(CalculationTooLong);
  });

  it('is ended where it does not look at the clock', () => {
    const endless = () => {
      for (;;);
    };
    expect(() => planWithin(20, endless)).toThrow(CalculationTooLong);
  });

  it('among zones with borders of 700,000 km ends within its budget too', () => {
    const sea = openSea({ west: -64, south: -66, columns: 24, rows: 24, height: 0.5 });
    const [start, end] = [
      { lat: -65.9, lon: -63.9 },
      { lat: -54.1, lon: -40.1 },
    ];
    const radii = Array.from({ length: 300 }, (_, k) => (k % 2 === 0 ? 0.2 : 1));
    const zones = Array.from({ length: 25 }, (_, k) => ({
      name: `Star ${k}`,
      kind: 'closed',
      geometry: starPolygon({ lat: -65 + 2.5 * (k % 5), lon: -62 + 5 * Math.floor(k / 5), radii }).geometry,
    }));
    const voyage = { departure: null, zones } as never;
    const plan = (timeBudgetMs: number) =>
      planVoyage(sea, { start, end, vehicle: null, voyage }, { certificate: true, timeBudgetMs });
    expect(() => planWithin(200, plan)).toThrow(CalculationTooLong);
  });
});
