/** A disc divided into few boxes: the closed ones lie in it, and together with the open ones they are the box. */
import { describe, expect, it } from 'vitest';
import { closeInside } from '../../lib/zones/mesh/close-inside.ts';
import { metresOf, type Piece } from '../../lib/zones/mesh/divide-box.ts';
import { areaOf, discOf, overlap, square } from './disc.ts';

const SIZE = 10;
const RADIUS = 3;
const disc = discOf(RADIUS);
const closedOf = (pieces: readonly Piece[]) => pieces.filter(({ isClosed }) => isClosed);

describe('an area divided into few boxes', () => {
  it.each([20_000, 80_000])(
    'is closed inside but for a border of about %i m, in boxes that tile all',
    (reachM) => {
      const box = square(SIZE);
      const pieces = closeInside(disc, box, null, reachM);
      expect(areaOf(pieces)).toBeCloseTo(areaOf([box]), 9);
      expect(overlap(pieces)).toBe(false);
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
