/** A disc divided into few boxes: the closed ones lie in it, and together with the open ones they are the box. */
import { describe, expect, it } from 'vitest';
import type { Box } from '../../lib/zones/geometry/polygon.ts';
import { closeInside } from '../../lib/zones/mesh/close-inside.ts';
import { type Area, metresOf, type Piece } from '../../lib/zones/mesh/divide-box.ts';

const SIZE = 10;
/** Within 3° of 10° E on the equator. */
const RADIUS = 3;
const MIDDLE = 10;

const nearest = (low: number, high: number, at: number) => Math.max(low, Math.min(high, at)) - at;
const farthest = (low: number, high: number, at: number) => Math.max(Math.abs(low - at), Math.abs(high - at));
const disc: Area<null> = {
  look({ west, south, east, north }) {
    if (Math.hypot(farthest(west, east, MIDDLE), farthest(south, north, 0)) <= RADIUS) return 'inside';
    if (Math.hypot(nearest(west, east, MIDDLE), nearest(south, north, 0)) >= RADIUS) return 'outside';
    const border = {
      west: Math.max(west, MIDDLE - RADIUS),
      south: Math.max(south, -RADIUS),
      east: Math.min(east, MIDDLE + RADIUS),
      north: Math.min(north, RADIUS),
    };
    return { border, parts: null };
  },
};
const square = (size: number): Box => ({
  west: MIDDLE - size,
  south: -size,
  east: MIDDLE + size,
  north: size,
});
const areaOf = (boxes: readonly Box[]) =>
  boxes.reduce((sum, { west, south, east, north }) => sum + (east - west) * (north - south), 0);
const closedOf = (pieces: readonly Piece[]) => pieces.filter(({ isClosed }) => isClosed);

describe('an area divided into few boxes', () => {
  it.each([20_000, 80_000])(
    'is closed inside but for a border of about %i m, in boxes that tile all',
    (reachM) => {
      const box = square(SIZE);
      const pieces = closeInside(disc, box, null, reachM);
      expect(areaOf(pieces)).toBeCloseTo(areaOf([box]), 9);
      for (const [k, a] of pieces.entries()) {
        for (const b of pieces.slice(k + 1)) {
          const width = Math.min(a.east, b.east) - Math.max(a.west, b.west);
          const height = Math.min(a.north, b.north) - Math.max(a.south, b.south);
          expect(Math.min(width, height)).toBeLessThanOrEqual(0);
        }
      }
      const closed = closedOf(pieces);
      for (const each of closed) expect(disc.look(each, null)).toBe('inside');
      // what is left open inside is worth fewer boxes than would close it
      const all = Math.PI * RADIUS ** 2;
      expect(areaOf(closed)).toBeLessThan(all);
      const { width } = metresOf(square(0.5));
      expect(areaOf(closed)).toBeGreaterThan(all - 2 * Math.PI * RADIUS * (reachM / width));
    },
  );

  it('is cut finer where less may stay open', () => {
    const [fine, coarse] = [20_000, 80_000].map((reachM) => closeInside(disc, square(SIZE), null, reachM));
    expect(fine!.length).toBeGreaterThan(coarse!.length);
    expect(areaOf(closedOf(fine!))).toBeGreaterThan(areaOf(closedOf(coarse!)));
  });

  it('is one box where that lies inside, outside, or is too small to be worth more', () => {
    const inside = square(1);
    expect(closeInside(disc, inside, null, 1000)).toEqual([{ ...inside, isClosed: true }]);
    const outside = { ...square(1), west: 20, east: 22 };
    expect(closeInside(disc, outside, null, 1000)).toEqual([{ ...outside, isClosed: false }]);
    const across = { ...square(0.05), west: 12.95, east: 13.05 };
    expect(closeInside(disc, across, null, 25_000)).toEqual([{ ...across, isClosed: false }]);
  });
});
