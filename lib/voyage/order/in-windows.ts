/**
 * The best order where windows tie cost to time: for each set of stops called at and each last one there are several ways,
 * none of which another is as good as (labels; Desrochers & Soumis 1988).
 *
 * A search that keeps two of them gives a voyage. Wider ones leave out all that can't become cheaper than what is known, until
 * none is left that was thinned out and might be cheaper.
 */
import { extraOf, leaves, type OrderProblem, type Progress, sizeOf, thinned } from './problem.ts';
import { leastRest, masksOf } from './sets.ts';

/** Kept at a set of stops and its last one: by the first search, and by the last. */
const FEWEST = 2;
const MOST = 128;
/** Rounding errors of sums of costs. */
const ROUNDING = 1e-9;

interface Label extends Progress {
  readonly stop: number;
  readonly from: Label | null;
}

export interface OrderInWindows {
  readonly order: readonly number[];
  readonly cost: number;
  /** No voyage costs less. */
  readonly least: number;
}

/** @returns null where no order meets its windows */
export function orderInWindows(problem: OrderProblem, isOver: () => boolean): OrderInWindows | null {
  const bounds = new RestBounds(problem);
  let best = new LabelSearch(problem, bounds, FEWEST, Infinity).run(() => false);
  for (let most = 4 * FEWEST; best && best.least < best.cost && most <= MOST; most *= 4) {
    const limit = best.cost + ROUNDING * Math.abs(best.cost);
    const found = new LabelSearch(problem, bounds, most, limit).run(isOver);
    if (isOver()) break;
    const cheaper = found && found.cost < best.cost ? found : best;
    best = { ...cheaper, least: Math.min(cheaper.cost, Math.max(best.least, found?.least ?? 0)) };
  }
  return best;
}

/** What a voyage costs at least that has come to a stop. */
class RestBounds {
  private readonly idle: number;
  private readonly cost: Float64Array;
  private readonly days: Float64Array;
  private readonly extra: Float64Array;
  /** By set of stops called at: when the last of the others can be left. */
  private readonly open: Float64Array;

  constructor(problem: OrderProblem) {
    const { count, ways, earliest, stay, idle } = problem;
    const least = (value: (days: number, cost: number) => number) =>
      ways[0]!.days.map((_, k) => Math.min(...ways.map(({ days, cost }) => value(days[k]!, cost[k]!))));
    this.idle = idle;
    this.cost = leastRest(
      problem,
      least((_, cost) => cost),
      idle,
    );
    this.days = leastRest(
      problem,
      least((days) => days),
      1,
    );
    this.extra = leastRest(
      problem,
      least((days, cost) => extraOf(days, cost, idle)),
      0,
    );
    this.open = Float64Array.from({ length: 1 << count }, (_, set) => {
      let last = -Infinity;
      for (let k = 0; k < count; k++) {
        if (!(set & (1 << k))) last = Math.max(last, earliest[k + 1]! + stay[k + 1]!);
      }
      return last;
    });
  }

  of({ days, extra }: Progress, set: number, entry: number): number {
    const { idle, open } = this;
    const ends = Math.max(days + this.days[entry]!, open[set]!);
    return Math.max(extra + idle * days + this.cost[entry]!, extra + this.extra[entry]! + idle * ends);
  }
}

class LabelSearch {
  private readonly problem: OrderProblem;
  private readonly bounds: RestBounds;
  private readonly most: number;
  private readonly limit: number;
  /** By entry, earliest first; each costs less extra than those before. */
  private readonly labels: Label[][];
  /** What one that was thinned out might have cost. */
  private leftOut = Infinity;

  constructor(problem: OrderProblem, bounds: RestBounds, most: number, limit: number) {
    this.problem = problem;
    this.bounds = bounds;
    this.most = most;
    this.limit = limit;
    this.labels = Array.from({ length: problem.count << problem.count }, () => []);
  }

  /** Null where there is none, or time is up. */
  run(isOver: () => boolean): OrderInWindows | null {
    const { problem, labels } = this;
    const { count } = problem;
    const masks = masksOf(problem);
    const sets = 1 << count;
    for (let set = 0; set < sets - 1; set++) {
      if (isOver()) return null;
      for (let last = 0; last < count; last++) {
        const entry = set * count + last;
        const from = set === 0 ? [START] : labels[entry]!;
        if (set === 0 && last > 0) break;
        for (let next = 0; from.length > 0 && next < count; next++) {
          if (set & (1 << next) || (masks[next]! & set) !== masks[next]!) continue;
          for (const label of from) this.sail(label, next + 1, set | (1 << next));
        }
        labels[entry] = [];
      }
    }
    return this.cheapest();
  }

  private sail(from: Label, stop: number, set: number): void {
    const { problem, bounds, labels, most } = this;
    const { count, ways, latest, idle } = problem;
    const leg = from.stop * sizeOf(problem) + stop;
    const entry = set * count + stop - 1;
    for (const way of ways) {
      const arrives = from.days + way.days[leg]!;
      if (arrives === Infinity || arrives > latest[stop]!) continue;
      const extra = from.extra + extraOf(way.days[leg]!, way.cost[leg]!, idle);
      const label = { days: leaves(problem, stop, arrives), extra, stop, from };
      if (bounds.of(label, set, entry) > this.limit || !insert(labels[entry]!, label)) continue;
      if (labels[entry]!.length <= 2 * most) continue;
      const kept = thinned(labels[entry]!, most);
      for (const one of labels[entry]!) {
        if (!kept.includes(one)) this.leftOut = Math.min(this.leftOut, bounds.of(one, set, entry));
      }
      labels[entry] = kept;
    }
  }

  private cheapest(): OrderInWindows | null {
    const { problem, labels } = this;
    const { count, ways, latest, idle } = problem;
    let best: Label | null = null;
    let least = Infinity;
    for (const label of labels.slice(-count).flat()) {
      const leg = label.stop * sizeOf(problem) + count + 1;
      for (const { days, cost } of ways) {
        const whole = label.extra + idle * label.days + cost[leg]!;
        if (whole < least && label.days + days[leg]! <= latest[count + 1]!) [best, least] = [label, whole];
      }
    }
    if (!best) return null;
    const order: number[] = [];
    for (let label: Label = best; label.from; label = label.from) order.push(label.stop);
    return { order: order.reverse(), cost: least, least: Math.min(least, this.leftOut) };
  }
}

const START: Label = { days: 0, extra: 0, stop: 0, from: null };

/** Adds a label unless another is as good, and drops those that are no better than it. */
function insert(labels: Label[], label: Label): boolean {
  let to = labels.length;
  while (to > 0 && labels[to - 1]!.days > label.days) to--;
  if (to > 0 && labels[to - 1]!.extra <= label.extra) return false;
  let from = to;
  while (from > 0 && labels[from - 1]!.days === label.days) from--;
  while (to < labels.length && labels[to]!.extra >= label.extra) to++;
  labels.splice(from, to - from, label);
  return true;
}
