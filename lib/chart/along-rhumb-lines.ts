import { isometricLatitude, latitudeOfIsometric, RADIANS } from '../engine/geometry/sphere.ts';
import type { Position } from './projection.ts';

/** Between two points of a line that is curved in the projection. */
const MAX_STEP_DEGREES = 0.5;

/**
 * The positions of a line of rhumb lines with points in between, where it has to be drawn curved: in Mercator's
 * projection it has not. Parallels and the sides of cells are rhumb lines too.
 *
 * @param curved whether rhumb lines are curved in the projection; meridians never are
 */
export function alongRhumbLines(points: readonly Position[], curved: boolean): Position[] {
  const all: Position[] = [];
  for (const [i, to] of points.entries()) {
    const from = points[i - 1];
    if (from && curved) all.push(...between(from, to));
    all.push(to);
  }
  return all;
}

function between([lon1, lat1]: Position, [lon2, lat2]: Position): Position[] {
  let Δlon = lon2 - lon1;
  if (Δlon > 180) Δlon -= 360;
  else if (Δlon < -180) Δlon += 360;
  const steps = Math.ceil(Math.abs(Δlon) / MAX_STEP_DEGREES);
  const ψ1 = isometricLatitude(lat1 * RADIANS);
  const Δψ = isometricLatitude(lat2 * RADIANS) - ψ1;
  return Array.from({ length: Math.max(0, steps - 1) }, (_, i) => {
    const f = (i + 1) / steps;
    const lat = lat1 === lat2 ? lat1 : latitudeOfIsometric(ψ1 + f * Δψ) / RADIANS;
    return [lon1 + f * Δlon, lat] as const;
  });
}
