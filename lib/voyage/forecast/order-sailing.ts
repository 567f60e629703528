/** How the stops of a voyage through a forecast are sailed in an order: leg by leg, each planned for the time at which it is left. */
import type { Objective } from '../../engine/cost/cost.ts';
import { daysWaited, type Provable, type SailedTrack } from '../../engine/plan-dated.ts';
import { legPairs } from '../order/choose-order.ts';
import { evaluate, hasWindows, sizeOf } from '../order/problem.ts';
import { unlessOver } from '../out-of-time.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import { callsOf, missedWindows } from '../stops/sail-stops.ts';
import type { Beginning } from './beginning.ts';
import { isBetter, needsPinches } from './best-order.ts';
import { chooseWaits } from './choose-waits.ts';
import { DatedEstimates } from './dated-estimates.ts';
import { type DatedLegOptions, DatedLegs } from './dated-legs.ts';
import { itineraryAlong } from './itinerary-in-time.ts';
import type { DatedSailed } from './join-dated.ts';
import type { ProvableVoyage } from './prove-stops.ts';

/** Times that fast and thrifty legs are mixed anew because they cost other than when they were left at another time. */
const MOST_MIXES = 4;

export interface SailingOptions extends DatedLegOptions {
  /** How long the voyage may wait in all to consume less, days. */
  readonly mostWait: number;
  /** All by default; the fastest is always among them. */
  readonly objectives?: readonly Objective[];
}

/** The stops that a voyage calls at, in their order. */
export const orderOf = ({ points }: DatedSailed): readonly number[] => points.slice(1, -1);

/** Told to be the best of those that were found until time was up. */
export const bestFound = (voyage: ProvableVoyage): ProvableVoyage => ({
  ...voyage,
  routes: voyage.routes.map((route) => ({ ...route, complete: false })),
});

export class OrderSailing {
  readonly legs: DatedLegs;
  private readonly at: Beginning;
  private readonly itinerary: Itinerary;
  private readonly options: SailingOptions;

  constructor(at: Beginning, itinerary: Itinerary, options: SailingOptions) {
    this.at = at;
    this.itinerary = itinerary;
    this.options = options;
    this.legs = new DatedLegs(at, itinerary, options);
  }

  /** By which a voyage is planned besides its time; null where it is not, or nothing is consumed. */
  get consumption(): Objective | null {
    const { consumption } = this.at.sea.mesh;
    const { objectives } = this.options;
    return consumption && (objectives?.includes(consumption) ?? true) ? consumption : null;
  }

  /** The fastest voyage. */
  fast(order: readonly number[]): ProvableVoyage {
    return this.sail(order, 'traveltime', () => 'traveltime');
  }

  /**
   * The legs one after the other.
   *
   * @param waitOf how long each leg may wait besides what those before it left, to consume less; by default the first as long as the voyage may
   */
  private sail(
    order: readonly number[],
    objective: Objective,
    byOf: (leg: number) => Objective,
    waitOf: (leg: number) => number = (leg) => (leg === 0 ? this.options.mostWait : 0),
  ): ProvableVoyage {
    const { at } = this;
    const { idleRate } = this.options;
    const points = [0, ...order, this.itinerary.count + 1];
    const provable: Provable[] = [];
    const along = () => {
      const days = provable.map(({ route }) => route.track.timeDays.at(-1)!);
      return itineraryAlong(at, this.itinerary, points.slice(0, days.length + 1), days, idleRate);
    };
    const tracks: SailedTrack[] = [];
    let left = 0;
    for (const [k, [from, to]] of legPairs(this.itinerary, order).entries()) {
      const { leaves } = callsOf({ itinerary: along(), points: points.slice(0, k + 1) }, tracks)[k]!;
      const by = byOf(k);
      left = Math.max(0, left + waitOf(k));
      const leg = this.legs.plan(from, to, by, leaves, by === 'traveltime' ? 0 : left);
      left -= daysWaited(leg.route.track.waits);
      provable.push(leg);
      tracks.push(leg.route.track);
    }
    const routes = provable.map(({ route }) => route);
    this.legs.isFound = true;
    return { points, routes, provable, itinerary: along(), objective, idleRate };
  }

