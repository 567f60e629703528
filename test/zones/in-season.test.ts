import { describe, expect, it } from 'vitest';
import { countsAlways, countsAt, countsWithin } from '../../lib/zones/in-season.ts';
import type { Zone } from '../../lib/zones/zone.ts';

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
