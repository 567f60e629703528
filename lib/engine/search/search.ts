/**
 * Dijkstra's search over the points of a patch. A leg connects a point with every other point of a cell that
 * it touches. Points are expanded in the order of their cost; a point is left out if its cost and its
 * potential together reach the bound. Unlike in A*, an inaccurate potential does not change the order, so no
 * point is expanded twice. Where the potential is an exact lower bound, the order is that of A*.
 */
import { type Costs, legCost, timeUnderWay } from '../cost/cost.ts';
import { LEAST, type LeastCosts, leastCosts, sectorOf } from '../cost/least-cost.ts';
import { EARTH_RADIUS_M } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { bentPart, UNBENT } from '../path/bends.ts';
import { SAME_COST, WORTHWHILE } from '../tolerances.ts';
import { numberIn, type Patch } from './patch.ts';
import { partnersIn } from './pinches.ts';
import { legTo, type Place, placeOf } from './place.ts';
import { PointQueue } from './point-queue.ts';
import type { SearchTask } from './search-task.ts';

/** Below this difference of latitude, radians, a leg is nearly level: `levelCosine` is exact enough. */
const LEVEL = Math.sqrt(12 * WORTHWHILE);

export class Search {
  /** False if time ran out before the search was complete. */
  complete = true;
  readonly mesh: Mesh;
  readonly costs: Costs;
  private readonly least: LeastCosts;
  readonly patch: Patch;
  readonly task: SearchTask;
  /**
   * By point: the cost from the end where the search begins, or to it (sign −1); Infinity where not reached.
   */
  readonly cost: Float64Array;
  private readonly potential: Float64Array;
  /** By point: only paths to it that cost less are followed; its cost, once it is reached. */
  private readonly limit: Float64Array;
  /**
   * By point: the previous point, −1 − k = source k; and the cell of the leg between them, −1 = a pinch.
   */
  readonly parent: Int32Array;
  readonly via: Int32Array;
  private readonly isGoalCell: Uint8Array;
  /** By corner of the patch: the corner on the other side of its pinch, −1 = none; null where pinches are not used. */
  private readonly partner: Int32Array | null;
  /** Number of points that paths were followed from. */
  passed = 0;
  /** What a path through the last of them costs by its potential: by A*, no path that is left costs less. */
  reached = 0;
  private readonly queue: PointQueue;
  private readonly goal: Place | null;
  /** Radius of the sphere, metres; negative where legs are followed from their heads to their tails. */
  private readonly radius: number;
  /** The cost of the cheapest path; the bound of the task until one is found. */
  best: number;
  /** Of that path: the point before the goal, and the cell of its last leg, −1 as long as there is none. */
  lastPoint = -1;
  lastCell = -1;

  /**
   * @param potential by point: the estimated cost of the rest of the path, rarely too high; Infinity where
   *   the path does not go; null where nothing is known
   */
  constructor(mesh: Mesh, costs: Costs, patch: Patch, potential: Float64Array | null, task: SearchTask) {
    this.mesh = mesh;
    this.costs = costs;
    this.least = leastCosts(mesh, costs);
    this.patch = patch;
    this.task = task;
    const count = patch.λ.length;
    this.potential = potential ?? new Float64Array(count);
    this.cost = new Float64Array(count).fill(Infinity);
    this.parent = new Int32Array(count);
    this.via = new Int32Array(count);
    this.queue = new PointQueue(count);
    // legs are longer by up to a millionth here
    this.best = task.bound * (1 + WORTHWHILE);
    this.limit = potential
      ? potential.map((rest) => (rest === Infinity ? -Infinity : this.best - rest))
      : new Float64Array(count).fill(this.best);
    this.partner = task.partner && partnersIn(mesh, patch, task.partner);
    const { goal } = task;
    this.isGoalCell = new Uint8Array(patch.cells.length);
    for (const cell of this.cellsAt(goal?.cells ?? [])) this.isGoalCell[cell] = 1;
    this.goal = goal && placeOf(goal.used);
    this.radius = task.sign * EARTH_RADIUS_M;
    task.sources.forEach(({ used, cells: own, cost: before }, k) => {
      const { λ, φ, ψ } = placeOf(used);
      for (const i of this.cellsAt(own)) this.relax(-1 - k, λ, φ, ψ, before, i);
    });
  }

  /** The numbers in the patch of those of these cells of the mesh that are in it. */
  private cellsAt(cells: readonly number[]): number[] {
    return cells.map((cell) => numberIn(this.patch, cell)).filter((i) => i >= 0);
  }

  /** Points are passed if a path through them may cost less than this. */
  get bound(): number {
    const { slackOf } = this.task;
    return slackOf ? this.best * (1 + slackOf(this.passed)) : this.best;
  }

  /** A lower bound of the cost between a point and the sources: by A*, a path to where it has not been reaches its bound. */
  atLeast(p: number): number {
    return Math.min(this.cost[p], this.bound - this.task.atLeast!(p));
  }

