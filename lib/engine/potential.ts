import type { Costs } from './cost.ts';
import type { Mesh } from './mesh.ts';
import type { Points } from './points.ts';
import type { LatLon } from './route-plan.ts';
import { EARTH_RADIUS_M, RADIANS } from './sphere.ts';

/** What a metre costs at least anywhere on the mesh. */
export function leastCostPerMetre({ motion, perSecond }: Costs): number {
  let least = Infinity;
  for (let i = 0; i < perSecond.length; i++) {
    const ground = motion[4 * i] + Math.hypot(motion[4 * i + 2], motion[4 * i + 3]);
    least = Math.min(least, perSecond[i] / ground);
  }
  return least;
}

/** Lower bound of the cost between a point and the target of a search; Infinity keeps the search away from it. */
export interface Potential {
  at(point: number): number;
}

/** The great circle, at the best speed with the strongest current. */
export class GreatCircleBound implements Potential {
  private readonly points: Points;
  private readonly perRadian: number;
  private readonly φ: number;
  private readonly λ: number;
  private readonly cosφ: number;

  constructor(points: Points, costs: Costs, target: LatLon) {
    this.points = points;
    this.perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
    this.φ = target.lat * RADIANS;
    this.λ = target.lon * RADIANS;
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

/**
 * What a coarser search from the target found at the points about a point on its edge, interpolated, less `leeway` for what
 * being coarse costs. Where that search has not been there is nothing worth looking for.
 */
export class CoarseBound implements Potential {
  private readonly cornerCount: number;
  private readonly edgeTopology: Int32Array;
  private readonly cost: Float64Array;
  private readonly scale: number;
  private readonly many: number;
  private readonly few: number;

  constructor(
    mesh: Mesh,
    points: Points,
    coarse: { readonly cost: Float64Array; readonly points: Points },
    leeway: number,
  ) {
    this.cornerCount = mesh.cornerCount;
    this.edgeTopology = mesh.edgeTopology;
    this.cost = coarse.cost;
    this.scale = 1 - leeway;
    this.many = points.perEdge;
    this.few = coarse.points.perEdge;
  }

  at(p: number): number {
    const { cornerCount, edgeTopology, cost, scale, many, few } = this;
    if (p < cornerCount) return scale * cost[p];
    const edge = Math.floor((p - cornerCount) / many);
    // where p stands among the coarser points, of which −1 and `few` are the ends of the edge
    const place = ((p - cornerCount - edge * many + 0.5) / many) * few - 0.5;
    const below = Math.floor(place);
    const first = cornerCount + edge * few;
    const isFirst = below < 0;
    const isLast = below + 1 >= few;
    const a = cost[isFirst ? edgeTopology[4 * edge + 2] : first + below];
    const b = cost[isLast ? edgeTopology[4 * edge + 3] : first + below + 1];
    // the ends are half a spacing away
    const part = isFirst ? 2 * (place + 0.5) : isLast ? 2 * (place - below) : place - below;
    if (a === Infinity) return scale * b;
    return b === Infinity ? scale * a : scale * (a + part * (b - a));
  }
}
