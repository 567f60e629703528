import fc from 'fast-check';
import { cellToLatLng, getPentagons } from 'h3-js';
import { describe, expect, it } from 'vitest';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { haversineNm } from '../../lib/engine/geometry/sphere.ts';
import { cellsWithin, startCell } from '../../lib/routes/start-cells.ts';

/** The point at a distance and bearing from another, on the sphere of 6,371.1 km. */
function destination({ lat, lon }: LatLon, nm: number, bearing: number): LatLon {
  const [φ, λ, δ] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180, (nm * 1852) / 6_371_100];
  const φ2 = Math.asin(Math.sin(φ) * Math.cos(δ) + Math.cos(φ) * Math.sin(δ) * Math.cos(bearing));
  const y = Math.sin(bearing) * Math.sin(δ) * Math.cos(φ);
  const λ2 = λ + Math.atan2(y, Math.cos(δ) - Math.sin(φ) * Math.sin(φ2));
  return { lat: (φ2 * 180) / Math.PI, lon: (((λ2 * 180) / Math.PI + 540) % 360) - 180 };
}

const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});
/** Where the cells are smallest: around the twelve pentagons of the grid. */
const nearPentagon = fc
  .tuple(
    fc.constantFrom(...getPentagons(5)),
    fc.double({ min: 0, max: 20, noNaN: true }),
    fc.double({ min: 0, max: 6.3, noNaN: true }),
  )
  .map(([cell, nm, bearing]) => {
    const [lat, lon] = cellToLatLng(cell);
    return destination({ lat, lon }, nm, bearing);
  });

describe('cells within a distance', () => {
  it.each([1, 2, 5, 10])('contain every point within %i NM', (tolerance) => {
    fc.assert(
      fc.property(
        fc.oneof(anywhere, nearPentagon),
        fc.double({ min: 0, max: tolerance, noNaN: true }),
        fc.double({ min: 0, max: 6.3, noNaN: true }),
        (point, nm, bearing) => {
          const other = destination(point, nm, bearing);
          fc.pre(haversineNm(point, other) <= tolerance);
          expect(cellsWithin(point, tolerance)).toContain(startCell(other));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('are few', () => {
    expect(cellsWithin({ lat: -51.7, lon: -57.7 }, 1)).toHaveLength(7);
  });
});
