/**
 * The legs of a voyage that was planned among fewer zones, or with coarser borders.
 *
 * There was more water then. So a leg that enters nothing that is closed now is still the best: only legs that a zone touches are
 * planned again.
 */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { ObjectiveRoute, RoutePlan } from '../../engine/route-plan.ts';
import type { LegMemory } from '../kept.ts';
import { carriedOver } from './carried-over.ts';

type Routes = readonly ObjectiveRoute[];

export class LegsOfRounds {
  private readonly known = new Map<string, { readonly on: Mesh; readonly plan: RoutePlan }>();
  private readonly others: LegMemory | undefined;

  /** @param others what is known of legs on the same mesh */
  constructor(others: LegMemory | undefined) {
    this.others = others;
  }

  /**
   * @param on the mesh of the round: legs on others, as where speeds are priced, are not known
   * @param sea what a leg may depend on besides closed water, such as speed limits
   * @param isStillBest whether all routes of a leg enter nothing, and are proved if that is asked for
   */
  in(on: Mesh, sea: string, isStillBest: (routes: Routes) => boolean): LegMemory {
    return {
      leg: (mesh: Mesh, from: LatLon, to: LatLon, plan: () => RoutePlan): RoutePlan => {
        const elsewhere = () => this.others?.leg(mesh, from, to, plan) ?? plan();
        if (mesh !== on) return elsewhere();
        const key = [from.lat, from.lon, to.lat, to.lon, sea].join();
        const known = this.known.get(key);
        const isBest = known && isStillBest(known.plan.routes);
        const planned = (isBest && carriedOver(known.plan, known.on, on)) || elsewhere();
        this.known.set(key, { on, plan: planned });
        return planned;
      },
    };
  }
}
