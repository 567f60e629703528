/** Days at sea against another library's almanac (astronomy-engine, after VSOP87). */
import { Body, Observer, SearchAltitude } from 'astronomy-engine';
import { describe, expect, it } from 'vitest';
import { daysAt, isDay } from '../../lib/time/daylight.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ALTITUDE = { sun: -0.833, civil: -6, nautical: -12 } as const;

const span = (from: string, days: number) => ({
  from: Date.parse(from),
  to: Date.parse(from) + days * DAY_MS,
});
const isoOf = (time: number) => new Date(time).toISOString();

describe('days', () => {
  it.each([
    ['the Falklands', { lat: -51.7, lon: -57.9 }],
    ['Signy', { lat: -60.7, lon: -45.6 }],
    ['Rothera, weeks after midsummer', { lat: -67.6, lon: -68.1 }],
    ['Svalbard, when the sun comes back', { lat: 78.2, lon: 15.6 }],
    ['beside the antimeridian', { lat: -64, lon: 179.9 }],
    ['on the other side of it', { lat: -64, lon: -179.9 }],
    ['the equator', { lat: 0, lon: 0 }],
  ])('at %s begin and end when an almanac says, to two minutes', (_, place) => {
    const observer = new Observer(place.lat, place.lon, 0);
    const { from, to } = span('2027-02-10T05:00Z', 9);
    for (const kind of ['sun', 'civil', 'nautical'] as const) {
      const days = daysAt(place, kind, { from, to });
      expect(days.length).toBeGreaterThan(0);
      for (const day of days) {
        for (const [side, direction] of [
          ['from', 1],
          ['to', -1],
        ] as const) {
          if (day[side] === from || day[side] === to) continue;
          const near = new Date(day[side] - 30 * MINUTE_MS);
          const said = SearchAltitude(Body.Sun, observer, direction, near, 0.1, ALTITUDE[kind]);
          expect(Math.abs(said!.date.getTime() - day[side]), `${kind} ${isoOf(day[side])}`).toBeLessThan(
            2 * MINUTE_MS,
          );
        }
      }
    }
  });

  it('do not end in polar summer, and do not come in polar winter, at the poles too', () => {
    for (const lat of [-75, -90]) {
      const place = { lat, lon: 0 };
      const summer = span('2026-12-01T00:00Z', 30);
      expect(daysAt(place, 'sun', summer)).toEqual([summer]);
      expect(daysAt(place, 'sun', span('2026-06-10T00:00Z', 20))).toEqual([]);
      expect(isDay(place, 'sun', summer.from)).toBe(true);
    }
    // half a year, which begins a little before the equinox because of refraction
    const [half, ...others] = daysAt({ lat: -90, lon: 0 }, 'sun', span('2026-06-21T00:00Z', 365));
    expect(others).toEqual([]);
    expect(isoOf(half!.from)).toMatch(/^2026-09-2[01]/);
    expect((half!.to - half!.from) / DAY_MS).toBeGreaterThan(180);
  });

  it('are cut where the span begins and ends', () => {
    const noon = Date.parse('2026-11-21T16:00Z');
    const whole = { from: noon, to: noon + 2 * DAY_MS };
    const days = daysAt({ lat: -60, lon: -60 }, 'sun', whole);
    expect(days).toHaveLength(3);
    expect([days[0]!.from, days[2]!.to]).toEqual([whole.from, whole.to]);
    for (const [k, day] of days.slice(1).entries()) expect(day.from).toBeGreaterThan(days[k]!.to);
  });
});
