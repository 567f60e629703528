import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import type { LatLon } from '../engine/geometry/sphere.ts';

/** Degrees. */
type Position = readonly [lon: number, lat: number];

/** Pieces of a line of rhumb lines: where it passes longitude ±180, one piece ends and the next begins. */
export function cutAtAntimeridian(points: readonly LatLon[]): Position[][] {
  const pieces: Position[][] = [[[points[0]!.lon, points[0]!.lat]]];
  const add = (lon: number, lat: number) => {
    const [lastLon, lastLat] = pieces.at(-1)!.at(-1)!;
    if (lon !== lastLon || lat !== lastLat) pieces.at(-1)!.push([lon, lat]);
  };
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1]!, points[i]!];
    if (Math.abs(to.lon - from.lon) > 180) {
      const side = to.lon < from.lon ? 180 : -180;
      const line = new MercatorLine([from.lon, from.lat], [to.lon, to.lat]);
      // between two spellings of one meridian, 180 and −180, it is met at once
      const part = line.Δlon === 0 ? 0 : line.partAtMeridian(side - from.lon);
      const lat = line.latAt(Math.min(1, Math.max(0, part)));
      add(side, lat);
      pieces.push([[-side, lat]]);
    }
    add(to.lon, to.lat);
  }
  const lines = pieces.filter((piece) => piece.length > 1);
  return lines.length > 0 ? lines : [points.map(({ lon, lat }) => [lon, lat] as const)];
}
