/** What a certificate takes as the reach of a vessel holds all that it reaches, at any bearing and speed. */
import { expect, it } from 'vitest';
import { courseOf, overGround } from '../../lib/speed/best-speed.ts';
import { greatest } from '../../lib/speed/greatest-ratio.ts';
import { reachPolygon } from '../../lib/speed/reach.ts';
import { SPEEDS, SpeedCurve } from '../../lib/speed/speed-curve.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { randomNumbers } from '../engine/random-mesh.ts';
import { ship } from './seas.ts';

const random = randomNumbers(23);
const between = (low: number, high: number) => low + random() * (high - low);
const FITS = [
  [0.00137247, -0.0029601, 0.25290433],
  [0, -0.008, 0.6],
  [0.002, -0.03, 0.05],
  [-0.0006, 0.025, 0.3],
];

/** Whether the wind changes the speed: by the published figures, or with a jump where it becomes strong. */
const ADJUSTMENTS = [undefined, {}, { wind_threshold_low: 0.5, speed_factor_low: 0.3, tailwind_factor: 3 }];

function randomCurve(windMps: number) {
  const adjustment = ADJUSTMENTS[Math.floor(3 * random())];
  const vessel = vesselOf(
    ship({
      ...(adjustment && { speed_adjustment: adjustment }),
      hull_type: random() < 0.5 ? 'slender' : 'blunt',
      consumption_model: {
        type: 'polynomial_fuel',
        params: {
          speed_coeffs: FITS[Math.floor(4 * random())],
          resistance_coeffs: [random() * 2e-10, (random() < 0.1 ? -1 : 1) * random() * 2e-5],
        },
      },
    }),
  );
  const angle = between(0, 7);
  const data = {
    ...{
      elevation: -500,
      iceConcentration: between(0, 60),
      iceThickness: between(0.05, 0.5),
      iceDensity: 900,
    },
    ...{ windEast: windMps * Math.sin(angle), windNorth: windMps * Math.cos(angle), waveHeight: Number.NaN },
    chartRisk: Number.NaN,
  };
  const cap = adjustment && windMps > 0 && random() < 0.3 ? between(5, 20) : 26.5;
  return new SpeedCurve(vessel, data, between(3, 8), between(15, 26.5), cap);
}

/** The greatest part of the reach that a point at a random bearing and speed comes to. */
function farthest(curve: SpeedCurve, samples: number): number {
  const λ = random() < 0.3 ? 0 : between(0, 40);
  const current = [between(-9, 9), between(-5, 5)] as const;
  const polygon = reachPolygon(curve, λ, current);
  let most = 0;
  for (let k = 0; k < samples; k++) {
    const bearing = between(0, 2 * Math.PI);
    const [x, y] = [Math.sin(bearing), Math.cos(bearing)];
    const course = courseOf(x, y, ...current);
    const v = between(curve.least, curve.most);
    const { speedKmh, rate } = curve.sail(v, course.low, course.high, course.fraction);
    const reached = overGround(speedKmh, course) / Math.max(1e-9, rate + λ);
    most = Math.max(most, reached / alongRay(polygon, x, y));
  }
  return most;
}

/** How far the polygon goes in a direction. */
function alongRay(polygon: Float64Array, x: number, y: number): number {
  let least = Infinity;
  for (let k = 0, j = polygon.length - 2; k < polygon.length; j = k, k += 2) {
    const [ax, ay, bx, by] = [polygon[j]!, polygon[j + 1]!, polygon[k]!, polygon[k + 1]!];
    const [dx, dy] = [bx - ax, by - ay];
    const reach = (ax * dy - ay * dx) / (x * dy - y * dx);
    if (reach > 0) least = Math.min(least, reach);
  }
  return least;
}

it('in any wind, ice and current, and hardly more', () => {
  const parts = Array.from({ length: 60 }, (_, k) =>
    farthest(randomCurve(k % 3 === 0 ? 0 : between(1, 25)), 800),
  );
  expect(Math.max(...parts)).toBeLessThanOrEqual(1 + 1e-9);
  expect(parts.toSorted((a, b) => a - b)[30]).toBeGreaterThan(0.98);
});

it('speeds and rates are as near the lines between the speeds of a table as their limits say', () => {
  let closest = Infinity;
  for (let k = 0; k < 60; k++) {
    const curve = randomCurve(k % 4 === 0 ? 0 : between(1, 25));
    const { lift, dip, rise, bend, fall } = curve.limits;
    bend.forEach((_, at) => {
      const [row, m] = [Math.floor(at / (SPEEDS - 1)), at % (SPEEDS - 1)];
      const [a, b] = [curve.speedAt(m), curve.speedAt(m + 1)];
      const [low, high] = [curve.sail(a, row, row, 0), curve.sail(b, row, row, 0)];
      for (let part = 0.1; part < 1; part += 0.2) {
        const v = a + part * (b - a);
        const { speedKmh, rate } = curve.sail(v, row, row, 0);
        const half = 0.5 * (v - a) * (b - v);
        const burnt = low.rate + part * (high.rate - low.rate);
        const speed = low.speedKmh + part * (high.speedKmh - low.speedKmh);
        closest = Math.min(
          closest,
          (rate - burnt + half * bend[at]! + fall[at]!) / burnt,
          (speed + half * lift[at]! + rise[at]! - speedKmh) / speed,
          (speedKmh - speed + half * dip[at]! + rise[at]!) / speed,
        );
      }
    });
  }
  expect(closest).toBeGreaterThan(-1e-9);
});

it('where headings are alike, G is bounded to some millionths', () => {
  for (let k = 0; k < 60; k++) {
    const curve = randomCurve(0);
    const [λ, x] = [between(0, 40), between(-3, 3)];
    let most = 0;
    for (let part = 0; part <= 1; part += 1 / 4000) {
      const v = curve.least + part * (curve.most - curve.least);
      most = Math.max(most, (v + x) / Math.max(1e-9, curve.rate(v) + λ));
    }
    const bound = greatest(curve.best, λ, x) / most;
    expect(bound).toBeGreaterThanOrEqual(1 - 1e-9);
    // a rate that is cut off at 0 has a kink
    if (curve.rates.every((rate) => rate > 0)) expect(bound).toBeLessThan(1.0005);
  }
});
