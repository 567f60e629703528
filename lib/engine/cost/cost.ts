/**
 * The cost of a leg: the single definition that search, refinement and evaluation share.
 *
 * A leg goes x metres east and y metres north over the ground, inside one cell. With speed through the water
 * s and current c, the speed over ground along the leg is g = c∥ + √(s² − c⊥²), its time L / g. Written out
 * with a = s² − |c|², d = c · (x, y) and S = √(a L² + d²) = L √(s² − c⊥²), that time is
 *
 *     T = L² / (S + d) = (S − d) / a        ∇T = ((x, y) − T c) / S        ∇∇T = s² / S³ · (y, −x)(y, −x)ᵀ
 *
 * This is Zermelo's navigation in a steady current as a Randers metric (Bao, Robles & Shen 2004): it needs no
 * trigonometry, and it is convex. Where speed or rate differ by heading, they are interpolated linearly
 * between the two neighbouring headings, and the cost per metre is a function of the bearing.
 */
import { computed } from '../computed.ts';
import { departure, type Point, SECONDS_PER_DAY } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Consumption } from '../mesh/mesh-source.ts';

/** What a route minimises: days under way, or what the vessel consumes. */
export type Objective = 'traveltime' | Consumption;

/** The data that gives the cost of one objective on a mesh. Costs are days, or tonnes (units of battery). */
export interface Costs {
  readonly objective: Objective;
  /** open × 4: speed, rate, current east and north, as in the mesh. */
  readonly motion: Float64Array;
  /** open: row of profiles, −1 = the same at every heading. Cells of one row have the same current. */
  readonly profile: Int32Array;
  /** profiles × 2 · headings: speeds, then rates, at the bearings k · 360° / headings, k = 1 … headings. */
  readonly profiles: Float64Array;
  readonly headings: number;
  /** open: cost per second in a cell where speed and rate are the same at every heading. */
  readonly perSecond: Float64Array;
  /** Whether the cost is consumption rather than time. */
  readonly consumes: boolean;
  /**
   * By cell: bridges (turns.ts) by which a leg may turn inside the cell; null where every leg is straight.
   */
  readonly bridgesOf: ((cell: number) => Float64Array) | null;
  /**
   * By cell with a profile, for certificates that are to hold for more than the profile, which is interpolated: the
   * corners (east, north, metres over the ground) of a polygon round the origin, clockwise, that encloses all that can
   * be reached at the cost 1. `motion` and `perSecond` must allow as much. null: what can be reached by the profile.
   */
  readonly reachOf: ((cell: number) => ArrayLike<number>) | null;
}

/** Numbers per bridge: two vectors of cost 1 (east, north), clockwise, and p (east, north). */
export const BRIDGE = 6;

const known = new WeakMap<Mesh, Map<Objective, Costs>>();

/** The same object each time, so that what is found out about it is known to the next request. */
export function costsFor(mesh: Mesh, objective: Objective): Costs {
  const ofMesh = computed(known, mesh, () => new Map());
  return computed(ofMesh, objective, () => {
    const { motion, profile, profiles, headings, openCount, reachOf = null } = mesh;
    const consumes = objective !== 'traveltime';
    const rateOf = (cell: number) => (consumes ? motion[4 * cell + 1] : 1);
    const perSecond = new Float64Array(openCount).map((_, cell) => rateOf(cell) / SECONDS_PER_DAY);
    return { objective, motion, profile, profiles, headings, perSecond, consumes, bridgesOf: null, reachOf };
  });
}

/** Cost of a leg of (x, y) metres over the ground in a cell; Infinity where it can't be sailed. */
export function legCost(costs: Costs, cell: number, x: number, y: number): number {
  if (costs.profile[cell] >= 0) return profiledCost(costs, cell, x, y);
  const { motion } = costs;
  const speed = motion[4 * cell];
  return costs.perSecond[cell] * timeUnderWay(speed, motion[4 * cell + 2], motion[4 * cell + 3], x, y);
}

/** The same along the rhumb line between two points of the cell. */
export function costBetween(costs: Costs, cell: number, from: Point, to: Point): number {
  const { x, y } = departure(from, to);
  return legCost(costs, cell, x, y);
}

/** Seconds for (x, y) metres over the ground at `speed` m/s through water that moves at (u, v) m/s. */
export function timeUnderWay(speed: number, u: number, v: number, x: number, y: number): number {
  return x === 0 && y === 0 ? 0 : secondsBy(rootOf(speed, u, v, x, y), speed, u, v, x, y);
}

