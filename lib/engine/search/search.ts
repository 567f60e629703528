/**
 * A* over the points on the borders of cells: a leg leads from a point to every other point of a cell that it touches.
 *
 * The estimate of what is still to come is a lower bound (potential.ts), so that what is found is the cheapest path through
 * these points (Hart, Nilsson & Raphael 1968).
 */
import FlatQueue from 'flatqueue';
import { type Costs, legCost, timeUnderWay } from '../cost/cost.ts';
import { EARTH_RADIUS_M, isometricLatitude, meanCosine, RADIANS, shortWay } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { bentPart } from '../path/bends.ts';
import type { Points } from './points.ts';
import { GreatCircleBound } from './potential.ts';
import { type PointPath, pinchPartners, type SearchTask } from './search-task.ts';

/** Below this difference of latitude (radians) the mean cosine is the mean of the cosines, to a millionth. */
const LEVEL = 2e-3;
/** Difference of longitude (radians) beyond which a leg is reckoned as bent: see bends.ts. */
const WIDE = 0.02;

/** Spacings that legs must be long for the refraction at their ends to rule them out. */
const LONG = 2;

/** Settled points between two looks at the clock. */
const CLOCK_INTERVAL = 512;

export class Search {
  /** By point: the cost from the start, Infinity where the search has not been. */
  private readonly cost: Float64Array;
  private readonly points: Points;
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly task: SearchTask;
  /** The point before, −1 = the start; and the cell of the leg from there, −1 = through a pinch. */
  private readonly parent: Int32Array;
  private readonly via: Int32Array;
  private readonly potential: Float64Array;
  private readonly bound: GreatCircleBound;
  private readonly settled: Uint8Array;
  private readonly isEndCell: Uint8Array;
  private readonly queue = new FlatQueue<number>();
  /** False when time was up before the search was through. */
  complete = true;
  private best = Infinity;
  private lastPoint = -1;
  private lastCell = -1;
  /** Of the point that is being settled, see arrive: per radian, per radian squared, radians. */
  private slope = 0;
  private curvature = 0;
  private spacing = Infinity;
  private vertical = false;
  private sinφp = 0;
  private least2 = 0;
  private readonly startλ: number;
  private readonly startφ: number;
  private readonly endλ: number;
  private readonly endφ: number;
  private readonly endψ: number;
  private settledCount = 0;

  constructor(mesh: Mesh, costs: Costs, points: Points, task: SearchTask) {
    this.mesh = mesh;
    this.costs = costs;
    this.points = points;
    this.task = task;
    this.cost = new Float64Array(points.count).fill(Infinity);
    this.parent = new Int32Array(points.count);
    this.via = new Int32Array(points.count);
    this.potential = new Float64Array(points.count);
    this.settled = new Uint8Array(points.count);
    this.isEndCell = new Uint8Array(mesh.openCount);
    for (const cell of task.end.cells) this.isEndCell[cell] = 1;
    this.bound = new GreatCircleBound(points, costs, task.end.used);
    this.startλ = task.start.used.lon * RADIANS;
    this.startφ = task.start.used.lat * RADIANS;
    this.endλ = task.end.used.lon * RADIANS;
    this.endφ = task.end.used.lat * RADIANS;
    this.endψ = isometricLatitude(this.endφ);
    this.run();
  }

  /** The cheapest path, from start to end; null where none was found. */
  path(): PointPath | null {
    if (this.best === Infinity) return null;
    const points: number[] = [];
    const cells: number[] = [this.lastCell];
    for (let p = this.lastPoint; p >= 0; p = this.parent[p]) {
      if (this.via[p] < 0) continue;
      points.push(p);
      cells.push(this.via[p]);
    }
    points.reverse();
    cells.reverse();
    return { points, cells };
  }

