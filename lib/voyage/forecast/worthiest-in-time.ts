/**
 * Which stops are called at in a sea that changes where some may be left out: those that are worth most of all that can be done in time,
 * and among these the voyage that is the first to end.
 *
 * Of each set of stops and its last one the earliest way to have done it suffices (in-time.ts). A leg counts as it was planned for the very
 * time at which it is left, else by its bound: no sooner can it end. The order that is the best so is looked for; then its first leg that
 * was not planned for its time yet is, and its bound proved; until all legs of the best order were. No other order can then be better.
 * By bounds alone, the order that is worth most says what no voyage is worth more than.
 */
import type { Provable } from '../../engine/plan-dated.ts';
import { legPairs } from '../order/choose-order.ts';
import { orderInTime, type TimedProblem } from '../order/in-time.ts';
import { type BestOrder, sizeOf } from '../order/problem.ts';
import { mayLeaveOut, type StopSets, type Stops, worthAtMost, worthOf } from '../order/stop-sets.ts';
import { unlessOver } from '../out-of-time.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import { costOfVoyage, missedWindows } from '../stops/sail-stops.ts';
import { StopInaccessible } from '../stops/stop-inaccessible.ts';
import type { VoyageWorth } from '../voyage-route.ts';
import { ArrivalBounds } from './arrival-bounds.ts';
import type { Beginning } from './beginning.ts';
import { inTime } from './best-order.ts';
import type { DatedLegs } from './dated-legs.ts';
import { doneAt } from './itinerary-in-time.ts';
import { leastOfLegs } from './least-legs.ts';
import { leftOutInTime } from './left-out-in-time.ts';
import { bestFound } from './order-sailing.ts';
import type { ProvableVoyage } from './prove-stops.ts';

/** A gap this small is not worth another leg, percent. */
const CLOSE_PERCENT = 0.02;
/** Legs planned to find the best order, and legs proved besides, by leg of the voyage, at most. */
const MOST_LEGS = 32;

export interface Worthiest {
  readonly best: ProvableVoyage;
  /** What any voyage that is worth as much takes at least, days; 0 where that was not proved. */
  readonly least: number;
  /** Of an order that is worth as much. */
  readonly worthOf: (order: readonly number[]) => VoyageWorth;
}

export interface WorthiestOptions {
  readonly legs: DatedLegs;
  /** By leg: days in the sea of the departure. */
  readonly costs: () => Float64Array;
  readonly isProved: boolean;
  /** The fastest voyage in an order. */
  readonly sail: (order: readonly number[]) => ProvableVoyage;
}

/** @returns a voyage that is late if what has to be done can not be done in time: then the shortest one */
export function worthiestInTime(
  at: Beginning,
  itinerary: Itinerary,
  sets: StopSets,
  options: WorthiestOptions,
): Worthiest {
  const { sail, legs } = options;
  const search = new WorthiestSearch(at, itinerary, options);
  const found = search.find(sets) ?? search.shortest(sets);
  const isCutShort = legs.isOver();
  const sailed = shortened(itinerary, sail, found);
  const best = isCutShort ? bestFound(sailed) : sailed;
  const value = worthOf(itinerary.stops, best.points.slice(1, -1));
  const { least, mostValue } =
    options.isProved && missedWindows(best).length === 0
      ? search.prove(sets, value, costOfVoyage(best))
      : { least: 0, mostValue: null };
  return {
    best,
    least,
    worthOf: (order) => ({
      ...boundedWorth(itinerary, order, mostValue),
      leftOut: leftOutInTime(itinerary, search.timed, sail(order), (longer) =>
        unlessOver(legs.isOver, () => sail(longer)),
      ),
    }),
  };
}

export function boundedWorth({ stops }: Itinerary, order: readonly number[], mostValue: number | null) {
  const value = worthOf(stops, order);
  return { value, bound: mostValue === null ? null : Math.max(value, mostValue) };
}

/** An itinerary that stays nowhere but at the points of an order. */
export function withoutStaysBut(itinerary: Itinerary, order: readonly number[]): Itinerary {
  if (!mayLeaveOut(itinerary.stops)) return itinerary;
  const stay = itinerary.stay.map((days, point) => (order.includes(point) ? days : 0));
  return { ...itinerary, stay };
}

