import { describe, expect, it } from 'vitest';
import {
  holdingAt,
  rankOf,
  timelineOf,
  usedBetween,
  validityOf,
} from '../../../lib/voyage/forecast/timeline.ts';

const day = (n: number) => Date.UTC(2026, 10, n);
const valid = (from: number, to: number, rank = '') => ({ from: day(from), to: day(to), rank });

describe('which mesh holds', () => {
  it('is the valid one that begins last, of equals the newest', () => {
    const timeline = timelineOf([valid(1, 5), valid(3, 4), valid(3, 4, 'b'), valid(1, 2, 'a')]);
    expect(
      [1, 1.5, 2, 3, 3.5, 4, 4.9].map((n) => holdingAt(timeline, day(1) + (n - 1) * 86_400_000).mesh),
    ).toEqual([3, 3, 0, 2, 2, 0, 0]);
  });

  it('is the one before in a gap and after the last, and the first before it begins: none of them valid then', () => {
    const timeline = timelineOf([valid(3, 4), valid(6, 7)]);
    const at = (n: number) => holdingAt(timeline, day(n));
    expect([2, 3, 4, 6, 7, 9].map((n) => [at(n).mesh, at(n).isValid])).toEqual([
      [0, false],
      [0, true],
      [0, false],
      [1, true],
      [1, false],
      [1, false],
    ]);
    expect(
      usedBetween(timeline, day(3), day(8)).map(({ mesh, isValid, from, to }) => [mesh, isValid, from, to]),
    ).toEqual([
      [0, true, day(3), day(4)],
      [0, false, day(4), day(6)],
      [1, true, day(6), day(7)],
      [1, false, day(7), day(8)],
    ]);
  });

  it('is the newer one of equals, and of those that are as new the one with the greater number', () => {
    const ranks = [
      { created: '2026-11-01T00:00:00Z', id: 10 },
      { created: '2026-11-02T00:00:00Z', id: 9 },
      { created: '2026-11-02T00:00:00Z', id: 10 },
    ].map(rankOf);
    expect(ranks.toSorted()).toEqual(ranks);
    expect(new Set(ranks).size).toBe(3);
  });

  it('knows days to their end, and times as they are', () => {
    expect(validityOf('2026-11-03', '2026-11-03')).toEqual({ from: day(3), to: day(4) });
    expect(validityOf('2026-11-03T06:00:00Z', '2026-11-03T12:00:00Z')).toEqual({
      from: day(3) + 6 * 3_600_000,
      to: day(3) + 12 * 3_600_000,
    });
    expect(validityOf(null, '2026-11-03')).toBeNull();
    expect(validityOf('2026-11-04', '2026-11-03')).toBeNull();
    expect(validityOf('soon', '2026-11-03')).toBeNull();
  });
});
