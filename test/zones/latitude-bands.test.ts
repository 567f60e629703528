/** Bands of latitude: each has what crosses any parallel in it, and all of them together are few. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LatitudeBands } from '../../lib/zones/geometry/latitude-bands.ts';
import { between } from '../between.ts';

const edgesIn = ({ start, edges }: LatitudeBands, band: number) => [
  ...edges.subarray(start[band], start[band + 1]),
];

it('the band of a parallel has all edges that reach it, ascending, and each once', () => {
  const edge = fc.tuple(between(-10, 10), between(-70, -60), between(-10, 10), between(-2, 2));
  fc.assert(
    fc.property(fc.array(edge, { minLength: 1, maxLength: 60 }), between(-72, -58), (edges, lat) => {
      const ends = Float64Array.from(edges.flatMap(([x1, y1, x2, dy]) => [x1, y1, x2, y1 + dy]));
      const bands = new LatitudeBands(ends);
      // the lowest and the highest end are in a band as well
      const lats = ends.filter((_, k) => k % 2 === 1);
      for (const at of [lat, Math.min(...lats), Math.max(...lats)]) {
        const own = edgesIn(bands, bands.bandOf(at));
        const isReached = (e: number) => {
          const two = [ends[4 * e + 1]!, ends[4 * e + 3]!];
          return Math.min(...two) <= at && at <= Math.max(...two);
        };
        expect(own).toEqual(expect.arrayContaining([...edges.keys()].filter(isReached)));
        expect(own).toEqual([...new Set(own)].sort((p, q) => p - q));
      }
    }),
    { numRuns: 200, endOnFailure: true },
  );
});

it('short edges are in few bands of a few each, tall ones in four on average', () => {
  const count = 4000;
  const of = (height: number) => {
    const bands = new LatitudeBands(
      Float64Array.from({ length: 4 * count }, (_, k) => {
        const at = (10 * (k >> 2)) / count;
        return k % 4 === 1 ? at : k % 4 === 3 ? at + height : k;
      }),
    );
    const last = bands.bandOf(90);
    expect(bands.bandOf(-90)).toBe(0);
    return { bands: last + 1, entries: bands.edges.length };
  };
  const short = of(0.001);
  expect(short.bands).toBeGreaterThan(900);
  expect(short.bands).toBeLessThanOrEqual(1000);
  expect(short.entries).toBeLessThan(2 * count);
  const tall = of(5);
  expect(tall.bands).toBeGreaterThan(9);
  expect(tall.bands).toBeLessThan(15);
  expect(tall.entries).toBeLessThan(6 * count);
});