/** S of the formula above; NaN where the current sets the vessel off this track faster than it sails. */
export function rootOf(speed: number, u: number, v: number, x: number, y: number): number {
  // S² = a L² + d², without its cancellation where the current is much faster than the vessel
  const across = u * y - v * x;
  return Math.sqrt(speed * speed * (x * x + y * y) - across * across);
}

/** T of the formula above, given S; Infinity where the track can't be sailed. */
export function secondsBy(S: number, speed: number, u: number, v: number, x: number, y: number): number {
  const a = speed * speed - u * u - v * v;
  const d = u * x + v * y;
  if (!(S >= 0) || (a <= 0 && d <= 0)) return Infinity;
  // the sign of d decides which form has no cancellation
  return d < 0 ? (S - d) / a : (x * x + y * y) / (S + d);
}

function profiledCost(costs: Costs, cell: number, x: number, y: number): number {
  if (costs.bridgesOf) {
    const bridges = costs.bridgesOf(cell);
    const k = bridgeAt(bridges, x, y);
    if (k >= 0) return bridges[k + 4] * x + bridges[k + 5] * y;
  }
  const { speed, rate } = headingValues(costs, cell, x, y);
  const seconds = timeUnderWay(speed, costs.motion[4 * cell + 2], costs.motion[4 * cell + 3], x, y);
  return seconds === Infinity ? Infinity : (seconds / SECONDS_PER_DAY) * (costs.consumes ? rate : 1);
}

/** The least rate of consumption, per day, in any cell that can be sailed, at any heading. */
export function leastRate({ motion }: Costs): number {
  let least = Infinity;
  for (let k = 0; k < motion.length; k += 4) if (motion[k] > 0) least = Math.min(least, motion[k + 1]);
  return least;
}

/** The least cost per metre, anywhere on the mesh where it can be sailed. */
export function leastCostPerMetre({ motion, perSecond }: Costs): number {
  let least = Infinity;
  for (let i = 0; i < perSecond.length; i++) {
    if (motion[4 * i] === 0) continue;
    const ground = motion[4 * i] + Math.sqrt(motion[4 * i + 2] ** 2 + motion[4 * i + 3] ** 2);
    least = Math.min(least, perSecond[i] / ground);
  }
  return least;
}

/** Where the bridge over the bearing of (x, y) begins in a cell's bridges, −1 = none. */
export function bridgeAt(bridges: Float64Array, x: number, y: number): number {
  for (let k = 0; k < bridges.length; k += BRIDGE) {
    const isAfterFirst = bridges[k] * y <= bridges[k + 1] * x;
    if (isAfterFirst && x * bridges[k + 3] <= y * bridges[k + 2]) return k;
  }
  return -1;
}

/** Speed (m/s) and rate (per day) in a cell with a profile on the bearing of (x, y). */
export function headingValues({ profile, profiles, headings }: Costs, cell: number, x: number, y: number) {
  const { low, high, fraction } = headingsAt(headings, x, y);
  const first = 2 * headings * profile[cell];
  const rates = first + headings;
  return {
    speed: profiles[first + low] + fraction * (profiles[first + high] - profiles[first + low]),
    rate: profiles[rates + low] + fraction * (profiles[rates + high] - profiles[rates + low]),
  };
}

/** The samples of a profile on either side of the bearing of (x, y), and its fraction from the first to the second. */
export function headingsAt(headings: number, x: number, y: number) {
  const bearing = Math.atan2(x, y);
  const steps = (bearing < 0 ? bearing + 2 * Math.PI : bearing) / ((2 * Math.PI) / headings);
  const high = Math.min(headings - 1, Math.floor(steps));
  return { low: high === 0 ? headings - 1 : high - 1, high, fraction: steps - high };
}

/** Time (days), consumption and speed through the water (m/s) of a leg, as reported in a track. */
export function sail(costs: Costs, cell: number, x: number, y: number) {
  const { motion, profile } = costs;
  const { speed, rate } =
    profile[cell] >= 0
      ? headingValues(costs, cell, x, y)
      : { speed: motion[4 * cell], rate: motion[4 * cell + 1] };
  const days = timeUnderWay(speed, motion[4 * cell + 2], motion[4 * cell + 3], x, y) / SECONDS_PER_DAY;
  return { days, consumption: days === Infinity ? Infinity : days * rate, speed };
}
