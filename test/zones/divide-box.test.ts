/** Boxes along the border of a disc: they tile, and what is farther from the border than they may reach is on its side of it. */
import { describe, expect, it } from 'vitest';
import {
  type Area,
  divideBox,
  halvesBeside,
  halvesOf,
  METRES_PER_DEGREE,
  NARROW_REACH_M,
  USUAL_REACH_M,
} from '../../lib/zones/mesh/divide-box.ts';
import { areaOf, discOf, MIDDLE, overlap, square } from './disc.ts';

const RADIUS = 0.05;
const disc = discOf(RADIUS);
const onGrid = (at: number, grid: number) => Number.isInteger(at / grid);

describe('a box divided along a border', () => {
  it.each([
    ['usual', disc, USUAL_REACH_M, 2 ** -11],
    ['narrow', { ...disc, reachAt: () => NARROW_REACH_M }, NARROW_REACH_M, 2 ** -14],
  ] as const)(
    'is tiled by boxes that reach no farther than is %s, cut on its grid',
    (_, area, reachM, grid) => {
      const box = square(0.11);
      const pieces = divideBox(area, box, null);
      expect(areaOf(pieces)).toBeCloseTo(areaOf([box]), 12);
      expect(overlap(pieces)).toBe(false);
      // a box is as thin as the reach, and may be longer
      const reach = (2.5 * reachM) / METRES_PER_DEGREE;
      for (const { west, south, east, north, isClosed } of pieces) {
        const corners = [west, east].flatMap((lon) =>
          [south, north].map((lat) => Math.hypot(lon - MIDDLE, lat)),
        );
        if (isClosed) for (const far of corners) expect(far).toBeLessThan(RADIUS + reach);
        // none of the disc is left open
        else expect(area.look({ west, south, east, north }, null)).toBe('outside');
        for (const [lon, side] of [
          [west, box.west],
          [east, box.east],
        ] as const)
          expect(lon === side || onGrid(lon, grid)).toBe(true);
        for (const [lat, side] of [
          [south, box.south],
          [north, box.north],
        ] as const)
          expect(lat === side || onGrid(lat, grid)).toBe(true);
      }
      // far fewer than squares of that size
      expect(pieces.length).toBeLessThan((400 * USUAL_REACH_M) / reachM);
    },
  );

  it('is whole where it is inside or outside, or nothing in it is closed', () => {
    const inside = square(0.01);
    expect(divideBox(disc, inside, null)).toEqual([{ ...inside, isClosed: true }]);
    const outside = { ...square(0.01), west: 11, east: 11.02 };
    expect(divideBox(disc, outside, null)).toEqual([{ ...outside, isClosed: false }]);
    const wide = square(0.11);
    expect(divideBox({ ...disc, reachAt: () => 1e5 }, wide, null)).toEqual([{ ...wide, isClosed: false }]);
  });

  it('is one box inside, up to a border that runs along a side', () => {
    const east = MIDDLE + 0.0301;
    const half: Area<null> = {
      look: (box) => {
        if (box.east <= east) return 'inside';
        return box.west >= east ? 'outside' : { border: { ...box, west: east, east }, parts: null };
      },
    };
    const box = square(0.11);
    const pieces = divideBox(half, box, null);
    const border = 2 ** -11 * Math.ceil(east / 2 ** -11);
    expect(pieces).toHaveLength(2);
    expect(pieces).toContainEqual({ ...box, east: border, isClosed: true });
    expect(pieces).toContainEqual({ ...box, west: border, isClosed: false });
  });

  it('is left to what divides far boxes', () => {
    const far = [{ ...square(0.1), isClosed: true }];
    expect(divideBox({ ...disc, divideFar: () => far }, square(0.11), null)).toBe(far);
    expect(divideBox({ ...disc, divideFar: () => null }, square(0.11), null)).toEqual(
      divideBox(disc, square(0.11), null),
    );
  });
});

describe('a box that is cut in two', () => {
  const box = { west: 0, south: 0, east: 4, north: 2 };

  it('is cut beside the border where most lies beyond that', () => {
    const cut = (border: Partial<typeof box>) => halvesBeside(box, { ...box, ...border }, USUAL_REACH_M);
    const [west, east] = [1, 3].map((lon) => [
      { ...box, east: lon },
      { ...box, west: lon },
    ]);
    const [south, north] = [0.5, 1.5].map((lat) => [
      { ...box, north: lat },
      { ...box, south: lat },
    ]);
    expect(cut({ west: 1, north: 1.5 })).toEqual(west);
    expect(cut({ east: 3, south: 0.5 })).toEqual(east);
    expect(cut({ west: 0.25, south: 0.5 })).toEqual(south);
    expect(cut({ east: 3.75, north: 1.5 })).toEqual(north);
    // a strip of a metre is not cut off
    expect(cut({ west: 1e-5 })).toEqual([
      { ...box, east: 2 },
      { ...box, west: 2 },
    ]);
  });

  it('is halved across its longer side, and not where it is thin', () => {
    expect(halvesBeside(box, box, USUAL_REACH_M)).toEqual([
      { ...box, east: 2 },
      { ...box, west: 2 },
    ]);
    const high = { ...box, east: 1 };
    expect(halvesBeside(high, high, USUAL_REACH_M)).toEqual([
      { ...high, north: 1 },
      { ...high, south: 1 },
    ]);
    const thin = { ...box, north: 0.001 };
    expect(halvesBeside(thin, thin, USUAL_REACH_M)).toBeNull();
    // at 80° a degree of longitude is short
    const polar = { ...box, south: 80, north: 82 };
    expect(halvesOf(polar)).toEqual([
      { ...polar, north: 81 },
      { ...polar, south: 81 },
    ]);
    expect(halvesOf({ ...box, east: 2 ** -14, north: 2 ** -15 })).toBeNull();
  });
});
