/** A table of departures whose time for the calculation ends. */
import { expect, it } from 'vitest';
import { planWithin } from '../../../lib/routes/calculation-budget.ts';
import { changing, departure, planned } from './daily-meshes.ts';

const departures = { from: departure, to: '2026-11-20T18:00:00.000Z', step_hours: 6 };
const BUDGET_MS = 60_000;

/** A clock that stands still until it was looked at so many times, and has then passed every budget. */
function clock(looks: number) {
  const seen = { looks: 0 };
  const now = () => (seen.looks++ < looks ? 0 : 100 * BUDGET_MS);
  return { seen, how: { certificate: false, timeBudgetMs: BUDGET_MS, now } };
}

it('says where it came to no way that it had no time to look for one', () => {
  const { seen, how } = clock(Infinity);
  planned(changing, {}, false, how);
  const { how: forOne } = clock(seen.looks);
  const [first, ...others] = planned(changing, { departures }, false, forOne).departures!;
  expect(first!.status).toBe('SUCCESS');
  for (const { status, reason } of others) {
    expect(status).toBe('FAILURE');
    expect(reason).toBe('The time for the calculation ran out before a way was found');
  }
});

it('is no sea without a way where none of them had the time', () => {
  let looks = 0;
  const how = { certificate: false, timeBudgetMs: 8, now: () => looks++ };
  const inNoTime = () =>
    planWithin(
      BUDGET_MS,
      () => planned(changing, { departures }, false, how),
      () => 0,
    );
  expect(inNoTime).toThrow(expect.objectContaining({ name: 'CalculationTooLong' }));
});
