import type { Field } from '../../engine/field.ts';
import { besideDegrees, type LatLon } from '../../engine/geometry/sphere.ts';
import { SAME_PLACE } from '../../engine/tolerances.ts';

/** The points on the border of a cell, counterclockwise from its southwest corner, with the four corners. */
export interface CellBorder {
  /** Degrees. A cell that ends at the antimeridian has longitudes of its own side. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** Infinity where no path leads there. */
  readonly cost: Float64Array;
  /** The number of the source that a cost is from, −1 = none. */
  readonly source: Int32Array;
}

/**
 * The points of a field on the border of one of its cells, in their order; corners that are not among them are added, and ends
 * that lie on it: a coast has no points of the field.
 *
 * @param ends where areas begin
 */
export function borderOf(field: Field, cell: number, ends: readonly LatLon[]): CellBorder {
  const [west, south, east, north] = field.mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  const [width, height] = [east - west, north - south];
  const places: (LatLon & { along: number; cost: number; source: number })[] = [];
  field.eachPoint(cell, (cost, source, lon, lat) => {
    places.push({ cost, source, lon, lat, along: alongBorder(lon - west, lat - south, width, height) });
  });
  const pointAt = (at: LatLon) =>
    places.find(({ lon, lat }) => Math.abs(lon - at.lon) < SAME_PLACE && Math.abs(lat - at.lat) < SAME_PLACE);
  const corners = [
    { lon: west, lat: south, along: 0 },
    { lon: east, lat: south, along: width },
    { lon: east, lat: north, along: width + height },
    { lon: west, lat: north, along: 2 * width + height },
  ];
  for (const corner of corners) {
    const point = pointAt(corner);
    // exactly where the cell ends
    if (point) Object.assign(point, corner);
    else places.push({ ...corner, ...field.inCell(cell, corner) });
  }
  for (const end of ends) {
    const at = { lon: besideDegrees(end.lon, 0.5 * (west + east)), lat: end.lat };
    const [x, y] = [at.lon - west, at.lat - south];
    const inside = Math.min(x, width - x, y, height - y);
    if (Math.abs(inside) > SAME_PLACE || pointAt(at)) continue;
    places.push({ ...at, ...field.at(end), along: alongBorder(x, y, width, height) });
  }
  places.sort((one, other) => one.along - other.along);
  return {
    lon: Float64Array.from(places, ({ lon }) => lon),
    lat: Float64Array.from(places, ({ lat }) => lat),
    cost: Float64Array.from(places, ({ cost }) => cost),
    source: Int32Array.from(places, ({ source }) => source),
  };
}

/** How far along a rectangle's border, counterclockwise from the southwest corner, a place on it is. */
function alongBorder(x: number, y: number, width: number, height: number): number {
  const [south, east, north, west] = [Math.abs(y), Math.abs(width - x), Math.abs(height - y), Math.abs(x)];
  const least = Math.min(south, east, north, west);
  if (south === least) return x;
  if (east === least) return width + y;
  return north === least ? width + height + (width - x) : 2 * width + height + (height - y);
}