  /** Follows paths from further points, from so many at most; returns the search. */
  run(most = Infinity): this {
    const { queue, patch, via, cost, potential, costs } = this;
    const { λ, φ, ψ, edgeOf, edgeCell, cornerCell, cells } = patch;
    const cornerCount = patch.corners.length;
    const last = this.passed + most;
    // in one cell one leg is cheaper than two, unless speeds differ by heading and legs may not turn
    const mayTurn = (cell: number) => !costs.bridgesOf && costs.profile[cells[cell]] >= 0;
    const relaxFrom = (p: number, cell: number) => {
      if (cell >= 0 && (cell !== via[p] || mayTurn(cell))) this.relax(p, λ[p], φ[p], ψ[p], cost[p], cell);
    };
    for (let p = queue.take(); p >= 0; p = queue.take()) {
      this.reached = cost[p] + potential[p];
      if (this.reached >= this.bound) continue;
      // not again: by A*, costs that break the triangle inequality by little could lead here any number of times
      this.limit[p] = -Infinity;
      // the clock is read now and then
      if (this.passed++ % 512 === 0 && this.task.isOver()) {
        this.complete = false;
        break;
      }
      if (p >= cornerCount) {
        const e = 2 * edgeOf[p - cornerCount];
        relaxFrom(p, edgeCell[e]);
        relaxFrom(p, edgeCell[e + 1]);
      } else {
        this.squeeze(p);
        for (let k = 4 * p; k < 4 * p + 4 && cornerCell[k] >= 0; k++) relaxFrom(p, cornerCell[k]);
      }
      if (this.passed === last) break;
    }
    return this;
  }

  /** Through a pinch, to the corner on its other side. */
  private squeeze(p: number): void {
    const z = this.partner ? this.partner[p] : -1;
    if (z >= 0 && this.cost[p] < this.limit[z]) this.label(z, this.cost[p], p, -1);
  }

  /** Tries the legs between point p (−1 − k: source k) and the others of a cell. */
  private relax(p: number, λp: number, φp: number, ψp: number, costp: number, cell: number): void {
    const { λ, φ, ψ, cosφ, cellStart, cellPoint, cells } = this.patch;
    const { motion, perSecond, profile } = this.costs;
    const { limit, costs, radius } = this;
    const { squares, from } = this.least;
    const meshCell = cells[cell];
    const isUniform = profile[meshCell] < 0;
    const speed = motion[4 * meshCell];
    const u = motion[4 * meshCell + 2];
    const v = motion[4 * meshCell + 3];
    const w = perSecond[meshCell];
    const least = isUniform ? -1 : from(meshCell);
    // no leg of this cell is cheaper than this per metre
    const perMetre = isUniform ? w / (speed + Math.sqrt(u * u + v * v)) : Math.sqrt(squares[least + LEAST]);
    const perRadian = perMetre * EARTH_RADIUS_M;
    const perMetre2 = perMetre * perMetre;
    const cosφp = Math.cos(φp);
    const tie = SAME_COST * costp;
    for (let k = cellStart[cell], end = cellStart[cell + 1]; k < end; k++) {
      const z = cellPoint[k];
      const room = limit[z] - costp - tie;
      const Δφ = φ[z] - φp;
      if (room <= perRadian * (Δφ < 0 ? -Δφ : Δφ)) continue;
      let Δλ = λ[z] - λp;
      if (Δλ > Math.PI) Δλ -= 2 * Math.PI;
      else if (Δλ < -Math.PI) Δλ += 2 * Math.PI;
      const q = Δφ > LEVEL || Δφ < -LEVEL ? Δφ / (ψ[z] - ψp) : levelCosine(cosφp, cosφ[z]);
      const length = Δλ > UNBENT || Δλ < -UNBENT ? radius * bentPart(Δλ, q) : radius;
      const x = length * q * Δλ;
      const y = length * Δφ;
      if ((x * x + y * y) * (isUniform ? perMetre2 : squares[least + sectorOf(x, y)]) >= room * room)
        continue;
      const c = isUniform ? w * timeUnderWay(speed, u, v, x, y) : legCost(costs, meshCell, x, y);
      if (c < room) this.label(z, costp + c, p, cell);
    }
    if (this.isGoalCell[cell]) this.reach(p, λp, φp, ψp, costp, cell);
  }

  /** The last leg, between point p and the goal through a cell. */
  private reach(p: number, λp: number, φp: number, ψp: number, costp: number, cell: number): void {
    const { costs, patch, task, goal } = this;
    const total = costp + legTo(costs, patch.cells[cell], goal!, task.sign, λp, φp, ψp);
    if (total >= this.best) return;
    this.best = total;
    this.lastPoint = p;
    this.lastCell = cell;
  }

  private label(z: number, cost: number, from: number, cell: number): void {
    this.cost[z] = this.limit[z] = cost;
    this.parent[z] = from;
    this.via[z] = cell;
    const { atLeast } = this.task;
    if (atLeast && this.potential[z] === 0) this.potential[z] = atLeast(z);
    this.queue.put(z, atLeast ? cost + this.potential[z] : cost);
  }
}

/**
 * The mean cosine of latitude along a rhumb line, from the cosines at its ends: two thirds of their arithmetic and one third of
 * their harmonic mean. Too low by the fraction h²/12 at any latitude, h being the difference of latitude.
 */
function levelCosine(a: number, b: number): number {
  return 0.5 * (a + b) - (a - b) ** 2 / (6 * (a + b));
}
