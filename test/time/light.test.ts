import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDay } from '../../lib/time/daylight.ts';
import { lightAt } from '../../lib/time/light.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const HOUR_MS = 3_600_000;

test('a night in London has both twilights, at the times of the almanac', () => {
  const bands = lightAt({ lat: 51.48, lon: 0 }, { from: at('2026-03-20T12:00'), to: at('2026-03-21T12:00') });
  expect(bands.map(({ light }) => light)).toEqual(['day', 'twilight', 'night', 'twilight', 'day']);
  // The Astronomical Almanac's algorithm (NOAA calculator): sunset 18:13, civil dusk 18:45, dawn 05:29, sunrise 06:02
  const changes = ['2026-03-20T18:13', '2026-03-20T18:46', '2026-03-21T05:29', '2026-03-21T06:02'].map(at);
  for (const [k, change] of changes.entries())
    expect(Math.abs(bands[k]!.to - change)).toBeLessThan(3 * 60_000);
});

test('a polar day is one band, a polar night too, and so is an instant', () => {
  const stay = { from: at('2026-12-20T00:00'), to: at('2026-12-24T00:00') };
  expect(lightAt({ lat: -75, lon: -30 }, stay)).toEqual([{ ...stay, light: 'day' }]);
  expect(lightAt({ lat: 80, lon: -30 }, stay)).toEqual([{ ...stay, light: 'night' }]);
  const noon = at('2026-12-21T12:00');
  expect(lightAt({ lat: 51.48, lon: 0 }, { from: noon, to: noon })).toEqual([
    { from: noon, to: noon, light: 'day' },
  ]);
});

test('the bands are the whole stretch without gaps, and say of each instant what the sun does', () => {
  const place = fc.record({
    lat: fc.double({ min: -89, max: 89, noNaN: true }),
    lon: fc.double({ min: -180, max: 179, noNaN: true }),
  });
  const begin = fc.integer({ min: at('2024-01-01T00:00'), max: at('2030-01-01T00:00') });
  const hours = fc.double({ min: 0.1, max: 60, noNaN: true });
  fc.assert(
    fc.property(
      place,
      begin,
      hours,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (where, from, long, part) => {
        const to = from + long * HOUR_MS;
        const bands = lightAt(where, { from, to });
        expect([bands[0]!.from, bands.at(-1)!.to]).toEqual([from, to]);
        for (const [k, band] of bands.slice(1).entries()) {
          expect(band.from).toBe(bands[k]!.to);
          expect(band.light).not.toBe(bands[k]!.light);
        }
        const time = from + part * (to - from);
        const band = bands.find((each) => each.from <= time && time <= each.to)!;
        if (Math.min(time - band.from, band.to - time) < 1000) return;
        expect(band.light === 'day').toBe(isDay(where, 'sun', time));
        expect(band.light !== 'night').toBe(isDay(where, 'civil', time));
      },
    ),
    { numRuns: 100 },
  );
});
