/**
 * A good order of many stops: an order that is improved by moving and turning stretches of it until nothing helps
 * (Or 1976; Croes 1958), shaken, and improved again (iterated local search: Lourenço, Martin & Stützle 2003). Orders
 * that would break precedence are not looked at; being late counts for more than going below the reserve of fuel, and that for
 * more than any cost.
 */
import { type Estimate, estimate, hasWindows, type OrderProblem } from './problem.ts';

/** Longest stretch that is moved. */
const MOVED = 3;
/** Shakes without a better order after which the search ends, by stop. */
const SHAKES_PER_STOP = 4;
/** Relative improvements below this are rounding. */
const ROUNDING = 1e-12;

export type Order = readonly number[];

export interface SearchLimits {
  /** From [0, 1). */
  readonly random: () => number;
  readonly isOver: () => boolean;
  /** What an order costs, where it is not the sum of what its legs cost whenever they are sailed. */
  readonly rate?: (order: Order) => Estimate;
}

export function searchOrder(problem: OrderProblem, limits: SearchLimits): Order {
  const { random, isOver } = limits;
  let best = improved(problem, nearestFirst(problem), limits);
  const most = SHAKES_PER_STOP * problem.count;
  for (let fruitless = 0; fruitless < most && !isOver(); fruitless++) {
    const shaken = shake(best.order, random);
    if (!isAllowed(problem, shaken)) continue;
    const found = improved(problem, shaken, limits);
    if (!isBetter(found, best)) continue;
    best = found;
    fruitless = -1;
  }
  return best.order;
}

export interface Rated extends Estimate {
  readonly order: Order;
}

export const rated = (problem: OrderProblem, order: Order): Rated => ({ order, ...estimate(problem, order) });

function isBetter(a: Rated, b: Rated): boolean {
  if (a.late !== b.late) return a.late < b.late;
  if (a.short !== b.short) return a.short < b.short;
  return a.cost < b.cost * (1 - ROUNDING);
}

/** Each time the visit that is nearest, of those of the stops that may come next. */
function nearestFirst({
  count,
  stops: { visits, before, beforeIfDone, of },
  ways: [way],
}: OrderProblem): Order {
  const left = new Set(visits.keys());
  const order: number[] = [];
  let at = 0;
  while (left.size > 0) {
    const comesLater = (stop: number) =>
      [before, beforeIfDone].some((each) => [...each[stop]!].some((one) => left.has(one)));
    const may = [...left].filter((stop) => !comesLater(stop));
    const cost = (point: number) => way!.cost[at * (count + 2) + point]!;
    at = may
      .flatMap((stop) => visits[stop]!)
      .reduce((nearest, point) => (cost(point) < cost(nearest) ? point : nearest));
    order.push(at);
    left.delete(of[at]!);
  }
  return order;
}

/** Whether it has all that has to come before, and nothing before what it comes after. */
export function isAllowed({ stops: { before, beforeIfDone, of } }: OrderProblem, order: Order): boolean {
  const seen = new Set<number>();
  for (const point of order) {
    const stop = of[point]!;
    for (const one of before[stop]!) if (!seen.has(one)) return false;
    seen.add(stop);
  }
  const later = new Set<number>();
  for (const point of order.toReversed()) {
    for (const one of beforeIfDone[of[point]!]!) if (later.has(one)) return false;
    later.add(of[point]!);
  }
  return true;
}

/** Improves an order until no neighbour of it is better. */
export function improved(
  problem: OrderProblem,
  start: Order,
  { isOver, rate }: Omit<SearchLimits, 'random'>,
): Rated {
  const isSum = !hasWindows(problem) && !problem.bunkers && !rate;
  const { visits, of } = problem.stops;
  const priced = (order: Order): Rated => (rate ? { order, ...rate(order) } : rated(problem, order));
  let best = priced(start);
  for (let found = true; found && !isOver(); ) {
    found = false;
    const legs = isSum && best.cost < Infinity ? new Legs(problem, best.order) : null;
    for (const change of changes(best.order.length)) {
      // of a sum, only the legs that change count
      if (legs && legs.gain(change) <= ROUNDING * best.cost) continue;
      const order = changed(best.order, change);
      if (!isAllowed(problem, order)) continue;
      const one = priced(order);
      if (!isBetter(one, best)) continue;
      best = one;
      found = true;
      break;
    }
    // the stops as they are, each in another way
    for (const [k, point] of best.order.entries()) {
      for (const other of visits[of[point]!]!) {
        const one = other === point ? best : priced(best.order.with(k, other));
        if (!isBetter(one, best)) continue;
        best = one;
        found = true;
      }
    }
  }
  return best;
}

