/**
 * Which stops are worth most that can be called at when they are open, with so much fuel: chosen and bounded as fuel-and-windows.ts says. What is
 * chosen so is sailed in fact, and where that can't be done another set of stops is chosen.
 */
import { Impossible } from '../../request/impossible.ts';
import type { CostSea } from '../../speed/in-time/sea-curves.ts';
import type { VoyageOptions } from '../kept.ts';
import {
  byTime,
  type FastAndThrifty,
  mostWorth,
  problemOf,
  withFuel,
  worthiestOf,
} from '../order/fuel-and-windows.ts';
import { estimateLegs } from '../order/leg-estimates.ts';
import { evaluate, type OrderProblem } from '../order/problem.ts';
import { randomFrom } from '../order/random.ts';
import { searchSets } from '../order/search-sets.ts';
import { worthAtMost, worthOf } from '../order/stop-sets.ts';
import { unlessOver } from '../out-of-time.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import { leftOutOf } from '../stops/left-out.ts';
import type { LeftOut, VoyageWorth } from '../voyage-route.ts';
import type { Beginning } from './beginning.ts';
import { everAfter, leastOfLegs } from './least-legs.ts';
import { needed } from './worthiest-in-time.ts';

/** Sets of stops that are sailed in fact, at most. */
const MOST_TRIES = 12;
/** Searches without a better voyage after which one ends, by stop, where there are too many sets to look at all. */
const FRUITLESS = 5;
/** By this part less is tried where windows were missed, or fuel lacked that did not by estimates. */
const CLOSE = 0.01;

/** What tells sets of stops apart. */
const keyOf = (stops: readonly number[]): string => stops.toSorted((a, b) => a - b).join();

export interface ChosenWithFuel {
  readonly order: readonly number[];
  readonly worth: VoyageWorth;
}

export interface Choosing extends Pick<VoyageOptions, 'timeBudgetMs' | 'now'> {
  /** The sea in which a metre costs the least of all speeds. */
  readonly costs: CostSea;
  readonly certificate: boolean;
  readonly idleRate: number;
  /** Whether time is up. */
  readonly isOver: () => boolean;
  /** What a voyage consumes in fact at the speeds that consume least. @throws Impossible where windows are missed */
  readonly consumptionOf: (order: readonly number[]) => number;
}

/** What must be done is chosen also where it can't be done. @throws Impossible where it misses its windows */
export function worthiestInWindows(
  at: Beginning,
  itinerary: Itinerary,
  tonnes: number,
  options: Choosing,
): ChosenWithFuel {
  const legs = legsOf(at, itinerary, options);
  const [estimated, bounded] = [legs.estimated, legs.least].map((each) =>
    problemOf(itinerary, each, options.idleRate),
  ) as [OrderProblem, OrderProblem];
  const order = new WindowSearch(estimated, bounded, options).find(tonnes);
  const value = worthOf(itinerary.stops, order);
  const bound = options.certificate ? mostWorth(bounded, tonnes, value, options.isOver) : null;
  return { order, worth: { value, bound, leftOut: whatLacks(itinerary, estimated, order, tonnes) } };
}

/** What is left out, for fuel; where there is enough of that, for time. */
function whatLacks(
  itinerary: Itinerary,
  problem: OrderProblem,
  order: readonly number[],
  tonnes: number,
): readonly LeftOut[] {
  const ofFuel = leftOutOf(itinerary, problem, order, (needsTonnes) => ({ needsTonnes, reason: 'fuel' }));
  if (itinerary.limitDays === Infinity) return ofFuel;
  const ofTime = leftOutOf(itinerary, byTime(problem), order);
  const spare = tonnes - evaluate(problem, order).cost;
  return ofFuel.map((one, k) => ((one.needsTonnes ?? Infinity) > spare ? one : ofTime[k]!));
}

