/**
 * In which order to call at stops, and how: the problem, and what an order costs.
 *
 * A stop is done by one of its visits: a point by one, a line by one from either end, a box by one from each corner. Points are
 * numbered: 0 the start, 1 … count the visits, count + 1 the end; a leg leads from where a visit ends to where another begins.
 * Times are days since departure.
 */
import { type Bunkers, NOTHING_SPENT, type Spending, spend } from './bunkers.ts';
import { endOf, type Openings } from './openings.ts';
import type { Stops } from './stop-sets.ts';

/** One way to sail each leg: matrices of (count + 2)², row: from. Infinity where there is no way. */
export interface LegCosts {
  readonly days: Float64Array;
  /** What is minimised: the same array where that is time, of all ways or of none. */
  readonly cost: Float64Array;
  /** What is burnt, where there are bunkers. */
  readonly tonnes?: Float64Array;
}

export interface OrderProblem {
  /** Visits, of all stops. */
  readonly count: number;
  readonly stops: Stops;
  /** The legs of least cost; then, for windows that these would miss, the fastest. */
  readonly ways: readonly LegCosts[];
  /** By point: days that it is stayed at, or that its work takes. */
  readonly stay: Float64Array;
  /** By point: what its work costs more than staying for as long; 0 where time is the cost. */
  readonly work: Float64Array;
  /** By point: it is waited for (−Infinity: never), and arrived at by (Infinity: whenever). */
  readonly earliest: Float64Array;
  readonly latest: Float64Array;
  /** By point: when its work can be done; null: always. */
  readonly openings: readonly (Openings | null)[];
  /** Cost of a day of staying or waiting; 1 where time is the cost. */
  readonly idle: number;
  /** What is done has to be worth so much; 0 where there is no such demand. */
  readonly leastValue: number;
  /** More than this counts as this: among what is worth as much, cost decides. Infinity by default. */
  readonly enough?: number;
  /** Where what is in them has to suffice. */
  readonly bunkers?: Bunkers | null;
}

/** A voyage that calls at the stops in one order. */
export interface Evaluation {
  readonly cost: number;
  readonly days: number;
  /** By leg: which of the ways it takes. */
  readonly ways: readonly number[];
  /** Days by which windows are missed, together; 0 where all are met. */
  readonly late: number;
  /** Tonnes by which the reserve is gone below, at most; 0 where it is kept, or nothing asks for it. */
  readonly short: number;
}

/** A best order. */
export interface BestOrder {
  /** Visits. */
  readonly order: readonly number[];
  readonly cost: number;
  /** No order that is worth as much costs less: the cost, but where there were too many ways to look at. */
  readonly least: number;
  /** What its stops are worth: no order is worth more. */
  readonly value: number;
}

export const sizeOf = ({ count }: Pick<OrderProblem, 'count'>): number => count + 2;

export const hasWindows = ({
  earliest,
  latest,
  openings,
}: Pick<OrderProblem, 'earliest' | 'latest' | 'openings'>): boolean =>
  earliest.some((time) => time > -Infinity) ||
  latest.some((time) => time < Infinity) ||
  openings.some((open) => open !== null);

/** Whether the cost of a voyage decides alone which of two ways to the same point is better. */
export const isOneValued = (problem: OrderProblem): boolean =>
  !hasWindows(problem) || problem.ways[0]!.days === problem.ways[0]!.cost;

/** What calling at a point costs besides waiting. */
export const costOfCall = (
  { stay, work, idle }: Pick<OrderProblem, 'stay' | 'work' | 'idle'>,
  point: number,
): number => idle * stay[point]! + work[point]!;
/**
 * How far a voyage has come. What it costs is told by what it costs more than waiting for as long would: staying and waiting
 * change only the days, and one voyage is as good as another to the same point where neither is more, because it could wait.
 */
export interface Progress {
  readonly days: number;
  readonly extra: number;
}

/** @param idle cost of a day of waiting */
export const extraOf = (days: number, cost: number, idle: number): number =>
  cost === Infinity ? Infinity : cost - idle * days;

/** When a point is left that is come to at a time; one that is come to too late as if it were always open. */
export function leaves(
  { earliest, openings, stay }: Pick<OrderProblem, 'earliest' | 'openings' | 'stay'>,
  point: number,
  arrives: number,
): number {
  const ready = Math.max(arrives, earliest[point]!);
  const open = openings[point];
  const ends = open ? endOf(open, ready, stay[point]!) : Infinity;
  return ends < Infinity ? ends : ready + stay[point]!;
}

/** What a sum of legs and calls is when the next point is left; Infinity where that is come to too late. */
export type Arrivals = (sum: number, from: number, to: number) => number;