/** The stretch [from, from + length) is put before what is then at `to`, turned or not. */
interface Change {
  from: number;
  length: number;
  to: number;
  turned: boolean;
}

/** One stretch moved, either way round, or one turned where it is. The same object each time. */
function* changes(n: number): Generator<Readonly<Change>> {
  const change: Change = { from: 0, length: 0, to: 0, turned: false };
  for (let length = 1; length <= n; length++) {
    for (let from = 0; from + length <= n; from++) {
      Object.assign(change, { from, length, to: from, turned: true });
      if (length > 1) yield change;
      if (length > MOVED) continue;
      for (let to = 0; to <= n - length; to++) {
        if (to === from) continue;
        change.to = to;
        change.turned = false;
        yield change;
        change.turned = true;
        if (length > 1) yield change;
      }
    }
  }
}

function changed(order: Order, { from, length, to, turned }: Change): Order {
  const stretch = order.slice(from, from + length);
  return order.toSpliced(from, length).toSpliced(to, 0, ...(turned ? stretch.reverse() : stretch));
}

/** The legs of an order, to tell what a change gains without walking along all of it. */
class Legs {
  private readonly points: readonly number[];
  private readonly cost: Float64Array;
  private readonly size: number;
  /** Of the first k legs, there and back. */
  private readonly there: Float64Array;
  private readonly back: Float64Array;

  constructor({ count, ways: [way] }: OrderProblem, order: Order) {
    this.points = [0, ...order, count + 1];
    this.cost = way!.cost;
    this.size = count + 2;
    this.there = new Float64Array(this.points.length);
    this.back = new Float64Array(this.points.length);
    for (let k = 1; k < this.points.length; k++) {
      this.there[k] = this.there[k - 1]! + this.leg(this.points[k - 1]!, this.points[k]!);
      this.back[k] = this.back[k - 1]! + this.leg(this.points[k]!, this.points[k - 1]!);
    }
  }

  gain({ from, length, to, turned }: Change): number {
    const { points, there, back } = this;
    const [begin, end] = [from + 1, from + length];
    const [before, after] = [points[begin - 1]!, points[end + 1]!];
    const [first, last] = turned ? [points[end]!, points[begin]!] : [points[begin]!, points[end]!];
    const inside = turned ? there[end]! - there[begin]! - (back[end]! - back[begin]!) : 0;
    const left = this.leg(before, points[begin]!) + this.leg(points[end]!, after) + inside;
    if (to === from) return left - this.leg(before, first) - this.leg(last, after);
    const [a, b] =
      to < from ? [points[to]!, points[to + 1]!] : [points[to + length]!, points[to + length + 1]!];
    return left - this.leg(before, after) + this.leg(a, b) - this.leg(a, first) - this.leg(last, b);
  }

  private leg(from: number, to: number): number {
    return this.cost[from * this.size + to]!;
  }
}

/** Two neighbouring stretches change places (the double bridge of Martin, Otto & Felten 1991). */
function shake(order: Order, random: () => number): Order {
  const n = order.length;
  const length = () => 1 + Math.floor(random() * Math.min(8, n / 3));
  const from = Math.floor(random() * n);
  const middle = Math.min(n, from + length());
  const to = Math.min(n, middle + length());
  return [
    ...order.slice(0, from),
    ...order.slice(middle, to),
    ...order.slice(from, middle),
    ...order.slice(to),
  ];
}
