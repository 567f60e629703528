import type { Costs } from '../cost/cost.ts';
import type { LatLon } from '../geometry/sphere.ts';
import { EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Points } from './points.ts';

/** What a metre costs at least anywhere on the mesh. */
export function leastCostPerMetre({ motion, perSecond }: Costs): number {
  let least = Infinity;
  for (let i = 0; i < perSecond.length; i++) {
    const ground = motion[4 * i] + Math.hypot(motion[4 * i + 2], motion[4 * i + 3]);
    least = Math.min(least, perSecond[i] / ground);
  }
  return least;
}

/** Lower bound of the cost from a point to the end: the great circle, at the best speed with the strongest current. */
export class GreatCircleBound {
  private readonly points: Points;
  private readonly perRadian: number;
  private readonly φ: number;
  private readonly λ: number;
  private readonly cosφ: number;

  constructor(points: Points, costs: Costs, end: LatLon) {
    this.points = points;
    this.perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
    this.φ = end.lat * RADIANS;
    this.λ = end.lon * RADIANS;
    this.cosφ = Math.cos(this.φ);
  }

  at(p: number): number {
    const φ = this.points.φ[p];
    const sinφ = Math.sin(0.5 * (φ - this.φ));
    const sinλ = Math.sin(0.5 * (this.points.λ[p] - this.λ));
    const h = Math.sqrt(sinφ * sinφ + this.cosφ * Math.cos(φ) * sinλ * sinλ);
    // 2 asin h ≥ 2 h + h³ / 3
    return this.perRadian * (2 * h + (h * h * h) / 3);
  }
}
