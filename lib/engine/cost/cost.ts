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
 * between the two neighbouring headings of the eight, and the cost per metre is a function of the bearing.
 */
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
  readonly profile: Int32Array;
  readonly profiles: Float64Array;
  /** open: cost per second in a cell where speed and rate are the same at every heading. */
  readonly perSecond: Float64Array;
  /** Whether the cost is consumption rather than time. */
  readonly consumes: boolean;
  /**
   * By cell: bridges (turns.ts) by which a leg may turn inside the cell; null where every leg is straight.
   */
  readonly bridgesOf: ((cell: number) => Float64Array) | null;
}

/** Numbers per bridge: two vectors of cost 1 (east, north), clockwise, and p (east, north). */
export const BRIDGE = 6;

export function costsFor(mesh: Mesh, objective: Objective): Costs {
  const { motion, profile, profiles } = mesh;
  const consumes = objective !== 'traveltime';
  const perSecond = new Float64Array(mesh.openCount).fill(1 / SECONDS_PER_DAY);
  if (consumes) for (let i = 0; i < perSecond.length; i++) perSecond[i] = motion[4 * i + 1] / SECONDS_PER_DAY;
  return { objective, motion, profile, profiles, perSecond, consumes, bridgesOf: null };
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
  const length2 = x * x + y * y;
  if (length2 === 0) return 0;
  const a = speed * speed - u * u - v * v;
  const d = u * x + v * y;
  // = a L² + d², without its cancellation where the current is much faster than the vessel
  const across = u * y - v * x;
  const discriminant = speed * speed * length2 - across * across;
  if (discriminant < 0 || (a <= 0 && d <= 0)) return Infinity;
  const S = Math.sqrt(discriminant);
  // the sign of d decides which form has no cancellation
  return d < 0 ? (S - d) / a : length2 / (S + d);
}

function profiledCost(costs: Costs, cell: number, x: number, y: number): number {
  if (costs.bridgesOf) {
    const bridges = costs.bridgesOf(cell);
    const k = bridgeAt(bridges, x, y);
    if (k >= 0) return bridges[k + 4] * x + bridges[k + 5] * y;
  }
  const { speed, rate } = headingValues(costs.profiles, costs.profile[cell], x, y);
  const seconds = timeUnderWay(speed, costs.motion[4 * cell + 2], costs.motion[4 * cell + 3], x, y);
  return seconds === Infinity ? Infinity : (seconds / SECONDS_PER_DAY) * (costs.consumes ? rate : 1);
}

/** The least rate of consumption, per day, in any open cell at any heading. */
export function leastRate({ motion, profile, profiles }: Costs): number {
  let least = Infinity;
  for (let cell = 0; cell < profile.length; cell++) {
    if (profile[cell] < 0) least = Math.min(least, motion[4 * cell + 1]);
    else for (let k = 8; k < 16; k++) least = Math.min(least, profiles[16 * profile[cell] + k]);
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

const OCTANT = Math.PI / 4;

/**
 * Speed (m/s) and rate (per day) of a profile on the bearing of (x, y): linear between the neighbouring
 * headings.
 */
export function headingValues(profiles: Float64Array, profile: number, x: number, y: number) {
  const { low, high, fraction } = octantOf(x, y);
  const base = 16 * profile;
  return {
    speed: profiles[base + low] + fraction * (profiles[base + high] - profiles[base + low]),
    rate: profiles[base + 8 + low] + fraction * (profiles[base + 8 + high] - profiles[base + 8 + low]),
  };
}

/**
 * The samples (NE, E, … N) on either side of the bearing of (x, y), and its fraction from the first to the
 * second.
 */
export function octantOf(x: number, y: number): { low: number; high: number; fraction: number } {
  const bearing = Math.atan2(x, y);
  const eighths = (bearing < 0 ? bearing + 2 * Math.PI : bearing) / OCTANT;
  const octant = Math.min(7, Math.floor(eighths));
  return { low: (octant + 7) & 7, high: octant, fraction: eighths - octant };
}

/** Time (days), consumption and speed through the water (m/s) of a leg, as reported in a track. */
export function sail(costs: Costs, cell: number, x: number, y: number) {
  const { motion, profile, profiles } = costs;
  const { speed, rate } =
    profile[cell] >= 0
      ? headingValues(profiles, profile[cell], x, y)
      : { speed: motion[4 * cell], rate: motion[4 * cell + 1] };
  const days = timeUnderWay(speed, motion[4 * cell + 2], motion[4 * cell + 3], x, y) / SECONDS_PER_DAY;
  return { days, consumption: days === Infinity ? Infinity : days * rate, speed };
}
