import type View from 'ol/View.js';
import type { GeoBounds } from '../../meshes/geo-bounds.ts';
import { northUp, type ProjectionName, project } from './projections.ts';

/** Room around what is fitted into view, pixels. */
const PADDING = 48;
/** However much is covered, so much is shown, pixels. */
const LEAST_SIZE = 200;

/** What lies over the map, pixels from its edges. */
export interface Covered {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Shows an extent where nothing covers the map, north up at its middle. */
export function fitView(
  view: View,
  { latMin, latMax, lonMin, lonMax }: GeoBounds,
  projection: ProjectionName,
  [width, height]: readonly [width: number, height: number],
  { left, top, right, bottom }: Covered,
): void {
  const east = lonMax < lonMin ? lonMax + 360 : lonMax;
  const middle = (lonMin + east) / 2;
  const rotation = northUp(projection, middle);
  view.setRotation(rotation);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  // the extent of the border, as the turned view sees it
  const border = Array.from({ length: 41 }, (_, k) => lonMin + ((east - lonMin) * k) / 40).flatMap((lon) =>
    [latMin, latMax].map((lat) => {
      const [x, y] = project(projection, lon, lat);
      return [x * cos + y * sin, y * cos - x * sin] as const;
    }),
  );
  const xs = border.map(([x]) => x);
  const ys = border.map(([, y]) => y);
  const [xMin, xMax, yMin, yMax] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const resolution = Math.max(
    (xMax - xMin) / Math.max(LEAST_SIZE, width - left - right - 2 * PADDING),
    (yMax - yMin) / Math.max(LEAST_SIZE, height - top - bottom - 2 * PADDING),
  );
  // the middle of what is not covered
  const x = (xMin + xMax + resolution * (right - left)) / 2;
  const y = (yMin + yMax + resolution * (top - bottom)) / 2;
  view.setCenter([x * cos - y * sin, x * sin + y * cos]);
  view.setResolution(resolution);
}
