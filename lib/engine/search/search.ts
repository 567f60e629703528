/**
 * A* over the points of a patch: a leg leads from a point to every other point of a cell that it touches
 * (Hart, Nilsson & Raphael 1968). A point that is reached again at a lower cost is expanded again, so that the
 * potential need not be consistent.
 */
import FlatQueue from 'flatqueue';
import { type Costs, legCost, timeUnderWay } from '../cost/cost.ts';
import { EARTH_RADIUS_M, isometricLatitude, meanCosine, RADIANS, shortWay } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { bentPart } from '../path/bends.ts';
import { Chain } from '../path/chain.ts';
import type { Patch } from './patch.ts';
import type { SearchTask } from './search-task.ts';

/** Below this difference of latitude (radians) the mean cosine is the mean of the cosines, to a millionth. */
const LEVEL = 2e-3;
/** Difference of longitude (radians) beyond which the cost of a leg is that of its bends (bends.ts). */
const WIDE = 0.02;
/** Fraction of a cost by which rounding may change it. */
const ROUNDING = 1e-12;
/** Expansions, in numbers of points, after which a point is not expanded twice: with a bad potential that could go on for very long. */
const MOST_EXPANSIONS = 3;
/** Expanded points between two looks at the clock. */
const CLOCK_INTERVAL = 512;

export class Search {
  /** False when time was up before the search was through. */
  complete = true;
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly patch: Patch;
  private readonly task: SearchTask;
  /** By point: the cost from the start; Infinity where the search has not been. */
  private readonly cost: Float64Array;
  private readonly potential: Float64Array;
  /** The point before, −1 = the start; and the cell of the leg from there, −1 = through a pinch. */
  private readonly parent: Int32Array;
  private readonly via: Int32Array;
  private readonly isExpanded: Uint8Array;
  private readonly isEndCell: Uint8Array;
  private expanded = 0;
  private readonly queue = new FlatQueue<number>();
  private readonly endλ: number;
  private readonly endφ: number;
  private readonly endψ: number;
  /** The cost of the cheapest path; the bound of the task until one is found. */
  best: number;
  private lastPoint = -1;
  private lastCell = -1;

  /** @param potential by point: about what it costs from there to the end, and rarely more */
  constructor(mesh: Mesh, costs: Costs, patch: Patch, potential: Float64Array, task: SearchTask) {
    this.mesh = mesh;
    this.costs = costs;
    this.patch = patch;
    this.task = task;
    this.potential = potential;
    const count = patch.λ.length;
    this.cost = new Float64Array(count).fill(Infinity);
    this.parent = new Int32Array(count);
    this.via = new Int32Array(count);
    this.isExpanded = new Uint8Array(count);
    this.best = task.bound;
    this.isEndCell = Uint8Array.from(patch.cells, (cell) => (task.end.cells.includes(cell) ? 1 : 0));
    this.endλ = task.end.used.lon * RADIANS;
    this.endφ = task.end.used.lat * RADIANS;
    this.endψ = isometricLatitude(this.endφ);
    this.run();
  }

  /** The cheapest path as a chain whose crossings can slide; null where none was found. */
  path(): Chain | null {
    if (this.lastCell < 0) return null;
    const { mesh, patch } = this;
    const { used: start } = this.task.start;
    const { used: end } = this.task.end;
    const points: number[] = [];
    for (let p = this.lastPoint; p >= 0; p = this.parent[p]) if (this.via[p] >= 0) points.push(p);
    const chain = new Chain(points.length + 2);
    chain.pushFixed(start.lon, start.lat, -1);
    for (const p of points.reverse()) {
      const cell = patch.cells[this.via[p]];
      if (p < patch.corners.length) chain.pushCorner(mesh, patch.corners[p], cell);
      else {
        const edge = patch.edges[patch.edgeOf[p - patch.corners.length]];
        chain.pushOnEdge(mesh, edge, (mesh.edgeVertical[edge] ? patch.φ[p] : patch.λ[p]) / RADIANS, cell);
      }
    }
    chain.pushFixed(end.lon, end.lat, patch.cells[this.lastCell]);
    return chain;
  }