/** An order without what is worth least, until it is in time: for one of which not all legs are known. */
export function shortened(
  itinerary: Itinerary,
  sail: (order: readonly number[]) => ProvableVoyage,
  order: readonly number[],
): ProvableVoyage {
  const { value, of, before } = itinerary.stops;
  const isNeeded = (stop: number) => order.some((point) => before[of[point]!]!.has(stop));
  const voyage = sail(order);
  if (missedWindows(voyage).length === 0) return voyage;
  const optional = order.filter((point) => value[of[point]!]! > 0 && !isNeeded(of[point]!));
  if (optional.length === 0) return voyage;
  const least = optional.reduce((a, b) => (value[of[b]!]! < value[of[a]!]! ? b : a));
  return shortened(
    itinerary,
    sail,
    order.filter((point) => point !== least),
  );
}

/** What has to be done, and all that comes before it, one after the other. */
export function needed({ visits, value, before }: Stops): number[] {
  const order = new Set<number>();
  const add = (stop: number) => {
    for (const one of [...before[stop]!].sort((a, b) => a - b)) add(one);
    order.add(stop);
  };
  for (const stop of visits.keys()) if (value[stop] === 0) add(stop);
  return [...order].map((stop) => visits[stop]![0]!);
}

class WorthiestSearch {
  private readonly at: Beginning;
  private readonly itinerary: Itinerary;
  private readonly legs: DatedLegs;
  private readonly costs: () => Float64Array;
  private knownBounds: ArrivalBounds | null = null;
  /** By leg and the time at which it is left: when it ends, as it was planned. */
  private readonly planned = new Map<string, number>();
  private readonly most: number;
  /** Legs as they were planned, else by their bounds; by these alone; and those that were planned alone. */
  readonly timed: TimedProblem;
  private readonly bounded: TimedProblem;
  private readonly known: TimedProblem;

  constructor(at: Beginning, itinerary: Itinerary, { legs, costs }: WorthiestOptions) {
    this.at = at;
    this.itinerary = itinerary;
    this.legs = legs;
    this.costs = costs;
    this.most = MOST_LEGS * (itinerary.count + 1);
    const plannedOr = (otherwise: Ends) =>
      this.problemOf((...leg) => this.planned.get(keyOf(...leg)) ?? otherwise(...leg));
    const boundOf: Ends = (...leg) => this.bounds.ends(...leg);
    this.bounded = this.problemOf(boundOf);
    this.timed = plannedOr(boundOf);
    this.known = plannedOr(() => Infinity);
  }

  /** Not before they are asked for: a voyage is planned first. */
  private get bounds(): ArrivalBounds {
    const { at, itinerary, costs, legs } = this;
    const { isOver } = legs;
    const least = () => leastOfLegs(at, itinerary, 'days', { costs, until: itinerary.limitDays, isOver });
    this.knownBounds ??= new ArrivalBounds(itinerary, least());
    return this.knownBounds;
  }

  private problemOf(ends: Ends): TimedProblem {
    const by = { objective: 'traveltime', idle: 1 } as const;
    return inTime(this.at, this.itinerary, by, (...leg) => [{ ends: ends(...leg), extra: 0 }]);
  }

  /** The order that is worth most, and then the first to end; where time is up, of those that were planned. Null where none is in time. */
  find(sets: StopSets, problem = this.timed): readonly number[] | null {
    const { legs } = this;
    let last: readonly number[] | null = null;
    this.planAsEstimated(sets, problem);
    for (let count = 0; count < this.most && !legs.isOver(); count++) {
      const aim = orderInTime(problem, sets, legs.isOver);
      last = aim?.order ?? null;
      const next = last && this.notPlanned(problem, last);
      if (!next) break;
      this.learn(next);
    }
    if (!legs.isOver()) return last;
    return orderInTime({ ...this.known, latest: problem.latest }, sets)?.order ?? null;
  }

