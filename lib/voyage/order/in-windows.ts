/**
 * The best order where windows tie cost to time, or bunkers cost to fuel: for each set of stops called at and each last one there are
 * several ways, none of which another is as good as (labels; Desrochers & Soumis 1988).
 *
 * A search that keeps two of them gives a voyage. Wider ones leave out all that can't become cheaper than what is known, until
 * none is left that was thinned out and might be cheaper.
 */
import { NOTHING_SPENT, type Spending, spend } from './bunkers.ts';
import {
  type BestOrder,
  costOfCall,
  extraOf,
  hasWindows,
  leaves,
  type OrderProblem,
  type Progress,
  sizeOf,
  thinned,
} from './problem.ts';
import { leastRest, mayEnd } from './rest.ts';
import type { StopSets } from './stop-sets.ts';

/** Kept at a set of stops and its last one: by the first search, and by the last. */
const FEWEST = 2;
const MOST = 128;
/** Rounding errors of sums of costs. */
const ROUNDING = 1e-9;

interface Label extends Progress, Spending {
  readonly point: number;
  readonly from: Label | null;
}

/** @returns null where no order that is worth enough meets its windows and keeps the reserve, or none was found that does both */
export function orderInWindows(
  problem: OrderProblem,
  sets: StopSets,
  isOver: () => boolean,
): BestOrder | null {
  const bounds = new RestBounds(problem, sets);
  let best = new LabelSearch(problem, sets, bounds, FEWEST, Infinity).run(() => false);
  // the earliest way is among the fewest, so that one is in time if any is; it may not keep the reserve
  const mayBeBetter = () => (best ? best.least < best.cost : problem.bunkers);
  for (let most = 4 * FEWEST; mayBeBetter() && most <= MOST; most *= 4) {
    const limit: number = best ? best.cost + ROUNDING * Math.abs(best.cost) : Infinity;
    const found = new LabelSearch(problem, sets, bounds, most, limit).run(isOver);
    if (isOver()) break;
    const cheaper: BestOrder | null = found && found.cost < (best?.cost ?? Infinity) ? found : best;
    const least = Math.max(best?.least ?? 0, found?.least ?? 0);
    best = cheaper && { ...cheaper, least: Math.min(cheaper.cost, least) };
  }
  return best;
}

/** What a voyage costs at least that has come to a stop. */
class RestBounds {
  private readonly idle: number;
  private readonly cost: Float64Array;
  private readonly days: Float64Array;
  private readonly extra: Float64Array;
  /** By set of stops done: when the last of the others that must be done can be left. */
  private readonly open: Float64Array;

  constructor(problem: OrderProblem, sets: StopSets) {
    const { ways, stops, earliest, stay, work, idle } = problem;
    const { visits, value } = stops;
    const least = (of: (days: number, cost: number) => number) =>
      ways[0]!.days.map((_, k) => Math.min(...ways.map(({ days, cost }) => of(days[k]!, cost[k]!))));
    const rest = (leg: Float64Array, atPoint: (point: number) => number) =>
      leastRest(problem, sets, leg, atPoint);
    this.idle = idle;
    this.cost = rest(
      least((_, cost) => cost),
      (point) => costOfCall(problem, point),
    );
    this.days = rest(
      least((days) => days),
      (point) => stay[point]!,
    );
    this.extra = rest(
      least((days, cost) => extraOf(days, cost, idle)),
      (point) => work[point]!,
    );
    const opens = visits.map((points) => Math.min(...points.map((point) => earliest[point]! + stay[point]!)));
    this.open = Float64Array.from({ length: sets.count }, (_, set) => {
      const left = opens.filter((__, stop) => value[stop] === 0 && !sets.has[set * visits.length + stop]);
      return Math.max(-Infinity, ...left);
    });
  }

  of({ days, extra }: Progress, set: number, entry: number): number {
    const { idle, open } = this;
    // what still has to be done is left out for good
    if (this.cost[entry] === Infinity) return Infinity;
    const ends = Math.max(days + this.days[entry]!, open[set]!);
    return Math.max(extra + idle * days + this.cost[entry]!, extra + this.extra[entry]! + idle * ends);
  }
}

class LabelSearch {
  private readonly problem: OrderProblem;
  private readonly sets: StopSets;
  private readonly bounds: RestBounds;
  private readonly most: number;
  private readonly limit: number;
  /** Adds a label to those of an entry. */
  private readonly add: (labels: Label[], label: Label) => boolean;
  /** By entry, earliest first; without bunkers each costs less extra than those before. Dropped once they have gone on. */
  private readonly labels: Label[][];
  private best: { readonly label: Label; readonly cost: number; readonly value: number } | null = null;
  /** What one that was thinned out might have cost. */
  private leftOut = Infinity;

