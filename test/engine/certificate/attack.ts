/**
 * An attack on the lower bound of a certificate: random pairs of points s, t on the border of a cell, and
 * paths between them that a local search makes as cheap as it can. No path may cost less than V(s) − V(t),
 * where V = max(W, min(A, B, L)) at every point: A is what was proposed, B is the cap, L is up to where A was proved, and W
 * is the great circle to the end at the mesh's least cost per metre. If V bounds costs from the start instead, paths lead from t to s, and
 * the great circle is that from the start.
 */
import { Budget } from '../../../lib/engine/certificate/budget.ts';
import { CellProof } from '../../../lib/engine/certificate/cell-proof.ts';
import type { LowerBound } from '../../../lib/engine/certificate/lower-bound.ts';
import { Momenta } from '../../../lib/engine/certificate/momenta.ts';
import type { MomentumSet } from '../../../lib/engine/certificate/momentum-set.ts';
import { type Costs, leastCostPerMetre, legCost } from '../../../lib/engine/cost/cost.ts';
import {
  centralAngle,
  EARTH_RADIUS_M,
  isometricLatitude,
  meanCosine,
  shortWay,
} from '../../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';

export interface Breach {
  readonly cell: number;
  /** V(s) − V(t), what a path from s to t costs, and by which part of the former it is less. */
  readonly drop: number;
  readonly cost: number;
}

/** Radians. */
export interface Spot {
  λ: number;
  φ: number;
  V: number;
}

/** Rounding errors: of the cost of a leg, as a fraction of it; and of positions, metres. */
const ROUNDING = 1e-9;
const POSITION_M = 1e-6;

/**
 * @returns the number of pairs tried, the number within a ten-thousandth of the bound, and the pairs that
 *   contradict it
 */
export function attack(
  mesh: Mesh,
  costs: Costs,
  bound: LowerBound,
  pairs: number,
  random: () => number,
): { tried: number; close: number; breaches: Breach[] } {
  const breaches: Breach[] = [];
  let tried = 0;
  let close = 0;
  const opened = cellsOf(mesh, bound);
  const spotAt = spotsOf(costs, bound);
  for (let k = 0; k < pairs && opened.length > 0; k++) {
    const cell = opened[Math.floor(random() * opened.length)]!;
    const intervals = intervalsOf(bound, cell);
    if (!intervals.some(({ a, b }) => bound.proposal.isActive(a) || bound.proposal.isActive(b))) continue;
    const pick = () => spotAt(intervals[Math.floor(random() * intervals.length)]!, partOf(random));
    const [one, other] = [pick(), pick()];
    const [s, t] = one.V > other.V ? [one, other] : [other, one];
    if (!(s.V > t.V)) continue;
    tried++;
    // at the same point, V on two intervals differs by its rounding only
    if (metres(s, t) < POSITION_M) continue;
    const [from, to] = bound.proposal.momenta.sign === 1 ? [s, t] : [t, s];
    const cost = cheapest(mesh, costs, cell, from, to, random);
    const drop = s.V - t.V;
    const metre = cost / metres(s, t);
    if (cost < drop * (1 + 1e-4)) close++;
    const rounding = cost * ROUNDING + metre * POSITION_M + s.V * 1e-14;
    if (cost + rounding < drop) breaches.push({ cell, drop, cost });
  }
  return { tried, close, breaches };
}

/** The cells with a node where A is proposed. */
function cellsOf({ openCount }: Mesh, { proposal: { A, layout } }: LowerBound): number[] {
  const cells = new Set<number>();
  for (let node = 0; node < A.length; node++) {
    if (A[node]! < Infinity) for (const cell of layout.border.cells[node]!) cells.add(cell);
  }
  return [...cells].filter((cell) => cell < openCount);
}

/** The nodes at the ends of each interval of a cell. */
function intervalsOf({ proposal: { layout } }: LowerBound, cell: number): { a: number; b: number }[] {
  const { nodes, a, b } = layout.of(cell);
  return a.map((place, q) => ({ a: nodes[place]!, b: nodes[b[q]!]! }));
}

