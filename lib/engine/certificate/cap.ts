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
import type { Costs } from '../cost/cost.ts';
import { EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { leastCostPerMetre } from '../search/corridor.ts';
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

  /** Sets the slopes of the rings to the least of their cells. */
  private takeCells(
    mesh: Mesh,
    { motion, perSecond }: Costs,
    sign: 1 | -1,
    target: Vector,
    least: number,
  ): void {
    const { source, slope, width } = this;
    const middle = new Middle();
    for (let cell = 0; cell < mesh.openCount; cell++) {
      middle.enter(mesh.bounds, cell);
      const { x0: x, y0: y, z0: z, radius } = middle;
      const away = chord(x, y, z, source);
      if (least * (away + chord(x, y, z, target) - 2 * radius) > this.cost) continue;
      const distance = angleOf(away);
      const current = middle.mostAway(
        sign * motion[4 * cell + 2],
        sign * motion[4 * cell + 3],
        source,
        distance,
      );
      const slopeIn = (EARTH_RADIUS_M * perSecond[cell]) / (motion[4 * cell] + current);
      const first = Math.max(0, Math.floor((distance - radius) / width));
      const last = Math.min(RINGS, Math.floor((distance + radius) / width));
      for (let k = first; k <= last; k++) if (slopeIn < slope[k]) slope[k] = slopeIn;
    }
  }
}

class Middle extends Frame {
  /** The middle of the cell as a unit vector. */
  x0 = 0;
  y0 = 0;
  z0 = 0;
  /** No point of the cell is further from its middle, radians. */
  radius = 0;
  /** Half the cell's extent in longitude, radians. */
  private Δλ = 0;

  override enter(bounds: Float64Array, cell: number): void {
    super.enter(bounds, cell);
    this.x0 = this.cosφ * this.cosλ;
    this.y0 = this.cosφ * this.sinλ;
    this.z0 = this.sinφ;
    this.Δλ = 0.5 * (bounds[4 * cell + 2] - bounds[4 * cell]) * RADIANS;
    const Δφ = 0.5 * (bounds[4 * cell + 3] - bounds[4 * cell + 1]) * RADIANS;
    this.radius = this.Δλ * this.cosφ + Δφ + ROUNDING;
  }

  /**
   * A limit of the component away from the source that a current of (u, v) east and north has anywhere in the cell; at
   * least 0.
   */
  mostAway(u: number, v: number, [sx, sy, sz]: Vector, distance: number): number {
    const { radius, Δλ } = this;
    const current = Math.sqrt(u * u + v * v);
    const from = distance - radius;
    const to = distance + radius;
    if (current === 0 || from <= 0 || to >= Math.PI) return current;
    const away = -(u * this.east(sx, sy) + v * this.north(sx, sy, sz));
    // how far the direction away from the source turns against north between the middle and another point
    const turn = radius * Math.max(1 / Math.tan(from), -1 / Math.tan(to)) + Δλ * Math.abs(this.sinφ);
    return Math.min(current, Math.max(0, away / Math.sin(distance) + turn * current));
  }
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
