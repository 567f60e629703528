/**
 * The cap: a lower bound of the cost to a target that takes no search. It is what is left of the cost of a known route
 * after the great circle from its other end, the source, at the least cost per metre of the mesh.
 */
import { EARTH_RADIUS_M, type Vector } from '../geometry/sphere.ts';
import { chordBetween } from './places.ts';

export class Cap {
  /** The most that the cap changes per metre. */
  readonly perMetre: number;
  private readonly source: Vector;
  private readonly cost: number;

  /** @param cost of the route */
  constructor(source: Vector, cost: number, perMetre: number) {
    this.perMetre = perMetre;
    this.source = source;
    this.cost = cost;
  }

  at(point: Vector): number {
    return this.cost - this.spentAt(point);
  }

  /** A lower bound of the cost from the source to a point. */
  spentAt(point: Vector): number {
    const angle = 2 * Math.asin(Math.min(1, 0.5 * chordBetween(point, this.source)));
    return EARTH_RADIUS_M * this.perMetre * angle * (1 - 1e-12);
  }
}