/** Fractions of an interval at which A is compared with B. */
const SAMPLES = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1];

/** Directions in which momenta are looked for, and the steps from one of these momenta to the next. */
const DIRECTIONS = 1000;
const STEPS = 8;

/**
 * The first target that is not proved with source i by momenta in all directions either; −1 = none. A pair stays proved
 * where V is lowered on its source, but what V is there may not suggest the momentum any more.
 */
function firstUnproved(proof: CellProof, set: MomentumSet, i: number, targets: readonly number[]): number {
  let n = proof.firstUnproved(i, targets, 0);
  while (n >= 0 && isProvedByAny(proof, set, i, targets[n]!)) n = proof.firstUnproved(i, targets, n + 1);
  return n;
}

function isProvedByAny({ cell, pair }: CellProof, set: MomentumSet, i: number, j: number): boolean {
  const { a, b } = cell.border;
  const shared = [a[i]!, b[i]!].find((end) => end === a[j] || end === b[j]);
  const [s, t] = [a[i] === shared ? b[i]! : a[i]!, a[j] === shared ? b[j]! : a[j]!];
  const momentumAt = (k: number) => {
    const angle = (2 * Math.PI * k) / DIRECTIONS;
    set.leg(Math.cos(angle), Math.sin(angle));
    return [set.px, set.py] as const;
  };
  for (let k = 0; i !== j && k < DIRECTIONS * STEPS; k++) {
    const [from, to] = [Math.floor(k / STEPS), Math.floor(k / STEPS) + 1].map(momentumAt);
    const part = (k % STEPS) / STEPS;
    const [px, py] = [0, 1].map((n) => from![n]! + part * (to![n]! - from![n]!)) as [number, number];
    if (shared === undefined ? pair.tryApart(i, j, px, py) : pair.tryCorner(s, shared, t, i, j, px, py)) {
      return true;
    }
  }
  return false;
}

/**
 * The pairs of intervals that the theorem needs a proof of, as the target has a point at which A < B, and of
 * which there is none; and active nodes of which not all cells are known.
 */
export function unprovedPairs(mesh: Mesh, costs: Costs, bound: LowerBound, routeCost: number): string[] {
  const { border } = bound.proposal.layout;
  const momenta = new Momenta(mesh, costs, bound.proposal.momenta.sign);
  const proof = new CellProof(momenta, routeCost, new Budget());
  const spotAt = spotsOf(costs, bound);
  const isInside = (node: number) => border.inside.has(node) && node !== bound.target;
  const unproved: string[] = [];
  for (let node = 0; node < bound.proposal.A.length; node++) {
    if (
      !(bound.proposal.A[node]! < bound.limit && bound.proposal.isActive(node)) ||
      bound.proposal.isSurrounded(node)
    )
      continue;
    unproved.push(`node ${node} is active, and not all of its cells were examined`);
  }
  for (const cell of cellsOf(mesh, bound)) {
    const intervals = intervalsOf(bound, cell);
    const targets = [...intervals.keys()].filter((j) => {
      const interval = intervals[j]!;
      return !isInside(interval.a) && SAMPLES.some((u) => spotAt(interval, u).isProposed);
    });
    if (targets.length === 0) continue;
    proof.enter(bound.proposal.layout.of(cell), bound.proposal.A);
    const set = momenta.of(cell);
    for (const i of intervals.keys()) {
      const n = firstUnproved(proof, set, i, targets);
      if (n >= 0) unproved.push(`cell ${cell}: interval ${i} to ${targets[n]} is not proved`);
    }
  }
  return unproved;
}

