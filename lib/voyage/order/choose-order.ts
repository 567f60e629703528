/**
 * The best order of the stops by one objective, and a lower bound of what any voyage costs that obeys the request.
 *
 * Orders are chosen by what the legs are estimated to cost; the legs of the order are then planned, and the choice is
 * made again with what they cost in fact, until it stays. The same is done with lower bounds of the legs: while the
 * cheapest order by them has a leg that was not planned yet, it is planned, so that its certificate takes the bound's
 * place. When none is left, that order's bound is one for all orders.
 */
import type { Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { costsOfWork, type Itinerary } from '../stops/itinerary.ts';
import type { SailedLegs } from '../stops/sailed-legs.ts';
import type { Bunkers } from './bunkers.ts';
import { exactOrder, leastShort } from './exact.ts';
import { estimateLegs } from './leg-estimates.ts';
import { improved, searchOrder } from './local-search.ts';
import { type KnownDays, OrderBounds } from './order-bounds.ts';
import { type BestOrder, evaluate, hasWindows, type LegCosts, type OrderProblem, sizeOf } from './problem.ts';
import { isWorthMore, nearTo, searchSets } from './search-sets.ts';
import { mayLeaveOut, type StopSets, worthOf } from './stop-sets.ts';
import type { Prices } from './value-bound.ts';

/** Times that an order is chosen anew because its legs cost other than was estimated. */
const MOST_CHOICES = 8;
/** Legs planned for the proof alone, by leg of the voyage; more where stops may be left out: many sets of them are worth as much. */
const PROOF_LEGS = 2;
const PROOF_LEGS_OF_SETS = 8;
/** Searches for another set of stops without a better one, by stop: at first, and after legs were planned. */
const SEARCHES = 10;
const SEARCHES_AGAIN = 3;
/** A gap this small is not worth another leg, percent. */
const CLOSE_PERCENT = 0.02;

export interface ChosenOrder {
  /** The visits, in the order sailed. */
  readonly order: readonly number[];
  readonly problem: OrderProblem;
  /** What any voyage that is worth as much costs at least, stays included; 0 if that was not proved. */
  readonly least: number;
  /** What its stops are worth, and what no voyage is worth more than; null if that was not proved. */
  readonly value: number;
  readonly mostValue: number | null;
  /** That it goes below the reserve: whether every order was proved to, or none that keeps it was found. Null where it keeps it. */
  readonly short: 'proved' | 'found' | null;
  /** Null where the order was given. */
  readonly known: KnownOfLegs | null;
}

/** What was found about the legs by a voyage, and holds for the next one. */
export interface KnownOfLegs {
  /** Whether they use pinches, because there is no way without. */
  readonly pinches: boolean;
  readonly days: KnownDays | null;
  readonly order: readonly number[];
  /** Where there are too many sets of stops to look at all. */
  readonly prices: Prices | null;
}

export interface ChooseOptions {
  readonly idle: number;
  /** Whether the order is proved, once one is found. */
  readonly isProved: (order: readonly number[], problem: OrderProblem) => boolean;
  readonly random: () => number;
  /** By a voyage that came before. */
  readonly known: KnownOfLegs | null;
  /** What is done has to be worth so much. */
  readonly leastValue?: number;
  /** What has to suffice; all stops must then be done. */
  readonly bunkers?: Bunkers | null;
}

export function chooseOrder(
  mesh: Mesh,
  itinerary: Itinerary,
  legs: SailedLegs,
  objective: Objective,
  { idle, isProved, random, known, leastValue = 0, bunkers = null }: ChooseOptions,
): ChosenOrder {
  const { ways, pinches } = estimateLegs(mesh, itinerary, objective, known?.pinches, bunkers !== null);
  const problem: OrderProblem = {
    ...itinerary,
    ways,
    idle,
    work: costsOfWork(itinerary, objective, idle),
    leastValue,
    bunkers,
  };
  const search: OrderSearch = { problem, legs, objective, random };
  // what is known of them holds for every objective
  for (const [from, to] of legs.pairs()) plan(search, from, to);
  const isSearched = problem.stops.sets === null && mayLeaveOut(problem.stops);
  const settled = (order: readonly number[]) => (isSearched ? settleSets : settle)(search, order);
  const first = settled(bestOf(search, known?.order ?? []));
  const chosen = (order: readonly number[]) => ({ order, problem, value: worthOf(problem.stops, order) });
  if (!isProved(first, problem)) {
    return {
      ...chosen(first),
      least: 0,
      mostValue: null,
      short: isShort(problem, first) ? 'found' : null,
      known: { pinches, days: null, order: first, prices: null },
    };
  }
  for (const [from, to] of legPairs(problem, first)) legs.prove(from, to, objective);
  const bounds = new OrderBounds(mesh, problem, legs, objective, {
    pinches,
    itinerary,
    order: first,
    days: known?.days ?? null,
  });
  const provedBy = isSearched ? proveSets : problem.stops.sets ? prove : proveByTrees;
  const { order, prices = null, ...proved } = provedBy(search, first, bounds, known);
  const short = isShort(problem, order) ? (bounds.isShort() ? 'proved' : 'found') : null;
  const days =
    objective === 'traveltime' ? { least: bounds.least, known: ways[0]!.days } : (known?.days ?? null);
  return { ...chosen(order), ...proved, short, known: { pinches, days, order, prices } };
}

const isShort = (problem: OrderProblem, order: readonly number[]): boolean =>
  evaluate(problem, order).short > 0;

/** What an order is looked for by. */
interface OrderSearch {
  readonly problem: OrderProblem;
  readonly legs: SailedLegs;
  readonly objective: Objective;
  readonly random: () => number;
}

type Proved = Pick<ChosenOrder, 'order' | 'least' | 'mostValue'> & { readonly prices?: Prices };

const proveByTrees = (_: OrderSearch, order: readonly number[], bounds: OrderBounds): Proved => ({
  order,
  least: bounds.ofTrees(order),
  mostValue: null,
});

/** Plans legs of orders that might be worth more or be cheaper by the bounds, until none is. */
function prove(search: OrderSearch, first: readonly number[], bounds: OrderBounds): Proved {
  const { problem, legs, objective } = search;
  const size = sizeOf(problem);
  const perLeg = mayLeaveOut(problem.stops) ? PROOF_LEGS_OF_SETS : PROOF_LEGS;
  const most = legs.count + perLeg * (problem.count + 1);
  const isClose = (cost: number, least: number) => cost <= least * (1 + CLOSE_PERCENT / 100);
  const roomOf = ([from, to]: Pair) =>
    problem.ways[0]!.cost[from * size + to]! - bounds.least[from * size + to]!;
  const missingOf = (best: BestOrder | null) =>
    best ? legPairs(problem, best.order).filter(([from, to]) => !legs.isProved(from, to, objective)) : [];
  for (let order = first; ; ) {
    const { cost, late, short } = evaluate(problem, order);
    const isKept = late === 0 && short === 0;
    // one that misses its windows or the reserve is worth nothing: by the bounds another one may be a voyage
    const value = isKept ? worthOf(problem.stops, order) : problem.leastValue;
    const worthiest = bounds.worthiest();
    const mostValue = worthiest && Math.max(value, worthiest.value);
    const isWorthMore = mostValue !== null && mostValue > value;
    const cheapest = bounds.cheapest(value);
    let least = isKept ? (cheapest?.least ?? 0) : 0;
    const aims = [
      ...(short > 0 ? [bounds.thriftiest()] : []),
      ...(isWorthMore ? [worthiest] : []),
      ...(isKept && isClose(cost, least) ? [] : [cheapest]),
    ];
    const aim = aims.find((one) => missingOf(one).length > 0);
    if (!aim || legs.count >= most || legs.isOver()) return { order, least, mostValue };
    // those with the most room first: the others may then not be needed
    for (const [from, to] of missingOf(aim).toSorted((a, b) => roomOf(b) - roomOf(a))) {
      proveLeg(search, from, to);
      least += legs.costOf(from, to, objective).least - bounds.least[from * size + to]!;
      if (isKept && aim === cheapest && isClose(cost, least)) break;
    }
    order = settle(search, bestOf(search, order));
    bounds.applyCertificates();
  }
}

/**
 * Where there are too many sets to look at all: what is found while bounds are looked for is gone on from. A voyage that is worth
 * more by estimates is one only if its legs are so too.
 */
function proveSets(
  search: OrderSearch,
  first: readonly number[],
  bounds: OrderBounds,
  known: KnownOfLegs | null,
): Proved {
  const { problem, random, legs, objective } = search;
  let [order, hoped] = [first, first];
  const bound = bounds.ofSets(known?.prices ?? null, (points) => {
    const near = nearTo(problem, { random, isOver: legs.isOver }, points);
    if (isWorthMore(problem, near, hoped)) hoped = near;
    return worthOf(problem.stops, hoped);
  });
  // what it is worth, time alone decides
  const mostValue = objective === 'traveltime' ? bound.mostValue(worthOf(problem.stops, order)) : null;
  if (hoped !== order) {
    const settled = settleSets(search, hoped);
    if (isWorthMore(problem, settled, order)) order = settled;
  }
  const { cost } = evaluate(problem, order);
  const value = worthOf(problem.stops, order);
  const isWhole = order.length === problem.stops.visits.length;
  const least = Math.max(bound.leastCost(cost, value), isWhole ? bounds.ofTrees(order) : 0);
  return { order, least, mostValue, prices: bound.prices };
}

type Pair = readonly [from: number, to: number];

/** From point to point along an order. */
export function legPairs(
  { count }: Pick<OrderProblem, 'count'>,
  order: readonly number[],
): [number, number][] {
  const points = [0, ...order, count + 1];
  return points.slice(1).map((to, k) => [points[k]!, to]);
}

/** By the costs as they are known; where no order meets its windows, or keeps the reserve, one that misses that by little. */
function bestOf({ problem, legs, random }: OrderSearch, known: readonly number[]): readonly number[] {
  const { sets } = problem.stops;
  const { isOver } = legs;
  if (!sets && mayLeaveOut(problem.stops))
    return searchSets(problem, { random, isOver, fruitless: SEARCHES }, known);
  const order = sets && (exactOrder(problem, sets, isOver)?.order ?? nearest(problem, sets, isOver));
  return order ?? searchOrder(problem, { random, isOver });
}

function nearest(problem: OrderProblem, sets: StopSets, isOver: () => boolean): readonly number[] | null {
  if (!problem.bunkers) {
    // if what must be done takes longer than the voyage may, it is the shortest
    const endless = { ...problem, latest: problem.latest.with(-1, Infinity), leastValue: 0, enough: 0 };
    return exactOrder(endless, sets, isOver)?.order ?? null;
  }
  if (!hasWindows(problem)) return leastShort(problem, sets);
  const inTime = exactOrder({ ...problem, bunkers: null }, sets, isOver);
  return inTime && improved(problem, inTime.order, { isOver }).order;
}

/** Plans the legs of an order, and chooses again while that makes another one better. */
function settle(search: OrderSearch, first: readonly number[]): readonly number[] {
  const { problem, legs, objective } = search;
  let order = first;
  for (let k = 0; k < MOST_CHOICES; k++) {
    const isKnown = legPairs(problem, order).every(([from, to]) => legs.has(from, to, objective));
    for (const [from, to] of legPairs(problem, order)) plan(search, from, to);
    if (isKnown || legs.isOver() || !(problem.stops.sets || isShort(problem, order))) break;
    order = bestOf(search, order);
  }
  for (const [from, to] of legPairs(problem, order)) plan(search, from, to);
  return order;
}

/** The same where stops are searched for: of the voyages whose legs were planned, the best. */
function settleSets(search: OrderSearch, first: readonly number[]): readonly number[] {
  const { problem, legs, objective, random } = search;
  let [best, order] = [first, first];
  for (let k = 0; k < MOST_CHOICES; k++) {
    const isKnown = legPairs(problem, order).every(([from, to]) => legs.has(from, to, objective));
    for (const [from, to] of legPairs(problem, order)) plan(search, from, to);
    if (isWorthMore(problem, order, best)) best = order;
    if ((isKnown && k > 0) || legs.isOver()) break;
    order = searchSets(problem, { random, isOver: legs.isOver, fruitless: SEARCHES_AGAIN }, best);
  }
  return best;
}

/** Proves a leg, and takes what it costs in fact: planned by the objective alone if one number decides. */
function proveLeg(search: OrderSearch, from: number, to: number): void {
  const { problem, legs, objective } = search;
  if (problem.ways.length > 1 || problem.bunkers) plan(search, from, to);
  legs.prove(from, to, objective);
  problem.ways[0]!.cost[from * sizeOf(problem) + to] = legs.costOf(from, to, objective).cost;
}

/** Takes what a leg costs in fact. */
function plan({ problem, legs, objective }: OrderSearch, from: number, to: number): void {
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
    if (way.tonnes) way.tonnes[leg] = track.consumption!.at(-1)!;
  }
}
