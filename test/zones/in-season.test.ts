import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsAlways, countsAt, countsWithin } from '../../lib/zones/in-season.ts';
import { season } from '../../lib/zones/season.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { between } from '../between.ts';

const zone = (from?: string, to?: string): Zone =>
  ({ name: 'A', kind: 'closed', ...(from && { season: { from, to } }) }) as Zone;

const SUMMER = zone('11-01', '03-31');
const OCTOBER = zone('10-05', '10-20');

describe('a zone with a season', () => {
  it.each([
    ['2026-10-04T23:59:59Z', false],
    ['2026-10-05T00:00:00Z', true],
    ['2026-10-20T23:59:59Z', true],
    ['2026-10-21T00:00:00Z', false],
  ])('counts from the beginning of its first day to the end of its last: %s', (time, counts) => {
    expect(countsAt(OCTOBER, time, 0)).toBe(counts);
  });

  it.each([
    ['2026-10-31T23:59:59Z', false],
    ['2026-11-01T00:00:00Z', true],
    ['2026-12-31T12:00:00Z', true],
    ['2027-01-01T12:00:00Z', true],
    ['2027-03-31T23:59:59Z', true],
    ['2027-04-01T00:00:00Z', false],
  ])('may span New Year: %s', (time, counts) => {
    expect(countsAt(SUMMER, time, 0)).toBe(counts);
  });

  it('counts by the day on which the vessel is there, in UTC', () => {
    expect(countsAt(OCTOBER, '2026-10-04T20:00:00Z', 3.9 / 24)).toBe(false);
    expect(countsAt(OCTOBER, '2026-10-04T20:00:00Z', 4.1 / 24)).toBe(true);
    // the day has begun by the ship's clock, and not in UTC
    expect(countsAt(OCTOBER, '2026-10-05T02:00:00+03:00', 0)).toBe(false);
  });

  it('counts for a voyage if any of its days is in the season, the last moment included', () => {
    const leaves = '2026-10-01T00:00:00Z';
    expect([3.9, 4, 4.1, 40].map((days) => countsWithin(OCTOBER, leaves, days))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(countsWithin(OCTOBER, '2026-10-21T00:00:00Z', 300)).toBe(false);
    expect(countsWithin(OCTOBER, '2026-10-21T00:00:00Z', 349)).toBe(true);
    expect(countsWithin(OCTOBER, '2026-10-21T00:00:00Z', 1e9)).toBe(true);
    expect(countsWithin(OCTOBER, '2026-10-10T00:00:00Z', 0)).toBe(true);
  });
});

const dayOf = (ms: number) => new Date(ms).toISOString().slice(5, 10);
const HOUR = 3_600_000;

it('counts where an hour of the voyage is on a day from its first one on up to its last', () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  const time = fc.integer({ min: 0, max: 4 * 366 * 24 });
  fc.assert(
    fc.property(
      time,
      time,
      fc.integer({ min: 0, max: 364 }),
      between(0, 420),
      (left, first, length, days) => {
        const [departure, from] = [start + left * HOUR, start + first * HOUR];
        const to = from + length * 24 * HOUR;
        // the days of the season, one after the other as a calendar has them
        const counted = new Set(Array.from({ length: length + 1 }, (_, k) => dayOf(from + k * 24 * HOUR)));
        const its = zone(dayOf(from), dayOf(to));
        const leaves = new Date(departure).toISOString();
        const hours = Array.from({ length: Math.floor(24 * days) + 1 }, (_, hour) => hour / 24).concat(days);
        const isIn = (day: number) => counted.has(dayOf(departure + day * 24 * HOUR));
        // a leap day is in a season that ends before it and begins after it no more than the days beside it
        fc.pre(!counted.has('02-29') === !(counted.has('02-28') && counted.has('03-01')));
        for (const day of [hours[0]!, hours[hours.length >> 1]!, days])
          expect(countsAt(its, leaves, day)).toBe(isIn(day));
        expect(countsWithin(its, leaves, days)).toBe(hours.some(isIn));
      },
    ),
    { seed: 1, numRuns: 60 },
  );
});

it('a season has two days of a year', () => {
  const days = Array.from({ length: 366 }, (_, k) => dayOf(Date.UTC(2028, 0, 1) + k * 24 * HOUR));
  for (const from of days) expect(season.safeParse({ from, to: '01-01' }).success).toBe(true);
  for (const bad of [
    '00-10',
    '13-01',
    '02-30',
    '04-31',
    '01-00',
    '01-32',
    '1-1',
    '01-01T',
    ' 01-01',
    '0101',
    null,
  ])
    for (const each of [
      { from: bad, to: '01-01' },
      { from: '01-01', to: bad },
    ])
      expect(season.safeParse(each).error!.issues[0]!.message).toMatch(/^must be a day of the year as MM-DD/);
  for (const bad of [{ from: '01-01' }, { from: '01-01', to: '02-01', year: 2026 }, '01-01/02-01', null])
    expect(season.safeParse(bad).success).toBe(false);
});

it('without a season, or without a departure, a zone always counts', () => {
  const time = '2026-06-01T00:00:00Z';
  expect([zone(), SUMMER].map((each) => countsAlways(each, time))).toEqual([true, false]);
  expect([zone(), SUMMER].map((each) => countsAlways(each, null))).toEqual([true, true]);
  expect([countsAt(zone(), time, 3), countsAt(SUMMER, time, 3), countsAt(SUMMER, null, 3)]).toEqual([
    true,
    false,
    true,
  ]);
});
