/** A disc on the equator as the division of boxes sees it. */
import type { Box } from '../../lib/zones/geometry/polygon.ts';
import type { Area } from '../../lib/zones/mesh/divide-box.ts';

/** Degrees east, on the equator. */
export const MIDDLE = 10;

const nearest = (low: number, high: number, at: number) => Math.max(low, Math.min(high, at)) - at;
const farthest = (low: number, high: number, at: number) => Math.max(Math.abs(low - at), Math.abs(high - at));

/** @param radius degrees */
export const discOf = (radius: number): Area<null> => ({
  look({ west, south, east, north }) {
    if (Math.hypot(farthest(west, east, MIDDLE), farthest(south, north, 0)) <= radius) return 'inside';
    if (Math.hypot(nearest(west, east, MIDDLE), nearest(south, north, 0)) >= radius) return 'outside';
    const border = {
      west: Math.max(west, MIDDLE - radius),
      south: Math.max(south, -radius),
      east: Math.min(east, MIDDLE + radius),
      north: Math.min(north, radius),
    };
    return { border, parts: null };
  },
});

/** About the middle. @param size half of it, degrees */
export const square = (size: number): Box => ({
  west: MIDDLE - size,
  south: -size,
  east: MIDDLE + size,
  north: size,
});

export const areaOf = (boxes: readonly Box[]): number =>
  boxes.reduce((sum, { west, south, east, north }) => sum + (east - west) * (north - south), 0);

/** Whether two of them have more than a side in common. */
export const overlap = (boxes: readonly Box[]): boolean =>
  boxes.some((a, k) =>
    boxes.slice(k + 1).some((b) => {
      const width = Math.min(a.east, b.east) - Math.max(a.west, b.west);
      const height = Math.min(a.north, b.north) - Math.max(a.south, b.south);
      return width > 0 && height > 0;
    }),
  );
