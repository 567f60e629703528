/** Legs through water that is closed near a place, but for what is near another one. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { haversineNm, type LatLon } from '../../lib/engine/geometry/sphere.ts';
import { BufferedArea } from '../../lib/zones/mesh/buffered-area.ts';
import { Buffers } from '../../lib/zones/mesh/buffers.ts';
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
