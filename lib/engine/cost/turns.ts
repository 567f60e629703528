/**
 * Turns inside a cell, where speed or rate differ by heading.
 *
 * Let ρ be the cost per metre at a bearing θ. At the cost 1 the vessel reaches the points (sin θ, cos θ) / ρ(θ).
 * If these do not enclose a convex set, two legs may cost less than the straight one, as when a sailing boat
 * tacks: legs on two bearings together reach any point of the straight line between their two points. The least
 * cost is therefore that of the convex hull. It is ρ, except between two bearings where the hull bridges a
 * hollow: there it is linear in the displacement, p · (x, y).
 */
import type { Mesh } from '../mesh/mesh.ts';
import { type Costs, legCost, type Objective } from './cost.ts';

/** Bearings that are tried between two headings, as fractions; closer together at headings, where ρ has a kink. */
const PARTS = [0, 0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97];
const COUNT = 8 * PARTS.length;
const BEARINGS = Float64Array.from(
  { length: COUNT },
  (_, k) => (Math.floor(k / PARTS.length) + PARTS[k % PARTS.length]) * (Math.PI / 4),
);
/** Searches of each end of a bridge, and steps of a search. */
const ROUNDS = 2;
const SECTIONS = 10;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Radians: a step that shows on which side of a bearing the bridge ends. */
const STEP = 1e-5;
/** A bridge that saves less than this fraction is left out. */
const WORTHWHILE = 1e-6;

const known = new WeakMap<Mesh, Map<Objective, Float64Array[]>>();

/**
 * The costs of legs that may turn inside their cells; `costs` itself where headings are alike in all cells. The
 * bridges of a cell are computed at its first use.
 */
export function withTurns(mesh: Mesh, costs: Costs): Costs {
  if (mesh.profiles.length === 0) return costs;
  const byObjective = known.get(mesh) ?? new Map<Objective, Float64Array[]>();
  known.set(mesh, byObjective);
  const bridges = byObjective.get(costs.objective) ?? new Array<Float64Array>(mesh.openCount);
  byObjective.set(costs.objective, bridges);
  return {
    ...costs,
    bridgesOf(cell) {
      bridges[cell] ??= computeBridges(costs, cell);
      return bridges[cell];
    },
  };
}

/** By bearing: the point that is reached at the cost 1, east and north; (0, 0) where it can't be sailed. */
const points = new Float64Array(2 * COUNT);

/** The bridges of one cell, as in Costs.bridgesOf. */
function computeBridges(costs: Costs, cell: number): Float64Array {
  for (let k = 0; k < COUNT; k++) reach(costs, cell, BEARINGS[k], points, 2 * k);
  const hull = hullOfPoints();
  const bridges: number[] = [];
  hull.forEach((first, k) => {
    const last = hull[(k + 1) % hull.length];
    const isHollow = (last - first + COUNT) % COUNT > 1;
    if (isHollow && isReached(first) && isReached(last)) {
      const bridge = new Bridge(costs, cell, first, last);
      if (bridge.saves()) bridges.push(...bridge.ends, ...bridge.momentum());
    }
  });
  return Float64Array.from(bridges);
}

function reach(costs: Costs, cell: number, bearing: number, out: Float64Array, at: number): void {
  const east = Math.sin(bearing);
  const north = Math.cos(bearing);
  const cost = legCost(costs, cell, east, north);
  out[at] = cost < Infinity ? east / cost : 0;
  out[at + 1] = cost < Infinity ? north / cost : 0;
}

function isReached(k: number): boolean {
  return points[2 * k] !== 0 || points[2 * k + 1] !== 0;
}

/**
 * The corners of the convex hull, clockwise: indices in BEARINGS. The points are in the order of their bearings,
 * so one round from the farthest of them is enough (Graham 1972).
 */
function hullOfPoints(): number[] {
  let farthest = 0;
  const distance = (k: number) => points[2 * k] ** 2 + points[2 * k + 1] ** 2;
  for (let k = 1; k < COUNT; k++) if (distance(k) > distance(farthest)) farthest = k;
  const hull: number[] = [];
  for (let n = 0; n <= COUNT; n++) {
    const k = (farthest + n) % COUNT;
    while (hull.length > 1 && !turnsRight(hull[hull.length - 2], hull[hull.length - 1], k)) hull.pop();
    hull.push(k);
  }
  hull.pop();
  return hull;
}

