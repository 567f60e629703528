/** Legs that were planned before: while a hand moves one stop, the legs between the others stay as they are. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { PlanOptions } from '../engine/plan-route.ts';
import type { RoutePlan } from '../engine/route-plan.ts';

/** Legs on one mesh, at most: a voyage of fifty stops has 51, and searching its order plans some more. */
const MOST_LEGS = 200;

/** For plans that are all made with the same options, without a limit of time. */
export class KeptLegs {
  private readonly byMesh = new WeakMap<Mesh, Map<string, RoutePlan>>();

  /** The leg as it was planned before, else as it is planned now. */
  leg(mesh: Mesh, from: LatLon, to: LatLon, plan: () => RoutePlan): RoutePlan {
    const legs = this.byMesh.get(mesh) ?? new Map<string, RoutePlan>();
    this.byMesh.set(mesh, legs);
    const key = [from.lat, from.lon, to.lat, to.lon].join();
    const leg = legs.get(key) ?? plan();
    // the one that was used last is dropped last
    legs.delete(key);
    legs.set(key, leg);
    for (const [oldest] of legs) if (legs.size > MOST_LEGS) legs.delete(oldest);
    return leg;
  }
}

export interface VoyageOptions extends PlanOptions {
  /** Without them every leg is planned. */
  readonly kept?: KeptLegs;
}
