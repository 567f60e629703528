/** The rounds of a clearance through a forecast: what is planned again, and what is answered where time runs out. */
import { afterEach, expect, it, vi } from 'vitest';
import * as dated from '../../../lib/engine/plan-dated.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import type { VoyagePlan } from '../../../lib/voyage/voyage-route.ts';
import { legClearances } from '../../../lib/zones/leg-clearance.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { gridVoyages } from './grid-voyages.ts';

vi.mock(import('../../../lib/engine/plan-dated.ts'), async (original) => {
  const own = await original();
  return { ...own, planProvable: vi.fn(own.planProvable) };
});
const plans = vi.mocked(dated.planProvable);
afterEach(() => {
  plans.mockClear();
});

const grid: Grid = { columns: 8, rows: 8, box: [0, 0, 4, 4], degrees: 1 };
const departure = '2026-11-20T00:00:00.000Z';
const [start, end] = [placeAt(grid, 0.2, 1.7), placeAt(grid, 3.8, 1.9)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });
const meshes = forecast((x, y, k) => ({ closed: x > 1.5 && x < 2 && y < 2.5, rate: 1 + k / 10 }), 3);
const stop = { name: 'Far', ...placeAt(grid, 0.4, 2.9) };
const clearance_nm = 6;
const fields = { clearance_nm, clearance_of: 'all', stops: [stop] };

const roomOf = ({ routes }: VoyagePlan) =>
  routes.flatMap(({ track, sailing }) =>
    [track, sailing].flatMap(({ coordinates }) =>
      legClearances({ mesh: meshes[0]!.mesh, areas: [] }, coordinates).map(({ nm }) => nm),
    ),
  );

it('a leg that keeps it is planned once for each objective, and legs that enter it until they do not', () => {
  const whole = planned(meshes, fields, { certificate: true });
  expect(Math.min(...roomOf(whole))).toBeGreaterThan(0.98 * clearance_nm);
  const from = ({ lat, lon }: typeof start) =>
    plans.mock.calls.filter(([, at]) => at.lat === lat && at.lon === lon).length;
  expect(from(start)).toBe(2);
  expect(from(stop)).toBeGreaterThan(2);
});

it.each([{}, { stops: [stop] }, { stops: [stop], stop_order: 'best', max_wait_hours: 24 }])(
  'where time runs out, the best is answered that was found and keeps it: %o',
  (more) => {
    const seen = { looks: 0, allowed: Infinity };
    // time passes where it is looked at, and is up after so many looks
    const now = () => (seen.looks++ < seen.allowed ? 0 : 1e6);
    const plan = () =>
      planned(meshes, { ...fields, stops: null, ...more }, { certificate: true, timeBudgetMs: 1000, now });
    const whole = plan();
    const { looks } = seen;
    const costOf = ({ routes }: VoyagePlan) =>
      routes.map(({ track }) => [track.timeDays.at(-1)!, track.consumption!.at(-1)!]);
    let answers = 0;
    for (let part = 1; part < 8; part++) {
      Object.assign(seen, { looks: 0, allowed: Math.floor((part / 8) * looks) });
      try {
        const found = plan();
        expect(Math.min(...roomOf(found))).toBeGreaterThan(0.98 * clearance_nm);
        expect(found.routes.map(({ objective }) => objective)).toEqual(
          whole.routes.map(({ objective }) => objective),
        );
        const [[days], [, burnt]] = costOf(found) as [number[], number[]];
        const [[fewest], [, least]] = costOf(whole) as [number[], number[]];
        expect(days! / fewest!).toBeGreaterThan(1 - 1e-3);
        expect(burnt! / least!).toBeGreaterThan(1 - 1e-2);
        answers++;
      } catch (error) {
        if (!(error instanceof RouteInaccessible)) throw error;
        // what was found once is not thrown away
        expect(answers).toBe(0);
      }
    }
    expect(answers).toBeGreaterThan(2);
  },
);
