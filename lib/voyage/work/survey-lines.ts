/**
 * The lines by which an area is surveyed: parallel, sailed to and fro, begun at any of four corners.
 *
 * They are straight in the plane in which a degree of longitude is as long as at the area's middle latitude, so that bearings and
 * spacing are exact there, and lines east and west are parallels.
 */
import {
  EARTH_RADIUS_M,
  METRES_PER_NM,
  type Point,
  RADIANS,
  wrapLongitude,
} from '../../engine/geometry/sphere.ts';
import { closedRing, type Position, unwrap } from '../../zones/geometry/polygon.ts';

const NM_PER_DEGREE = (EARTH_RADIUS_M * RADIANS) / METRES_PER_NM;
/** Part of a line that rounding may leave over. */
const ROUNDING = 1e-9;
type XY = readonly [x: number, y: number];

export interface Survey {
  /** How far apart, nautical miles. */
  readonly spacingNm: number;
  /** Of the lines, degrees clockwise from north; null: along the longest side. */
  readonly bearing: number | null;
}

/** The lines of a survey in a row, each from one end to the other, all in one direction: first end, second end. */
export type SurveyLine = readonly [Point, Point];

/** How many lines cover an area; it may be too many to be drawn. */
export const lineCount = (ring: readonly Position[], survey: Survey): number => layOf(ring, survey).count;

/** How wide an area is across lines along its longest side, nautical miles. */
export const surveyWidth = (ring: readonly Position[]): number =>
  layOf(ring, { spacingNm: 1, bearing: null }).width;

/** Each of the lines. Half a spacing at most is left on either side of them. */
export function surveyLines(ring: readonly Position[], survey: Survey): SurveyLine[] {
  const { count, first, turned, toPoint } = layOf(ring, survey);
  return Array.from({ length: count }, (_, k): SurveyLine => {
    const across = first + k * survey.spacingNm;
    const [from, to] = extentAt(turned, across);
    return [toPoint([across, from]), toPoint([across, to])];
  });
}

/** The four ways to sail the lines to and fro: from the first or the last of them, and each of these from either end. */
export function surveyWays(lines: readonly SurveyLine[]): Point[][] {
  const toAndFro = (some: readonly SurveyLine[], isBack: boolean) =>
    some.flatMap(([a, b], k) => ((k % 2 === 0) === isBack ? [b, a] : [a, b]));
  const ends = lines.length === 1 ? [lines] : [lines, lines.toReversed()];
  return ends.flatMap((some) => [toAndFro(some, false), toAndFro(some, true)]);
}

/** The area, turned so that the lines run up the plane: x across them, y along them, nautical miles. */
function layOf(ring: readonly Position[], { spacingNm, bearing }: Survey) {
  const flat = Array.from(unwrap(closedRing(ring)).ring);
  const lats = flat.filter((_, k) => k % 2 === 1);
  const middle = 0.5 * (Math.min(...lats) + Math.max(...lats));
  const [lon0, lat0] = [flat[0]!, flat[1]!];
  const perLon = NM_PER_DEGREE * Math.cos(middle * RADIANS);
  const corners = lats.map((lat, k): XY => [perLon * (flat[2 * k]! - lon0), NM_PER_DEGREE * (lat - lat0)]);
  const angle = bearing === null ? alongLongestSide(corners) : bearing * RADIANS;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const turned = corners.map(([x, y]): XY => [x * cos - y * sin, x * sin + y * cos]);
  const xs = turned.map(([x]) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const count = Math.max(1, Math.ceil((right - left) / spacingNm - ROUNDING));
  return {
    count,
    width: right - left,
    first: 0.5 * (left + right - (count - 1) * spacingNm),
    turned,
    toPoint: ([x, y]: XY): Point => [
      wrapLongitude(lon0 + (x * cos + y * sin) / perLon),
      lat0 + (y * cos - x * sin) / NM_PER_DEGREE,
    ],
  };
}

/** Radians clockwise from north. */
function alongLongestSide(corners: readonly XY[]): number {
  let [longest, angle] = [0, 0];
  for (const [k, [x, y]] of corners.entries()) {
    const [x2, y2] = corners[(k + 1) % corners.length]!;
    const length = Math.hypot(x2 - x, y2 - y);
    if (length > longest * (1 + ROUNDING)) [longest, angle] = [length, Math.atan2(x2 - x, y2 - y)];
  }
  return angle;
}

/** Where a line up the plane enters an area first and leaves it last: across a bay of its border it goes on. */
function extentAt(corners: readonly XY[], x: number): [from: number, to: number] {
  let [from, to] = [Infinity, -Infinity];
  for (const [k, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners[(k + 1) % corners.length]!;
    if (Math.min(x1, x2) > x || Math.max(x1, x2) < x) continue;
    for (const y of x1 === x2 ? [y1, y2] : [y1 + ((x - x1) / (x2 - x1)) * (y2 - y1)]) {
      [from, to] = [Math.min(from, y), Math.max(to, y)];
    }
  }
  return [from, to];
}
