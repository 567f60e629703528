/**
 * The momenta of cells: linear functions that no path costs less than.
 *
 * In the chart of a cell (layout.ts) a vector p is admissible if every path in the cell from s to t costs at
 * least p · (X(t) − X(s)). Let a vessel at bearing θ make good the velocity v at the cost w per second (both
 * in the local frame of east and north). The chart's derivative at a point of the cell is a matrix M with |M|
 * ≤ 1 and |M − 1| ≤ δ, δ = |Δλ| sin |φ| + (Δλ² + Δφ²) / 2 with Δλ, Δφ half the cell's extent and |φ| its
 * greatest latitude; so p is admissible if Mᵀ p · v ≤ w for all θ and all M. That holds
 *
 * - where speed s and cost w are alike at all bearings and the current is c, if (s + δ |c|) |p| + c · p ≤
 *   w. Where the current is stronger than 0.95 s, a vessel of speed |c| / 0.95 is taken instead, which can do
 *   all that this one can;
 * - where headings differ, for the convex combinations of the corners of a polygon: reach-polygon.ts.
 *
 * Admissible momenta form a convex set. A leg's momentum is the one that costs it most, and its cost by that
 * is a lower bound of what any path between its ends costs.
 */
import type { Costs } from '../cost/cost.ts';
import { RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { momentumPolygon, reachOfProfile } from './reach-polygon.ts';

/** Momenta are kept inside the bound by this fraction, which is more than their rounding error. */
const ROUNDING = 1e-12;
/** Greatest fraction of the speed that a current may have in the closed formulas. */
const STRONGEST_CURRENT = 0.95;

export class Momenta {
  /** The result of the last call. */
  px = 0;
  py = 0;
  /** −1: of paths from t to s, with the velocities turned about. */
  readonly sign: 1 | -1;
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  /** By cell: 0 = not known yet. */
  private readonly known: Uint8Array;
  private readonly speed: Float64Array;
  private readonly perSecond: Float64Array;
  private readonly shortest: Float64Array;
  private readonly longest: Float64Array;
  private readonly polygons = new Map<number, Float64Array>();
  /**
   * Of the current cell: every vector of length `least` is admissible, none longer than `most` is; whether
   * headings are alike.
   */
  least = 0;
  most = 0;
  isUniform = true;
  private s = 0;
  private u = 0;
  private v = 0;
  private w = 0;
  private polygon: Float64Array | null = null;

  constructor(mesh: Mesh, costs: Costs, sign: 1 | -1 = 1) {
    this.sign = sign;
    this.mesh = mesh;
    this.costs = costs;
    this.known = new Uint8Array(mesh.openCount);
    this.speed = new Float64Array(mesh.openCount);
    this.perSecond = new Float64Array(mesh.openCount);
    this.shortest = new Float64Array(mesh.openCount);
    this.longest = new Float64Array(mesh.openCount);
  }

  /** Selects the cell of the following calls. */
  enter(cell: number): void {
    if (this.known[cell] === 0) this.learn(cell);
    const { motion } = this.costs;
    this.s = this.speed[cell];
    this.w = this.perSecond[cell];
    this.u = this.sign * motion[4 * cell + 2];
    this.v = this.sign * motion[4 * cell + 3];
    this.polygon = this.polygons.size > 0 ? (this.polygons.get(cell) ?? null) : null;
    this.isUniform = this.polygon === null;
    this.least = this.shortest[cell];
    this.most = this.longest[cell];
  }

  /**
   * Computes the momentum of the leg (x, y), the admissible one with the greatest p · (x, y); returns that
   * product.
   */
  leg(x: number, y: number): number {
    if (this.polygon) return this.polygonLeg(this.polygon, x, y);
    const { s, u, v, w } = this;
    const length2 = x * x + y * y;
    if (length2 === 0) {
      this.px = this.py = 0;
      return 0;
    }
    const a = s * s - u * u - v * v;
    const d = u * x + v * y;
    const S = Math.sqrt(a * length2 + d * d);
    const T = d < 0 ? (S - d) / a : length2 / (S + d);
    this.px = (w * (x - T * u)) / S;
    this.py = (w * (y - T * v)) / S;
    return w * T;
  }

  /** Computes the direction of the rays of this momentum, where headings are alike: s p / |p| + c. */
  ray(px: number, py: number): void {
    const scale = this.s / Math.sqrt(px * px + py * py);
    this.px = scale * px + this.u;
    this.py = scale * py + this.v;
  }

  /**
   * Computes the momentum with the component `along` in the direction of the unit vector e and the greatest
   * (sign 1) or least (−1) component in the direction of the unit vector n across it.
   *
   * @returns false if there is none
   */
  crossing(ex: number, ey: number, nx: number, ny: number, along: number, sign: 1 | -1): boolean {
    if (this.polygon) return this.polygonCrossing(this.polygon, ex, ey, nx, ny, along, sign);
    const { s, u, v, w } = this;
    const ce = u * ex + v * ey;
    const cn = u * nx + v * ny;
    // s √(along² + across²) = A − cn across
    const A = w - ce * along;
    const rest = s * s - cn * cn;
    const discriminant = s * s * (A * A - along * along * rest);
    if (!(discriminant >= 0)) return false;
    const across = (sign * Math.sqrt(discriminant) - A * cn) / rest;
    if (!(A - cn * across >= 0)) return false;
    this.px = along * ex + across * nx;
    this.py = along * ey + across * ny;
    return true;
  }

  private learn(cell: number): void {
    const { motion, profile, perSecond } = this.costs;
    const current = Math.sqrt(motion[4 * cell + 2] ** 2 + motion[4 * cell + 3] ** 2);
    const δ = frameError(this.mesh.bounds, cell);
    if (profile[cell] >= 0) {
      const reach = this.costs.reachOf?.(cell) ?? reachOfProfile(this.costs, cell);
      const polygon = momentumPolygon(reach, δ).map((p) => p * this.sign * (1 - ROUNDING));
      this.polygons.set(cell, polygon);
      this.longest[cell] = furthest(polygon);
      this.shortest[cell] = inradius(polygon);
    } else {
      const speed = Math.max(motion[4 * cell] + δ * current, current / STRONGEST_CURRENT);
      const w = perSecond[cell] * (1 - ROUNDING);
      this.speed[cell] = speed;
      this.perSecond[cell] = w;
      this.shortest[cell] = w / (speed + current);
      this.longest[cell] = w / (speed - current);
    }
    this.known[cell] = 1;
  }

  private polygonLeg(polygon: Float64Array, x: number, y: number): number {
    let best = 0;
    let at = -1;
    for (let k = 0; k < polygon.length; k += 2) {
      const cost = polygon[k] * x + polygon[k + 1] * y;
      if (cost > best) [best, at] = [cost, k];
    }
    this.px = at < 0 ? 0 : polygon[at];
    this.py = at < 0 ? 0 : polygon[at + 1];
    return best;
  }

  /**
   * The crossing on a polygon: the vectors with this component are a line; of the points where it crosses the
   * polygon's sides, the one furthest in the direction sign · n.
   */
  private polygonCrossing(
    polygon: Float64Array,
    ex: number,
    ey: number,
    nx: number,
    ny: number,
    along: number,
    sign: 1 | -1,
  ): boolean {
    let best = -Infinity;
    const n = polygon.length;
    let x0 = polygon[n - 2];
    let y0 = polygon[n - 1];
    let f0 = x0 * ex + y0 * ey - along;
    for (let k = 0; k < n; k += 2) {
      const x1 = polygon[k];
      const y1 = polygon[k + 1];
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
}

/** δ of a cell: how much, at most, east and north anywhere in it differ from east and north in its middle. */
export function frameError(bounds: Float64Array, cell: number): number {
  const south = bounds[4 * cell + 1];
  const north = bounds[4 * cell + 3];
  const Δλ = 0.5 * (bounds[4 * cell + 2] - bounds[4 * cell]) * RADIANS;
  const Δφ = 0.5 * (north - south) * RADIANS;
  const sinφ = Math.sin(Math.max(Math.abs(south), Math.abs(north)) * RADIANS);
  return Math.abs(Δλ) * sinφ + 0.5 * (Δλ * Δλ + Δφ * Δφ);
}

function furthest(polygon: Float64Array): number {
  let most = 0;
  for (let k = 0; k < polygon.length; k += 2) most = Math.max(most, Math.hypot(polygon[k], polygon[k + 1]));
  return most;
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
