import { bridgeAt, type Costs, costBetween } from '../cost/cost.ts';
import {
  departure,
  isometricLatitude,
  latitudeOfIsometric,
  type Point,
  RADIANS,
  shortWay,
  wrapLongitude,
} from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { SAME_PLACE } from '../tolerances.ts';
import { isBend } from './bends.ts';
import { Chain } from './chain.ts';

/** A leg is halved at most this often, until the turns of its parts lie inside the cell and cost little more. */
const MAX_HALVINGS = 6;
/** A leg may cost this fraction more than with turns of the best kind. */
const DEARER = 1e-4;

/**
 * The chain with a vertex at each turn inside a cell, so that every leg is straight: where `turning` has a
 * bridge over the bearing of a leg, the leg becomes two legs on the bearings of the bridge. Where these leave the cell,
 * or cost more than is allowed, the leg is halved. Turns that the chain already has are made anew.
 */
export function turnInside(mesh: Mesh, turning: Costs, chain: Chain, dearer = DEARER): Chain {
  const { bridgesOf, profile } = turning;
  if (!bridgesOf) return chain;
  const straight = { ...turning, bridgesOf: null };
  const out = new Chain(chain.length);
  out.pushFrom(chain, 0);
  for (let i = 1; i < chain.length; i++) {
    const cell = chain.cell[i];
    if (profile[cell] >= 0) {
      const leg = new TurningLeg(mesh, straight, turning, cell, dearer);
      const points = [chain.point(i - 1)];
      for (; isBend(chain, i) || isTurn(chain, i); i++) if (isBend(chain, i)) points.push(chain.point(i));
      points.push(chain.point(i));
      for (const [lon, lat] of leg.through(points)) out.pushFixed(lon, lat, cell);
    }
    out.pushFrom(chain, i);
  }
  return out;
}

/** Whether vertex i is neither on a border nor a bend, and the legs before and after it are in one cell. */
function isTurn({ slides, corner, cell, length }: Chain, i: number): boolean {
  return slides[i] === 0 && corner[i] < 0 && i + 1 < length && cell[i] === cell[i + 1];
}

class TurningLeg {
  private readonly mesh: Mesh;
  private readonly straight: Costs;
  private readonly turning: Costs;
  private readonly cell: number;
  private readonly dearer: number;

  constructor(mesh: Mesh, straight: Costs, turning: Costs, cell: number, dearer: number) {
    this.mesh = mesh;
    this.straight = straight;
    this.turning = turning;
    this.cell = cell;
    this.dearer = dearer;
  }

  /**
   * The vertices between the first and the last of some points, of which the others are bends. The turns of
   * one long leg may cost less than those of the legs between bends: it sails more on the parallel that is
   * nearer to a pole.
   */
  through(points: readonly Point[]): Point[] {
    const [from, to] = [points[0], points[points.length - 1]];
    const each = points.slice(1).flatMap((point, k) => [...this.turns(points[k], point), point]);
    const legs = each.slice(0, -1);
    if (points.length === 2) return legs;
    const whole = this.turns(from, to);
    const cost = (between: Point[]) => this.cost(this.straight, [from, ...between, to]);
    return cost(whole) < cost(legs) ? whole : legs;
  }

  /** The vertices between two points. */
  private turns(from: Point, to: Point, halvings = 0): Point[] {
    const { x, y } = departure(from, to);
    const bridges = this.turning.bridgesOf!(this.cell);
    const k = bridgeAt(bridges, x, y);
    if (k < 0) return [];
    const [ax, ay, bx, by] = bridges.subarray(k, k + 4);
    const ψ = isometricLatitude(from[1] * RADIANS);
    const Δλ = shortWay(from[0] * RADIANS, to[0] * RADIANS);
    const Δψ = isometricLatitude(to[1] * RADIANS) - ψ;
    const cross = ax * by - ay * bx;
    const α = (Δλ * by - Δψ * bx) / cross;
    const β = (ax * Δψ - ay * Δλ) / cross;
    if (!(α > 0 && β > 0)) return [];
    let best: Point[] = [];
    let least = this.cost(this.straight, [from, to]);
    const consider = (points: Point[]) => {
      const cost = this.cost(this.straight, [from, ...points, to]);
      if (cost < least) [least, best] = [cost, points];
    };
    const enough = (1 + this.dearer) * this.cost(this.turning, [from, to]);
    if (least <= enough) return [];
    for (const turn of [this.place(from[0], α * ax, ψ + α * ay), this.place(from[0], β * bx, ψ + β * by)]) {
      if (turn) consider([turn]);
    }
    if (least <= enough || halvings === MAX_HALVINGS) return best;
    const middle = this.place(from[0], Δλ / 2, ψ + Δψ / 2);
    if (!middle) return best;
    consider([...this.turns(from, middle, halvings + 1), middle, ...this.turns(middle, to, halvings + 1)]);
    return best;
  }

  /** A point inside the cell by its distance east of a longitude and its isometric latitude; null if it is outside. */
  private place(lon: number, Δλ: number, ψ: number): Point | null {
    const [west, south, east, north] = this.mesh.bounds.subarray(4 * this.cell, 4 * this.cell + 4);
    const lat = latitudeOfIsometric(ψ) / RADIANS;
    const along = lon + Δλ / RADIANS;
    const turn = this.turnTo(along);
    if (turn === undefined || lat < south - SAME_PLACE || lat > north + SAME_PLACE) return null;
    const inside = Math.max(west, Math.min(east, along + turn));
    return [wrapLongitude(inside), Math.max(south, Math.min(north, lat))];
  }

  /** The degrees that bring a longitude between those of the cell; undefined if none do. */
  private turnTo(lon: number): number | undefined {
    const [west, , east] = this.mesh.bounds.subarray(4 * this.cell, 4 * this.cell + 4);
    return [0, 360, -360].find((turn) => lon + turn >= west - SAME_PLACE && lon + turn <= east + SAME_PLACE);
  }

  private cost(costs: Costs, points: readonly Point[]): number {
    let sum = 0;
    for (let i = 1; i < points.length; i++) sum += costBetween(costs, this.cell, points[i - 1], points[i]);
    return sum;
  }
}
