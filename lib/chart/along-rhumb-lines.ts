import { MercatorLine } from '../engine/geometry/mercator-line.ts';
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

function between(from: Position, to: Position): Position[] {
  let Δlon = to[0] - from[0];
  if (Δlon > 180) Δlon -= 360;
  else if (Δlon < -180) Δlon += 360;
  const steps = Math.ceil(Math.abs(Δlon) / MAX_STEP_DEGREES);
  const line = new MercatorLine(from, to);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, i) => {
    const part = (i + 1) / steps;
    return [from[0] + part * Δlon, line.latAt(part)] as const;
  });
}
