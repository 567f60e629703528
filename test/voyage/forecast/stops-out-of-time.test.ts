/** A voyage through stops whose time for the calculation ends: what was found is answered, as the best for whatever was not looked for. */
import { describe, expect, it } from 'vitest';
import { OutOfTime } from '../../../lib/voyage/out-of-time.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { gridVoyages } from './grid-voyages.ts';

const grid: Grid = { columns: 6, rows: 6, box: [0, 0, 3, 3], degrees: 1 };
const departure = '2026-11-20T00:00:00.000Z';
const [start, end] = [placeAt(grid, 0.2, 0.7), placeAt(grid, 2.8, 0.9)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });
const meshes = forecast((x, y, k) => ({ u: 0.2 * ((k + Math.floor(2 * x + y)) % 3), rate: 1 + k / 10 }), 3);
const stops = [
  { name: 'A', ...placeAt(grid, 1.4, 2.6), stay_hours: 3 },
  { name: 'B', ...placeAt(grid, 0.6, 1.8) },
];

/** What is answered where time is up after parts of the looks at the clock that a whole calculation takes, of which most are its proofs. */
function answersInParts(fields: object) {
  const seen = { looks: 0, allowed: Infinity };
  // time passes where it is looked at, and is up after so many looks
  const now = () => (seen.looks++ < seen.allowed ? 0 : 1e6);
  const plan = () => planned(meshes, fields, { certificate: true, timeBudgetMs: 1000, now }).routes;
  const whole = plan();
  const { looks } = seen;
  expect(whole.every(({ complete }) => complete)).toBe(true);
  const parts = Array.from({ length: 9 }, (_, k) => ((k + 1) / 10) ** 2);
  const answers = parts.map((part) => {
    Object.assign(seen, { looks: 0, allowed: Math.floor(part * looks) });
    try {
      return plan();
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      return null;
    }
  });
  const first = answers.findIndex((routes) => routes !== null);
  const found = answers.slice(first);
  // once a way was found it is not thrown away
  expect(found).not.toContain(null);
  return { whole, first: parts[first]!, found: found.map((routes) => routes!) };
}

it.each([
  { stops },
  { stops, stop_order: 'best' },
  { stops, max_wait_hours: 24 },
  { stops, price: { per_day: 4000, per_tonne: 700 } },
])('%o', (fields) => {
  const { whole, found } = answersInParts(fields);
  expect(found.length).toBeGreaterThan(3);
  for (const routes of found) {
    expect(routes.map(({ objective }) => objective)).toEqual(whole.map(({ objective }) => objective));
    expect(routes[0]!.stops!.map(({ name }) => name).toSorted()).toEqual(
      whole[0]!.stops!.map(({ name }) => name).toSorted(),
    );
    // null says that the voyage that does not know the forecast can't be sailed: here it can
    expect(routes.map(({ dated }) => dated!.blind)).not.toContain(null);
  }
  expect(found.flat().some((route) => !route.complete)).toBe(true);
});

describe('stops that may be left out', () => {
  const valued = [1, 4, 2, 5].map((value, k) => {
    const place = placeAt(grid, 0.3 + 2.4 * ((0.618 * k) % 1), 0.3 + 2.4 * ((0.413 * k + 0.2) % 1));
    return { name: `S${k}`, value, ...place, stay_hours: 3 };
  });
  const after = { not_before: '2026-11-21T00:00:00.000Z' };
  const tied = valued.slice(1).map((stop, k) => (k === 1 ? { ...stop, ...after } : stop));

  it.each([
    ['in so much time', { stops: valued, stop_order: 'best', within_hours: 40 }, 0.1],
    ['in their order', { stops: valued, within_hours: 40 }, 0.1],
    ['with so much fuel', { stops: valued.slice(1), stop_order: 'best', within_tonnes: 8 }, 0.5],
    ['with windows and so much fuel', { stops: tied, stop_order: 'best', within_tonnes: 9 }, 0.5],
  ])('%s are called at as far as was found, told as not proved', (_, fields, soon) => {
    const { whole, first, found } = answersInParts(fields);
    expect(first).toBeLessThan(soon);
    for (const routes of found) {
      const { value, bound } = routes[0]!.worth!;
      expect(value).toBeLessThanOrEqual(whole[0]!.worth!.value);
      if (bound !== null) expect(bound).toBeGreaterThanOrEqual(whole[0]!.worth!.value);
    }
    expect(found[0]!.some(({ complete }) => !complete)).toBe(true);
    expect(found.at(-1)![0]!.worth!.value).toBe(whole[0]!.worth!.value);
  });
});
