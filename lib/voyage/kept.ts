/** What was planned before, so that an answer can follow a hand: the legs of a voyage, and its speeds. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { PlanOptions } from '../engine/plan-route.ts';
import type { RoutePlan } from '../engine/route-plan.ts';
import type { Voyages } from '../speed/voyages.ts';
import { KeptByMesh } from '../zones/kept-by-mesh.ts';
import type { ForecastMesh } from './forecast/timeline.ts';
import type { VoyageRoute } from './voyage-route.ts';

/** Legs on one mesh, at most: a voyage of fifty stops has 51, and searching its order plans some more. */
const MOST_LEGS = 200;
/** Voyages at all speeds on one mesh: in the best order of stops, and in the one given, which is shown beside it. */
const MOST_VOYAGES = 2;

/** What is known of legs that were planned before. */
export interface LegMemory {
  /** The leg as it was planned before, else as it is planned now. */
  leg(mesh: Mesh, from: LatLon, to: LatLon, plan: () => RoutePlan): RoutePlan;
}

/**
 * Legs: while a stop is moved, those between the others stay as they are. For plans that are all made with the same options,
 * without a limit of time.
 */
export class KeptLegs implements LegMemory {
  private readonly legs = new KeptByMesh<RoutePlan>(MOST_LEGS);

  leg(mesh: Mesh, from: LatLon, to: LatLon, plan: () => RoutePlan): RoutePlan {
    const key = [from.lat, from.lon, to.lat, to.lon].join();
    const leg = this.legs.get(mesh, key) ?? plan();
    // the one that was used last is dropped last
    this.legs.set(mesh, key, leg);
    return leg;
  }
}

/**
 * The voyages of one route at all speeds. Once some were looked for, as for a trade-off, one within any other time is the best of
 * those: it may burn a thousandth more than one that is looked for, and is found at once.
 */
export type KeptVoyages = KeptByMesh<Voyages>;

export const keptVoyages = (): KeptVoyages => new KeptByMesh(MOST_VOYAGES);

/** So far a place may be moved into open water, by default. */
export const ADJUSTMENT_LIMIT_NM = 300;

export interface VoyageOptions extends PlanOptions {
  /** The sea changes: the meshes of its forecast, instead of the one mesh. */
  readonly forecast?: readonly ForecastMesh[];
  /** The rates of the mesh have what a day costs in them, staying costs it too. */
  readonly dayCosts?: DayCosts;
  /** Without them every leg is planned. */
  readonly legs?: LegMemory;
  readonly voyages?: KeptVoyages;
  /** What such routes are for; an answer by default. */
  readonly useOf?: (routes: readonly Pick<VoyageRoute, 'track' | 'sailing'>[]) => PlanUse;
}

export interface DayCosts {
  /** In the unit of what is consumed. */
  readonly perDay: number;
  /** The mesh without them. */
  readonly unpriced: Mesh;
}

/**
 * A plan that only shows where to go on looking needs no speeds; one that the answer is compared with needs no trade-off.
 */
export type PlanUse = 'guide' | 'comparison' | 'answer';
