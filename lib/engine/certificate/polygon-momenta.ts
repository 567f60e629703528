/**
 * Admissible momenta where speed or consumption differ by heading, or the current is strong: the convex combinations of
 * one for each of many bearings.
 *
 * In the plane p is admissible if p · r ≤ 1 for every r that can be reached at the cost 1: in the direction of the unit vector n,
 * if |p| h(n) ≤ 1, h(n) being the support function max n · r of the reach (Rockafellar 1970, §§ 13, 14). In the chart a reach is turned by
 * up to α either way. What an arc holds is within its chord moved out by 1 / cos α, so max(h(n turned by α), h(n turned back)) / cos α is
 * the support of all of it. The rest of the frame's error adds ε times the greatest reach. A sum, a maximum and a rotation of support
 * functions are support functions, so the momenta by bearing are the corners of a convex polygon.
 */
import { LEAST, sectorOf } from '../cost/least-cost.ts';
import type { FrameError } from './frame.ts';
import type { MomentumSet } from './momentum-set.ts';
import { BEARINGS, bearings, type Reach } from './reach.ts';

export class PolygonMomenta implements MomentumSet {
  px = 0;
  py = 0;
  rayX = 0;
  rayY = 0;
  readonly least: number;
  readonly most: number;
  /** x, y of each corner, clockwise from north. */
  private readonly corners = new Float64Array(2 * BEARINGS);
  /** By sector of directions (least-cost.ts): where the corner begins that was furthest in one of them. */
  private readonly last = new Uint8Array(LEAST);

  /** @param longest that a momentum may be */
  constructor({ most, support }: Reach, { turn, rest }: FrameError, longest: number) {
    const { corners } = this;
    let [nearest, furthest] = [Infinity, 0];
    // what costs nothing, or can't be sailed at all, has no momentum but none
    if (most > 0 && most < Infinity) {
      const { sin, cos } = bearings(BEARINGS);
      const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
      const [right, left] = [support(), support()];
      for (let k = 0; k < BEARINGS; k++) {
        const [x, y] = [sin[k], cos[k]];
        const h = Math.max(
          right(cosine * x + sine * y, cosine * y - sine * x),
          left(cosine * x - sine * y, cosine * y + sine * x),
        );
        const p = Math.min(longest, 1 / (h / cosine + rest * most));
        corners[2 * k] = p * x;
        corners[2 * k + 1] = p * y;
        nearest = Math.min(nearest, p);
        furthest = Math.max(furthest, p);
      }
    }
    // no point of a side is nearer than its nearer end times the cosine of the angle between two bearings
    this.least = furthest > 0 ? nearest * Math.cos((2 * Math.PI) / BEARINGS) : 0;
    this.most = furthest;
  }

  leg(x: number, y: number): number {
    const { corners } = this;
    const at = this.furthest(x, y);
    this.px = corners[at];
    this.py = corners[at + 1];
    return this.px * x + this.py * y;
  }

  /** The corner with the greatest product with (x, y): from any corner the way there only rises. */
  private furthest(x: number, y: number): number {
    const { corners, last } = this;
    const sector = sectorOf(x, y);
    let at = 2 * last[sector];
    let best = corners[at] * x + corners[at + 1] * y;
    for (let step = 2; step > -3; step -= 4) {
      for (let next = wrapped(at + step); ; next = wrapped(at + step)) {
        const value = corners[next] * x + corners[next + 1] * y;
        if (!(value > best)) break;
        best = value;
        at = next;
      }
    }
    last[sector] = at >> 1;
    return at;
  }

  /**
   * The vectors with this component are a line. From the corner furthest along e to the one least far, either way round,
   * the component only falls; corners are clockwise, so the way round on the right of e is upwards.
   */
  crossing(ex: number, ey: number, along: number, side: 1 | -1): boolean {
    const { corners } = this;
    const top = this.furthest(ex, ey);
    const bottom = this.furthest(-ex, -ey);
    if (!(corners[top] * ex + corners[top + 1] * ey > along)) return false;
    if (!(corners[bottom] * ex + corners[bottom + 1] * ey <= along)) return false;
    let above = 0;
    let below = wrapped(side * (bottom - top)) / 2;
    while (below - above > 1) {
      const middle = (above + below) >> 1;
      const k = wrapped(top + 2 * side * middle);
      if (corners[k] * ex + corners[k + 1] * ey > along) above = middle;
      else below = middle;
    }
    const k0 = wrapped(top + 2 * side * above);
    const k1 = wrapped(top + 2 * side * below);
    const f0 = corners[k0] * ex + corners[k0 + 1] * ey - along;
    const f1 = corners[k1] * ex + corners[k1 + 1] * ey - along;
    const part = f0 / (f0 - f1);
    const [dx, dy] = [corners[k1] - corners[k0], corners[k1 + 1] - corners[k0 + 1]];
    this.px = corners[k0] + part * dx;
    this.py = corners[k0 + 1] + part * dy;
    // across the side of the polygon: there the product with the reach is greatest
    this.rayX = -side * dy;
    this.rayY = side * dx;
    return true;
  }
}

/** The place of a corner, counted on round the polygon or back. */
function wrapped(k: number): number {
  const end = 2 * BEARINGS;
  return k < 0 ? k + end : k < end ? k : k - end;
}