  /** Each leg as it consumes least, whatever windows it misses; only where that is known. Null where time ran out before a way was found. */
  thrifty(order: readonly number[]): ProvableVoyage | null {
    const objective = this.consumption!;
    return unlessOver(this.legs.isOver, () => this.sail(order, objective, () => objective));
  }

  /** How long a voyage that counts may wait in all, days: as long as it may to consume less, or as one has to that is known. */
  mostWait({ routes }: DatedSailed): number {
    return Math.max(
      this.options.mostWait,
      routes.reduce((sum, { track }) => sum + daysWaited(track.waits), 0),
    );
  }

  /**
   * Of the voyages in an order, those that meet their windows first, the one that consumes least; null where that is not known. Where time
   * ran out, it is the best of those that were found.
   */
  thriftiest(order: readonly number[]): ProvableVoyage | null {
    const { consumption, legs } = this;
    if (!consumption) return null;
    const slow = this.thrifty(order);
    const fastest = { ...this.fast(order), objective: consumption };
    const others =
      slow &&
      unlessOver(legs.isOver, () => [...this.waiting(order, consumption), this.mixed(slow, fastest) ?? slow]);
    const all = [...(slow ? [slow] : []), ...(others ?? []), fastest];
    const best = all.reduce((best, one) => (isBetter(one, best) ? one : best));
    return others ? best : bestFound(best);
  }

  /** Where it may wait to consume less: one that does not, and one that waits before the legs for which it is estimated to be best. */
  private waiting(order: readonly number[], objective: Objective): ProvableVoyage[] {
    const { at, itinerary, options } = this;
    const { mostWait, idleRate } = options;
    if (mostWait === 0) return [];
    const by = { by: objective, objective, pinches: needsPinches(at, itinerary) };
    const estimates = new DatedEstimates(at, itinerary, by);
    const legOf = (from: number, to: number, leaves: number) => estimates.leg(from, to, leaves, idleRate);
    const waits = chooseWaits(at, itinerary, order, legOf, mostWait, idleRate);
    const sail = (waitOf: (leg: number) => number) => this.sail(order, objective, () => objective, waitOf);
    return [sail(() => 0), ...(waits ? [sail((leg) => waits[leg]!)] : [])];
  }

  /** Where legs that consume least would miss windows: some of them the fastest instead. Null where that does not come out. */
  private mixed(slow: ProvableVoyage, fast: ProvableVoyage): ProvableVoyage | null {
    const { itinerary, options } = this;
    const order = orderOf(fast);
    if (!hasWindows(itinerary) || missedWindows(slow).length === 0) return null;
    const { objective, points } = slow;
    const size = sizeOf(itinerary);
    const column = () => new Float64Array(size * size);
    const ways = [0, 1].map(() => ({ days: column(), cost: column() }));
    const learn = ({ routes }: ProvableVoyage, wayOf: (leg: number) => number) => {
      for (const [k, { track }] of routes.entries()) {
        const leg = points[k]! * size + points[k + 1]!;
        ways[wayOf(k)]!.days[leg] = track.timeDays.at(-1)!;
        ways[wayOf(k)]!.cost[leg] = track.consumption!.at(-1)!;
      }
    };
    learn(slow, () => 0);
    learn(fast, () => 1);
    const problem = {
      ...itinerary,
      ways,
      idle: options.idleRate,
      work: new Float64Array(size),
      leastValue: 0,
    };
    for (let k = 0; k < MOST_MIXES && !this.legs.isOver(); k++) {
      const { ways: taken } = evaluate(problem, order);
      const sailed = this.sail(order, objective, (leg) => (taken[leg] === 0 ? objective : 'traveltime'));
      if (missedWindows(sailed).length === 0) return sailed;
      learn(sailed, (leg) => taken[leg]!);
    }
    return null;
  }
}
