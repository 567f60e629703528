import Flatbush from 'flatbush';
import { contains, type GeoBounds } from '../geo-bounds.ts';
import type { Faults } from '../mesh-refused.ts';

/** Degrees by which a cell may extend beyond the region: the rounding of the region's own numbers. */
const REGION_TOLERANCE = 1e-6;

/** The search ends after this many overlaps: if all cells overlapped, listing them would take too long. */
const ENOUGH_OVERLAPS = 100;

/** @param rowOf by id; if several rows have one id, the last of them */
export function validateIds(
  ids: readonly string[],
  rowOf: ReadonlyMap<string, number>,
  faults: Faults,
): void {
  if (rowOf.size === ids.length) return;
  ids.forEach((id, row) => {
    if (rowOf.get(id) === row) return;
    faults.add('ids of more than one cell', () => `cell ${id}: more than one cell has this id`);
  });
}

/** Checks that every cell is inside the region, and so within the globe and not across the antimeridian. */
export function validateRegion(
  ids: readonly string[],
  bounds: Float64Array,
  region: GeoBounds,
  faults: Faults,
): void {
  const wide = {
    latMin: region.latMin - REGION_TOLERANCE,
    latMax: region.latMax + REGION_TOLERANCE,
    lonMin: region.lonMin - REGION_TOLERANCE,
    lonMax: region.lonMax + REGION_TOLERANCE,
  };
  ids.forEach((id, row) => {
    const [lonMin, latMin, lonMax, latMax] = bounds.subarray(4 * row, 4 * row + 4);
    const onGlobe = lonMin >= -180 && lonMax <= 180 && latMin >= -90 && latMax <= 90;
    // also tests the middle: where a region crosses the antimeridian, both ends of a cell can be inside, but
    // not its middle
    const inside =
      contains(wide, { lat: latMin, lon: lonMin }) &&
      contains(wide, { lat: latMax, lon: lonMax }) &&
      contains(wide, { lat: latMin, lon: (lonMin + lonMax) / 2 });
    if (onGlobe && inside) return;
    const { latMin: south, latMax: north, lonMin: west, lonMax: east } = region;
    faults.add('cells outside the region', () => {
      const expected = `latitudes ${south} to ${north} and longitudes ${west} to ${east}`;
      return `cell ${id}: expected within ${expected}, found ${latMin} to ${latMax} and ${lonMin} to ${lonMax}`;
    });
  });
}

/** Checks that no two cells share more than an edge. */
export function validateDisjoint(ids: readonly string[], bounds: Float64Array, faults: Faults): void {
  if (ids.length === 0) return;
  const kind = 'overlapping cells';
  const index = new Flatbush(ids.length);
  for (let i = 0; i < bounds.length; i += 4) {
    index.add(bounds[i], bounds[i + 1], bounds[i + 2], bounds[i + 3]);
  }
  index.finish();
  for (let row = 0; row < ids.length && faults.count(kind) < ENOUGH_OVERLAPS; row++) {
    const [lonMin, latMin, lonMax, latMax] = bounds.subarray(4 * row, 4 * row + 4);
    index.search(lonMin, latMin, lonMax, latMax, (other, west, south, east, north) => {
      const overlap = west < lonMax && east > lonMin && south < latMax && north > latMin;
      if (overlap && other > row) {
        faults.add(kind, () => `cells ${ids[row]} and ${ids[other]} overlap (both at ${latMin}, ${lonMin})`);
      }
      return false;
    });
  }
}
