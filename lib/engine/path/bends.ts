/**
 * Bends inside wide cells: a rhumb line is longer than the great circle between its ends by the fraction
 * (Δλ sin φ)² / 24, because its geodesic curvature is tan φ times the eastward component of its direction. A
 * leg that loses too much this way gets additional vertices on meridians.
 */

import { MercatorLine } from '../geometry/mercator-line.ts';
import { type Point, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from './chain.ts';

/** Greatest Δλ sin φ of a leg without bends, radians: such a leg loses 2.7 millionths of its length. */
export const UNBENT = 0.008;

/**
 * Copies `chain` to `out`: removes existing bends and adds new ones to every leg that spans more than UNBENT.
 */
export function bend(mesh: Mesh, chain: Chain, out: Chain): void {
  out.length = 0;
  out.pushFrom(chain, 0);
  for (let i = 1; i < chain.length; i++) {
    if (isBend(chain, i)) continue;
    pushBends(mesh, out, chain.point(i), chain.cell[i]);
    out.pushFrom(chain, i);
  }
}

/** Whether vertex i is a bend; the legs before and after it are in one cell. */
export function isBend(chain: Chain, i: number): boolean {
  return chain.slides[i] === 1 && chain.edge[i] < 0;
}

/** Appends the bends of the leg from the last vertex of `out` to a point. */
function pushBends(mesh: Mesh, out: Chain, to: Point, cell: number): void {
  const line = new MercatorLine(out.point(out.length - 1), to);
  const farthest = Math.max(Math.abs(line.from[1]), Math.abs(to[1])) * RADIANS;
  const legs = Math.ceil((Math.abs(line.Δlon) * RADIANS * Math.sin(farthest)) / UNBENT);
  const [, south, , north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4);
  for (let k = 1; k < legs; k++) {
    const [lon, lat] = line.at(k / legs);
    out.pushBend(mesh, lon, Math.max(south, Math.min(north, lat)), cell);
  }
}

/** Ratio of great-circle length to rhumb-line length, for a line that spans Δλ where cos φ is this on average. */
export function bentPart(Δλ: number, cosφ: number): number {
  return 1 - (Δλ * Δλ * (1 - cosφ * cosφ)) / 24;
}