/** What legs take, and consume: estimated, and at least. */
function legsOf(
  at: Beginning,
  itinerary: Itinerary,
  { costs, isOver }: Choosing,
): Record<'estimated' | 'least', FastAndThrifty> {
  const daysIn = (own: Beginning) =>
    estimateLegs(everAfter(own, itinerary), itinerary, 'traveltime').ways[0]!.days;
  const thrifty = { sea: costs.sea, begins: at.begins };
  const [days, ofPrice] = [daysIn(at), daysIn(thrifty)];
  const inTonnes = (all: Float64Array) => all.map((each) => costs.price * each);
  const leastIn = (own: Beginning, known: Float64Array) =>
    leastOfLegs(own, itinerary, 'days', { costs: () => known, until: Infinity, isOver });
  return {
    estimated: { days, tonnes: inTonnes(ofPrice) },
    least: { days: leastIn(at, days), tonnes: inTonnes(leastIn(thrifty, ofPrice)) },
  };
}

class WindowSearch {
  private readonly estimated: OrderProblem;
  private readonly bounded: OrderProblem;
  private readonly options: Choosing;
  /** Sets of stops that can't be done in fact. */
  private readonly failed = new Set<string>();

  constructor(estimated: OrderProblem, bounded: OrderProblem, options: Choosing) {
    this.estimated = estimated;
    this.bounded = bounded;
    this.options = options;
  }

  /**
   * First what is worth most by the estimates; where it consumes more in fact, what is worth most with as much less; then what else is worth
   * more than what was found, by the estimates and by the bounds.
   */
  find(tonnes: number): readonly number[] {
    const { estimated, bounded } = this;
    let best: readonly number[] | null = null;
    let limit = tonnes;
    for (let tries = MOST_TRIES; tries > 0; tries--) {
      const order: readonly number[] | null =
        this.choose(estimated, limit, best) ??
        this.choose(estimated, tonnes, best) ??
        this.choose(bounded, tonnes, best);
      if (!order) break;
      const consume = () => this.consumptionOf(order);
      const consumed: number | null = best ? unlessOver(this.options.isOver, consume) : consume();
      if (consumed === null) break;
      if (consumed <= tonnes) best = order;
      else {
        this.failed.add(this.keyOf(order));
        const own = evaluate(estimated, order).cost;
        limit = Math.min(limit, own * Math.min(tonnes / consumed, 1 - CLOSE));
      }
    }
    return best ?? this.required();
  }

  /** What is worth most, and more than a known one; null where nothing is. */
  private choose(
    unlimited: OrderProblem,
    tonnes: number,
    known: readonly number[] | null,
  ): readonly number[] | null {
    const { failed } = this;
    const { isOver } = this.options;
    const problem = withFuel(unlimited, tonnes);
    const { stops } = problem;
    const least = known ? worthOf(stops, known) : -1;
    if (stops.sets) {
      const { has } = stops.sets;
      const all = [...stops.visits.keys()];
      const keyOfSet = (set: number) => keyOf(all.filter((stop) => has[set * all.length + stop]));
      const value = stops.sets.value.map((each, set) =>
        each > least && !failed.has(keyOfSet(set)) ? each : -1,
      );
      return worthiestOf(problem, { ...stops.sets, value }, isOver)?.order ?? null;
    }
    const order = searchSets(problem, { random: randomFrom(1), isOver, fruitless: FRUITLESS }, known ?? []);
    const { late, short } = evaluate(problem, order);
    const isNew = !failed.has(this.keyOf(order)) && worthOf(stops, order) > least;
    return late === 0 && short === 0 && isNew ? order : null;
  }

  private keyOf(order: readonly number[]): string {
    return keyOf(order.map((point) => this.estimated.stops.of[point]!));
  }

  /** In fact; infinite where windows are missed. */
  private consumptionOf(order: readonly number[]): number {
    try {
      return this.options.consumptionOf(order);
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      return Infinity;
    }
  }

  /** What must be done alone. */
  private required(): readonly number[] {
    const { stops } = this.estimated;
    const { isOver, consumptionOf } = this.options;
    const sets = stops.sets && worthAtMost(stops.sets, 0);
    const order = (sets && worthiestOf(this.estimated, sets, isOver)?.order) ?? needed(stops);
    // where that can't be done it is refused as a voyage of its own
    consumptionOf(order);
    return order;
  }
}
