/**
 * A voyage of great value, where there are too many sets of stops to look at all: some stops are left out of one that is known,
 * others put in by what they are worth for what they take, and their order is improved (large neighbourhood search: Shaw 1998,
 * Pisinger & Ropke 2007).
 */
import { improved, isAllowed, type Order, type Rated, rated, type SearchLimits } from './local-search.ts';
import { estimate, type OrderProblem, sizeOf } from './problem.ts';
import { worthOf } from './stop-sets.ts';

/** Of the stops of a voyage, those that are left out at a time, at most. */
const LEFT_OUT_PART = 0.7;
/** A voyage to go on from may be worth less than the best by this part. */
const WORSE_PART = 0.1;
/** Whichever are left out: those of a stretch, or those near to one; otherwise any. */
const OF_STRETCH = 0.4;
const OF_PLACE = 0.3;
/** What a stop takes besides, at least: rounding errors. */
const ROUNDING = 1e-9;

/** By how much a voyage is too late, or lacks fuel; 0 where neither. */
const missed = ({ late, short }: Pick<Rated, 'late' | 'short'>): number => late + short;

/** No later than others and lacking no more, then worth most, then cheapest. */
interface Valued extends Rated {
  readonly value: number;
}

export interface SetLimits extends SearchLimits {
  /** Searches without a better voyage after which it ends, by stop. */
  readonly fruitless: number;
}

/** @param known where to begin; what is missing of it is added, what there is no time for left out */
export function searchSets(problem: OrderProblem, limits: SetLimits, known: Order): Order {
  const { random, isOver, fruitless } = limits;
  let best = completed(problem, limits, known);
  let now = best;
  const most = fruitless * problem.stops.visits.length;
  for (let since = 0; since < most && !isOver(); since++) {
    const found = completed(problem, limits, ruined(problem, now.order, random));
    if (isBetter(found, best)) {
      best = found;
      since = -1;
    }
    const isNear =
      missed(best) > 0 || (missed(found) === 0 && found.value >= best.value * (1 - WORSE_PART * random()));
    now = isNear ? found : best;
  }
  return best.order;
}

/** Whether one voyage is better than another. */
export const isWorthMore = (problem: OrderProblem, one: Order, other: Order): boolean =>
  isBetter(valued(problem, one), valued(problem, other));

/** The best voyage near to a route, which may do stops twice or take too long. */
export function nearTo(problem: OrderProblem, limits: SearchLimits, points: Order): Order {
  const { of } = problem.stops;
  const once = points.filter((point, k) => points.findIndex((one) => of[one] === of[point]) === k);
  return completed(problem, limits, once).order;
}

/** A voyage with a stop besides, as cheap as it is found to be; null where there is none in time. */
export function withStop(problem: OrderProblem, order: Order, stop: number): Rated | null {
  const free = rated(problem, order);
  const longer = bestInsertion(problem, free, [stop], () => 1);
  return longer && improved(problem, longer.order, { isOver: () => false });
}

function isBetter(a: Valued, b: Valued): boolean {
  if (missed(a) !== missed(b)) return missed(a) < missed(b);
  if (a.value !== b.value) return a.value > b.value;
  return a.cost < b.cost * (1 - ROUNDING);
}

/** What is worth more than is asked for is worth no more. */
const enoughOf = ({ enough, leastValue }: OrderProblem): number => enough ?? (leastValue || Infinity);

const valued = (problem: OrderProblem, order: Order): Valued => ({
  ...rated(problem, order),
  value: Math.min(enoughOf(problem), worthOf(problem.stops, order)),
});

/** With as many stops as there is time for, in an order that can't be improved by little. */
function completed(problem: OrderProblem, limits: SearchLimits, order: Order): Valued {
  let best = valued(problem, filled(problem, limits, order));
  for (;;) {
    const { order } = improved(problem, best.order, limits);
    const found = valued(problem, filled(problem, limits, order));
    if (!isBetter(found, best)) return best;
    best = found;
  }
}

/** What must be done is put in first; what there is no time for is left out; then each time the stop that is worth most for what it takes. */
function filled(problem: OrderProblem, { random }: SearchLimits, begun: Order): Order {
  const { stops } = problem;
  let now = withMusts(problem, rated(problem, allowedPart(problem, begun)));
  for (let next: Rated | null = now; next; next = missed(now) > 0 ? bestRemoval(problem, now) : null)
    now = next;
  const taste = stops.value.map(() => random());
  for (let next: Rated | null = now; next; ) {
    now = next;
    if (worthOf(stops, now.order) >= enoughOf(problem)) break;
    next = bestInsertion(problem, now, missing(problem, now.order), (stop) => taste[stop]!);
  }
  return now.order;
}

