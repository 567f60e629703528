/** Between which neighbouring points of a cell's border costs are linear. */
import { besideDegrees, EARTH_RADIUS_M, RADIANS } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { SAME_PLACE } from '../../engine/tolerances.ts';
import type { CellBorder } from './cell-border.ts';

/**
 * Two paths that meet on the border between two points make the cost greater there than a straight line: it is no such line
 * where the cost of a metre along the border falls by more than this part of what a metre costs at least.
 */
const BENT_PART = 0.2;

/** Of two points of a cell's border, in degrees: they are from several computations, so that the last bits may differ. */
export const areOnMeridian = (lon: number, other: number): boolean => Math.abs(lon - other) < SAME_PLACE;

/**
 * By point: metres along the border to the next one; 0 where costs between the two are not linear.
 *
 * @param perMetre what a metre costs in the cell at least
 */
export function stretchesOf(mesh: Mesh, cell: number, border: CellBorder, perMetre: number): Float64Array {
  const { lon, lat, cost, source } = border;
  const isCorner = cornersAmong(mesh, cell, border);
  const bent = BENT_PART * perMetre;
  const count = cost.length;
  const metres = new Float64Array(count);
  const rise = new Float64Array(count);
  const isMeridian = (k: number) => areOnMeridian(lon[k]!, lon[(k + 1) % count]!);
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    // the field has points between the corners of an open side: from corner to corner it is a coast, of which little is known
    if (source[k]! < 0 || source[k] !== source[next] || (isCorner[k] && isCorner[next])) continue;
    const stretch = isMeridian(k) ? 1 : Math.cos(lat[k]! * RADIANS);
    const degrees = isMeridian(k) ? lat[next]! - lat[k]! : lon[next]! - lon[k]!;
    metres[k] = EARTH_RADIUS_M * RADIANS * stretch * Math.abs(degrees);
    rise[k] = metres[k]! > 0 ? (cost[next]! - cost[k]!) / metres[k]! : 0;
  }
  const isOnOneSide = (one: number, other: number) =>
    metres[one]! > 0 && metres[other]! > 0 && isMeridian(one) === isMeridian(other);
  return metres.map((own, k) => {
    const [before, next] = [(k + count - 1) % count, (k + 1) % count];
    const isBentBefore = isOnOneSide(k, before) && rise[before]! - rise[k]! > bent;
    const isBentAfter = isOnOneSide(k, next) && rise[k]! - rise[next]! > bent;
    return isBentBefore || isBentAfter ? 0 : own;
  });
}

/** Which points of a cell's border are corners of cells. */
function cornersAmong(
  { bounds, cellCorner, cellCornerStart, cornerPoint }: Mesh,
  cell: number,
  { lon, lat }: CellBorder,
): boolean[] {
  const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
  const middle = 0.5 * (west! + east!);
  const corners = [west!, east!].flatMap((x) => [south!, north!].map((y) => [x, y]));
  for (const corner of cellCorner.subarray(cellCornerStart[cell], cellCornerStart[cell + 1])) {
    corners.push([besideDegrees(cornerPoint[2 * corner]!, middle), cornerPoint[2 * corner + 1]!]);
  }
  return Array.from(lon, (x, k) =>
    corners.some(([u, v]) => Math.abs(x - u!) < SAME_PLACE && Math.abs(lat[k]! - v!) < SAME_PLACE),
  );
}
