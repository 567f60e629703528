import type View from 'ol/View.js';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { GeoBounds } from '../../meshes/geo-bounds.ts';
import { boundsOf } from './bounds-of.ts';
import type { Box } from './label-sides.ts';
import { northUp, type ProjectionName, project } from './projections.ts';

/** Room around what is fitted into view, pixels; less where little of the map is seen. */
const PADDING = { wide: 48, tight: 34 };
const TIGHT = 400;
/** The tools lie over a part of the upper edge, and pins of alerts above their places. */
const TOOLS_PX = 56;
/** However much is covered, so much is shown, pixels. */
const LEAST_SIZE = 90;

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
  { left, top: covered, right, bottom }: Covered,
): void {
  const top = Math.max(covered, TOOLS_PX);
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
  const seen = [width - left - right, height - top - bottom].map((size) =>
    Math.max(LEAST_SIZE, size - 2 * (size < TIGHT ? PADDING.tight : PADDING.wide)),
  );
  const resolution = Math.max((xMax - xMin) / seen[0]!, (yMax - yMin) / seen[1]!);
  // the middle of what is not covered
  const x = (xMin + xMax + resolution * (right - left)) / 2;
  const y = (yMin + yMax + resolution * (top - bottom)) / 2;
  view.setCenter([x * cos - y * sin, x * sin + y * cos]);
  view.setResolution(resolution);
}

/** Where a place, projected metres, is on a map of a size; before that has been drawn. */
function pixelIn(
  view: View,
  [width, height]: readonly [width: number, height: number],
  [x, y]: readonly number[],
): [x: number, y: number] {
  const [cos, sin] = [Math.cos(view.getRotation()), Math.sin(view.getRotation())];
  const [cx, cy] = view.getCenter() as [number, number];
  const [dx, dy] = [x! - cx, y! - cy];
  const resolution = view.getResolution()!;
  return [width / 2 + (dx * cos + dy * sin) / resolution, height / 2 - (dy * cos - dx * sin) / resolution];
}

/** The place, projected metres, at the middle of what is not covered. */
export function middleOf(view: View, { left, top, right, bottom }: Covered): [x: number, y: number] {
  const [cos, sin] = [Math.cos(view.getRotation()), Math.sin(view.getRotation())];
  const [cx, cy] = view.getCenter() as [number, number];
  const [u, v] = [(left - right) / 2, (bottom - top) / 2].map((pixels) => pixels * view.getResolution()!);
  return [cx + u! * cos - v! * sin, cy + u! * sin + v! * cos];
}

/** Puts a place, projected metres, at the middle of what is not covered. */
export function centreOn(view: View, [x, y]: readonly number[], covered: Covered): void {
  const [mx, my] = middleOf(view, { ...covered, right: 0 });
  const [cx, cy] = view.getCenter() as [number, number];
  view.setCenter([cx + x! - mx, cy + y! - my]);
}

/** Whether all of some points are seen on a map of this size, with nothing over them. */
export function seesAll(
  view: View,
  points: readonly LatLon[],
  projection: ProjectionName,
  size: readonly [width: number, height: number],
  { left, top, right, bottom }: Covered,
  cards: readonly Box[],
): boolean {
  const [width, height] = size;
  return points.every(({ lat, lon }) => {
    const [x, y] = pixelIn(view, size, project(projection, lon, lat));
    const isInside = x > left && x < width - right && y > top && y < height - bottom;
    return (
      isInside && !cards.some((card) => x > card.left && x < card.right && y > card.top && y < card.bottom)
    );
  });
}

/** Shows all of some points; beside the cards in a corner where these would lie over one of them. */
export function fitBeside(
  view: View,
  points: readonly LatLon[],
  projection: ProjectionName,
  size: readonly [width: number, height: number],
  covered: Covered,
  cards: readonly Box[],
): void {
  if (points.length === 0) return;
  const bounds = boundsOf(points);
  fitView(view, bounds, projection, size, covered);
  const [first] = cards;
  if (!first || seesAll(view, points, projection, size, covered, cards)) return;
  const [width, height] = size;
  const above = height - Math.min(...cards.map(({ top }) => top));
  // beside cards at the right edge, above those at the left
  const beside =
    first.left > width / 2
      ? { ...covered, right: Math.max(covered.right, width - first.left) }
      : { ...covered, bottom: Math.max(covered.bottom, above) };
  fitView(view, bounds, projection, size, beside);
}
