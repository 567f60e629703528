/** Legs and boxes in water that is closed near a place, but for what is near another one. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haversineNm, type LatLon, METRES_PER_NM, type Point } from '../../lib/engine/geometry/sphere.ts';
import type { Box } from '../../lib/zones/geometry/polygon.ts';
import { BufferedArea, type Circle } from '../../lib/zones/mesh/buffered-area.ts';
import { Buffers } from '../../lib/zones/mesh/buffers.ts';
import { NARROW_REACH_M, USUAL_REACH_M } from '../../lib/zones/mesh/divide-box.ts';
import type { NearRoutes } from '../../lib/zones/mesh/near-routes.ts';
import { OPEN_BORDERS, OPEN_NEAR_CLEARANCE } from '../../lib/zones/zoned-mesh.ts';
import { between } from '../between.ts';

const place = fc.record({ lat: between(-60.2, -59.8), lon: between(-0.4, 0.4) });
/** Nautical miles: how near to a border a leg is not judged. */
const MARGIN_NM = 0.5;

it('enter it where they are near to the one and not to the other', () => {
  let entered = 0;
  fc.assert(
    fc.property(
      place,
      place,
      place,
      place,
      between(2, 8),
      between(2, 12),
      (closed, open, from, to, nm, free) => {
        const water = new BufferedArea([new Buffers([[closed]], nm)], [{ ...open, nm: free }], [], null);
        const isEntered = water.isEnteredBy([from.lon, from.lat], [to.lon, to.lat]);
        const depths = Array.from({ length: 501 }, (_, k) => {
          const at = (axis: keyof LatLon) => from[axis] + (k / 500) * (to[axis] - from[axis]);
          const here = { lat: at('lat'), lon: at('lon') };
          return Math.min(nm - haversineNm(here, closed), haversineNm(here, open) - free);
        });
        const deepest = Math.max(...depths);
        if (Math.abs(deepest) < MARGIN_NM) return;
        expect(isEntered).toBe(deepest > 0);
        if (isEntered) entered++;
      },
    ),
    { seed: 1, numRuns: 1000 },
  );
  expect(entered).toBeGreaterThan(100);
});

describe('a box is divided', () => {
  const circles = fc.record({ closed: place, nm: between(2, 20), open: place, free: between(2, 9) });
  type Circles = typeof circles extends fc.Arbitrary<infer T> ? T : never;
  const box = { west: -0.37, south: -60.13, east: 0.41, north: -59.79 };
  /** Metres by which the polygon round a circle, which is made of chords, is not that circle. */
  const ROUND_M = 30;

  /** Places in a box, those of its sides too. */
  const placesIn = ({ west, south, east, north }: Box, parts: number): LatLon[] =>
    Array.from({ length: (parts + 1) ** 2 }, (_, k) => ({
      lon: west + ((k % (parts + 1)) / parts) * (east - west),
      lat: south + (Math.floor(k / (parts + 1)) / parts) * (north - south),
    }));
  const sizeOf = ({ west, south, east, north }: Box) => (east - west) * (north - south);
  /** How deep in closed water a place is; negative where it is in open water. */
  const depthM = (at: LatLon, { closed, nm, open, free }: Circles) =>
    METRES_PER_NM * Math.min(nm - haversineNm(at, closed), haversineNm(at, open) - free);
  const waterOf = ({ closed, nm, open, free }: Circles, narrow: readonly Circle[], near: NearRoutes | null) =>
    new BufferedArea(
      [new Buffers([], nm), new Buffers([[closed]], nm)],
      [{ ...open, nm: free }],
      narrow,
      near,
    );

  it.each([
    ['finely', [], null, USUAL_REACH_M, 0],
    ['more finely where it is narrow', [{ lat: -60, lon: 0, nm: 30 }], null, NARROW_REACH_M, 0],
    ['coarsely far from routes', [], OPEN_BORDERS, USUAL_REACH_M, 16_000],
  ] as const)(
    '%s: what is open is not closed water, and little that is closed is not',
    (_, narrow, near, closedM, openM) => {
      let [open, closed] = [0, 0];
      fc.assert(
        fc.property(circles, (made) => {
          const pieces = waterOf(made, narrow, near).divide(box);
          if (pieces === null) {
            expect(Math.max(...placesIn(box, 12).map((at) => depthM(at, made)))).toBeLessThan(0);
            return;
          }
          expect(pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)).toBeCloseTo(sizeOf(box), 9);
          for (const piece of pieces) {
            const depths = placesIn(piece, 2).map((at) => depthM(at, made));
            if (piece.isClosed) expect(Math.min(...depths)).toBeGreaterThan(-3 * closedM - ROUND_M);
            else expect(Math.max(...depths)).toBeLessThan(openM + ROUND_M);
            if (piece.isClosed) closed++;
            else open++;
          }
        }),
        { seed: 1, numRuns: 6, endOnFailure: true },
      );
      expect(open).toBeGreaterThan(near ? 4 : 100);
      expect(closed).toBeGreaterThan(near ? 2 : 100);
    },
  );

  it('not at all beyond what may be near, and anew where other routes come near', () => {
    const made = { closed: { lat: -60, lon: 0 }, nm: 5, open: { lat: -59, lon: 0 }, free: 1 };
    const far = waterOf(made, [], OPEN_NEAR_CLEARANCE);
    expect(far.divide(box)).toBeNull();
    const route: Point[] = [
      [-1, -60.05],
      [1, -60.05],
    ];
    const near = far.dividedNear(OPEN_NEAR_CLEARANCE.and([{ coordinates: route }], 'A'));
    const coarse = far.dividedNear(OPEN_BORDERS);
    const first = coarse.divide(box)!;
    expect(first.length).toBeLessThan(0.2 * near.divide(box)!.length);
    expect(coarse.divide(box)).toEqual(first);
    expect(coarse.divide({ ...box, east: 0.4 })).not.toEqual(first);
    expect(coarse.divide({ ...box, east: 10, west: 9 })).toBeNull();
  });
});
