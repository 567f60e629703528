/**
 * The best order of the stops by one objective, and a lower bound of what any voyage costs that obeys the request.
 *
 * Orders are chosen by what the legs are estimated to cost; the legs of the order are then planned, and the choice is
 * made again with what they cost in fact, until it stays. The same is done with lower bounds of the legs: while the
 * cheapest order by them has a leg that was not planned yet, it is planned, so that its certificate takes the bound's
 * place. When none is left, that order's bound is one for all orders.
 */
import type { Objective } from '../engine/cost/cost.ts';
import { LowerBounds } from '../engine/lower-bounds.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { firstAtPlaceOf, type Itinerary } from './itinerary.ts';
import { estimateLegs } from './leg-estimates.ts';
import { exactOrder, MAX_EXACT_STOPS } from './order/exact.ts';
import { searchOrder } from './order/local-search.ts';
import { estimate, hasWindows, type LegCosts, type OrderProblem, sizeOf } from './order/problem.ts';
import { costsThroughLegs } from './order/through-legs.ts';
import { treeBound } from './order/tree-bound.ts';
import type { SailedLegs } from './sailed-legs.ts';

/** Times that an order is chosen anew because its legs cost other than was estimated. */
const MOST_CHOICES = 8;
/** Legs planned for the proof alone, by leg of the voyage. */
const PROOF_LEGS = 2;
/** A gap this small is not worth another leg, percent. */
const CLOSE_PERCENT = 0.02;
/** Bounds are wanted up to what legs are estimated to cost, and a little more. */
const FURTHER = 1.001;
/** Intervals an edge for the bounds: where certificates of legs take their place one by one, and where none do. */
const COARSE = 2;
const FINE = 3;

export interface ChosenOrder {
  /** The stops, in the order sailed. */
  readonly order: readonly number[];
  readonly problem: OrderProblem;
  /** What any voyage costs at least, stays included; 0 if that was not proved. */
  readonly least: number;
}

export interface ChooseOptions {
  readonly idle: number;
  readonly certificate: boolean;
  readonly random: () => number;
}

export function chooseOrder(
  mesh: Mesh,
  itinerary: Itinerary,
  legs: SailedLegs,
  objective: Objective,
  { idle, certificate, random }: ChooseOptions,
): ChosenOrder {
  const { ways, pinches } = estimateLegs(mesh, itinerary, objective);
  const problem: OrderProblem = { ...itinerary, ways, idle };
  for (const [from, to] of plannedLegs(problem, legs)) plan(problem, legs, objective, from, to);
  let order = bestOf(problem, legs, random);
  order = settle(problem, order, legs, objective, random);
  if (!certificate) return { order, problem, least: 0 };
  const bounds = new Bounds(mesh, problem, legs, objective, {
    pinches,
    places: itinerary.places,
    order,
  });
  bounds.takePlanned();
  if (problem.count > MAX_EXACT_STOPS) return { order, problem, least: bounds.ofTrees(order) };
  const most = legs.count + PROOF_LEGS * (problem.count + 1);
  for (;;) {
    const cheapest = bounds.cheapest();
    const cost = estimate(problem, order).cost;
    const isProved = cheapest !== null && cost <= cheapest.cost * (1 + CLOSE_PERCENT / 100);
    const missing = cheapest ? legPairs(problem, cheapest.order).filter(([a, b]) => !legs.has(a, b)) : [];
    if (isProved || missing.length === 0 || legs.count >= most || legs.isOver()) {
      return { order, problem, least: cheapest?.cost ?? 0 };
    }
    for (const [from, to] of missing) plan(problem, legs, objective, from, to);
    order = settle(problem, bestOf(problem, legs, random), legs, objective, random);
    bounds.takePlanned();
  }
}

/** From point to point along an order. */
export function legPairs(
  { count }: Pick<OrderProblem, 'count'>,
  order: readonly number[],
): [number, number][] {
  const points = [0, ...order, count + 1];
  return points.slice(1).map((to, k) => [points[k]!, to]);
}

/** What is known of them holds for every objective. */
function plannedLegs(problem: OrderProblem, legs: SailedLegs): [number, number][] {
  const points = Array.from({ length: sizeOf(problem) }, (_, point) => point);
  return points.flatMap((from) =>
    points.filter((to) => legs.has(from, to)).map((to): [number, number] => [from, to]),
  );
}

/** By the costs as they are known; where no order meets its windows, the one that misses them least. */
function bestOf(problem: OrderProblem, legs: SailedLegs, random: () => number): readonly number[] {
  const exact = problem.count <= MAX_EXACT_STOPS ? exactOrder(problem) : null;
  return exact?.order ?? searchOrder(problem, { random, isOver: legs.isOver });
}

