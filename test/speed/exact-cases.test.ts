/** Cases with a closed form, each by a calculation of its own. */
import { describe, expect, it } from 'vitest';
import { rhumb } from '../../lib/engine/geometry/sphere.ts';
import { TimeTooShort } from '../../lib/speed/choose-speeds.ts';
import { some } from '../thorough.ts';
import { seaOf, ship, spaced, voyageOn } from './seas.ts';

/** Tonnes an hour of RRS Sir David Attenborough in open water, v in km/h. */
const f = (v: number) => 0.00137247 * v * v - 0.0029601 * v + 0.25290433;
const FULL = 26.5;
/** The least of a function with one minimum, by thirds. */
function least(of: (x: number) => number, low: number, high: number): number {
  for (let k = 0; k < 200; k++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (of(a) < of(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}
const root = (of: (x: number) => number, low: number, high: number): number => {
  for (let k = 0; k < 200; k++) {
    const middle = (low + high) / 2;
    if (of(low) < 0 === of(middle) < 0) low = middle;
    else high = middle;
  }
  return low;
};

const meridian = [
  { lat: -64.5, lon: 0.5 },
  { lat: -60.5, lon: 0.5 },
] as const;
const open = seaOf(spaced(-4, 4, 8), spaced(-66, -58, 8));

describe('one open sea', () => {
  const SAVED = [
    [1.2, -9.669],
    [1.952, -20.144],
    [1.1, -5.476],
    [4 / 3, -13.762],
    [1.5, -17.115],
    [1.75, -19.625],
  ] as const;
  it.each(some(2, SAVED))(
    'in %d times the time of the fastest saves as much as the formula says',
    (times, percent) => {
      const { within, days, fuel } = voyageOn(open, meridian, { times });
      const { track, optimality } = within!;
      const v = Math.max(
        FULL / times,
        least((x) => f(x) / x, 5, FULL),
      );
      expect(track.consumption!.at(-1)! / fuel).toBeCloseTo((f(v) / v / f(FULL)) * FULL, 6);
      expect(100 * (track.consumption!.at(-1)! / fuel - 1)).toBeCloseTo(percent, 3);
      if (times < 1.95) expect(Math.abs(track.timeDays.at(-1)! - times * days) * 86_400).toBeLessThan(1);
      expect(optimality!.gapPercent).toBeLessThan(0.1);
    },
  );

  it('with more time than the least fuel needs arrives early', () => {
    const { within, days } = voyageOn(open, meridian, { times: 3 });
    const slow = least((x) => f(x) / x, 5, FULL);
    expect(slow).toBeCloseTo(13.57, 2);
    expect(within!.track.timeDays.at(-1)! / days).toBeCloseTo(FULL / slow, 4);
  });

  it('to where she is takes nothing, which is proved', () => {
    const { within, tradeOff } = voyageOn(open, [meridian[0], meridian[0]], { times: 1, tradeOff: 2 });
    expect(within!.optimality).toMatchObject({ least: 0, gapPercent: 0 });
    expect(tradeOff!.map(({ gapPercent }) => gapPercent)).toEqual([0, 0]);
  });

  it('can not be crossed in less than the fastest takes, and says how much that is', () => {
    expect(() => voyageOn(open, meridian, { times: 0.99 })).toThrow(TimeTooShort);
    expect(() => voyageOn(open, meridian, { times: 0.99 })).toThrow(/takes 1[67]\.\d\d hours/);
    // what is too short by a second is not the same text as what is needed
    expect(() => voyageOn(open, meridian, { times: 0.99998 })).not.toThrow(
      /within (\d+\.\d+) hours.*takes \1 hours/,
    );
    expect(() => voyageOn(open, meridian, { times: 0.99998 })).toThrow(TimeTooShort);
  });

  it('in exactly the time of the fastest sails as it does', () => {
    const { within, fuel } = voyageOn(open, meridian, { times: 1 });
    expect(within!.track.consumption!.at(-1)! / fuel).toBeCloseTo(1, 8);
  });
});

describe('bands of ice across a meridian', () => {
  const bands = [null, { c: 40, h: 0.5 }, { c: 70, h: 0.9 }, null, { c: 25, h: 1.2 }, { c: 60, h: 0.4 }];
  const lats = [-66, -65, -63.5, -62.5, -61.5, -60.5, -59];
  const sea = seaOf(spaced(-4, 4, 4), lats, (_, line) => {
    const band = bands[line];
    const columns = { iceConcentration: band?.c ?? 0, iceThickness: band?.h ?? 0, iceDensity: 900 };
    return { columns };
  });
  const ends = [
    { lat: -65.5, lon: 0.3 },
    { lat: -59.5, lon: 0.3 },
  ] as const;
  const ice = ({ c, h }: { c: number; h: number }, v: number) => {
    const [C, s] = [c / 100, v / 3.6];
    return 0.5 * 4.4 * (s / Math.sqrt(9.81 * C * h)) ** -0.8267 * 900 * 24 * h * s * s * C ** 2;
  };
  const rate = (band: (typeof bands)[number], v: number) => {
    const R = band ? ice(band, v) : 0;
    return f(v) + 7.75218178e-11 * R * R + 6.48113363e-6 * R;
  };
  const legs = bands.map((band, i) => {
    const [from, to] = [Math.max(lats[i]!, -65.5), Math.min(lats[i + 1]!, -59.5)];
    const km = (((to - from) * Math.PI) / 180) * 6371.1;
    const most = band && ice(band, FULL) > 96634.5 ? root((v) => ice(band, v) - 96634.5, 0.1, FULL) : FULL;
    return { band, km, most };
  });
  const voyageAt = (λ: number) => {
    let [hours, tonnes] = [0, 0];
    for (const { band, km, most } of legs) {
      const v = least((x) => (rate(band, x) + λ) / x, Math.min(0.2 * FULL, most), most);
      hours += km / v;
      tonnes += (km / v) * rate(band, v);
    }
    return { hours, tonnes };
  };
  const fastest = legs.reduce((sum, { km, most }) => sum + km / most, 0);

  it.each(some(1, [1.2, 1.05, 1.5]))(
    'have one marginal cost in %d times the time of the fastest',
    (times) => {
      const { within, days } = voyageOn(sea, ends, { times });
      expect(days * 24).toBeCloseTo(fastest, 6);
      const λ = root((x) => voyageAt(x).hours - times * fastest, 1e-6, 1e3);
      const { hours, tonnes } = voyageAt(λ);
      expect(within!.track.timeDays.at(-1)! * 24).toBeCloseTo(hours, 4);
      expect(within!.track.consumption!.at(-1)! / tonnes).toBeCloseTo(1, 6);
      expect(within!.optimality!.gapPercent).toBeLessThan(0.3);
    },
  );
});

describe('a strait of heavy ice against an open way round', () => {
  // a wall from west to east with two gaps: one of ice in the middle, and open water in the east
  const lons = spaced(-6, 18, 12);
  const lats = spaced(-66, -58, 8);
  const sea = (ice: boolean, round: boolean) =>
    seaOf(lons, lats, (column, line) => {
      const isWall = line === 3 || line === 4;
      const isStrait = column === 3;
      const isRound = column === 8;
      const isOpen = !isWall || (isStrait && ice) || (isRound && round);
      const hasIce = isWall && isStrait;
      const columns = {
        elevation: isOpen ? -500 : 10,
        iceConcentration: hasIce ? 80 : 0,
        iceThickness: hasIce ? 0.2 : 0,
        iceDensity: 900,
      };
      return { columns };
    });
  const ends = [
    { lat: -64.7, lon: 1 },
    { lat: -59.1, lon: 1 },
  ] as const;

  // its risk index, −2, lets the ship sail at 3 knots there
  const careful = ship({ ice_class: 'none', minimum_rio: -10 });
  const at = (ice: boolean, round: boolean, query: Parameters<typeof voyageOn>[2]) =>
    voyageOn(sea(ice, round), ends, query, careful);

  it('is at each time the better of the two', () => {
    const both = at(true, true, { tradeOff: 9 });
    const ways = [at(true, false, { times: 1 }), at(false, true, { times: 1 })];
    const chosen = both.tradeOff!.map(({ days, consumption, gapPercent }) => {
      const each = ways.map((way, k) =>
        way.days > days * (1 + 1e-9)
          ? Infinity
          : at(k === 0, k === 1, { times: days / way.days }).within!.track.consumption!.at(-1)!,
      );
      expect(consumption / Math.min(...each)).toBeCloseTo(1, 4);
      expect(consumption / (1 + gapPercent! / 100)).toBeLessThanOrEqual(Math.min(...each) * (1 + 1e-9));
      return each[0]! < each[1]! ? 'ice' : 'round';
    });
    expect(new Set(chosen).size).toBe(2);
    expect(both.tradeOff!.some(({ note }) => note?.startsWith('Not convex'))).toBe(true);
    for (const { gapPercent, note } of both.tradeOff!) if (gapPercent! > 1) expect(note).not.toBeNull();
  });
});

describe('an opposing current', () => {
  it.each(some(1, [1, 0.3, 2]))(
    'of %d m/s: fuel per mile over ground is least where f′(v)(v − c) = f(v)',
    (mps) => {
      const c = 3.6 * mps;
      const sea = seaOf(spaced(-4, 4, 8), spaced(-66, -58, 8), () => ({ v: -mps }));
      const { within } = voyageOn(sea, meridian, { times: 20 });
      const v = root((x) => (2 * 0.00137247 * x - 0.0029601) * (x - c) - f(x), c + 0.01, 60);
      const km = ((4 * Math.PI) / 180) * 6371.1;
      const { track } = within!;
      expect(track.consumption!.at(-1)! / ((km / (v - c)) * f(v))).toBeCloseTo(1, 5);
      expect(track.speedKmh.slice(1).every((speed) => Math.abs(speed / v - 1) < 1e-3)).toBe(true);
    },
  );
});

it('a rhumb line is as long as the closed forms take it', () => {
  expect(rhumb(meridian[0], meridian[1]).lengthM).toBeCloseTo(((4 * Math.PI) / 180) * 6371.1e3, 3);
  expect(ship().max_speed).toBe(FULL);
});
