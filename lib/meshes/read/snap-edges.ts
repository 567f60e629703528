/**
 * Makes coordinates equal if they differ only by rounding. A file has the centre and half-width of each cell,
 * so an edge shared by two cells is computed twice. Afterwards cells touch exactly or not at all.
 */

/** Degrees; a tenth of a millimetre on the ground, far below any cell and far above rounding. */
const TOLERANCE = 1e-9;

/** Snaps n × 4 rectangles (lonMin, latMin, lonMax, latMax) in place; ±180 and ±90 become exact. */
export function snapEdges(bounds: Float64Array): void {
  snapAxis(bounds, 0, [-180, 180]);
  snapAxis(bounds, 1, [-90, 90]);
}

function snapAxis(bounds: Float64Array, axis: 0 | 1, anchors: readonly number[]): void {
  const sides = bounds.length / 2;
  const sorted = new Float64Array(sides);
  for (let i = 0; i < sides; i++) sorted[i] = bounds[2 * i + axis];
  sorted.sort();
  // for each side that is within the tolerance of smaller ones: the smallest of them
  const snapped = new Map<number, number>();
  let first = -Infinity;
  for (const side of sorted) {
    if (side - first > TOLERANCE)
      first = anchors.find((anchor) => Math.abs(side - anchor) <= TOLERANCE) ?? side;
    if (side !== first) snapped.set(side, first);
  }
  if (snapped.size === 0) return;
  for (let i = axis; i < bounds.length; i += 2) bounds[i] = snapped.get(bounds[i]) ?? bounds[i];
}
