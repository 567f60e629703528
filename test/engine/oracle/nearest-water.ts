/** How far a point is from water, found by looking all along the sides of cells. */

import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';
import { rectangleOf } from './crossings.ts';
import type { Point } from './sailing.ts';

const RAD = Math.PI / 180;

/** Great-circle distance by the chord between two unit vectors, nautical miles. */
export function chordNm([lon1, lat1]: Point, [lon2, lat2]: Point): number {
  const vector = (lon: number, lat: number) => [
    Math.cos(lat * RAD) * Math.cos(lon * RAD),
    Math.cos(lat * RAD) * Math.sin(lon * RAD),
    Math.sin(lat * RAD),
  ];
  const a = vector(lon1, lat1);
  const b = vector(lon2, lat2);
  const chord = Math.hypot(...a.map((x, i) => x - b[i]!));
  return (2 * Math.asin(Math.min(1, chord / 2)) * 6_371_100) / 1852;
}

/** Distance to the nearest of the given cells, nautical miles; the point lies in none of them. */
export function nearestNm(source: MeshSource, rows: readonly number[], { lon, lat }: LatLon): number {
  let nearest = Infinity;
  for (const row of rows) {
    const [west, south, east, north] = rectangleOf(source, row);
    const sides: [Point, Point][] = [
      [
        [west, south],
        [east, south],
      ],
      [
        [west, north],
        [east, north],
      ],
      [
        [west, south],
        [west, north],
      ],
      [
        [east, south],
        [east, north],
      ],
    ];
    for (const side of sides) nearest = Math.min(nearest, nearestOnSide([lon, lat], side));
  }
  return nearest;
}

/** Samples a side, then closer and closer round the nearest sample. */
function nearestOnSide(point: Point, [from, to]: readonly [Point, Point]): number {
  const distanceAt = (part: number) =>
    chordNm(point, [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]);
  let [low, high] = [0, 1];
  let nearest = Infinity;
  for (let round = 0; round < 6; round++) {
    const parts = Array.from({ length: 11 }, (_, k) => low + (k / 10) * (high - low));
    const distances = parts.map(distanceAt);
    const least = distances.indexOf(Math.min(...distances));
    nearest = Math.min(nearest, distances[least]!);
    [low, high] = [parts[Math.max(0, least - 1)]!, parts[Math.min(10, least + 1)]!];
  }
  return nearest;
}
