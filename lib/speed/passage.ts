/** How a voyage goes from its start through its stops to its end. */
import type { Optimality } from '../engine/certificate/certificate.ts';
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { type PlanOptions, planRoute } from '../engine/plan-route.ts';
import type { ObjectiveRoute } from '../engine/route-plan.ts';
import type { Totals } from './path-speeds.ts';

/** The legs of one voyage. */
export interface Legs {
  /** The stops in the order sailed, counted from 1 as they were given. */
  readonly order: readonly number[];
  readonly routes: readonly ObjectiveRoute[];
}

export type Proved = Pick<Optimality, 'least' | 'endedBy'>;

export interface FastestLegs extends Legs {
  /** Together, what no voyage takes less than; null where that was not proved. */
  readonly proofs: readonly (Proved | null)[];
}

export interface Passage {
  /** The voyages at the greatest speeds in an order, the fastest first; null where all voyages have one order. */
  readonly inOrder: ((order: readonly number[]) => InOrder) | null;
  /** The fastest voyage on a mesh, stays left out. @param left the options with the time that is left */
  readonly fastest: (mesh: Mesh, left: () => PlanOptions, at: AtPrice) => FastestLegs;
  /** What is stayed in an order, where that depends on it. The fastest voyage, and what is proved of it, are then with these stays. */
  readonly staysIn?: (order: readonly number[]) => Totals;
}

/** What a mesh is made for (multiplier-mesh.ts). */
export interface AtPrice {
  /** A day costs as much as so much of what is consumed. */
  readonly perDay: number;
  /** What a day on the mesh costs, by that and by what is consumed. */
  readonly price: number;
}

export interface InOrder {
  readonly known: readonly Legs[];
  readonly passage: Passage;
}

/** @param places from the start through each stop, in the order sailed, to the end */
export const passageThrough = (
  places: readonly LatLon[],
  order: readonly number[] = places.slice(1, -1).map((_, k) => k + 1),
): Passage =>
  passageOver(
    places.slice(1).map((to, k) => [places[k]!, to]),
    order,
  );

/** @param pairs where each leg begins and ends: a stop with work is left elsewhere than it is come to */
export const passageOver = (
  pairs: readonly (readonly [from: LatLon, to: LatLon])[],
  order: readonly number[],
): Passage => ({
  inOrder: null,
  fastest: (mesh, left) => {
    const routes = pairs.map(([from, to]) => planRoute(mesh, from, to, left()).routes[0]!);
    return { order, routes, proofs: routes.map(({ optimality }) => optimality ?? null) };
  },
});
