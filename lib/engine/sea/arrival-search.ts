/**
 * Dijkstra's search by the time of arrival through the points of a patch: leaving later never arrives earlier, so a point that is taken
 * is not reached earlier later on. With sign −1 it goes back from the end, and finds the latest times from which the end is reached at
 * a given one.
 */
import { EARTH_RADIUS_M, meanCosine, shortWay } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { bentPart, UNBENT } from '../path/bends.ts';
import type { Chain } from '../path/chain.ts';
import { numberIn, type Patch } from '../search/patch.ts';
import { partnersIn } from '../search/pinches.ts';
import { type Place, placeOf } from '../search/place.ts';
import { PointQueue } from '../search/point-queue.ts';
import type { Ends } from '../search/search-task.ts';
import { tracePath } from '../search/trace.ts';
import { SAME_COST } from '../tolerances.ts';
import { Passage } from './passage.ts';
import type { Sea } from './sea.ts';

export interface ArrivalTask extends Ends {
  readonly sign: 1 | -1;
  /** When the vessel leaves the start (sign −1: arrives at the end), days. */
  readonly time: number;
  /** Points are passed if a path through them may take this fraction more than the fastest, by how many were passed before. */
  readonly slackOf: (passed: number) => number;
  readonly isOver: () => boolean;
}

export class ArrivalSearch {
  readonly mesh: Mesh;
  readonly patch: Patch;
  readonly task: ArrivalTask & { readonly sources: readonly Ends['start'][] };
  /** By point: days from where the search begins. */
  readonly cost: Float64Array;
  /** By point: the one before, −1 = where the search begins; and the cell of the leg between them, −1 = a pinch. */
  readonly parent: Int32Array;
  readonly via: Int32Array;
  /** Days of the fastest path; the bound until one is found. */
  best: number;
  complete = true;
  /** The number of points that paths were followed from. */
  passed = 0;
  private readonly sea: Sea;
  private readonly passage: Passage;
  private readonly queue: PointQueue;
  /** By point: days that the rest is estimated to take. */
  private readonly rest: Float64Array;
  private readonly partner: Int32Array | null;
  private readonly goal: Place;
  private readonly isGoalCell: Uint8Array;
  private lastPoint = -1;
  private lastCell = -1;

  /** @param rest by point: the estimate, Infinity where paths don't go; null where nothing is known */
  constructor(sea: Sea, patch: Patch, task: ArrivalTask, bound: number, rest: Float64Array | null) {
    const count = patch.λ.length;
    this.sea = sea;
    this.mesh = sea.mesh;
    this.patch = patch;
    const [source, goal] = task.sign > 0 ? [task.start, task.end] : [task.end, task.start];
    this.task = { ...task, sources: [source] };
    this.best = bound;
    this.cost = new Float64Array(count).fill(Infinity);
    this.parent = new Int32Array(count);
    this.via = new Int32Array(count);
    this.passage = new Passage(sea);
    this.queue = new PointQueue(count);
    this.rest = rest ?? new Float64Array(count);
    this.partner = task.partner && partnersIn(sea.mesh, patch, task.partner);
    this.goal = placeOf(goal.used);
    this.isGoalCell = new Uint8Array(patch.cells.length);
    for (const cell of goal.cells) if (numberIn(patch, cell) >= 0) this.isGoalCell[numberIn(patch, cell)] = 1;
    const { λ, φ, ψ } = placeOf(source.used);
    for (const cell of source.cells)
      if (numberIn(patch, cell) >= 0) this.relax(-1, λ, φ, ψ, 0, numberIn(patch, cell));
  }

  run(): this {
    const { queue, patch, cost, via, rest } = this;
    const { λ, φ, ψ, corners, edgeOf, edgeCell, cornerCell } = patch;
    const relaxFrom = (p: number, cell: number) => {
      if (cell >= 0 && cell !== via[p]) this.relax(p, λ[p], φ[p], ψ[p], cost[p], cell);
    };
    for (let p = queue.take(); p >= 0; p = queue.take()) {
      if (cost[p] + rest[p] >= this.bound) continue;
      if (this.passed++ % 512 === 0 && this.task.isOver()) {
        this.complete = false;
        break;
      }
      if (p >= corners.length) {
        const e = 2 * edgeOf[p - corners.length];
        relaxFrom(p, edgeCell[e]);
        relaxFrom(p, edgeCell[e + 1]);
      } else {
        const other = this.partner ? this.partner[p] : -1;
        if (other >= 0 && cost[p] < cost[other]) this.label(other, cost[p], p, -1);
        for (let k = 4 * p; k < 4 * p + 4 && cornerCell[k] >= 0; k++) relaxFrom(p, cornerCell[k]);
      }
    }
    return this;
  }

  /** The fastest path; null if none was found. */
  path(): Chain | null {
    if (this.lastCell < 0) return null;
    const { start, end, sign } = this.task;
    return tracePath(this, this.lastPoint, (sign > 0 ? end : start).used, this.lastCell);
  }

  private get bound(): number {
    return this.best === Infinity ? Infinity : this.best * (1 + this.task.slackOf(this.passed));
  }

  private relax(p: number, λp: number, φp: number, ψp: number, costp: number, cell: number): void {
    const { patch, cost, rest, passage, sea, via } = this;
    const { λ, φ, ψ, cosφ, cellStart, cellPoint, cells } = patch;
    const { sign, time } = this.task;
    const meshCell = cells[cell];
    const now = time + sign * costp;
    const before = via[p];
    if (!passage.enter(meshCell, now, sign, before >= 0 ? cells[before] : meshCell)) return;
    const perRadian = EARTH_RADIUS_M * sea.leastPerMetre[meshCell];
    const bound = this.bound;
    const cosφp = Math.cos(φp);
    const tie = SAME_COST * costp;
    for (let k = cellStart[cell], end = cellStart[cell + 1]; k < end; k++) {
      const z = cellPoint[k];
      const room = Math.min(cost[z], bound - rest[z]) - costp - tie;
      const Δφ = φ[z] - φp;
      if (!(room > perRadian * (Δφ < 0 ? -Δφ : Δφ))) continue;
      const Δλ = shortWay(λp, λ[z]);
      const least = Math.min(cosφp, cosφ[z]) * Δλ;
      if ((Δφ * Δφ + 0.999 * least * least) * perRadian * perRadian >= room * room) continue;
      const q = meanCosine(φp, ψp, φ[z], ψ[z]);
      const length = sign * EARTH_RADIUS_M * (Δλ > UNBENT || Δλ < -UNBENT ? bentPart(Δλ, q) : 1);
      const spent = sign * (passage.to(length * q * Δλ, length * Δφ) - now);
      if (spent < room) this.label(z, costp + spent, p, cell);
    }
    if (this.isGoalCell[cell] === 0) return;
    const { goal } = this;
    const Δλ = shortWay(λp, goal.λ);
    const q = meanCosine(φp, ψp, goal.φ, goal.ψ);
    const length = sign * EARTH_RADIUS_M * bentPart(Δλ, q);
    const total = costp + sign * (passage.to(length * q * Δλ, length * (goal.φ - φp)) - now);
    if (total >= this.best) return;
    this.best = total;
    this.lastPoint = p;
    this.lastCell = cell;
  }

  private label(z: number, cost: number, from: number, cell: number): void {
    this.cost[z] = cost;
    this.parent[z] = from;
    this.via[z] = cell;
    this.queue.put(z, cost);
  }
}
