/**
 * What a vessel can reach for a unit of cost where speed or consumption differ by heading.
 *
 * Let r(θ) be how far it comes over the ground at bearing θ. The curve is enclosed in a polygon with corners at many bearings. Between
 * two of them it is held by the chord between its points there: with F = 1 / r, and f the chord's F (f″ + f = 0), F − f vanishes at
 * both ends and (F − f)″ + (F − f) = F″ + F ≤ κ, so that F ≥ f − κ (1 / cos(h / 2) − 1), h being the angle between the bearings
 * (comparison of solutions, Sturm). Both points are moved outwards by as much as that takes. Where κ says little, as against a current
 * or at the edge of the directions that can be sailed, what is reached in between is held by a disc about the current.
 */
import { computed } from '../computed.ts';
import { type Costs, headingValues } from '../cost/cost.ts';
import { convexHull } from '../geometry/convex-hull.ts';
import { SECONDS_PER_DAY } from '../geometry/sphere.ts';

/** Bearings of a polygon: chords of a circle between so many are at most 0.03 % inside it. */
export const BEARINGS = 128;
/** What can be reached in every direction at least, as a part of the greatest reach: momenta are bounded by it. */
export const LEAST_REACH = 0.02;
/** A corner is moved outwards by at most this fraction: further, a disc is no worse. */
const MOST_OUTWARDS = 0.1;

/** A convex reach: its greatest distance; and its support function, each made for unit vectors that turn clockwise. */
export interface Reach {
  readonly most: number;
  readonly support: () => (x: number, y: number) => number;
}

/** The hull of a polygon round the origin with clockwise corners (east, north), times a scale. */
export function supportOf(polygon: ArrayLike<number>, scale: number): Reach {
  const hull = convexHull(polygon);
  const n = hull.length;
  const [x, y] = [0, 1].map((part) => Float64Array.from(hull, (k) => scale * polygon[2 * k + part]));
  const support = () => {
    let at = -1;
    return (nx: number, ny: number) => {
      if (at < 0) {
        at = 0;
        for (let k = 1; k < n; k++) if (nx * x[k] + ny * y[k] > nx * x[at] + ny * y[at]) at = k;
      }
      let best = nx * x[at] + ny * y[at];
      for (;;) {
        const next = at + 1 === n ? 0 : at + 1;
        const value = nx * x[next] + ny * y[next];
        if (!(value > best)) return best;
        best = value;
        at = next;
      }
    };
  };
  return { most: Math.hypot(x[0], y[0]), support };
}

type Bearings = Readonly<Record<'sin' | 'cos', Float64Array>>;

const known = new Map<number, Bearings>();

/** So many bearings, clockwise from north. */
export function bearings(count: number): Bearings {
  const angles = () => Float64Array.from({ length: count }, (_, k) => (k * 2 * Math.PI) / count);
  return computed(known, count, () => ({ sin: angles().map(Math.sin), cos: angles().map(Math.cos) }));
}

/** Speed through the water, cost a second, and the current along and across each of some bearings, `step` apart. */
interface Curve {
  readonly s: Float64Array;
  readonly w: Float64Array;
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly current: number;
  readonly step: number;
}

/** The reach in a cell with a profile, as in Costs.reachOf. */
export const reachIn = (costs: Costs, cell: number): ArrayLike<number> =>
  costs.reachOf?.(cell) ?? reachOfProfile(costs, cell);

/** The reach in a cell by its profile. */
export function reachOfProfile(costs: Costs, cell: number): Float64Array {
  const count = Math.ceil(BEARINGS / costs.headings) * costs.headings;
  const curve = curveOf(costs, cell, count);
  const { s, w, along, across, step } = curve;
  const sagitta = 1 / Math.cos(0.5 * step) - 1;
  const g = along.map((c, k) => c + Math.sqrt(s[k] * s[k] - across[k] * across[k]));
  const reach = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    const part =
      (curvature(curve, k, next, g[k], g[next]) * sagitta) / Math.min(w[k] / g[k], w[next] / g[next]);
    // a part that is NaN is not less
    const disc = part < MOST_OUTWARDS ? null : inDisc(curve, k, next);
    reach[k] = Math.max(reach[k], disc?.[0] ?? g[k] / w[k] / (1 - part));
    reach[next] = Math.max(reach[next], disc?.[1] ?? g[next] / w[next] / (1 - part));
  }
  const least = LEAST_REACH * reach.reduce((a, b) => Math.max(a, b));
  const { sin, cos } = bearings(count);
  const corners = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    corners[2 * k] = Math.max(reach[k], least) * sin[k];
    corners[2 * k + 1] = Math.max(reach[k], least) * cos[k];
  }
  return corners;
}