/** Plans the legs of an order, and chooses again while that makes another one better. */
function settle(
  problem: OrderProblem,
  first: readonly number[],
  legs: SailedLegs,
  objective: Objective,
  random: () => number,
): readonly number[] {
  let order = first;
  for (let k = 0; k < MOST_CHOICES; k++) {
    const pairs = legPairs(problem, order).filter(([from, to]) => !legs.has(from, to));
    for (const [from, to] of legPairs(problem, order)) plan(problem, legs, objective, from, to);
    if (pairs.length === 0 || problem.count > MAX_EXACT_STOPS) break;
    order = bestOf(problem, legs, random);
  }
  for (const [from, to] of legPairs(problem, order)) plan(problem, legs, objective, from, to);
  return order;
}

/** Takes what a leg costs in fact. */
function plan(problem: OrderProblem, legs: SailedLegs, objective: Objective, from: number, to: number): void {
  const leg = from * sizeOf(problem) + to;
  const [cheapest, fastest] = problem.ways as [LegCosts, LegCosts?];
  for (const [way, by] of [
    [cheapest, objective],
    [fastest, 'traveltime'],
  ] as const) {
    if (!way) continue;
    const { track } = legs.route(from, to, by);
    way.cost[leg] = (objective === 'traveltime' ? track.timeDays : track.consumption!).at(-1)!;
    if (way.days !== way.cost && hasWindows(problem)) way.days[leg] = track.timeDays.at(-1)!;
  }
}

interface BoundsOptions extends Pick<Itinerary, 'places'> {
  readonly pinches: boolean;
  /** The best that is known. */
  readonly order: readonly number[];
}

/** Lower bounds of the legs between all points, by one objective. */
class Bounds {
  private readonly problem: OrderProblem;
  private readonly legs: SailedLegs;
  private readonly objective: Objective;
  private readonly least: Float64Array;

  constructor(
    mesh: Mesh,
    problem: OrderProblem,
    legs: SailedLegs,
    objective: Objective,
    { places, pinches, order }: BoundsOptions,
  ) {
    const size = sizeOf(problem);
    this.problem = problem;
    this.legs = legs;
    this.objective = objective;
    this.least = new Float64Array(size * size);
    const intervalsPerEdge = problem.count > MAX_EXACT_STOPS ? FINE : COARSE;
    const solver = new LowerBounds(mesh, objective, places, {
      pinches,
      intervalsPerEdge,
      isOver: legs.isOver,
    });
    const wanted = this.wanted(order);
    const twins = wanted.map((_, to) => (to === 0 ? 0 : firstAtPlaceOf({ places }, to, 1)));
    for (let to = 1; to < size; to++) wanted[twins[to]!] = Math.max(wanted[twins[to]!]!, wanted[to]!);
    for (let to = 1; to < size; to++) {
      const [twin, most] = [twins[to]!, FURTHER * wanted[to]!];
      const column = twin === to && most > 0 ? solver.to(to, most) : null;
      for (let from = 0; from < size; from++) {
        const known = twin < to && from !== twin ? this.least[from * size + twin]! : 0;
        this.least[from * size + to] = column ? column[from]! : known;
      }
    }
  }

  /**
   * By point: up to which cost the legs to it need a bound. A leg that only much dearer orders take may be thought to cost less:
   * by half of what they are dearer, as an order may take two of these. A leg that is planned needs none.
   */
  private wanted(order: readonly number[]): Float64Array {
    const { problem, legs } = this;
    const size = sizeOf(problem);
    const { cost } = problem.ways[0]!;
    const through = problem.count > MAX_EXACT_STOPS ? null : costsThroughLegs(problem);
    const best = estimate(problem, order).cost;
    const wanted = new Float64Array(size);
    for (let from = 0; from + 1 < size; from++) {
      for (let to = 1; to < size; to++) {
        const leg = from * size + to;
        const dearer = through ? through[leg]! - best : 0;
        if (from === to || cost[leg] === Infinity || dearer === Infinity || legs.has(from, to)) continue;
        wanted[to] = Math.max(wanted[to]!, cost[leg]! - 0.5 * Math.max(0, dearer));
      }
    }
    return wanted;
  }

  /** Takes the certificates of all legs that were planned, for whichever order or objective. */
  takePlanned(): void {
    const size = sizeOf(this.problem);
    for (const [from, to] of plannedLegs(this.problem, this.legs)) {
      const { least } = this.legs.costOf(from, to, this.objective);
      const leg = from * size + to;
      this.least[leg] = Math.max(this.least[leg]!, least);
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
   * The problem with the least that legs can cost. Where cost is not time, windows are left out: with less time on the
   * way there may be more waiting.
   */
  private relaxed(): OrderProblem {
    const { problem, least, objective } = this;
    const ways = [{ days: least, cost: least }];
    if (objective === 'traveltime') return { ...problem, ways };
    const { earliest, latest } = problem;
    return {
      ...problem,
      ways,
      earliest: new Float64Array(earliest.length).fill(-Infinity),
      latest: new Float64Array(latest.length).fill(Infinity),
    };
  }
}
