/**
 * The cap: a lower bound of the cost to a target that takes no search. It is what is left of the cost of a known route
 * after the least that the way from its other end, the source, can cost.
 *
 * That least is a function G of the distance from the source only. Rings about the source divide the sphere. Within a
 * cell, the distance grows by at most s + c per second, where s is the greatest speed through the water, and c ≥ 0 is at
 * least the component of the current away from the source. So the least w / (s + c) of the cells that a ring touches,
 * w being the least cost per second, may be the slope of G there.
 *
 * Cells that no path cheaper than the route can enter are left out. The distances from the source and to the target
 * show it, at the least cost per metre of the mesh. In such a cell the cap need not be a bound: it is nowhere above W,
 * that least cost per metre times the distance to the target, and max(W, V) is a bound if V is one in all other cells.
 */
import { type Costs, leastCostPerMetre } from '../cost/cost.ts';
import { EARTH_RADIUS_M } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Frame } from './frame.ts';

type Vector = readonly [x: number, y: number, z: number];

const RINGS = 128;
/** More than the rounding error of a distance, radians. */
const ROUNDING = 1e-9;

export class Cap {
  /** The most that the cap changes per metre. */
  readonly perMetre: number;
  private readonly source: Vector;
  private readonly cost: number;
  /** Radians. */
  private readonly width: number;
  /** By ring, and for what is beyond them: the slope of G, per radian; G where the ring begins. */
  private readonly slope = new Float64Array(RINGS + 1).fill(Infinity);
  private readonly spent = new Float64Array(RINGS + 1);

  /**
   * @param sign −1 if the target is the start of the route
   * @param source, target unit vectors
   * @param cost of the route
   */
  constructor(mesh: Mesh, costs: Costs, sign: 1 | -1, source: Vector, target: Vector, cost: number) {
    this.source = source;
    this.cost = cost;
    const least = leastCostPerMetre(costs) * EARTH_RADIUS_M;
    this.width = Math.min(Math.PI, cost / least) / RINGS;
    const { slope, spent } = this;
    this.takeCells(mesh, costs, sign, target, least);
    let most = least;
    for (let k = 0; k <= RINGS; k++) {
      // where there are no cells, there are no paths
      if (slope[k] === Infinity) slope[k] = least;
      most = Math.max(most, slope[k]);
      if (k > 0) spent[k] = spent[k - 1] + slope[k - 1] * this.width;
    }
    this.perMetre = most / EARTH_RADIUS_M;
  }

  /** The cap at a point of the sphere. */
  at(x: number, y: number, z: number): number {
    const { width, source } = this;
    const distance = angleOf(chord(x, y, z, source));
    const k = Math.min(RINGS, Math.floor(distance / width));
    return this.cost - (this.spent[k] + (distance - k * width) * this.slope[k]) * (1 - 1e-12);
  }

  /** A lower bound of the cost from the source to a point, by the cap alone. */
  spentAt(x: number, y: number, z: number): number {
    return this.cost - Math.max(0, this.at(x, y, z));
  }

  /** Sets the slopes of the rings to the least of their cells. */
  private takeCells(
    mesh: Mesh,
    { motion, perSecond }: Costs,
    sign: 1 | -1,
    target: Vector,
    least: number,
  ): void {
    const { source, slope, width } = this;
    const frame = new Frame();
    for (let cell = 0; cell < mesh.openCount; cell++) {
      frame.enter(mesh.bounds, cell);
      const { sinλ, cosλ, sinφ, cosφ } = frame;
      // no point of the cell is further from its middle
      const radius = frame.Δλ * cosφ + frame.Δφ + ROUNDING;
      const [x, y, z] = [cosφ * cosλ, cosφ * sinλ, sinφ];
      const away = chord(x, y, z, source);
      if (least * (away + chord(x, y, z, target) - 2 * radius) > this.cost) continue;
      const distance = angleOf(away);
      const [u, v] = [sign * motion[4 * cell + 2], sign * motion[4 * cell + 3]];
      const current = mostAway(frame, radius, u, v, source, distance);
      const slopeIn = (EARTH_RADIUS_M * perSecond[cell]) / (motion[4 * cell] + current);
      const first = Math.max(0, Math.floor((distance - radius) / width));
      const last = Math.min(RINGS, Math.floor((distance + radius) / width));
      for (let k = first; k <= last; k++) if (slopeIn < slope[k]) slope[k] = slopeIn;
    }
  }
}

/**
 * A limit of the component away from the source that a current of (u, v) east and north has anywhere in a cell of this
 * radius; at least 0.
 */
function mostAway(
  frame: Frame,
  radius: number,
  u: number,
  v: number,
  [sx, sy, sz]: Vector,
  distance: number,
): number {
  const current = Math.sqrt(u * u + v * v);
  const from = distance - radius;
  const to = distance + radius;
  if (current === 0 || from <= 0 || to >= Math.PI) return current;
  const away = -(u * frame.east(sx, sy) + v * frame.north(sx, sy, sz));
  // how far the direction away from the source turns against north between the middle and another point
  const turn = radius * Math.max(1 / Math.tan(from), -1 / Math.tan(to)) + frame.Δλ * Math.abs(frame.sinφ);
  return Math.min(current, Math.max(0, away / Math.sin(distance) + turn * current));
}

function chord(x: number, y: number, z: number, p: Vector): number {
  const dx = x - p[0];
  const dy = y - p[1];
  const dz = z - p[2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function angleOf(chord: number): number {
  return 2 * Math.asin(Math.min(1, 0.5 * chord));
}
