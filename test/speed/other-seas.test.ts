/** The exact cases on other seas, for other vessels: each by a calculation of its own. */
import { expect, it } from 'vitest';
import { seaOf, ship, spaced, voyageOn } from './seas.ts';

const KM_PER_DEGREE = (Math.PI / 180) * 6371.1;
const KNOTS = 1.852;

/** Where a function that rises changes its sign. */
function root(of: (x: number) => number, low: number, high: number): number {
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (of(middle) < 0) low = middle;
    else high = middle;
  }
  return low;
}

/** The ship of the sea trial in docs/vessels.md. */
const trial = ship({
  ...{ max_speed: 14, unit: 'knots', beam: 18, hull_type: 'blunt', force_limit: 768_300, min_depth: 9 },
  consumption_model: {
    type: 'polynomial_fuel',
    params: {
      speed_coeffs: [0.001714, -0.02624, 0.2979],
      resistance_coeffs: [7.75218178e-11, 6.48113363e-6],
    },
  },
});
const f = (v: number) => 0.001714 * v * v - 0.02624 * v + 0.2979;

it('another ship in the Arctic: open water in a multiple of its time', () => {
  const arctic = seaOf(spaced(176, 180, 2), spaced(70, 78, 4));
  const ends = [
    { lat: 71, lon: 179 },
    { lat: 77, lon: 179 },
  ] as const;
  const full = 14 * KNOTS;
  for (const times of [1.15, 1.6, 3]) {
    const { within } = voyageOn(arctic, ends, { times }, trial);
    const v = Math.max(full / times, Math.sqrt(0.2979 / 0.001714));
    const fuel = ((6 * KM_PER_DEGREE) / v) * f(v);
    expect(within!.track.consumption!.at(-1)! / fuel).toBeCloseTo(1, 6);
    expect(within!.optimality!.gapPercent).toBeLessThan(0.1);
  }
});

it('bands of ice for a blunt hull, of which one leaves it less than its least speed', () => {
  const bands = [null, { c: 30, h: 0.4 }, { c: 55, h: 0.8 }, { c: 75, h: 1.6 }, null];
  const lats = [60, 60.8, 61.4, 62.2, 62.5, 64];
  const sea = seaOf(spaced(20, 24, 2), lats, (_, line) => {
    const { c, h } = bands[line] ?? { c: 0, h: 0 };
    return { columns: { iceConcentration: c, iceThickness: h, iceDensity: 850 } };
  });
  const ice = ({ c, h }: { c: number; h: number }, v: number) => {
    const [C, s] = [c / 100, v / 3.6];
    return 0.5 * 16.1 * (s / Math.sqrt(9.81 * C * h)) ** -1.7937 * 850 * 18 * h * s * s * C ** 3;
  };
  const [full, least] = [14 * KNOTS, 0.45 * 14 * KNOTS];
  const legs = bands.map((band, i) => {
    const R = (v: number) => (band ? ice(band, v) : 0);
    const most = R(full) > 768_300 ? root((v) => R(v) - 768_300, 0.01, full) : full;
    const rate = (v: number) => f(v) + 7.75218178e-11 * R(v) ** 2 + 6.48113363e-6 * R(v);
    const km = (Math.min(lats[i + 1]!, 63.5) - Math.max(lats[i]!, 60.3)) * KM_PER_DEGREE;
    return { km, rate, most, least: Math.min(least, most) };
  });
  expect(legs.some(({ most }) => most < least)).toBe(true);
  const at = (λ: number) => {
    let [hours, tonnes] = [0, 0];
    for (const { km, rate, most, least: low } of legs) {
      let [from, to] = [low, most];
      for (let k = 0; k < 60; k++) {
        const [one, other] = [from + (to - from) / 3, to - (to - from) / 3];
        if ((rate(one) + λ) / one < (rate(other) + λ) / other) to = other;
        else from = one;
      }
      const v = (from + to) / 2;
      hours += km / v;
      tonnes += (km / v) * rate(v);
    }
    return { hours, tonnes };
  };
  const ends = [
    { lat: 60.3, lon: 22.5 },
    { lat: 63.5, lon: 22.5 },
  ] as const;
  const fastest = legs.reduce((sum, { km, most }) => sum + km / most, 0);
  const { within, days } = voyageOn(sea, ends, { times: 1.15, leastKmh: least }, trial);
  expect(days * 24).toBeCloseTo(fastest, 6);
  const λ = root((x) => 1.15 * fastest - at(x).hours, 1e-6, 10);
  expect(within!.track.consumption!.at(-1)! / at(λ).tonnes).toBeCloseTo(1, 4);
  expect(within!.optimality!.gapPercent).toBeLessThan(0.3);
});

