/**
 * The best order of the stops by one objective, and a lower bound of what any voyage costs that obeys the request.
 *
 * Orders are chosen by what the legs are estimated to cost; the legs of the order are then planned, and the choice is
 * made again with what they cost in fact, until it stays. The same is done with lower bounds of the legs: while the
 * cheapest order by them has a leg that was not planned yet, it is planned, so that its certificate takes the bound's
 * place. When none is left, that order's bound is one for all orders.
 */
import type { Objective } from '../engine/cost/cost.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Itinerary } from './itinerary.ts';
import { estimateLegs } from './leg-estimates.ts';
import { exactOrder, MAX_EXACT_STOPS } from './order/exact.ts';
import { searchOrder } from './order/local-search.ts';
import { estimate, hasWindows, type LegCosts, type OrderProblem, sizeOf } from './order/problem.ts';
import { OrderBounds } from './order-bounds.ts';
import type { SailedLegs } from './sailed-legs.ts';

/** Times that an order is chosen anew because its legs cost other than was estimated. */
const MOST_CHOICES = 8;
/** Legs planned for the proof alone, by leg of the voyage. */
const PROOF_LEGS = 2;
/** A gap this small is not worth another leg, percent. */
const CLOSE_PERCENT = 0.02;

export interface ChosenOrder {
  /** The stops, in the order sailed. */
  readonly order: readonly number[];
  readonly problem: OrderProblem;
  /** What any voyage costs at least, stays included; 0 if that was not proved. */
  readonly least: number;
  /** Null where the order was given. */
  readonly known: KnownOfLegs | null;
}

/** What was found about the legs for one objective, and holds for the next. */
export interface KnownOfLegs {
  /** Whether they use pinches, because there is no way without. */
  readonly pinches: boolean;
  /** By leg, as in the problem: days that it takes at least; null where that was not proved. */
  readonly leastDays: Float64Array | null;
}

export interface ChooseOptions {
  readonly idle: number;
  readonly certificate: boolean;
  readonly random: () => number;
  /** By the fastest voyage, where that came before. */
  readonly known: KnownOfLegs | null;
}

export function chooseOrder(
  mesh: Mesh,
  itinerary: Itinerary,
  legs: SailedLegs,
  objective: Objective,
  { idle, certificate, random, known }: ChooseOptions,
): ChosenOrder {
  const { ways, pinches } = estimateLegs(mesh, itinerary, objective, known?.pinches);
  const problem: OrderProblem = { ...itinerary, ways, idle };
  // what is known of them holds for every objective
  for (const [from, to] of legs.pairs()) plan(problem, legs, objective, from, to);
  let order = bestOf(problem, legs, random);
  order = settle(problem, order, legs, objective, random);
  if (!certificate) return { order, problem, least: 0, known: { pinches, leastDays: null } };
  const leastDays = known?.leastDays ?? null;
  const bounds = new OrderBounds(mesh, problem, legs, objective, {
    pinches,
    places: itinerary.places,
    order,
    leastDays,
  });
  const chosen = (least: number) => {
    return { order, problem, least, known: known ?? { pinches, leastDays: bounds.least } };
  };
  if (problem.count > MAX_EXACT_STOPS) return chosen(bounds.ofTrees(order));
  const most = legs.count + PROOF_LEGS * (problem.count + 1);
  for (;;) {
    const cheapest = bounds.cheapest();
    const cost = estimate(problem, order).cost;
    const isProved = cheapest !== null && cost <= cheapest.cost * (1 + CLOSE_PERCENT / 100);
    const missing = cheapest ? legPairs(problem, cheapest.order).filter(([a, b]) => !legs.has(a, b)) : [];
    if (isProved || missing.length === 0 || legs.count >= most || legs.isOver()) {
      return chosen(cheapest?.cost ?? 0);
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
