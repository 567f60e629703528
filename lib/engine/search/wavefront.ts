/**
 * Estimates the cost between every corner of the mesh and one end of a route by a wavefront over the corners
 * alone.
 *
 * A corner is labelled from another corner of a cell, or from the best place on an edge between two corners,
 * where the label is interpolated linearly (the ordered upwind method: Sethian & Vladimirsky 2003). The
 * result is one or two per cent above the true cost where cells are large, for a small part of the work of a
 * search through many points.
 */
import { type Costs, legCost } from '../cost/cost.ts';
import { EARTH_RADIUS_M, isometricLatitude, meanCosine, RADIANS, shortWay } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { type CornerPlaces, cornerPlaces } from './corner-places.ts';
import { PointQueue } from './point-queue.ts';

/** Places where legs from an end of the route leave its cell, besides corners: fractions of an edge. */
const SAMPLES = [1 / 8, 3 / 8, 5 / 8, 7 / 8];
/** Places that are tried on an edge, in cells without a closed formula: fractions of the edge. */
const PLACES = [0.25, 0.5, 0.75];
/** The closed formula is used for currents up to this fraction of the speed. */
const MILD = 0.9;

export class Wavefront {
  /** By corner: the estimated cost; Infinity where the front has not arrived. */
  readonly value: Float64Array;
  /** Number of corners that the front has passed. */
  reached = 0;
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly places: CornerPlaces;
  private readonly sign: 1 | -1;
  private readonly partner: Int32Array | null;
  private readonly potential: (corner: number) => number;
  private readonly limit: number;
  private readonly settled: Uint8Array;
  /** By corner: its potential, NaN = not computed yet. */
  private readonly rest: Float64Array;
  private readonly queue: PointQueue;

  /**
   * @param sign 1: costs to the end where the front starts, −1: costs from it
   * @param partner the corner on the other side of each corner's pinch, −1 = none; null where pinches are
   *   not used
   * @param potential by corner: the estimated cost of the rest of the path; without a limit it must be
   *   consistent and never too high
   * @param limit corners with a higher estimated cost are not followed
   */
  constructor(
    mesh: Mesh,
    costs: Costs,
    sign: 1 | -1,
    partner: Int32Array | null,
    potential: (corner: number) => number,
    limit: number,
  ) {
    this.mesh = mesh;
    this.costs = costs;
    this.places = cornerPlaces(mesh);
    this.sign = sign;
    this.partner = partner;
    this.potential = potential;
    this.limit = limit;
    this.value = new Float64Array(mesh.cornerCount).fill(Infinity);
    this.settled = new Uint8Array(mesh.cornerCount);
    this.rest = new Float64Array(mesh.cornerCount).fill(NaN);
    this.queue = new PointQueue(mesh.cornerCount);
  }

  /**
   * Spreads from one end of a route until every corner is settled that a path to the other end can use at
   * less than (1 + slack) times the least cost. The slack depends on the number of corners passed.
   *
   * @returns the least cost, Infinity if there is no path
   */
  run(from: Terminal, to: Terminal, slackOf: (corners: number) => number): number {
    this.seed(from);
    const { queue, settled, value, partner } = this;
    const { cornerCell, cornerEdge } = this.mesh;
    let least = Infinity;
    for (let p = queue.take(); p >= 0; p = queue.take()) {
      if (least < Infinity && this.keyOf(p) > least * (1 + slackOf(this.reached))) break;
      settled[p] = 1;
      this.reached++;
      if (partner && partner[p] >= 0) this.label(partner[p], value[p]);
      for (let k = 4 * p; k < 4 * p + 4 && cornerCell[k] >= 0; k++) {
        this.relax(p, cornerCell[k]);
        if (to.cells.includes(cornerCell[k]))
          least = Math.min(least, value[p] + this.legTo(p, cornerCell[k], to));
      }
      for (let k = 4 * p; k < 4 * p + 4 && cornerEdge[k] >= 0; k++) this.spread(cornerEdge[k]);
    }
    return least;
  }

