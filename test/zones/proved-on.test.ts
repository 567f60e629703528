import { expect, it } from 'vitest';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { openSea } from './open-sea.ts';

/** A sea with a wall of land that ends at a row. */
const wall = (top: number) =>
  openSea({
    west: -64,
    south: -66,
    columns: 12,
    rows: 12,
    height: 0.5,
    isLand: (x, y) => x === 6 && y < top,
  });

it('what is proved on a mesh with more water is kept where less is proved on the mesh of the route', () => {
  const [sea, wider] = [wall(9), wall(8)];
  const [start, end] = [
    { lat: -63.5, lon: -63 },
    { lat: -63.5, lon: -53 },
  ];
  let calls = 0;
  let before = 0;
  /** Time is up after so many looks at the clock. */
  const plan = (most: number, withWider: boolean) => {
    calls = 0;
    return planRoute(sea, start, end, {
      certificate: true,
      timeBudgetMs: 1,
      now: () => (++calls > most ? 2 : 0),
      provedOn: withWider
        ? () => {
            before = calls;
            return wider;
          }
        : null,
    }).routes[0]!;
  };
  const own = plan(Infinity, false);
  const callsOwn = calls;
  plan(Infinity, true);
  const there = before + (calls - callsOwn);
  const kept = plan(there, true);
  const exact = planRoute(wider, start, end).routes[0]!.track.timeDays.at(-1)!;
  expect(own.optimality!.gapPercent).toBeLessThan(0.1);
  // both prove it, each once time is not up; the route there is 3 % shorter
  expect(kept.optimality!.least / exact).toBeGreaterThan(0.999);
  expect(kept.optimality!.gapPercent).toBeGreaterThan(1);
  expect(plan(Infinity, true).optimality!.least).toBe(own.optimality!.least);
});