/** @param leg what is summed, by leg; time where there are windows, which are then its only costs */
export function arrivals(problem: OrderProblem, leg: Float64Array): Arrivals {
  const size = sizeOf(problem);
  const { latest, earliest, openings } = problem;
  const calls = Float64Array.from({ length: size }, (_, point) => costOfCall(problem, point));
  const isWaitedAt = Uint8Array.from(calls, (_, point) =>
    earliest[point]! > -Infinity || openings[point] ? 1 : 0,
  );
  return (sum, from, to) => {
    const arrives = sum + leg[from * size + to]!;
    if (arrives > latest[to]!) return Infinity;
    return isWaitedAt[to] ? leaves(problem, to, arrives) : arrives + calls[to]!;
  };
}

/** So many of a list, evenly, the first and the last among them. */
export const thinned = <T>(list: readonly T[], most: number): T[] =>
  Array.from({ length: most }, (_, k) => list[Math.round((k * (list.length - 1)) / (most - 1))]!);

interface Label extends Progress, Spending {
  readonly late: number;
  readonly way: number;
  readonly from: Label | null;
}

/** Labels kept at a point: two ways a leg would double them at each. */
const MOST_LABELS = 64;

/**
 * The cheapest voyage in an order: each leg takes the way that lets the whole meet its windows, and keep the reserve, at the least cost.
 *
 * @param order the stops
 */
export function evaluate(problem: OrderProblem, order: readonly number[]): Evaluation {
  const { count, ways, stay, latest, work, idle, bunkers } = problem;
  let labels: Label[] = [{ days: 0, extra: 0, late: 0, ...NOTHING_SPENT, way: -1, from: null }];
  let at = 0;
  for (const to of [...order, count + 1]) {
    const leg = at * sizeOf(problem) + to;
    const reached = labels.flatMap((from) =>
      ways.map(({ days, cost, tonnes }, way): Label => {
        const arrives = from.days + days[leg]!;
        const late = from.late + Math.max(0, arrives - latest[to]!);
        const extra = from.extra + extraOf(days[leg]!, cost[leg]!, idle) + work[to]!;
        const left = leaves(problem, to, arrives);
        const spending = bunkers
          ? spend(bunkers, from, to, tonnes![leg]!, left - arrives - stay[to]!)
          : NOTHING_SPENT;
        return { days: left, extra, late, ...spending, way, from };
      }),
    );
    labels = undominated(reached);
    at = to;
  }
  const costOf = ({ days, extra }: Label) => extra + idle * days;
  const best = labels.reduce((least, one) => (costOf(one) < costOf(least) ? one : least));
  const taken: number[] = [];
  for (let label: Label | null = best; label?.from; label = label.from) taken.push(label.way);
  return { cost: costOf(best), days: best.days, late: best.late, short: best.short, ways: taken.reverse() };
}

/** Those that no other is as good as, earliest first. What is late now is later still at the end than what comes earlier. */
function undominated(labels: readonly Label[]): Label[] {
  const late = Math.min(...labels.map((label) => label.late));
  const inTime = labels.filter((label) => label.late === late);
  const short = Math.min(...inTime.map((label) => label.short));
  const kept: Label[] = [];
  for (const label of inTime.toSorted((a, b) => a.days - b.days || a.extra - b.extra)) {
    const isWorse = kept.some(({ extra, spent }) => extra <= label.extra && spent <= label.spent);
    if (label.short === short && !isWorse) kept.push(label);
  }
  return kept.length > MOST_LABELS ? thinned(kept, MOST_LABELS) : kept;
}

/**
 * The same more quickly and less well: each leg takes its cheapest way, or the fastest where that would be late; if the
 * voyage is late all the same, each leg takes its fastest.
 */
export function estimate(problem: OrderProblem, order: readonly number[]): Estimate {
  const cheap = walk(problem, order, 0);
  if (cheap.late === 0 || problem.ways.length === 1) return cheap;
  const fast = walk(problem, order, problem.ways.length - 1);
  return fast.late < cheap.late ? fast : cheap;
}

export type Estimate = Pick<Evaluation, 'cost' | 'late' | 'short'>;

function walk(problem: OrderProblem, order: readonly number[], first: number): Estimate {
  const { ways, stay, latest, work, idle, count, bunkers } = problem;
  const size = count + 2;
  let [days, cost, late, at] = [0, 0, 0, 0];
  let spending = NOTHING_SPENT;
  for (let k = 0; k <= order.length; k++) {
    const to = k < order.length ? order[k] : count + 1;
    const leg = at * size + to;
    let way = first;
    while (way + 1 < ways.length && days + ways[way].days[leg] > latest[to]) way++;
    const arrives = days + ways[way].days[leg];
    if (arrives > latest[to]) late += arrives - latest[to];
    days = leaves(problem, to, arrives);
    // without a way there is no end of it, and no waiting
    cost += ways[way].cost[leg] + (arrives < Infinity ? idle * (days - arrives) : 0) + work[to];
    if (bunkers) spending = spend(bunkers, spending, to, ways[way].tonnes![leg], days - arrives - stay[to]);
    at = to;
  }
  return { late, short: spending.short, cost };
}
