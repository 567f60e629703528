/**
 * The inequality that makes a function on the borders of cells a lower bound, and its proof for one pair of intervals
 * of a cell.
 *
 * V is given at the nodes of a layout, and linear on each interval in the angle along the side. For any two
 * points s and t on the intervals of a cell, V(s) − V(t) must be at most the cost of every path in the cell
 * from s to t. This holds if there is an admissible momentum p (momenta.ts) with V(s) + p · X(s) ≤ V(t) + p ·
 * X(t). So one p proves a pair of intervals I, J if
 *
 *     max over I of (V + p · X)  ≤  min over J of (V + p · X).
 *
 * On the chord of an interval, V + p · X is linear, so its extremes are at the ends. At the fraction u of the
 * interval, the arc departs from the chord by a vector 4 u (1 − u) k, where k differs from the sagitta of the
 * layout by at most |k| (angle) / 2. So p · X exceeds its value on the chord by at most sag = max(0, ± p · k)
 * + |p| turn, and by at most 4 sag times the distance from either end.
 *
 * - I and J apart: the sags of both are subtracted.
 * - I and J share the end b: there both sides are equal. The inequality holds along both intervals if it
 *   holds for the slopes at b, which a sag changes by at most 4 sag.
 * - I = J: V and p · X must change in opposite directions, again compared by their slopes; one p for each
 *   direction.
 *
 * Any admissible p proves the inequality. The choice and order of the p that are tried can make a proof fail, but never
 * make it wrong. Where all fail, the one counts for which V must be lowered least on the source. `slack` covers rounding.
 */
import type { CellValues } from './cell-values.ts';

/** A momentum that makes up for a sag leaves this much room, so that its own, slightly different sag is covered too. */
const MORE_THAN_SAG = 4.1;

export class PairProof {
  /** How much too high V is at ends a and b of the last source, for the momentum that requires least. */
  excessA = 0;
  excessB = 0;
  private readonly cell: CellValues;

  constructor(cell: CellValues) {
    this.cell = cell;
  }

  /** Whether V is proved for source i and target j: s in i, t in j. */
  proves(i: number, j: number): boolean {
    const { V, highest, lowest, border } = this.cell;
    const { a, b } = border;
    if (highest[i] <= lowest[j]) return true;
    if (i === j) return this.provesAlong(i);
    // what p = 0 requires
    this.excessA = Math.max(0, V[a[i]] - lowest[j]);
    this.excessB = Math.max(0, V[b[i]] - lowest[j]);
    if (a[i] === a[j]) return this.provesCorner(b[i], a[i], b[j], i, j);
    if (a[i] === b[j]) return this.provesCorner(b[i], a[i], a[j], i, j);
    if (b[i] === a[j]) return this.provesCorner(a[i], b[i], b[j], i, j);
    if (b[i] === b[j]) return this.provesCorner(a[i], b[i], a[j], i, j);
    return this.provesApart(i, j);
  }

  /**
   * Tries the momenta that prove most pairs, then those of which one requires the least sum of what V is too high at both
   * ends of i, each times its weight. This sum is convex in p, so its minimum is at a leg from c, the mean of the ends
   * by their weights, to an end of j; at a leg from one end, or where the other end of i is level with an end of j; or at the
   * p that is constant on j.
   */
  private provesApart(i: number, j: number): boolean {
    const { cell } = this;
    const { border } = cell;
    const { a, b, x, y, weight } = border;
    const cx = weight[i] * x[a[i]] + (1 - weight[i]) * x[b[i]];
    const cy = weight[i] * y[a[i]] + (1 - weight[i]) * y[b[i]];
    if (this.tryLeg(i, j, 0.5 * (x[a[j]] + x[b[j]]) - cx, 0.5 * (y[a[j]] + y[b[j]]) - cy)) return true;
    cell.takeAim(j);
    if (this.tryApart(i, j, cell.tx[j], cell.ty[j])) return true;
    cell.takeUp(i);
    if (this.tryApart(i, j, cell.px, cell.py)) return true;
    for (let t = a[j], n = 0; n < 2; t = b[j], n++) {
      if (this.tryLeg(i, j, x[t] - cx, y[t] - cy)) return true;
      if (this.tryEnd(i, j, a[i], b[i], t) || this.tryEnd(i, j, b[i], a[i], t)) return true;
    }
    return false;
  }

  /** Tries the leg from end s of i to t; and the momentum that lowers V most at s of those with the other end of i level with t. */
  private tryEnd(i: number, j: number, s: number, other: number, t: number): boolean {
    const { momenta, border, V } = this.cell;
    const { x, y } = border;
    if (this.tryLeg(i, j, x[t] - x[s], y[t] - y[s])) return true;
    const dx = x[t] - x[other];
    const dy = y[t] - y[other];
    const length = Math.sqrt(dx * dx + dy * dy);
    const side = (x[s] - x[other]) * dy > (y[s] - y[other]) * dx ? -1 : 1;
    if (!momenta.crossing(dx / length, dy / length, (V[other] - V[t]) / length, side)) return false;
    return this.tryApart(i, j, momenta.px, momenta.py);
  }

