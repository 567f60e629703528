/** The route of least fuel is slower than the fastest one: it meets another sea. */
import { expect, it } from 'vitest';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

const grid: Grid = { columns: 12, rows: 6, box: [0, 0, 4, 2], degrees: 4 };
const departure = '2026-11-20T00:00:00.000Z';
const [start, end] = [placeAt(grid, 0.2, 1), placeAt(grid, 3.8, 1)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.parse(departure), departure });

/** Each cell has a speed, and each four of them a rate that differs from day to day. */
function randomSea(seed: number): CellAt {
  const random = randomNumbers(seed);
  const speeds = Array.from({ length: 12 * 6 }, () => 0.3 + 0.7 * random());
  const rates = Array.from({ length: 8 * 6 * 3 }, () => 1 + 5 * random());
  return (x, y, k) => ({
    speed: speeds[Math.floor(3 * x) + 12 * Math.floor(3 * y)]!,
    rate: rates[18 * k + Math.floor(1.5 * x) + 6 * Math.floor(1.5 * y)]!,
  });
}

// of ways that are the best where each cell is as it is when they come there, not when the fastest does
it.each([
  [39, 18.63],
  [57, 14.98],
  [150, 12.19],
])('is no dearer than a way that is known, in the random sea %i', (seed, tonnes) => {
  const { track } = planned(forecast(randomSea(seed), 8), {}).routes.at(-1)!;
  expect(track.consumption!.at(-1)!).toBeLessThan(tonnes);
});