/**
 * How far out the corners at two bearings must be for their chord to hold all that is reached in between. With S the greatest speed
 * there, that is in the disc of the radius S about the current c. Let n be normal to the chord between the points where both bearings leave
 * the disc: in the disc n · v is at most n · c + |n| S, so the chord is moved out to there; at most to where it holds all speeds S + |c|.
 */
function inDisc(curve: Curve, k: number, next: number): readonly number[] {
  const { s, w, along, across, current, step } = curve;
  const speed = Math.max(s[k], s[next]);
  const [g0, g1] = [k, next].map((at) => along[at] + Math.sqrt(speed * speed - across[at] * across[at]));
  // east being the first bearing
  const [nx, ny] = [g1 * Math.sin(step), g0 - g1 * Math.cos(step)];
  const outwards = (nx * along[k] + ny * across[k] + Math.hypot(nx, ny) * speed) / (nx * g0);
  const most = (speed + current) / Math.cos(0.5 * step);
  // false where a bearing does not leave the disc
  const isHeld = Math.min(g0, g1) > 0 && outwards * Math.max(g0, g1) < most;
  return [g0, g1].map((g) => (isHeld ? outwards * g : most) / Math.min(w[k], w[next]));
}

/** At so many bearings, the headings among them. */
function curveOf(costs: Costs, cell: number, count: number): Curve {
  const { sin, cos } = bearings(count);
  const column = () => new Float64Array(count);
  const [s, w, along, across] = [column(), column(), column(), column()];
  const [u, v] = costs.motion.subarray(4 * cell + 2, 4 * cell + 4);
  for (let k = 0; k < count; k++) {
    const { speed, rate } = headingValues(costs, cell, sin[k], cos[k]);
    s[k] = speed;
    w[k] = (costs.consumes ? rate : 1) / SECONDS_PER_DAY;
    along[k] = u * sin[k] + v * cos[k];
    across[k] = u * cos[k] - v * sin[k];
  }
  return { s, w, along, across, current: Math.hypot(u, v), step: (2 * Math.PI) / count };
}

/**
 * κ between two bearings, a bound of F″ + F for F = w / g, g = c∥ + q, q = √(s² − c⊥²); s and w are linear, c∥′ = c⊥,
 * c⊥′ = −c∥. NaN or Infinity where there is none.
 *
 * @param g0, g1 over the ground at both ends
 */
function curvature(curve: Curve, k: number, next: number, g0: number, g1: number): number {
  const { s, w, across, current, step } = curve;
  const aside = Math.min(
    current,
    Math.max(Math.abs(across[k]), Math.abs(across[next])) + 0.5 * current * step,
  );
  const slowest = Math.min(s[k], s[next]);
  const q = Math.sqrt(slowest * slowest - aside * aside);
  const slope = Math.abs(s[next] - s[k]) / step;
  // bounds of |q′|, |g′|, |g″|
  const dq = (Math.max(s[k], s[next]) * slope + 0.5 * current * current) / q;
  const dg = current + dq;
  const ddg = current + (Math.max(slope * slope, dq * dq) + current * current) / q;
  const least = Math.min(g0, g1) - 0.5 * step * dg;
  const most = Math.max(g0, g1) + 0.5 * step * dg;
  if (!(least > 0)) return Infinity;
  const dearest = Math.max(w[k], w[next]);
  const slopeOfW = Math.abs(w[next] - w[k]) / step;
  return (
    (dearest * (2 * dg * dg + most * ddg)) / least ** 3 +
    (2 * slopeOfW * dg) / (least * least) +
    dearest / least
  );
}