  constructor(problem: OrderProblem, sets: StopSets, bounds: RestBounds, most: number, limit: number) {
    this.problem = problem;
    this.sets = sets;
    this.bounds = bounds;
    this.most = most;
    this.limit = limit;
    const { bunkers } = problem;
    const burntByWaiting = bunkers && hasWindows(problem) ? bunkers.idle : 0;
    this.add = bunkers ? (labels, label) => insertAmong(labels, label, burntByWaiting) : insert;
    this.labels = Array.from({ length: sets.count * sizeOf(problem) }, () => NONE);
  }

  /** Null where there is none, or time is up. */
  run(isOver: () => boolean): BestOrder | null {
    const { problem, sets, labels } = this;
    const { visits } = problem.stops;
    const size = sizeOf(problem);
    labels[0] = [START];
    for (let set = 0; set < sets.count; set++) {
      if (isOver()) return null;
      const isEnd = mayEnd(problem, sets, set);
      for (let entry = set * size; entry < (set + 1) * size; entry++) {
        const from = labels[entry]!;
        if (from.length === 0) continue;
        if (isEnd) for (const label of from) this.end(label, sets.value[set]!);
        for (let stop = 0; stop < visits.length; stop++) {
          const larger = sets.next[set * visits.length + stop]!;
          if (larger < 0) continue;
          for (const next of visits[stop]!) for (const label of from) this.sail(label, next, larger);
        }
        labels[entry] = NONE;
      }
    }
    return this.found();
  }

  private sail(from: Label, point: number, set: number): void {
    const { problem, bounds, labels, most } = this;
    const { ways, stay, latest, work, idle, bunkers } = problem;
    const size = sizeOf(problem);
    const leg = from.point * size + point;
    const entry = set * size + point;
    for (const way of ways) {
      const arrives = from.days + way.days[leg]!;
      if (arrives === Infinity || arrives > latest[point]!) continue;
      const extra = from.extra + extraOf(way.days[leg]!, way.cost[leg]!, idle) + work[point]!;
      const days = leaves(problem, point, arrives);
      const { spent, short } = bunkers
        ? spend(bunkers, from, point, way.tonnes![leg]!, days - arrives - stay[point]!)
        : NOTHING_SPENT;
      if (short > 0) continue;
      const label = { days, extra, spent, short, point, from };
      if (bounds.of(label, set, entry) > this.limit) continue;
      if (labels[entry] === NONE) labels[entry] = [];
      if (!this.add(labels[entry]!, label) || labels[entry]!.length <= 2 * most) continue;
      const kept = thinned(labels[entry]!, most);
      for (const one of labels[entry]!) {
        if (!kept.includes(one)) this.leftOut = Math.min(this.leftOut, bounds.of(one, set, entry));
      }
      labels[entry] = kept;
    }
  }

  private end(label: Label, value: number): void {
    const { problem } = this;
    const { count, ways, latest, idle, bunkers } = problem;
    const leg = label.point * sizeOf(problem) + count + 1;
    for (const { days, cost, tonnes } of ways) {
      if (bunkers && spend(bunkers, label, count + 1, tonnes![leg]!, 0).short > 0) continue;
      const whole = label.extra + idle * label.days + cost[leg]!;
      if (whole < (this.best?.cost ?? Infinity) && label.days + days[leg]! <= latest[count + 1]!) {
        this.best = { label, cost: whole, value };
      }
    }
  }

  private found(): BestOrder | null {
    if (!this.best) return null;
    const { label: last, cost, value } = this.best;
    const order: number[] = [];
    for (let label: Label = last; label.from; label = label.from) order.push(label.point);
    return { order: order.reverse(), cost, least: Math.min(cost, this.leftOut), value };
  }
}

const NONE: Label[] = [];
const START: Label = { days: 0, extra: 0, ...NOTHING_SPENT, point: 0, from: null };

/** Adds a label, earliest first, unless another is as good, and drops those that are no better than it. */
export function insert<L extends Progress>(labels: L[], label: L): boolean {
  let to = labels.length;
  while (to > 0 && labels[to - 1]!.days > label.days) to--;
  if (to > 0 && labels[to - 1]!.extra <= label.extra) return false;
  let from = to;
  while (from > 0 && labels[from - 1]!.days === label.days) from--;
  while (to < labels.length && labels[to]!.extra >= label.extra) to++;
  labels.splice(from, to - from, label);
  return true;
}

/** The same where ways differ by what was spent, too. @param idle what is burnt in a day of waiting, where there is any */
export function insertAmong<L extends Progress & Spending>(labels: L[], label: L, idle: number): boolean {
  const isAsGood = (one: L, other: L) =>
    one.days <= other.days &&
    one.extra <= other.extra &&
    one.spent + idle * (other.days - one.days) <= other.spent;
  let to = 0;
  for (; to < labels.length && labels[to]!.days <= label.days; to++) {
    if (isAsGood(labels[to]!, label)) return false;
  }
  while (to > 0 && labels[to - 1]!.days === label.days) to--;
  const others = labels.splice(to).filter((one) => !isAsGood(label, one));
  labels.push(label, ...others);
  return true;
}