function turnsRight(a: number, b: number, c: number): boolean {
  const east = points[2 * b] - points[2 * a];
  const north = points[2 * b + 1] - points[2 * a + 1];
  return east * (points[2 * c + 1] - points[2 * b + 1]) < north * (points[2 * c] - points[2 * b]);
}

/** A line that touches the reached points near two bearings and bridges the hollow between them. */
class Bridge {
  /** The two points that it touches, clockwise. */
  readonly ends: Float64Array;
  private readonly costs: Costs;
  private readonly cell: number;
  /** A displacement between the two; the bridge is moved to where its cost is least. */
  private readonly x: number;
  private readonly y: number;
  private readonly trial = new Float64Array(2);

  constructor(costs: Costs, cell: number, first: number, last: number) {
    this.costs = costs;
    this.cell = cell;
    this.ends = Float64Array.of(
      points[2 * first],
      points[2 * first + 1],
      points[2 * last],
      points[2 * last + 1],
    );
    this.x = this.ends[0] + this.ends[2];
    this.y = this.ends[1] + this.ends[3];
    for (let round = 0; round < ROUNDS; round++) {
      this.moveEnd(0, first);
      this.moveEnd(2, last);
    }
  }

  saves(): boolean {
    const [ax, ay, bx, by] = this.ends;
    const bridged = this.cost(ax, ay, bx, by);
    return bridged < legCost(this.costs, this.cell, this.x, this.y) * (1 - WORTHWHILE);
  }

  /** p: the cost of a displacement between the two ends is p · (x, y). */
  momentum(): [east: number, north: number] {
    const [ax, ay, bx, by] = this.ends;
    const cross = ax * by - ay * bx;
    return [(by - ay) / cross, (ax - bx) / cross];
  }

  private cost(ax: number, ay: number, bx: number, by: number): number {
    const cross = ax * by - ay * bx;
    // between bearings half a turn apart or more, nothing is bridged
    return cross < 0 ? ((by - ay) * this.x + (ax - bx) * this.y) / cross : Infinity;
  }

  /** Moves the end at ends[at], found near bearing k, to where the bridge costs least. */
  private moveEnd(at: 0 | 2, k: number): void {
    const now = this.tryAt(at, BEARINGS[k]);
    for (const sign of [-1, 1]) {
      if (this.tryAt(at, BEARINGS[k] + sign * STEP) < now)
        this.search(at, BEARINGS[k], sign * widthBeside(k, sign));
    }
  }

  /** Golden-section search between a bearing and another at `width` radians from it (Kiefer 1953). */
  private search(at: 0 | 2, bearing: number, width: number): void {
    let low = 0;
    let high = 1;
    let [a, b] = [1 - GOLDEN, GOLDEN];
    let costA = this.tryAt(at, bearing + a * width);
    let costB = this.tryAt(at, bearing + b * width);
    for (let k = 0; k < SECTIONS; k++) {
      if (costA < costB) {
        [high, b, costB] = [b, a, costA];
        a = high - GOLDEN * (high - low);
        costA = this.tryAt(at, bearing + a * width);
      } else {
        [low, a, costA] = [a, b, costB];
        b = low + GOLDEN * (high - low);
        costB = this.tryAt(at, bearing + b * width);
      }
    }
  }

  /** The cost with one end at a bearing; the end is moved there if that costs less. */
  private tryAt(at: 0 | 2, bearing: number): number {
    const { ends, trial } = this;
    reach(this.costs, this.cell, bearing, trial, 0);
    const cost =
      at === 0
        ? this.cost(trial[0], trial[1], ends[2], ends[3])
        : this.cost(ends[0], ends[1], trial[0], trial[1]);
    if (cost < this.cost(ends[0], ends[1], ends[2], ends[3])) ends.set(trial, at);
    return cost;
  }
}

/** Radians between the bearing of an index and the next one clockwise (sign 1) or anticlockwise (−1). */
function widthBeside(k: number, sign: number): number {
  const part = (k + (sign < 0 ? COUNT - 1 : 0)) % PARTS.length;
  return ((PARTS[part + 1] ?? 1) - PARTS[part]) * (Math.PI / 4);
}