it.each([0.4, 1.5])('a current of %d m/s behind: fuel per mile is least where f′(v)(v + c) = f(v)', (mps) => {
  const c = 3.6 * mps;
  const sea = seaOf(spaced(-2, 2, 2), spaced(-3, 3, 3), () => ({ v: mps }));
  const ends = [
    { lat: -2.5, lon: 0.4 },
    { lat: 2.5, lon: 0.4 },
  ] as const;
  const { within } = voyageOn(sea, ends, { times: 20 }, trial);
  const v = root((x) => (2 * 0.001714 * x - 0.02624) * (x + c) - f(x), 8, 60);
  const fuel = ((5 * KM_PER_DEGREE) / (v + c)) * f(v);
  expect(within!.track.consumption!.at(-1)! / fuel).toBeCloseTo(1, 5);
});

/** An open sea with a meridian of 5.2° through it, and the ship with other fuel. */
const crossed = [
  { lat: -61.6, lon: 12.4 },
  { lat: -56.4, lon: 12.4 },
] as const;
const crossing = (u: number, speed_coeffs: readonly number[], times: number) => {
  const params = { speed_coeffs, resistance_coeffs: [0, 6e-6] };
  const sea = seaOf(spaced(10, 14, 4), spaced(-62, -56, 6), () => ({ u }));
  const { within } = voyageOn(
    sea,
    crossed,
    { times },
    ship({ consumption_model: { type: 'polynomial_fuel', params } }),
  );
  const { track, optimality } = within!;
  const { gapPercent } = optimality!;
  return { hours: 24 * track.timeDays.at(-1)!, fuel: track.consumption!.at(-1)!, gapPercent };
};

it('fuel as the square of the speed: a D² / T, down to the least speed, and as well proved there', () => {
  const D = 5.2 * KM_PER_DEGREE;
  for (const times of [1.3, 4.9, 7]) {
    const T = (Math.min(times, 5) * D) / 26.5;
    const { hours, fuel, gapPercent } = crossing(0, [0.002, 0, 0], times);
    expect(hours / T).toBeCloseTo(1, 9);
    expect(fuel / ((0.002 * D * D) / T)).toBeCloseTo(1, 9);
    expect(gapPercent).toBeLessThan(0.05);
  }
});

it('a current across: no more than straight at √(v² − c²), and that proved', () => {
  const [D, c] = [5.2 * KM_PER_DEGREE, 3.6 * 2];
  const F = (v: number) => 0.00137247 * v * v - 0.0029601 * v + 0.25290433;
  const hours = (1.6 * D) / Math.sqrt(26.5 * 26.5 - c * c);
  const straight = hours * F(Math.hypot(D / hours, c));
  const { fuel, gapPercent } = crossing(2, [0.00137247, -0.0029601, 0.25290433], 1.6);
  // bent a little poleward it drifts less far
  expect(fuel / straight).toBeLessThan(1.00001);
  expect(fuel / straight).toBeGreaterThan(0.9995);
  expect(fuel / (1 + gapPercent / 100)).toBeLessThan(straight);
});

it.each([
  ['flat', [0, 0, 0.4]],
  ['falling with speed', [0, -0.008, 0.6]],
])('%s fuel is least at full speed, however long it may take', (_, coeffs) => {
  const full = (5.2 * KM_PER_DEGREE) / 26.5;
  const { hours, fuel } = crossing(0, coeffs, 3);
  expect(hours / full).toBeCloseTo(1, 9);
  expect(fuel / (full * (26.5 * coeffs[1]! + coeffs[2]!))).toBeCloseTo(1, 9);
});

it('a gap of a trade-off is laid to a change of the path only where that is its cause', () => {
  const wind = { windEast: -14.1, windNorth: -6.1 };
  const sea = seaOf(spaced(10, 12, 2), spaced(-15, -13, 2), () => ({ u: 0.3, v: 1.8, columns: wind }));
  const ends = [
    { lat: -14.3, lon: 10.2 },
    { lat: -14.1, lon: 11.8 },
  ] as const;
  const { tradeOff } = voyageOn(sea, ends, { tradeOff: 3 }, ship({ speed_adjustment: {} }));
  const { gapPercent, note } = tradeOff!.at(-1)!;
  expect(gapPercent).toBeGreaterThan(1);
  expect(note).toMatch(/strong winds/);
});

it('a least speed of next to nothing, at which a long voyage costs next to nothing: a bound of a rounding error is no proof', () => {
  const sea = seaOf(spaced(10, 12, 2), spaced(-61, -60, 2), (column) => ({ u: 0.05 - 0.05 * column }));
  const ends = [
    { lat: -60.8, lon: 10.2 },
    { lat: -60.2, lon: 11.8 },
  ] as const;
  const params = { speed_coeffs: [0.00137247, 0, 0], resistance_coeffs: [0, 0] };
  const vessel = ship({ consumption_model: { type: 'polynomial_fuel', params } });
  const { within, tradeOff } = voyageOn(sea, ends, { times: 1e4, tradeOff: 3, leastKmh: 1e-9 }, vessel);
  expect(within!.optimality).toBeNull();
  expect(tradeOff!.map(({ gapPercent }) => gapPercent === null || gapPercent < 1e4)).toEqual([
    true,
    true,
    true,
  ]);
  expect(tradeOff![0]!.gapPercent).toBeLessThan(1);
});
