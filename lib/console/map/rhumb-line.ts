import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import type { Point } from '../../engine/geometry/sphere.ts';

const STEP_DEGREES = 0.5;

/**
 * The rhumb lines through the given points, in pieces short enough to look right in any projection. Longitudes go on
 * beyond ±180 where a line crosses the antimeridian, so that it is not torn apart there.
 */
export function rhumbLine(points: readonly Point[]): [number, number][] {
  const dense: [number, number][] = [];
  let turn = 0;
  points.forEach((to, i) => {
    const from = points[i - 1];
    if (!from) {
      dense.push([...to]);
      return;
    }
    const line = new MercatorLine(from, to);
    const fromLon = from[0] + turn;
    turn = fromLon + line.Δlon - to[0];
    const span = Math.max(Math.abs(line.Δlon), Math.abs(line.Δlat));
    const count = Math.max(1, Math.ceil(span / STEP_DEGREES));
    for (let k = 1; k < count; k++) dense.push([fromLon + (k / count) * line.Δlon, line.latAt(k / count)]);
    dense.push([fromLon + line.Δlon, to[1]]);
  });
  return dense;
}
