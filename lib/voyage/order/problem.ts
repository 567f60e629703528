/**
 * In which order to call at stops: the problem, and what an order costs.
 *
 * Points are numbered: 0 the start, 1 … count the stops, count + 1 the end. Times are days since departure.
 */

/** One way to sail each leg: matrices of (count + 2)², row: from. Infinity where there is no way. */
export interface LegCosts {
  readonly days: Float64Array;
  /** What is minimised: the same array where that is time. */
  readonly cost: Float64Array;
}

export interface OrderProblem {
  readonly count: number;
  /** The legs of least cost; then, for windows that these would miss, the fastest. */
  readonly ways: readonly LegCosts[];
  /** By point: days that it is stayed at. */
  readonly stay: Float64Array;
  /** By point: it is waited for (−Infinity: never), and arrived at by (Infinity: whenever). */
  readonly earliest: Float64Array;
  readonly latest: Float64Array;
  /** By point: the points that come before it, all of them, not only those that were named. */
  readonly before: readonly ReadonlySet<number>[];
  /** Cost of a day of staying or waiting; 1 where time is the cost. */
  readonly idle: number;
}

/** A voyage that calls at the stops in one order. */
export interface Evaluation {
  readonly cost: number;
  readonly days: number;
  /** By leg: which of the ways it takes. */
  readonly ways: readonly number[];
  /** Days by which windows are missed, together; 0 where all are met. */
  readonly late: number;
}

export const sizeOf = ({ count }: Pick<OrderProblem, 'count'>): number => count + 2;

export const hasWindows = ({ earliest, latest }: OrderProblem): boolean =>
  earliest.some((time) => time > -Infinity) || latest.some((time) => time < Infinity);

/** Whether the cost of a voyage decides alone which of two ways to the same point is better. */
export const isOneValued = (problem: OrderProblem): boolean =>
  !hasWindows(problem) || problem.ways.every(({ days, cost }) => days === cost);

interface Label {
  readonly days: number;
  readonly cost: number;
  readonly late: number;
  readonly way: number;
  readonly from: Label | null;
}

/** Labels kept at a point: two ways a leg would double them at each. */
const MOST_LABELS = 64;

/**
 * The cheapest voyage in an order: each leg takes the way that lets the whole meet its windows at the least cost.
 *
 * @param order the stops
 */
export function evaluate(problem: OrderProblem, order: readonly number[]): Evaluation {
  const size = sizeOf(problem);
  let labels: Label[] = [{ days: 0, cost: 0, late: 0, way: -1, from: null }];
  let at = 0;
  for (const to of [...order, problem.count + 1]) {
    const leg = at * size + to;
    const reached = labels.flatMap((from) =>
      problem.ways.map(({ days, cost }, way) => arriveAt(problem, to, from, days[leg], cost[leg], way)),
    );
    labels = undominated(reached, problem);
    at = to;
  }
  const [best] = labels as [Label];
  const ways: number[] = [];
  for (let label: Label | null = best; label?.from; label = label.from) ways.push(label.way);
  return { cost: best.cost, days: best.days, late: best.late, ways: ways.reverse() };
}

function arriveAt(
  { stay, earliest, latest, idle }: OrderProblem,
  to: number,
  from: Label,
  legDays: number,
  legCost: number,
  way: number,
): Label {
  const arrives = from.days + legDays;
  const leaves = Math.max(arrives, earliest[to]) + stay[to];
  const late = from.late + Math.max(0, arrives - latest[to]);
  return { days: leaves, cost: from.cost + legCost + idle * (leaves - arrives), late, way, from };
}

/**
 * Whether nothing that follows can make up for what one way to a point costs more than another: that could wait for it.
 *
 * @param idle cost of a day of waiting
 */
export const isAsGood = (one: Spent, other: Spent, idle: number): boolean =>
  one.days <= other.days && one.cost + idle * (other.days - one.days) <= other.cost;

type Spent = Pick<Label, 'days' | 'cost'>;

/** Those that no other is as good as; the best first. */
function undominated(labels: readonly Label[], problem: OrderProblem): Label[] {
  const sorted = labels.toSorted((a, b) => a.late - b.late || a.cost - b.cost || a.days - b.days);
  if (isOneValued(problem)) return sorted.slice(0, 1);
  const kept: Label[] = [];
  for (const label of sorted) {
    if (!kept.some((other) => isAsGood(other, label, problem.idle))) kept.push(label);
  }
  return kept.slice(0, MOST_LABELS);
}

/** The same more quickly and less well: each leg takes its cheapest way, or the fastest where that would be late. */
export function estimate(problem: OrderProblem, order: readonly number[]): { late: number; cost: number } {
  const { ways, stay, earliest, latest, idle, count } = problem;
  const size = count + 2;
  let [days, cost, late, at] = [0, 0, 0, 0];
  for (let k = 0; k <= order.length; k++) {
    const to = k < order.length ? order[k] : count + 1;
    const leg = at * size + to;
    let way = 0;
    while (way + 1 < ways.length && days + ways[way].days[leg] > latest[to]) way++;
    const arrives = days + ways[way].days[leg];
    if (arrives > latest[to]) late += arrives - latest[to];
    days = Math.max(arrives, earliest[to]) + stay[to];
    cost += ways[way].cost[leg] + idle * (days - arrives);
    at = to;
  }
  return { late, cost };
}
