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
    for (let k = 0; k < corners.length; k += 2) {
      most = Math.max(most, corners[k] * corners[k] + corners[k + 1] * corners[k + 1]);
    }
    this.most = Math.sqrt(most);
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
   * The vectors with this component are a line. From the corner furthest along e to the one least far, either way round,
   * the component only falls: the line crosses the way that is on the side of sign · n.
   */
  crossing(ex: number, ey: number, nx: number, ny: number, along: number, sign: 1 | -1): boolean {
    const { corners } = this;
    const n = corners.length;
    const top = this.climb(ex, ey, this.first[sectorOf(ex, ey)]);
    const bottom = this.climb(-ex, -ey, this.first[sectorOf(-ex, -ey)]);
    if (!(corners[top] * ex + corners[top + 1] * ey > along)) return false;
    if (!(corners[bottom] * ex + corners[bottom + 1] * ey <= along)) return false;
    // corners are clockwise: they lead first to the right of e
    const step = sign * (nx * ey - ny * ex) > 0 ? 2 : n - 2;
    let [above, below] = [0, step === 2 ? (bottom - top + n) % n : (top - bottom + n) % n];
    below /= 2;
    while (below - above > 1) {
      const middle = (above + below) >> 1;
      const k = (top + middle * step) % n;
      if (corners[k] * ex + corners[k + 1] * ey > along) above = middle;
      else below = middle;
    }
    const k0 = (top + above * step) % n;
    const k1 = (top + below * step) % n;
    const f0 = corners[k0] * ex + corners[k0 + 1] * ey - along;
    const f1 = corners[k1] * ex + corners[k1 + 1] * ey - along;
    const part = f0 / (f0 - f1);
    this.px = corners[k0] + part * (corners[k1] - corners[k0]);
    this.py = corners[k0 + 1] + part * (corners[k1 + 1] - corners[k0 + 1]);
    return true;
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
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length > 0) least = Math.min(least, (polygon[j + 1] * dx - polygon[j] * dy) / length);
  }
  return Math.max(0, least);
}
