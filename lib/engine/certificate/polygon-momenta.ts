/** Admissible momenta that are the convex combinations of the corners of a polygon. */
import { INSIDE, sectorOf } from '../cost/least-cost.ts';
import type { MomentumSet } from './momenta.ts';

export class PolygonMomenta implements MomentumSet {
  px = 0;
  py = 0;
  readonly least: number;
  readonly most: number;
  /** x, y of each corner, clockwise. */
  private readonly corners: Float64Array;
  /** By sector of directions (least-cost.ts): where the corner begins that is furthest in one of them. */
  private readonly first = new Int32Array(INSIDE.length);

  constructor(corners: Float64Array) {
    this.corners = corners;
    let most = 0;
    for (let k = 0; k < corners.length; k += 2) most = Math.max(most, Math.hypot(corners[k], corners[k + 1]));
    this.most = most;
    this.least = inradius(corners);
    let at = 0;
    for (const { x, y } of INSIDE) {
      at = this.climb(x, y, at);
      this.first[sectorOf(x, y)] = at;
    }
  }

  leg(x: number, y: number): number {
    const { corners } = this;
    const at = this.climb(x, y, this.first[sectorOf(x, y)]);
    const cost = corners[at] * x + corners[at + 1] * y;
    // the origin may lie at the edge of a polygon, or just outside
    this.px = cost > 0 ? corners[at] : 0;
    this.py = cost > 0 ? corners[at + 1] : 0;
    return cost > 0 ? cost : 0;
  }

  /** The corner with the greatest product with (x, y): from any corner the way there only rises. */
  private climb(x: number, y: number, from: number): number {
    const { corners } = this;
    const n = corners.length;
    let at = from;
    let best = corners[at] * x + corners[at + 1] * y;
    for (const step of [2, n - 2]) {
      for (let next = (at + step) % n; ; next = (at + step) % n) {
        const value = corners[next] * x + corners[next + 1] * y;
        if (!(value > best)) break;
        best = value;
        at = next;
      }
    }
    return at;
  }

  /**
   * The vectors with this component are a line; of the points where it crosses the polygon's sides, the one furthest in
   * the direction sign · n.
   */
  crossing(ex: number, ey: number, nx: number, ny: number, along: number, sign: 1 | -1): boolean {
    const { corners } = this;
    let best = -Infinity;
    const n = corners.length;
    let x0 = corners[n - 2];
    let y0 = corners[n - 1];
    let f0 = x0 * ex + y0 * ey - along;
    for (let k = 0; k < n; k += 2) {
      const x1 = corners[k];
      const y1 = corners[k + 1];
      const f1 = x1 * ex + y1 * ey - along;
      if (f0 <= 0 !== f1 <= 0) {
        const part = f0 / (f0 - f1);
        const x = x0 + part * (x1 - x0);
        const y = y0 + part * (y1 - y0);
        const across = sign * (x * nx + y * ny);
        if (across > best) {
          best = across;
          this.px = x;
          this.py = y;
        }
      }
      x0 = x1;
      y0 = y1;
      f0 = f1;
    }
    return best > -Infinity;
  }

  /** The direction across the side that p is on: there the product with the reach is greatest. */
  ray(px: number, py: number): void {
    const { corners } = this;
    const n = corners.length;
    let best = 0;
    for (let k = 0, j = n - 2; k < n; j = k, k += 2) {
      const x = corners[k + 1] - corners[j + 1];
      const y = corners[j] - corners[k];
      const part = (px * x + py * y) / (corners[j] * x + corners[j + 1] * y);
      if (!(part > best)) continue;
      best = part;
      const sign = Math.sign(corners[j] * x + corners[j + 1] * y);
      this.px = sign * x;
      this.py = sign * y;
    }
  }
}

/**
 * The least distance of the sides of a clockwise polygon from the origin, which lies inside it; 0 where there
 * are no three corners.
 */
function inradius(polygon: Float64Array): number {
  const n = polygon.length;
  if (n < 6) return 0;
  let least = Infinity;
  for (let k = 0, j = n - 2; k < n; j = k, k += 2) {
    const dx = polygon[k] - polygon[j];
    const dy = polygon[k + 1] - polygon[j + 1];
    const length = Math.hypot(dx, dy);
    if (length > 0) least = Math.min(least, (polygon[j + 1] * dx - polygon[j] * dy) / length);
  }
  return Math.max(0, least);
}
