/**
 * The best order where what a leg takes depends on when it is left: for each set of stops done and each last visit the earliest way to
 * have done so, as in exact.ts. Who leaves later never arrives earlier, so that the earliest is the best by time; by what is consumed,
 * or with bunkers that have to suffice, several are kept of which none is as good as another (as in-windows.ts), but not all: that order
 * is a good one.
 */
import { type Bunkers, NOTHING_SPENT, type Spending, spendAll } from './bunkers.ts';
import { insert, insertAmong } from './in-windows.ts';
import {
  type BestOrder,
  type Estimate,
  type OrderProblem,
  type Progress,
  sizeOf,
  thinned,
} from './problem.ts';
import type { StopSets } from './stop-sets.ts';

/** A leg as it is sailed, or what is done at a point, from a time on. */
export interface Step {
  /** When it ends, days since departure; Infinity where that is never. */
  readonly ends: number;
  /** What it costs more than waiting for as long. */
  readonly extra: number;
  /** What it burns, waits included, where there are bunkers. */
  readonly tonnes?: number;
}

export interface TimedProblem
  extends Pick<OrderProblem, 'count' | 'stops' | 'latest' | 'idle' | 'leastValue'> {
  /** The ways to sail a leg that is left at a time: the cheapest; then the fastest, for windows that that one would miss. */
  readonly legs: (from: number, to: number, leaves: number) => readonly Step[];
  /** What is done at a point that is come to at a time. */
  readonly call: (point: number, arrives: number) => Step;
  /** Where what is in them has to suffice; what is burnt at points `call` tells. */
  readonly bunkers?: Omit<Bunkers, 'calls'> | null;
}

/** Ways kept to have done a set of stops, by its last visit. */
const MOST = 4;

interface Label extends Progress, Spending {
  readonly point: number;
  readonly from: Label | null;
}

/**
 * Of the orders that are worth most, the one that costs least; null where none meets its windows, or none was found that keeps the reserve.
 *
 * @param isOver whether time is up: there is no answer then
 * @param kept ways, at most, to have done a set of stops, by its last visit; with all of them the answer is the best
 */
export function orderInTime(
  problem: TimedProblem,
  sets: StopSets,
  isOver: () => boolean = () => false,
  kept = MOST,
): BestOrder | null {
  const { count, stops, latest, idle, bunkers } = problem;
  const { visits } = stops;
  const size = sizeOf(problem);
  const labels: Label[][] = Array.from({ length: sets.count * size }, () => []);
  labels[0]!.push({ days: 0, extra: 0, ...NOTHING_SPENT, point: 0, from: null });
  const add = (to: Label[], label: Label) =>
    bunkers ? insertAmong(to, label, bunkers.idle) : insert(to, label);
  let [best, least, most]: [Label | null, number, number] = [null, Infinity, problem.leastValue];
  const arrive = (from: Label, to: number): Label[] =>
    problem.legs(from.point, to, from.days).flatMap((leg) => {
      if (leg.ends === Infinity || leg.ends > latest[to]!) return [];
      const call = problem.call(to, leg.ends);
      const spending = spendInTime(problem, from, to, leg, call);
      if (call.ends === Infinity || spending.short > 0) return [];
      return [{ days: call.ends, extra: from.extra + leg.extra + call.extra, ...spending, point: to, from }];
    });
  for (let set = 0; set < sets.count; set++) {
    if (isOver()) return null;
    const value = sets.value[set]!;
    const isEnd = value >= most;
    for (let entry = set * size; entry < (set + 1) * size; entry++) {
      for (const label of labels[entry]!) {
        for (const whole of isEnd ? arrive(label, count + 1) : []) {
          const cost = whole.extra + idle * whole.days;
          if (cost < least || value > most) [best, least, most] = [label, cost, value];
        }
        for (let stop = 0; stop < visits.length; stop++) {
          const larger = sets.next[set * visits.length + stop]!;
          if (larger < 0) continue;
          for (const next of visits[stop]!) {
            const to = larger * size + next;
            for (const one of arrive(label, next)) add(labels[to]!, one);
            if (labels[to]!.length > 2 * kept) labels[to] = thinned(labels[to]!, kept);
          }
        }
      }
      labels[entry] = [];
    }
  }
  if (!best) return null;
  const order: number[] = [];
  for (let label: Label = best; label.from; label = label.from) order.push(label.point);
  return { order: order.reverse(), cost: least, least, value: most };
}

/** What an order costs: each leg takes its cheapest way, or the fastest where that would be late. */
export function estimateInTime(problem: TimedProblem, order: readonly number[]): Estimate {
  const { latest, idle, count } = problem;
  let [days, extra, late, at] = [0, 0, 0, 0];
  let spending = NOTHING_SPENT;
  for (const to of [...order, count + 1]) {
    const ways = problem.legs(at, to, days);
    const leg = ways.find(({ ends }) => ends <= latest[to]!) ?? ways.at(-1)!;
    late += Math.max(0, leg.ends - latest[to]!);
    const call = problem.call(to, leg.ends);
    days = call.ends;
    extra += leg.extra + call.extra;
    spending = spendInTime(problem, spending, to, leg, call);
    at = to;
  }
  return { late, short: spending.short, cost: extra + idle * days };
}

function spendInTime(
  { bunkers }: TimedProblem,
  spending: Spending,
  point: number,
  { tonnes: ofLeg }: Step,
  { tonnes: ofCall }: Step,
): Spending {
  return bunkers ? spendAll(bunkers, spending, point, ofLeg! + ofCall!) : NOTHING_SPENT;
}
