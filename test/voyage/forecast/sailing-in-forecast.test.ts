/** The sailing waypoints of a voyage through a forecast are the same voyage: they wait as its path does. */
import { expect, it } from 'vitest';
import { totalOf } from '../../../lib/engine/path/track.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 8, rows: 4, box: [0, 0, 4, 2], degrees: 4 };
const departure = '2026-11-20T06:00:00.000Z';
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1.1)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });
const stops = [{ name: 'A', ...placeAt(grid, 1.2, 0.4), stay_hours: 6 }];

const wave = (seed: number, x: number, y: number, k: number) => Math.sin(2.1 * x - 1.2 * y + 2.9 * k + seed);

/** By seed; what burns much on one day burns little on the next. */
const stormy =
  (seed: number): CellAt =>
  (x, y, k) => ({ u: 0.1 * wave(seed, y, x, k), speed: 0.9, rate: 2 + 1.8 * wave(seed, x, y, k) });

/** By seed: cells that open and close each day. */
const gates =
  (seed: number): CellAt =>
  (x, y, k) => ({
    closed: x > 1 && x < 3.5 && wave(7 * seed, 3 * x, 5 * y, k) > 0.2,
    speed: 0.8 + 0.2 * wave(seed, x, y, k),
    rate: 2 + wave(seed, x, y, k),
  });

it.each([
  ['waits for a day on which less is burnt', stormy, { max_wait_hours: 18 }, [17, 36]],
  ['comes to cells before they close', gates, {}, [36]],
] as const)('a voyage that %s', (_, seaOf, fields, seeds) => {
  for (const seed of seeds) {
    const [, { track, sailing }] = planned(forecast(seaOf(seed)), { ...fields, stops }).routes as [
      unknown,
      VoyageRoute,
    ];
    expect(totalOf(sailing, 'traveltime') / totalOf(track, 'traveltime')).toBeCloseTo(1, 2);
    expect(totalOf(sailing, 'fuel') / totalOf(track, 'fuel')).toBeCloseTo(1, 2);
  }
});

it('a cell that opens just as the vessel comes is not waited for', () => {
  const wall =
    (seed: number): CellAt =>
    (x, y, k) => ({
      closed: x > 2 && x < 2.5 && wave(7 * seed, x, 5 * y, k) > -0.2,
      speed: 0.8 + 0.2 * wave(seed, x, y, k),
      rate: 2 + wave(seed, x, y, k),
    });
  for (const seed of [1, 2, 7]) {
    const [{ dated }] = planned(forecast(wall(seed)), { stops }).routes as [VoyageRoute];
    expect(dated!.waits).toEqual([]);
  }
});
