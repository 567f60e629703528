import { type GeoBounds, lonSpan } from '../geo-bounds.ts';
import { MeshRefused } from '../mesh-refused.ts';

/** Degrees; the same numbers, rounded. */
const TOLERANCE = 1e-6;

/** The extent of a mesh's cells, and the largest of them. */
interface CellExtent {
  readonly bounds: GeoBounds;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/**
 * Bounds decide which requests a mesh is selected for, so they must agree with its cells: they may end up to one cell
 * beyond them, no further.
 *
 * @param cells n × 4: lonMin, latMin, lonMax, latMax, degrees; all within `region`
 * @throws MeshRefused with both boxes
 */
export function checkBounds(claimed: GeoBounds, cells: Float64Array, region: GeoBounds): void {
  const { bounds, cellWidth, cellHeight } = extentOfCells(cells, region);
  const width = cellWidth + TOLERANCE;
  const height = cellHeight + TOLERANCE;
  const beyond =
    bounds.latMin - claimed.latMin > height ||
    claimed.latMax - bounds.latMax > height ||
    isBeyond(eastOf(bounds.lonMin, claimed.lonMin), lonSpan(bounds), width) ||
    isBeyond(eastOf(claimed.lonMax, bounds.lonMax), lonSpan(bounds), width) ||
    lonSpan(claimed) - lonSpan(bounds) > 2 * width;
  if (beyond) {
    throw new MeshRefused([
      `bounds: ${describe(claimed)} reach more than a cell beyond the cells, which are within ${describe(bounds)}`,
    ]);
  }
}

/** Degrees from `lon` eastwards to `other`, 0…360. */
const eastOf = (other: number, lon: number): number => (((other - lon) % 360) + 360) % 360;

/** `gap` degrees beyond an edge of a box, unless that is a point within the box, seen the other way round. */
const isBeyond = (gap: number, span: number, limit: number): boolean =>
  gap > limit && 360 - gap > span + TOLERANCE;

function extentOfCells(cells: Float64Array, region: GeoBounds): CellExtent {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  let [cellWidth, cellHeight] = [0, 0];
  for (let i = 0; i < cells.length; i += 4) {
    const width = eastOf(cells[i + 2], cells[i]) || 360;
    // measured from a little west of the region, so that a rounded edge does not count as 360° further east
    const offset = eastOf(cells[i], region.lonMin - TOLERANCE);
    west = Math.min(west, offset);
    east = Math.max(east, offset + width);
    south = Math.min(south, cells[i + 1]);
    north = Math.max(north, cells[i + 3]);
    cellWidth = Math.max(cellWidth, width);
    cellHeight = Math.max(cellHeight, cells[i + 3] - cells[i + 1]);
  }
  const origin = region.lonMin - TOLERANCE;
  const bounds =
    east - west >= 360 - 2 * TOLERANCE
      ? { latMin: south, latMax: north, lonMin: -180, lonMax: 180 }
      : { latMin: south, latMax: north, lonMin: normalise(origin + west), lonMax: normalise(origin + east) };
  return { bounds, cellWidth, cellHeight };
}

const normalise = (lon: number): number => (lon > 180 ? lon - 360 : lon);

const describe = ({ latMin, latMax, lonMin, lonMax }: GeoBounds): string =>
  `latitudes ${round(latMin)} to ${round(latMax)}, longitudes ${round(lonMin)} to ${round(lonMax)}`;

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