  private run(): void {
    const { queue, patch, via, cost, potential, costs } = this;
    const { λ, φ, ψ, edgeOf, edgeCell, cornerCell, cells } = patch;
    const cornerCount = patch.corners.length;
    // one leg is cheaper than two in a cell, unless its headings differ: then it may pay to turn inside it
    const mayTurn = (cell: number) => costs.profile[cells[cell]] >= 0;
    const { used, cells: startCells } = this.task.start;
    const φ0 = used.lat * RADIANS;
    for (let i = 0; i < cells.length; i++) {
      if (startCells.includes(cells[i])) this.relax(-1, used.lon * RADIANS, φ0, isometricLatitude(φ0), 0, i);
    }
    while (queue.length > 0) {
      const key = queue.peekValue()!;
      if (key >= this.best) break;
      const p = queue.pop()!;
      if (key > cost[p] + potential[p]) continue;
      this.isExpanded[p] = 1;
      if (this.expanded++ % CLOCK_INTERVAL === 0 && this.task.isOver()) {
        this.complete = false;
        break;
      }
      if (p >= cornerCount) {
        const e = 2 * edgeOf[p - cornerCount];
        for (let k = e; k < e + 2; k++) {
          const cell = edgeCell[k];
          if (cell !== via[p] || mayTurn(cell)) this.relax(p, λ[p], φ[p], ψ[p], cost[p], cell);
        }
        continue;
      }
      this.squeeze(p);
      for (let k = 4 * p; k < 4 * p + 4 && cornerCell[k] >= 0; k++) {
        const cell = cornerCell[k];
        if (cell !== via[p] || mayTurn(cell)) this.relax(p, λ[p], φ[p], ψ[p], cost[p], cell);
      }
    }
  }

  /** Through a pinch, to the corner on its other side. */
  private squeeze(p: number): void {
    const { partner } = this.task;
    const other = partner ? partner[this.patch.corners[p]] : -1;
    const z = other < 0 ? -1 : this.patch.corners.indexOf(other);
    if (z >= 0 && this.cost[p] < this.cost[z]) this.label(z, this.cost[p], p, -1);
  }

  /** Tries the legs from point p (−1: the start) through a cell. */
  private relax(p: number, λp: number, φp: number, ψp: number, costp: number, cell: number): void {
    const { λ, φ, ψ, cosφ, cellStart, cellPoint, cells } = this.patch;
    const { motion, perSecond, profile } = this.costs;
    const { cost, costs } = this;
    const meshCell = cells[cell];
    const isUniform = profile[meshCell] < 0;
    const speed = motion[4 * meshCell];
    const u = motion[4 * meshCell + 2];
    const v = motion[4 * meshCell + 3];
    const w = perSecond[meshCell];
    // no leg of this cell is cheaper than this per metre
    const perMetre = isUniform ? w / (speed + Math.sqrt(u * u + v * v)) : 0;
    const perRadian = perMetre * EARTH_RADIUS_M;
    const perMetre2 = perMetre * perMetre;
    const cosφp = Math.cos(φp);
    // an equal cost that differs by rounding is no improvement
    const tie = ROUNDING * costp;
    for (let k = cellStart[cell], end = cellStart[cell + 1]; k < end; k++) {
      const z = cellPoint[k];
      const room = cost[z] - costp - tie;
      const Δφ = φ[z] - φp;
      if (room <= perRadian * (Δφ < 0 ? -Δφ : Δφ)) continue;
      let Δλ = λ[z] - λp;
      if (Δλ > Math.PI) Δλ -= 2 * Math.PI;
      else if (Δλ < -Math.PI) Δλ += 2 * Math.PI;
      const q = Δφ > LEVEL || Δφ < -LEVEL ? Δφ / (ψ[z] - ψp) : 0.5 * (cosφp + cosφ[z]);
      let x = EARTH_RADIUS_M * q * Δλ;
      let y = EARTH_RADIUS_M * Δφ;
      if (Δλ > WIDE || Δλ < -WIDE) {
        const shortening = bentPart(Δλ, 0.5 * (φ[z] + φp));
        x *= shortening;
        y *= shortening;
      }
      let c: number;
      if (isUniform) {
        if ((x * x + y * y) * perMetre2 >= room * room) continue;
        c = w * timeUnderWay(speed, u, v, x, y);
      } else c = legCost(costs, meshCell, x, y);
      if (c < room) this.label(z, costp + c, p, cell);
    }
    if (this.isEndCell[cell]) this.reach(p, λp, φp, ψp, costp, cell);
  }

  /** The last leg, from point p through a cell to the end. */
  private reach(p: number, λp: number, φp: number, ψp: number, costp: number, cell: number): void {
    const { endλ, endφ, endψ } = this;
    const Δλ = shortWay(λp, endλ);
    const q = meanCosine(φp, ψp, endφ, endψ);
    const shortening = EARTH_RADIUS_M * bentPart(Δλ, 0.5 * (endφ + φp));
    const x = shortening * q * Δλ;
    const total = costp + legCost(this.costs, this.patch.cells[cell], x, shortening * (endφ - φp));
    if (total >= this.best) return;
    this.best = total;
    this.lastPoint = p;
    this.lastCell = cell;
  }

  private label(z: number, cost: number, from: number, cell: number): void {
    const estimate = cost + this.potential[z];
    if (estimate >= this.best) return;
    if (this.isExpanded[z] === 1 && this.expanded > MOST_EXPANSIONS * this.isExpanded.length) return;
    this.cost[z] = cost;
    this.parent[z] = from;
    this.via[z] = cell;
    this.queue.push(z, estimate);
  }
}