  private run(): void {
    const { queue, mesh, points, settled, via, cost } = this;
    const { cornerCell, edgeTopology, cornerCount } = mesh;
    const { λ, φ, ψ, edgeOf } = points;
    // one leg is cheaper than two in a cell, unless its headings differ: then a vessel may tack
    const { profile } = this.costs;
    const { used, cells } = this.task.start;
    const partner = pinchPartners(mesh, this.task.pinches);
    const φ0 = used.lat * RADIANS;
    for (const cell of cells) this.relax(-1, used.lon * RADIANS, φ0, isometricLatitude(φ0), 0, cell);
    while (queue.length > 0) {
      if (queue.peekValue()! >= this.best) break;
      const p = queue.pop()!;
      if (settled[p]) continue;
      settled[p] = 1;
      if (++this.settledCount % CLOCK_INTERVAL === 0 && this.task.isOver()) {
        this.complete = false;
        break;
      }
      if (p >= cornerCount) {
        const e = 4 * edgeOf[p - cornerCount];
        this.arrive(p);
        const low = edgeTopology[e];
        const high = edgeTopology[e + 1];
        if (low !== via[p] || profile[low] >= 0) this.relax(p, λ[p], φ[p], ψ[p], cost[p], low);
        if (high !== via[p] || profile[high] >= 0) this.relax(p, λ[p], φ[p], ψ[p], cost[p], high);
        continue;
      }
      if (partner[p] >= 0) this.squeeze(p, partner[p]);
      for (let k = 4 * p; k < 4 * p + 4 && cornerCell[k] >= 0; k++) {
        const cell = cornerCell[k];
        if (cell !== via[p] || profile[cell] >= 0) this.relax(p, λ[p], φ[p], ψ[p], cost[p], cell);
      }
    }
  }

  /** Through a pinch, to the corner on its other side. */
  private squeeze(p: number, partner: number): void {
    if (this.cost[p] < this.cost[partner]) this.label(partner, this.cost[p], p, -1);
  }

