import type { Faults } from '../mesh-refused.ts';
import { found, isNumber } from './found.ts';

/**
 * Maximum difference in degrees between the geometry and centre ± half-width: these are the same numbers,
 * rounded.
 */
const GEOMETRY_TOLERANCE = 1e-6;

/**
 * The rectangle of a cell, [lonMin, latMin, lonMax, latMax] in degrees. It is computed from centre and
 * half-widths, and the geometry must agree with it. Null after a fault was added.
 */
export function readCellBounds(cell: Record<string, unknown>, name: string, faults: Faults): number[] | null {
  const { cx, cy, dcx, dcy, geometry } = cell;
  if (!(isNumber(cx) && isNumber(cy) && isNumber(dcx) && isNumber(dcy))) {
    const [field, value] = Object.entries({ cx, cy, dcx, dcy }).find(([, part]) => !isNumber(part))!;
    faults.add('cells with no geometry', () => `${name}: ${field}: expected degrees, ${found(value)}`);
    return null;
  }
  if (dcx <= 0 || dcy <= 0) {
    faults.add('cells with no area', () => `${name}: expected dcx and dcy above 0, found ${dcx} and ${dcy}`);
    return null;
  }
  const extent = typeof geometry === 'string' ? polygonExtent(geometry) : null;
  if (!extent) {
    faults.add(
      'cells with no geometry',
      () => `${name}: geometry: expected a WKT polygon, ${found(geometry)}`,
    );
    return null;
  }
  const rectangle = [cx - dcx, cy - dcy, cx + dcx, cy + dcy];
  if (extent.some((side, i) => Math.abs(side - rectangle[i]) > GEOMETRY_TOLERANCE)) {
    const expected = `${rectangle.join(', ')} (centre ± half-width)`;
    faults.add(
      'cells whose geometry is another rectangle',
      () => `${name}: geometry: expected an extent of ${expected}, found ${extent.join(', ')}`,
    );
  }
  // longitudes of 0 to 360 are as good as those of −180 to 180
  return cx - dcx >= 180 - GEOMETRY_TOLERANCE && cx + dcx <= 360 + GEOMETRY_TOLERANCE
    ? [rectangle[0]! - 360, rectangle[1]!, rectangle[2]! - 360, rectangle[3]!]
    : rectangle;
}

/** One point of a ring, and the comma after it. */
const POINT = /\s*([^\s,]+)\s+([^\s,]+)\s*(,|$)/y;

/** The extent of a WKT polygon without holes, or null if the text is not one. */
function polygonExtent(wkt: string): number[] | null {
  const ring = /^\s*POLYGON\s*\(\(([^()]+)\)\)\s*$/i.exec(wkt)?.[1];
  if (!ring) return null;
  const extent = [Infinity, Infinity, -Infinity, -Infinity];
  let separator: string | undefined = ',';
  for (POINT.lastIndex = 0; separator === ','; ) {
    const point = POINT.exec(ring);
    const lon = Number(point?.[1]);
    const lat = Number(point?.[2]);
    separator = point?.[3];
    if (!isNumber(lon) || !isNumber(lat)) return null;
    extent[0] = Math.min(extent[0], lon);
    extent[1] = Math.min(extent[1], lat);
    extent[2] = Math.max(extent[2], lon);
    extent[3] = Math.max(extent[3], lat);
  }
  return extent;
}
