/** The legs of a voyage that are sailed, each planned once: the best path by every objective, with its certificate. */
import type { Objective } from '../engine/cost/cost.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { totalOf } from '../engine/path/track.ts';
import { planRoute } from '../engine/plan-route.ts';
import type { ObjectiveRoute } from '../engine/route-plan.ts';
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import type { Itinerary } from './itinerary.ts';
import type { VoyageOptions } from './kept.ts';
import { StopInaccessible } from './stop-inaccessible.ts';

export class SailedLegs {
  private readonly mesh: Mesh;
  private readonly itinerary: Itinerary;
  private readonly options: VoyageOptions;
  private readonly deadline: number;
  private readonly now: () => number;
  private readonly planned = new Map<number, readonly ObjectiveRoute[]>();

  constructor(mesh: Mesh, itinerary: Itinerary, options: VoyageOptions) {
    this.mesh = mesh;
    this.itinerary = itinerary;
    this.options = options;
    this.now = options.now ?? (() => performance.now());
    this.deadline = this.now() + (options.timeBudgetMs ?? Infinity);
  }

  get count(): number {
    return this.planned.size;
  }

  isOver = (): boolean => this.deadline < Infinity && this.now() >= this.deadline;

  /** For what comes after the legs. */
  optionsLeft(): VoyageOptions {
    const { deadline, options } = this;
    return deadline < Infinity ? { ...options, timeBudgetMs: Math.max(0, deadline - this.now()) } : options;
  }

  has(from: number, to: number): boolean {
    return this.planned.has(this.keyOf(from, to));
  }

  /** The legs that were planned. */
  pairs(): [from: number, to: number][] {
    const size = this.itinerary.places.length;
    return Array.from(this.planned.keys(), (key) => [Math.floor(key / size), key % size]);
  }

  /** The route of a leg by one objective. @throws StopInaccessible */
  route(from: number, to: number, objective: Objective): ObjectiveRoute {
    return this.routes(from, to).find((route) => route.objective === objective)!;
  }

  /** What the route of a leg costs by its objective, and the proved least. */
  costOf(from: number, to: number, objective: Objective): { cost: number; least: number } {
    const route = this.route(from, to, objective);
    const cost = totalOf(route.track, objective);
    return { cost, least: route.optimality?.least ?? 0 };
  }

  private keyOf(from: number, to: number): number {
    return from * this.itinerary.places.length + to;
  }

  private routes(from: number, to: number): readonly ObjectiveRoute[] {
    const key = this.keyOf(from, to);
    const known = this.planned.get(key);
    if (known) return known;
    const { mesh, itinerary } = this;
    const { places, names } = itinerary;
    try {
      const [begin, end] = [places[from]!.used, places[to]!.used];
      const plan = () => planRoute(mesh, begin, end, this.optionsLeft());
      const { routes } = this.options.legs?.leg(mesh, begin, end, plan) ?? plan();
      this.planned.set(key, routes);
      return routes;
    } catch (error) {
      // a search that was ended early may not have come to a way
      if (!(error instanceof RouteInaccessible) || this.isOver()) throw error;
      throw new StopInaccessible(`No way leads from ${names[from]} to ${names[to]} that can be sailed.`);
    }
  }
}