  private tryLeg(i: number, j: number, dx: number, dy: number): boolean {
    const { momenta } = this.cell;
    momenta.leg(dx, dy);
    return this.tryApart(i, j, momenta.px, momenta.py);
  }

  /** Whether p proves i and j, which have no common point; if not, keeps the least that any p requires. */
  tryApart(i: number, j: number, px: number, py: number): boolean {
    const { cell } = this;
    const { a, b } = cell.border;
    const low = Math.min(cell.at(a[j], px, py), cell.at(b[j], px, py));
    const level = low - cell.sag(i, px, py, 1) - cell.sag(j, px, py, -1) - cell.slack;
    const overA = cell.at(a[i], px, py) - level;
    const overB = cell.at(b[i], px, py) - level;
    if (overA <= 0 && overB <= 0) return true;
    // NaN if there is no momentum
    this.consider(i, Math.max(0, overA), Math.max(0, overB));
    return false;
  }

  /** Keeps the smallest requirement, by the weights of the ends, among those that leave V at 0 or above. */
  private consider(i: number, overA: number, overB: number): void {
    const { V, border } = this.cell;
    if (!(overA <= V[border.a[i]] && overB <= V[border.b[i]])) return;
    const w = border.weight[i];
    if (w * overA + (1 - w) * overB >= w * this.excessA + (1 - w) * this.excessB) return;
    this.excessA = overA;
    this.excessB = overB;
  }

  /** Whether V is proved for any two points of interval i. */
  private provesAlong(i: number): boolean {
    const { cell } = this;
    const { V, momenta, border } = cell;
    const { a, b, x, y } = border;
    const isDown = V[a[i]] > V[b[i]];
    const s = isDown ? a[i] : b[i];
    const t = isDown ? b[i] : a[i];
    const cost = momenta.leg(x[t] - x[s], y[t] - y[s]);
    const { px, py } = momenta;
    const sag = Math.max(cell.sag(i, px, py, 1), cell.sag(i, px, py, -1));
    const drop = V[s] - V[t];
    const excess = Math.min(drop, Math.max(0, drop - cost + 4 * sag + 3 * cell.slack));
    this.excessA = isDown ? excess : 0;
    this.excessB = isDown ? 0 : excess;
    return excess <= 0;
  }

  /** Whether V is proved for source i, from s to `shared`, and target j, from `shared` to t. */
  private provesCorner(s: number, shared: number, t: number, i: number, j: number): boolean {
    const { momenta, border } = this.cell;
    const { x, y, a, b } = border;
    const isProved = () => this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py);
    momenta.leg(x[t] - x[s], y[t] - y[s]);
    if (isProved()) return true;
    if (this.aimPastSag(j, 1, a[j] === shared ? 1 : -1) && isProved()) return true;
    if (this.aimPastSag(i, -1, b[i] === shared ? 1 : -1) && isProved()) return true;
    momenta.leg(x[t] - x[shared], y[t] - y[shared]);
    return isProved();
  }

  /**
   * Computes the momentum for which V + p · X just rises towards end b (way 1) or end a (−1) of an interval in spite of the
   * sag, which is that of the momentum for which it is level but for rounding.
   */
  private aimPastSag(i: number, side: 1 | -1, way: 1 | -1): boolean {
    const { cell } = this;
    if (!cell.aim(i, side, way * 2 * cell.slack)) return false;
    const sag = cell.sag(i, cell.momenta.px, cell.momenta.py, side === 1 ? -1 : 1);
    return cell.aim(i, side, way * (2 * cell.slack + MORE_THAN_SAG * sag));
  }

  /** Like tryApart for a common end. V is lowered at s only: at the common end that would not help. */
  tryCorner(s: number, shared: number, t: number, i: number, j: number, px: number, py: number): boolean {
    const { cell } = this;
    const { V, slack, border } = cell;
    const { x, y } = border;
    const riseT = px * (x[t] - x[shared]) + py * (y[t] - y[shared]);
    const riseS = px * (x[shared] - x[s]) + py * (y[shared] - y[s]);
    if (!(V[shared] <= V[t] + riseT - 4 * cell.sag(j, px, py, -1) - slack)) return false;
    const over = V[s] - (V[shared] + riseS - 4 * cell.sag(i, px, py, 1) - slack);
    if (over <= 0) return true;
    if (border.a[i] === shared) this.consider(i, 0, over);
    else this.consider(i, over, 0);
    return false;
  }
}
