/** Lower bounds of the legs between all points of a voyage by one objective, and of all its orders. */
import { costsFor, leastRate, type Objective } from '../engine/cost/cost.ts';
import { LowerBounds } from '../engine/lower-bounds.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { firstAtPlaceOf, type Itinerary } from './itinerary.ts';
import { exactOrder, MAX_EXACT_STOPS } from './order/exact.ts';
import { estimate, hasWindows, type OrderProblem, sizeOf } from './order/problem.ts';
import { costsThroughLegs } from './order/through-legs.ts';
import { treeBound } from './order/tree-bound.ts';
import type { SailedLegs } from './sailed-legs.ts';

/** Bounds are wanted up to what legs are estimated to cost, and a little more. */
const FURTHER = 1.001;
/** Intervals an edge: where certificates of legs take the place of bounds one by one, and where none do. */
const COARSE = 2;
const FINE = 3;
/** Rounding errors of sums and differences of costs. */
const ROUNDING = 1e-12;

export interface OrderBoundsOptions extends Pick<Itinerary, 'places'> {
  readonly pinches: boolean;
  /** The best that is known. */
  readonly order: readonly number[];
  /** By leg: days that it takes at least; null where the objective is time, or nothing is known. */
  readonly leastDays: Float64Array | null;
}

export class OrderBounds {
  /** By leg, as in the problem: no path costs less. */
  readonly least: Float64Array;
  private readonly problem: OrderProblem;
  private readonly legs: SailedLegs;
  private readonly objective: Objective;
  private readonly leastDays: Float64Array | null;

  constructor(
    mesh: Mesh,
    problem: OrderProblem,
    legs: SailedLegs,
    objective: Objective,
    { places, pinches, order, leastDays }: OrderBoundsOptions,
  ) {
    const size = sizeOf(problem);
    this.problem = problem;
    this.legs = legs;
    this.objective = objective;
    this.leastDays = leastDays;
    const rate = leastDays ? leastRate(costsFor(mesh, objective)) * (1 - ROUNDING) : 0;
    this.least = Float64Array.from({ length: size * size }, (_, leg) => rate * (leastDays?.[leg] ?? 0));
    this.takePlanned();
    const solver = new LowerBounds(mesh, objective, places, {
      pinches,
      intervalsPerEdge: problem.count > MAX_EXACT_STOPS ? FINE : COARSE,
      isOver: legs.isOver,
    });
    for (const [to, most] of this.wanted(order, places)) {
      const column = solver.to(to, this.costsTo(to, FURTHER * most));
      for (let from = 0; from < size; from++) {
        const leg = from * size + to;
        if (from !== to) this.least[leg] = Math.max(this.least[leg]!, column[from]!);
      }
    }
    this.tighten();
  }

  /**
   * The points to which legs need bounds, each with the cost up to which they do; points at one place are one. A leg that
   * only much dearer orders take may be thought to cost less: by a part of what they are dearer, as an order may take several of these.
   */
  private wanted(order: readonly number[], places: OrderBoundsOptions['places']): Map<number, number> {
    const { problem, least } = this;
    const size = sizeOf(problem);
    const { cost } = problem.ways[0]!;
    const through = problem.count > MAX_EXACT_STOPS ? null : costsThroughLegs(problem);
    const best = estimate(problem, order).cost;
    const wanted = new Map<number, number>();
    for (let to = 1; to < size; to++) {
      const place = firstAtPlaceOf({ places }, to, 1);
      for (let from = 0; from + 1 < size; from++) {
        const leg = from * size + to;
        const dearer = through ? through[leg]! - best : 0;
        if (from === to || cost[leg] === Infinity || dearer === Infinity || this.legs.has(from, to)) continue;
        const most = cost[leg]! - 0.5 * Math.max(0, dearer);
        if (most > Math.max(least[leg]!, wanted.get(place) ?? 0)) wanted.set(place, most);
      }
    }
    return wanted;
  }

  /** By point: what the leg from there is estimated to cost, cut off at a cost. */
  private costsTo(to: number, most: number): Float64Array {
    const size = sizeOf(this.problem);
    const { cost } = this.problem.ways[0]!;
    return Float64Array.from({ length: size }, (_, from) =>
      from === to || from === size - 1 ? 0 : Math.min(FURTHER * cost[from * size + to]!, most),
    );
  }

  /** Takes the certificates of all legs that were planned, for whichever order or objective. */
  takePlanned(): void {
    const size = sizeOf(this.problem);
    for (const [from, to] of this.legs.pairs()) {
      const { least } = this.legs.costOf(from, to, this.objective);
      const leg = from * size + to;
      this.least[leg] = Math.max(this.least[leg]!, least);
    }
    this.tighten();
  }

  /** No leg costs less than what one from further back, or to a point further on, costs more than the known way there. */
  private tighten(): void {
    const { problem, least } = this;
    const size = sizeOf(problem);
    const { cost } = problem.ways[0]!;
    const raise = (leg: number, whole: number, part: number) => {
      const bound = least[whole]! * (1 - ROUNDING) - cost[part]! * (1 + ROUNDING);
      if (bound > least[leg]!) least[leg] = bound;
    };
    for (let by = 0; by < size; by++) {
      for (let from = 0; from + 1 < size; from++) {
        for (let to = 1; to < size; to++) {
          if (from === to || from === by || to === by) continue;
          const leg = from * size + to;
          // nothing leads from the end
          if (by > 0 && to < size - 1) raise(leg, from * size + by, to * size + by);
          if (by < size - 1) raise(leg, by * size + to, by * size + from);
        }
      }
    }
  }

  /** The cheapest order by the bounds; its cost is a bound for every order. */
  cheapest(): { readonly order: readonly number[]; readonly cost: number } | null {
    return exactOrder(this.relaxed());
  }

  /** A bound for every order by spanning trees. */
  ofTrees(order: readonly number[]): number {
    const { problem } = this;
    const { stay, idle, count, before } = problem;
    const size = sizeOf(problem);
    const least = this.least.slice();
    for (let to = 1; to <= count; to++) for (const from of before[to]!) least[to * size + from] = Infinity;
    const stays = idle * stay.reduce((sum, days) => sum + days, 0);
    const bound = treeBound(least, size, estimate(problem, order).cost - stays);
    return bound < Infinity ? bound + stays : 0;
  }

  /**
   * The problem with the least that legs can cost. Where cost is not time, windows are met if they are at the least time that
   * legs take; waiting is then not counted, as there may be less of it with more time on the way.
   */
  private relaxed(): OrderProblem {
    const { problem, least, objective, leastDays } = this;
    if (objective === 'traveltime') return { ...problem, ways: [{ days: least, cost: least }] };
    const size = sizeOf(problem);
    const { stay, idle } = problem;
    const cost = least.map((each, leg) => each + idle * stay[leg % size]!);
    const days = hasWindows(problem) && leastDays ? leastDays : new Float64Array(least.length);
    return { ...problem, ways: [{ days, cost }], idle: 0 };
  }
}