/** Points of intervals by their fraction, with V, and whether V = A < B there. */
function spotsOf(costs: Costs, bound: LowerBound) {
  const { points } = bound.proposal.layout.border;
  const at = (node: number) => {
    const [x, y, z] = points[node]!;
    const across = Math.hypot(x, y);
    return { λ: Math.atan2(y, x), φ: Math.atan2(z, across), isPole: across < 1e-12 };
  };
  const target = at(bound.target);
  const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
  return ({ a, b }: { a: number; b: number }, u: number): Spot & { isProposed: boolean } => {
    const [one, other] = [at(a), at(b)];
    const [from, to] = [one.isPole ? other.λ : one.λ, other.isPole ? one.λ : other.λ];
    const [λ, φ] = [from + u * shortWay(from, to), one.φ + u * (other.φ - one.φ)];
    const [Va, Vb] = [bound.proposal.A[a] ?? Infinity, bound.proposal.A[b] ?? Infinity];
    const A = u === 0 ? Va : u === 1 ? Vb : Va < Infinity && Vb < Infinity ? Va + u * (Vb - Va) : Infinity;
    const B = bound.proposal.cap.at([Math.cos(φ) * Math.cos(λ), Math.cos(φ) * Math.sin(λ), Math.sin(φ)]);
    const W = perRadian * centralAngle(φ, λ, target.φ, target.λ);
    return { λ, φ, V: Math.max(W, Math.min(A, B, bound.limit)), isProposed: A < Math.min(B, bound.limit) };
  };
}

/** A random fraction, often near 0 or 1 or equal to it. */
function partOf(random: () => number): number {
  const kind = random();
  if (kind < 0.4) return kind < 0.2 ? 0 : 1;
  if (kind < 0.7) return random();
  return kind < 0.85 ? random() ** 6 : 1 - random() ** 6;
}

const metres = (s: Spot, t: Spot) =>
  EARTH_RADIUS_M * Math.hypot(Math.cos(s.φ) * shortWay(s.λ, t.λ), s.φ - t.φ);

/** The least cost of a straight leg and of paths with a few bends, each moved while that makes it cheaper. */
export function cheapest(
  mesh: Mesh,
  costs: Costs,
  cell: number,
  s: Spot,
  t: Spot,
  random: () => number,
): number {
  let best = Infinity;
  for (let bends = 0; bends <= 3; bends++) {
    const path: { λ: number; φ: number }[] = [s];
    for (let k = 1; k <= bends; k++) {
      const part = k / (bends + 1);
      path.push({ λ: s.λ + part * shortWay(s.λ, t.λ), φ: s.φ + part * (t.φ - s.φ) });
    }
    path.push(t);
    best = Math.min(best, descend(mesh, costs, cell, path, random));
  }
  return best;
}

function descend(
  mesh: Mesh,
  costs: Costs,
  cell: number,
  path: { λ: number; φ: number }[],
  random: () => number,
): number {
  const [west, south, east, north] = [0, 1, 2, 3].map(
    (k) => (mesh.bounds[4 * cell + k]! * Math.PI) / 180,
  ) as [number, number, number, number];
  const middle = 0.5 * (west + east);
  const half = 0.5 * (east - west);
  let cost = pathCost(costs, cell, path);
  const span = Math.hypot(path.at(-1)!.φ - path[0]!.φ, shortWay(path[0]!.λ, path.at(-1)!.λ));
  for (let step = 0.3 * span, k = 0; k < 60 && path.length > 2; k++) {
    const i = 1 + Math.floor(random() * (path.length - 2));
    const old = path[i]!;
    const λ = middle + clamp(shortWay(middle, old.λ + step * (2 * random() - 1)), half);
    path[i] = { λ, φ: Math.min(north, Math.max(south, old.φ + step * (2 * random() - 1))) };
    const now = pathCost(costs, cell, path);
    if (now < cost) cost = now;
    else {
      path[i] = old;
      step *= 0.9;
    }
  }
  return cost;
}

const clamp = (x: number, most: number) => Math.max(-most, Math.min(most, x));

export function pathCost(costs: Costs, cell: number, path: readonly { λ: number; φ: number }[]): number {
  let cost = 0;
  for (let k = 1; k < path.length; k++) {
    const [from, to] = [path[k - 1]!, path[k]!];
    const q = meanCosine(from.φ, isometricLatitude(from.φ), to.φ, isometricLatitude(to.φ));
    const x = EARTH_RADIUS_M * q * shortWay(from.λ, to.λ);
    cost += legCost(costs, cell, x, EARTH_RADIUS_M * (to.φ - from.φ));
  }
  return cost;
}