  /** So that a voyage is known early: the best order by what legs take in the sea of the departure. */
  private planAsEstimated(sets: StopSets, { latest }: TimedProblem): void {
    const size = sizeOf(this.itinerary);
    const costs = this.costs();
    const estimated = this.problemOf((from, to, leaves) => leaves + costs[from * size + to]!);
    const order = orderInTime({ ...estimated, latest }, sets, this.legs.isOver)?.order ?? [];
    for (let k = 0; k <= order.length && !this.legs.isOver(); k++) {
      const next = this.notPlanned(this.known, order);
      if (next) this.plan(next);
    }
  }

  private notPlanned(problem: TimedProblem, order: readonly number[]): Left | null {
    return this.firstOf(problem, order, ({ from, to, leaves }) => !this.planned.has(keyOf(from, to, leaves)));
  }

  /** Of what has to be done alone, however long it takes. */
  shortest(sets: StopSets): readonly number[] {
    const endless = { ...this.timed, latest: this.timed.latest.with(-1, Infinity) };
    return this.find(worthAtMost(sets, 0), endless) ?? needed(this.itinerary.stops);
  }

  /** What no voyage is worth more than; and what any takes at least that is worth so much. @param days of a known one */
  prove(sets: StopSets, value: number, days: number): { least: number; mostValue: number | null } {
    const first = this.provenAim(sets, value, days);
    const most = first && Math.max(value, first.value);
    const own = first && first.value <= value ? first : this.provenAim(worthAtMost(sets, value), value, days);
    return { least: Math.min(days, own?.least ?? 0), mostValue: most };
  }

  /** The best order by the bounds, once all its legs are proved for about their times, or it is no better than a known one. */
  private provenAim(sets: StopSets, value: number, days: number): BestOrder | null {
    const { bounds, legs } = this;
    const about = (CLOSE_PERCENT / 100) * days;
    for (let count = 0; ; count++) {
      const aim = orderInTime(this.bounded, sets, legs.isOver);
      if (!aim || count === this.most) return aim;
      if (aim.value <= value && days - aim.cost <= about) return aim;
      const next = this.firstOf(
        this.bounded,
        aim.order,
        ({ from, to, leaves }) => !bounds.isKnown(from, to, leaves, about),
      );
      if (!next) return aim;
      this.learn(next);
    }
  }

  /** The first leg of an order that something is true of. */
  private firstOf(problem: TimedProblem, order: readonly number[], is: (leg: Left) => boolean): Left | null {
    let leaves = 0;
    for (const [from, to] of legPairs(this.itinerary, order)) {
      if (is({ from, to, leaves })) return { from, to, leaves };
      const { ends } = problem.legs(from, to, leaves)[0]!;
      leaves = doneAt(this.at, this.itinerary, to, ends, 0).ends;
    }
    return null;
  }

  /** Plans a leg for a time, and proves how soon it ends that is left then or later. */
  private learn(leg: Left): void {
    const { from, to, leaves } = leg;
    const least = this.plan(leg)?.prove({ earliest: this.at.begins + leaves })?.least ?? 0;
    if (this.planned.get(keyOf(from, to, leaves)) === Infinity)
      this.bounds.learn(from, to, { leaves: -Infinity, ends: Infinity });
    else this.bounds.learn(from, to, { leaves, ends: leaves + least });
  }

  /** Null where it can't be sailed; or where time is up: then nothing is known of it. */
  private plan({ from, to, leaves }: Left): Provable | null {
    const { legs } = this;
    const key = keyOf(from, to, leaves);
    try {
      const planned = unlessOver(legs.isOver, () => legs.plan(from, to, 'traveltime', leaves));
      if (planned) this.planned.set(key, leaves + planned.route.track.timeDays.at(-1)!);
      return planned;
    } catch (error) {
      if (!(error instanceof StopInaccessible)) throw error;
      this.planned.set(key, Infinity);
      return null;
    }
  }
}

interface Left {
  readonly from: number;
  readonly to: number;
  readonly leaves: number;
}

/** By leg and when it is left: when it ends. */
type Ends = (from: number, to: number, leaves: number) => number;

const keyOf = (from: number, to: number, leaves: number): string => `${from},${to},${leaves}`;