  /** Tries the legs from point p (−1: the start) through a cell. */
  private relax(p: number, λp: number, φp: number, ψp: number, costp: number, cell: number): void {
    const { λ, φ, ψ, cosφ, cellStart, cellPoint } = this.points;
    const { motion, perSecond, profile } = this.costs;
    const { cornerCount } = this.mesh;
    const { cost } = this;
    const end = cellStart[cell + 1];
    const isUniform = profile[cell] < 0;
    const speed = motion[4 * cell];
    const u = motion[4 * cell + 2];
    const v = motion[4 * cell + 3];
    const a = speed * speed - u * u - v * v;
    const w = perSecond[cell];
    // no leg of this cell is cheaper than this per metre
    const perMetre = isUniform ? w / (speed + Math.sqrt(u * u + v * v)) : 0;
    const perRadian = perMetre * EARTH_RADIUS_M;
    const perMetre2 = perMetre * perMetre;
    const cosφp = Math.cos(φp);
    const canRefract = isUniform && p >= cornerCount;
    const { slope, curvature, spacing, vertical, sinφp, least2 } = this;
    for (let k = cellStart[cell]; k < end; k++) {
      const z = cellPoint[k];
      const room = cost[z] - costp;
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
        const length2 = x * x + y * y;
        if (length2 * perMetre2 >= room * room) continue;
        const d = u * x + v * y;
        const discriminant = a * length2 + d * d;
        if (a <= 0 && (d <= 0 || discriminant < 0)) continue;
        const S = Math.sqrt(discriminant);
        const T = d < 0 ? (S - d) / a : length2 > 0 ? length2 / (S + d) : 0;
        c = w * T;
        if (canRefract && c < room && length2 > least2) {
          // on a meridian the mean cosine of the leg changes too
          const cosineSlope = Δφ > LEVEL || Δφ < -LEVEL ? (q / cosφp - 1) / (ψ[z] - ψp) : -0.5 * sinφp;
          const tail = vertical ? (y - T * v - cosineSlope * Δλ * (x - T * u)) / S : (q * (x - T * u)) / S;
          const across = vertical ? x : q * y;
          const bend = (speed * speed * across * across) / (S * discriminant);
          const push = slope - w * EARTH_RADIUS_M * tail;
          if ((push < 0 ? -push : push) > (curvature + w * EARTH_RADIUS_M * EARTH_RADIUS_M * bend) * spacing)
            continue;
        }
      } else c = legCost(this.costs, cell, x, y);
      if (c < room) this.label(z, costp + c, p, cell);
    }
    if (this.isEndCell[cell]) this.reach(p, λp, φp, ψp, costp, cell);
  }

  /**
   * Slope and curvature of the cost at a point as it slides on its edge, the point before held (see leg-derivatives.ts).
   *
   * Where the way on from here would have the point slide further than to its neighbour, the neighbour leads there for less, by
   * the same way: the refraction of light, as Snell has it, tells which legs not to try.
   */
  private arrive(p: number): void {
    const { λ, φ, ψ, perEdge, edgeOf } = this.points;
    const { edgeVertical, edgeSpan, cornerCount } = this.mesh;
    const { motion, perSecond, profile } = this.costs;
    const cell = this.via[p];
    const from = this.parent[p];
    const edge = edgeOf[p - cornerCount];
    this.vertical = edgeVertical[edge] === 1;
    this.spacing =
      profile[cell] >= 0 || perEdge === 0
        ? Infinity
        : ((edgeSpan[3 * edge + 2] - edgeSpan[3 * edge + 1]) * RADIANS) / perEdge;
    const φ0 = from < 0 ? this.startφ : φ[from];
    const ψ0 = from < 0 ? isometricLatitude(φ0) : ψ[from];
    const q = meanCosine(φ0, ψ0, φ[p], ψ[p]);
    const x = EARTH_RADIUS_M * q * shortWay(from < 0 ? this.startλ : λ[from], λ[p]);
    const y = EARTH_RADIUS_M * (φ[p] - φ0);
    const speed = motion[4 * cell];
    const u = motion[4 * cell + 2];
    const v = motion[4 * cell + 3];
    const w = perSecond[cell];
    const discriminant = (speed * speed - u * u - v * v) * (x * x + y * y) + (u * x + v * y) ** 2;
    const S = Math.sqrt(discriminant);
    const T = timeUnderWay(speed, u, v, x, y);
    const across = this.vertical ? x : q * y;
    this.sinφp = Math.sin(φ[p]);
    const cosineSlope =
      Math.abs(φ[p] - φ0) > LEVEL ? (1 - q / Math.cos(φ[p])) / (ψ[p] - ψ0) : -0.5 * this.sinφp;
    const Δλ = shortWay(from < 0 ? this.startλ : λ[from], λ[p]);
    const head = this.vertical ? y - T * v + cosineSlope * Δλ * (x - T * u) : q * (x - T * u);
    this.slope = (w * EARTH_RADIUS_M * head) / S;
    this.curvature =
      (w * EARTH_RADIUS_M * EARTH_RADIUS_M * speed * speed * across * across) / (S * discriminant);
    // legs hardly longer than the spacing turn too much from one point to the next to tell by slope and curvature
    this.least2 = (EARTH_RADIUS_M * LONG * this.spacing) ** 2;
    if (!(x * x + y * y > this.least2)) this.spacing = this.least2 = Infinity;
  }

  /** The last leg, from point p through a cell to the end. */
  private reach(p: number, λp: number, φp: number, ψp: number, costp: number, cell: number): void {
    const { endλ, endφ, endψ } = this;
    const Δφ = endφ - φp;
    const Δλ = shortWay(λp, endλ);
    const q = meanCosine(φp, ψp, endφ, endψ);
    const shortening = EARTH_RADIUS_M * bentPart(Δλ, 0.5 * (endφ + φp));
    const total = costp + legCost(this.costs, cell, shortening * q * Δλ, shortening * Δφ);
    if (total >= this.best) return;
    this.best = total;
    this.lastPoint = p;
    this.lastCell = cell;
  }

  private label(z: number, cost: number, from: number, cell: number): void {
    if (this.settled[z]) return;
    if (this.cost[z] === Infinity) this.potential[z] = this.bound.at(z);
    this.cost[z] = cost;
    this.parent[z] = from;
    this.via[z] = cell;
    const estimate = cost + this.potential[z];
    if (estimate < this.best) this.queue.push(z, estimate);
  }
}