  /**
   * Labels the corners of the cells that an end touches, and those of their neighbours: close to the end the
   * front is too curved for linear interpolation.
   */
  private seed(end: Terminal): void {
    const { cellCorner, cellCornerStart, cellEdge, cellEdgeStart, edgeTopology, edgeSpan, edgeVertical } =
      this.mesh;
    const { λ, φ } = this.places;
    for (const cell of end.cells) {
      for (let k = cellCornerStart[cell]; k < cellCornerStart[cell + 1]; k++) {
        this.label(cellCorner[k], this.legTo(cellCorner[k], cell, end));
      }
      for (let j = cellEdgeStart[cell]; j < cellEdgeStart[cell + 1]; j++) {
        const e = cellEdge[j];
        const side = edgeTopology[4 * e] === cell ? 1 : 0;
        const beyond = edgeTopology[4 * e + side];
        const [at, low, high] = edgeSpan.subarray(3 * e, 3 * e + 3);
        for (const part of SAMPLES) {
          const t = (low + part * (high - low)) * RADIANS;
          const [λt, φt] = edgeVertical[e] ? [at * RADIANS, t] : [t, at * RADIANS];
          const toBorder = this.leg(cell, λt, φt, end.used.lon * RADIANS, end.used.lat * RADIANS);
          for (let k = cellCornerStart[beyond]; k < cellCornerStart[beyond + 1]; k++) {
            const z = cellCorner[k];
            this.label(z, toBorder + this.leg(beyond, λ[z], φ[z], λt, φt));
          }
        }
      }
    }
  }

  private legTo(p: number, cell: number, end: Terminal): number {
    const { λ, φ } = this.places;
    return this.leg(cell, λ[p], φ[p], end.used.lon * RADIANS, end.used.lat * RADIANS);
  }

  private leg(cell: number, λ1: number, φ1: number, λ2: number, φ2: number): number {
    const q = meanCosine(φ1, isometricLatitude(φ1), φ2, isometricLatitude(φ2));
    const R = this.sign * EARTH_RADIUS_M;
    return legCost(this.costs, cell, R * q * shortWay(λ1, λ2), R * (φ2 - φ1));
  }

  private label(p: number, value: number): void {
    if (!(value < this.value[p]) || this.settled[p]) return;
    this.value[p] = value;
    if (Number.isNaN(this.rest[p])) this.rest[p] = this.potential(p);
    if (value + this.rest[p] <= this.limit) this.queue.put(p, this.keyOf(p));
  }

  /** With a limit, the potential only prunes, and need not be consistent. */
  private keyOf(p: number): number {
    return this.limit < Infinity ? this.value[p] : this.value[p] + this.rest[p];
  }

  /** Labels the corners of a cell by the legs between them and corner p. */
  private relax(p: number, cell: number): void {
    const { value, settled, costs } = this;
    const { λ, φ, cosφ } = this.places;
    const { cellCorner, cellCornerStart } = this.mesh;
    const R = this.sign * EARTH_RADIUS_M;
    for (let k = cellCornerStart[cell], end = cellCornerStart[cell + 1]; k < end; k++) {
      const z = cellCorner[k];
      if (settled[z] || value[z] <= value[p]) continue;
      let Δλ = λ[p] - λ[z];
      if (Δλ > Math.PI) Δλ -= 2 * Math.PI;
      else if (Δλ < -Math.PI) Δλ += 2 * Math.PI;
      const x = R * 0.5 * (cosφ[p] + cosφ[z]) * Δλ;
      const y = R * (φ[p] - φ[z]);
      this.label(z, value[p] + legCost(costs, cell, x, y));
    }
  }

