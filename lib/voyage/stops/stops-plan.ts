/** What all steps of a voyage through stops on one mesh know. */
import type { Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { totalOf } from '../../engine/path/track.ts';
import type { ObjectiveRoute } from '../../engine/route-plan.ts';
import type { FastestLegs } from '../../speed/passage.ts';
import type { Totals } from '../../speed/path-speeds.ts';
import type { VoyageOptions } from '../kept.ts';
import type { Bunkers } from '../order/bunkers.ts';
import { type ChosenOrder, type KnownOfLegs, legPairs } from '../order/choose-order.ts';
import { evaluate } from '../order/problem.ts';
import type { VoyageWorth } from '../voyage-route.ts';
import { costsOfWork, type Itinerary } from './itinerary.ts';
import { ofCost, type Sailed, sailStops } from './sail-stops.ts';
import type { SailedLegs } from './sailed-legs.ts';

export interface StopsPlan {
  readonly mesh: Mesh;
  readonly objectives: readonly Objective[];
  readonly itinerary: Itinerary;
  readonly legs: SailedLegs;
  readonly idleRate: number;
  readonly isBest: boolean;
  readonly certificate: NonNullable<VoyageOptions['certificate']>;
  /** What fuel suffices for, where it limits what is done; null where it does not. */
  readonly worthiest: WorthiestWithFuel | null;
  /** What is in them, where it decides on the order; null where it does not. */
  readonly bunkers: Bunkers | null;
}

export type Chosen = ChosenOrder & { readonly objective: Objective };

export type Choice = Pick<ChosenOrder, 'order' | 'problem'>;

export function joined(plan: StopsPlan, objective: Objective, { order, problem }: Choice): Sailed {
  const { itinerary, legs, idleRate } = plan;
  const { ways } = evaluate(problem, order);
  const routes = legPairs(problem, order).map(([from, to], k) => {
    const cheapest = legs.route(from, to, objective);
    if (ways[k] === 0) return cheapest;
    const fastest = legs.route(from, to, 'traveltime');
    return { ...fastest, ...provedAs(cheapest, totalOf(fastest.track, objective)) };
  });
  return { points: [0, ...order, itinerary.count + 1], routes, itinerary, objective, idleRate };
}

const provedAs = ({ optimality }: ObjectiveRoute, cost: number) =>
  optimality !== undefined && { optimality: ofCost(optimality, cost) };

/** A plan that enters what is closed only shows where to go on looking. */
export function isWorthProof(plan: StopsPlan, objective: Objective, choice: Choice): boolean {
  const { certificate } = plan;
  if (typeof certificate === 'boolean') return certificate;
  return certificate([sailStops(joined(plan, objective, choice), null)]);
}

/** The worthiest voyage, at the speeds that consume least. */
export interface WorthiestWithFuel {
  readonly value: number;
  /** Its legs, and what no voyage that is worth as much consumes less than, as on the mesh of a price of 0. */
  readonly legs: FastestLegs;
  /** What holds for others that are worth as much. */
  readonly known: KnownOfLegs;
  /** Of a voyage that is worth as much. */
  readonly worthOf: (order: readonly number[]) => VoyageWorth;
}

/** What the stops of an order take and consume, their work included: its speed is its own. */
export function staysIn({ mesh, itinerary, idleRate }: StopsPlan, order: readonly number[]): Totals {
  const extra = costsOfWork(itinerary, mesh.consumption!, idleRate);
  const days = order.reduce((sum, point) => sum + itinerary.stay[point]!, 0);
  return { days, consumption: order.reduce((sum, point) => sum + extra[point]!, idleRate * days) };
}
