/** What one request finds through ice that moves, another is not refused. */
import { expect, it } from 'vitest';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { burnt, days, forecast, planned, withinOf } from './daily-meshes.ts';

/** Fields of ice that drift, a current that turns each day, and a day with wind. */
function drifting(seed: number) {
  const random = randomNumbers(seed);
  const floes = Array.from({ length: 3 }, () => ({
    ...{ column: 8 * random(), line: 8 * random(), radius: 1 + 2.5 * random() },
    ...{ east: random() - 0.5, north: random() - 0.5 },
    ...{ iceConcentration: 30 + 60 * random(), iceThickness: 0.3 + 0.7 * random() },
  }));
  const [one, other] = [0.4 * (random() - 0.5), 0.4 * (random() - 0.5)];
  const windy = Math.floor(4 * random());
  return forecast((column, line, day) => {
    const floe = floes.find(
      (own) =>
        Math.hypot(column - own.column - day * own.east, line - own.line - day * own.north) < own.radius,
    );
    const [u, v] = day % 2 ? [one, other] : [-other, one];
    const wind = { windEast: day === windy ? 10 * random() : 0, windNorth: 0 };
    const { iceConcentration = 0, iceThickness = 0 } = floe ?? {};
    return { u, v, columns: { iceConcentration, iceThickness, iceDensity: 900, ...wind } };
  }, 4);
}

it('a limit of fuel is not refused where a voyage of more hours keeps it', () => {
  const meshes = drifting(3);
  const [fastest] = planned(meshes, {}).routes.map(days) as [number];
  const slow = withinOf(planned(meshes, { within_hours: 2 * 24 * fastest }));
  const within_tonnes = 1.05 * burnt(slow);
  const within = withinOf(planned(meshes, { within_tonnes }));
  expect(burnt(within)).toBeLessThanOrEqual(within_tonnes * (1 + 1e-9));
  expect(days(within)).toBeLessThan(1.05 * days(slow));
  expect(within.optimality!.least).toBeLessThan(days(slow));
});
