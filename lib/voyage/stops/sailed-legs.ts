/**
 * The legs of a voyage that are sailed, each planned once: the best path by every objective, with its certificate. A leg
 * that is only to be proved not to be worth sailing is planned by the one objective that asks.
 */
import type { Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { totalOf } from '../../engine/path/track.ts';
import { type PlanOptions, planRoute } from '../../engine/plan-route.ts';
import type { ObjectiveRoute, RoutePlan } from '../../engine/route-plan.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import type { VoyageOptions } from '../kept.ts';
import { unlessOver } from '../out-of-time.ts';
import type { Itinerary } from './itinerary.ts';
import { ofCost } from './sail-stops.ts';
import { StopInaccessible } from './stop-inaccessible.ts';

export class SailedLegs {
  private readonly mesh: Mesh;
  private readonly itinerary: Itinerary;
  private readonly options: VoyageOptions;
  private readonly deadline: number;
  private readonly now: () => number;
  private readonly planned = new Map<number, readonly ObjectiveRoute[]>();
  /** Those that were planned by some objectives only. */
  private readonly tried = new Map<number, readonly ObjectiveRoute[]>();

  constructor(mesh: Mesh, itinerary: Itinerary, options: VoyageOptions) {
    this.mesh = mesh;
    this.itinerary = itinerary;
    this.options = options;
    this.now = options.now ?? (() => performance.now());
    this.deadline = this.now() + (options.timeBudgetMs ?? Infinity);
  }

  get count(): number {
    return this.planned.size + this.tried.size;
  }

  isOver = (): boolean => this.deadline < Infinity && this.now() >= this.deadline;

  /** For what comes after the legs. */
  optionsLeft(): VoyageOptions {
    const { deadline, options } = this;
    return deadline < Infinity ? { ...options, timeBudgetMs: Math.max(0, deadline - this.now()) } : options;
  }

  /** The mesh on which bounds are looked for: no way on it costs more than on the mesh of the legs. */
  provedOn(objective: Objective): Mesh {
    return this.options.provedOn?.(objective) ?? this.mesh;
  }

  /** Whether a leg was planned by an objective. */
  has(from: number, to: number, objective: Objective): boolean {
    return this.known(from, to, objective) !== undefined;
  }

  /** The legs that were planned: by an objective, or by all. */
  pairs(objective?: Objective): [from: number, to: number][] {
    const size = this.itinerary.comes.length;
    const keys = new Set(this.planned.keys());
    for (const [key, routes] of objective ? this.tried : []) {
      if (routes.some((route) => route.objective === objective)) keys.add(key);
    }
    return Array.from(keys, (key) => [Math.floor(key / size), key % size]);
  }

  /** Looks for a proof of a leg by an objective; one that was not planned is, by that alone. @throws StopInaccessible */
  prove(from: number, to: number, objective: Objective): void {
    const known = this.known(from, to, objective);
    if (known?.optimality !== undefined) return;
    const options = { ...this.optionsLeft(), objectives: [objective], certificate: true };
    const find = () => this.plan(from, to, options).routes[0]!;
    const key = this.keyOf(from, to);
    if (!known) {
      this.tried.set(key, [...(this.tried.get(key) ?? []), find()]);
      return;
    }
    const optimality = unlessOver(this.isOver, find)?.optimality ?? null;
    const proved = { ...known, optimality: ofCost(optimality, totalOf(known.track, objective)) };
    const legs = this.planned.has(key) ? this.planned : this.tried;
    legs.set(
      key,
      legs.get(key)!.map((route) => (route === known ? proved : route)),
    );
  }

  /** Whether a proof of a leg was looked for: planned among zones, one whose routes enter what is closed has none. */
  isProved(from: number, to: number, objective: Objective): boolean {
    return this.known(from, to, objective)?.optimality !== undefined;
  }

  /** The route of a leg by one objective. @throws StopInaccessible */
  route(from: number, to: number, objective: Objective): ObjectiveRoute {
    return this.routes(from, to).find((route) => route.objective === objective)!;
  }

  /** What the route of a leg costs by its objective, and the proved least. */
  costOf(from: number, to: number, objective: Objective): { cost: number; least: number } {
    const route = this.known(from, to, objective) ?? this.route(from, to, objective);
    const cost = totalOf(route.track, objective);
    return { cost, least: route.optimality?.least ?? 0 };
  }

  private keyOf(from: number, to: number): number {
    return from * this.itinerary.comes.length + to;
  }

  private known(from: number, to: number, objective: Objective): ObjectiveRoute | undefined {
    const key = this.keyOf(from, to);
    return (this.planned.get(key) ?? this.tried.get(key))?.find((route) => route.objective === objective);
  }

  private routes(from: number, to: number): readonly ObjectiveRoute[] {
    const key = this.keyOf(from, to);
    const known = this.planned.get(key);
    if (known) return known;
    const { mesh, itinerary, options } = this;
    const [begin, end] = [itinerary.goes[from]!.used, itinerary.comes[to]!.used];
    const plan = () => this.plan(from, to, this.optionsLeft());
    const { routes } = options.legs?.leg(mesh, begin, end, plan) ?? plan();
    this.planned.set(key, routes);
    return routes;
  }

  private plan(from: number, to: number, options: PlanOptions): RoutePlan {
    const { comes, goes, names } = this.itinerary;
    try {
      return planRoute(this.mesh, goes[from]!.used, comes[to]!.used, options);
    } catch (error) {
      // a search that was ended early may not have come to a way
      if (!(error instanceof RouteInaccessible) || this.isOver()) throw error;
      throw new StopInaccessible(`No way leads from ${names[from]} to ${names[to]} that can be sailed.`);
    }
  }
}