/** With all that must be done, however late. */
function withMusts(problem: OrderProblem, begun: Rated): Rated {
  const { before, beforeIfDone } = problem.stops;
  const isMust = mustsOf(problem);
  let now = begun;
  for (;;) {
    const musts = missing(problem, now.order).filter((stop) => isMust[stop]);
    const [first] = musts;
    if (first === undefined) return now;
    let next = bestInsertion(problem, now, musts, () => 1, Infinity);
    if (!next) {
      // what comes after it is done before what it needs: that is put in again later
      const later = before.flatMap((one, stop) =>
        one.has(first) || beforeIfDone[stop]!.has(first) ? stop : [],
      );
      const shorter = rated(problem, without(problem, now.order, new Set(later)));
      next = bestInsertion(problem, shorter, [first], () => 1, Infinity)!;
    }
    now = next;
  }
}

/** By stop: whether it must be done, or one that must be done needs it. */
function mustsOf({ stops: { value, before } }: OrderProblem): boolean[] {
  const isMust = Array.from(value, () => false);
  const add = (stop: number): void => {
    if (isMust[stop]) return;
    isMust[stop] = true;
    for (const other of before[stop]!) add(other);
  };
  for (const [stop, each] of value.entries()) if (each === 0) add(stop);
  return isMust;
}

/** Those that come after all that they need, and before what they have to. */
function allowedPart(problem: OrderProblem, order: Order): Order {
  if (isAllowed(problem, order)) return order;
  return order.reduce<Order>((part, point) => {
    const longer = part.concat(point);
    return isAllowed(problem, longer) ? longer : part;
  }, []);
}

/** Stops that are not done and could be. */
function missing({ stops: { before, of, visits } }: OrderProblem, order: Order): number[] {
  const done = new Set(order.map((point) => of[point]!));
  const isReady = (stop: number) => [...before[stop]!].every((one) => done.has(one));
  return [...visits.keys()].filter((stop) => !done.has(stop) && isReady(stop));
}

/** Of the stops, the best to add, where it is best; null where none can be without missing more. */
function bestInsertion(
  problem: OrderProblem,
  { order, cost, ...now }: Rated,
  stops: readonly number[],
  taste: (stop: number) => number,
  mayMiss = missed(now),
): Rated | null {
  const { visits, value } = problem.stops;
  let best: Rated | null = null;
  let [least, most] = [Infinity, -Infinity];
  for (const stop of stops) {
    for (const point of visits[stop]!) {
      for (let k = 0; k <= order.length; k++) {
        const longer = order.toSpliced(k, 0, point);
        const one = estimate(problem, longer);
        const misses = missed(one);
        if (misses > Math.min(mayMiss, least) || (one.cost === Infinity && value[stop]! > 0)) continue;
        const dearer = Math.max(ROUNDING * one.cost, one.cost - cost);
        // the square favours what is worth much
        const score = value[stop] === 0 ? -dearer : (taste(stop) * value[stop]! ** 2) / dearer;
        if ((misses === least && score <= most) || !isAllowed(problem, longer)) continue;
        best = { order: longer, ...one };
        [least, most] = [misses, score];
      }
    }
  }
  return best;
}

/** Without the optional stop, and those that need it, that saves most for what it is worth; null where there is none. */
function bestRemoval(problem: OrderProblem, { order, cost, ...now }: Rated): Rated | null {
  const { of } = problem.stops;
  const isMust = mustsOf(problem);
  let best: Rated | null = null;
  let most = -Infinity;
  for (const point of order) {
    if (isMust[of[point]!]) continue;
    const shorter = without(problem, order, new Set([of[point]!]));
    const one = rated(problem, shorter);
    const lost = worthOf(problem.stops, order) - worthOf(problem.stops, shorter);
    const score = (missed(now) - missed(one) + 1e-3 * (cost - one.cost)) / lost;
    if (score > most) [best, most] = [one, score];
  }
  return best;
}

/** An order without some stops, and without those that need one of them. */
function without({ stops: { of, before } }: OrderProblem, order: Order, stops: Set<number>): Order {
  return order.filter((point) => {
    const stop = of[point]!;
    if ([...before[stop]!].some((one) => stops.has(one))) stops.add(stop);
    return !stops.has(stop);
  });
}

/** An order without some of its stops. */
function ruined(problem: OrderProblem, order: Order, random: () => number): Order {
  const { of } = problem.stops;
  const { cost } = problem.ways[0]!;
  const first = Math.floor(random() * order.length);
  const kind = random();
  const away = (point: number, k: number) => {
    if (kind < OF_STRETCH) return (k - first + order.length) % order.length;
    return kind < OF_STRETCH + OF_PLACE ? cost[order[first]! * sizeOf(problem) + point]! : random();
  };
  const nearest = order.map((point, k) => ({ point, away: away(point, k) })).sort((a, b) => a.away - b.away);
  const count = 1 + Math.floor(random() * LEFT_OUT_PART * order.length);
  return without(problem, order, new Set(nearest.slice(0, count).map(({ point }) => of[point]!)));
}