  /**
   * Labels the corners of the two cells at an edge by the best place on it, once both its ends are settled.
   */
  private spread(e: number): void {
    const { edgeTopology, edgeVertical } = this.mesh;
    const { motion, profile } = this.costs;
    const a = edgeTopology[4 * e + 2];
    const b = edgeTopology[4 * e + 3];
    if (!this.settled[a] || !this.settled[b]) return;
    for (const side of [0, 1]) {
      const cell = edgeTopology[4 * e + side];
      const current = Math.sqrt(motion[4 * cell + 2] ** 2 + motion[4 * cell + 3] ** 2);
      const outward = side === 0 ? 1 : -1;
      if (profile[cell] < 0 && current < MILD * motion[4 * cell])
        this.spreadInto(cell, a, b, edgeVertical[e] === 1, outward);
      else this.trySome(cell, a, b, edgeVertical[e] === 1);
    }
  }

  /**
   * The leg from z to the best place between a and b has the momentum p = ∇cost with p_e = −∂value along the
   * edge and s |p| + c · p = w (Hamilton's equation of a vessel of speed s in a current c at the cost w per
   * second). Its direction is s p / |p| + c. Both are the same for every z. `outward` is the sign of the
   * direction across the edge, out of the cell.
   */
  private spreadInto(cell: number, a: number, b: number, isVertical: boolean, outward: number): void {
    const { value, settled, costs, sign } = this;
    const { λ, φ, cosφ } = this.places;
    const { cellCorner, cellCornerStart } = this.mesh;
    const s = costs.motion[4 * cell];
    const w = costs.perSecond[cell];
    const u = sign * costs.motion[4 * cell + 2];
    const v = sign * costs.motion[4 * cell + 3];
    const cosE = 0.5 * (cosφ[a] + cosφ[b]);
    const R = EARTH_RADIUS_M;
    const length = isVertical ? R * (φ[b] - φ[a]) : R * cosE * shortWay(λ[a], λ[b]);
    const along = (value[a] - value[b]) / length;
    const ce = isVertical ? v : u;
    const cν = outward * (isVertical ? u : v);
    const A = w - ce * along;
    const rest = s * s - cν * cν;
    const D = A * A - rest * along * along;
    if (!(A > 0 && D > 0)) return;
    const across = (s * Math.sqrt(D) - A * cν) / rest;
    const sp = A - cν * across;
    const slope = (s * s * along + ce * sp) / (s * s * across + cν * sp);
    const least = Math.min(value[a], value[b]);
    for (let k = cellCornerStart[cell], end = cellCornerStart[cell + 1]; k < end; k++) {
      const z = cellCorner[k];
      if (settled[z] || value[z] <= least) continue;
      const q = R * 0.5 * (cosφ[z] + cosE);
      const toA = isVertical ? R * (φ[a] - φ[z]) : q * shortWay(λ[z], λ[a]);
      const toB = isVertical ? R * (φ[b] - φ[z]) : q * shortWay(λ[z], λ[b]);
      const out = outward * (isVertical ? q * shortWay(λ[z], λ[a]) : R * (φ[a] - φ[z]));
      if (out > 0 && slope * out > toA && slope * out < toB)
        this.label(z, value[a] + along * toA + across * out);
    }
  }

  private trySome(cell: number, a: number, b: number, isVertical: boolean): void {
    const { value, settled, costs } = this;
    const { λ, φ, cosφ } = this.places;
    const { cellCorner, cellCornerStart } = this.mesh;
    const R = this.sign * EARTH_RADIUS_M;
    const least = Math.min(value[a], value[b]);
    const Δλ = isVertical ? 0 : shortWay(λ[a], λ[b]);
    for (let k = cellCornerStart[cell], end = cellCornerStart[cell + 1]; k < end; k++) {
      const z = cellCorner[k];
      if (settled[z] || value[z] <= least || z === a || z === b) continue;
      for (const part of PLACES) {
        const φt = φ[a] + part * (φ[b] - φ[a]);
        const cosine = 0.5 * (cosφ[z] + cosφ[a] + part * (cosφ[b] - cosφ[a]));
        const x = R * cosine * (shortWay(λ[z], λ[a]) + part * Δλ);
        this.label(z, value[a] + part * (value[b] - value[a]) + legCost(costs, cell, x, R * (φt - φ[z])));
      }
    }
  }
}
