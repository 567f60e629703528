/**
 * The voyages of one departure at every time: paths through a sea that changes and speeds on them that consume least, and the proof of how
 * little could be consumed. As on one mesh (voyages.ts) a search knows some paths, and looks for one more where a day costs what
 * it is worth to the best of them: here by slice.
 */
import type { Optimality } from '../../engine/certificate/certificate.ts';
import { type DatedOptions, type DatedRoute, planProvable } from '../../engine/plan-dated.ts';
import type { Prices } from '../../engine/sea/priced-sea.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { partBetween } from '../find-price.ts';
import { goesOnAt } from './call.ts';
import { eachOnce } from './each-once.ts';
import { KnownPath, type LegEnds } from './known-path.ts';
import { optimalityOf, type ProofOptions, ProofsInTime } from './proofs-in-time.ts';
import type { SeaCurves } from './sea-curves.ts';
import type { Settled } from './settle.ts';
import { underWayFrom } from './track-in-time.ts';

/** Paths are looked for so often for one time, and while one more saves this fraction. */
const MOST_SEARCHES = 3;
const WORTHWHILE = 1e-4;
/** Where what is found is late, a day is dearer by what one consumes in the next search, and by so many times as much in the one after. */
const DEARER = 4;
/** A path that is looked for meets slices that begin in so many times the days of the one that is known. */
const LONGEST = 1.5;
/** What a day is worth is found to this, per day. */
const SAME_WORTH = 1e-6;
/** Steps by which the time is found that so much consumption suffices for, to these fractions; rounds in which paths are looked for then. */
const STEPS = 24;
const SAME_DAYS = 1e-6;
const SAME_CONSUMPTION = 1e-6;
const MOST_ROUNDS = 3;
/** A voyage within a time. */
export interface VoyageInTime {
  readonly routes: readonly DatedRoute[];
  /** Calls included. */
  readonly days: number;
  readonly consumption: number;
  readonly optimality: Optimality | null;
}

interface Best {
  readonly known: KnownPath;
  readonly settled: Settled;
}

/** The paths of a voyage that are known, whatever speeds are chosen on them: those of its plan with proofs are those of the one without. */
export class KnownPaths {
  readonly all: KnownPath[] = [];
  /** By the times for which paths were looked for: the best that was found. */
  readonly lookedFor = new Map<string, Path>();
  /** Whether time ran out while paths were looked for. */
  isCutShort = false;
  /** Paths in another sea, which were not yet followed in this one. */
  private others: Path[] = [];

  /** Those that are paths in another sea, too. */
  those(are: (path: Path) => boolean): KnownPaths {
    const known = new KnownPaths();
    const all = [...this.others, ...this.all.map(({ routes }) => routes)];
    known.others = [...new Set(all)].filter(are);
    for (const [time, best] of this.lookedFor)
      if (known.others.some((path) => isSame(path, best))) known.lookedFor.set(time, best);
    return known;
  }

  takeOthers(): readonly Path[] {
    const taken = this.others;
    this.others = [];
    return taken;
  }
}

/** The routes of the legs. */
type Path = readonly DatedRoute[];

/** By their lines: in another sea they have other cells. */
const isSame = (one: Path, other: Path): boolean =>
  one.every(({ track, sailing }, k) => {
    const { track: line, sailing: points } = other[k]!;
    return track.coordinates === line.coordinates && sailing.coordinates === points.coordinates;
  });

export type VoyagesOptions = Omit<DatedOptions, 'timeBudgetMs'> &
  ProofOptions & {
    /** What a day of waiting consumes. */
    readonly idleRate: number;
    /** Infinity where time does not matter. */
    readonly msLeft: () => number;
    readonly paths?: KnownPaths;
  };

export class VoyagesInTime {
  private readonly curves: SeaCurves;
  private readonly legs: readonly LegEnds[];
  private readonly options: VoyagesOptions;
  private readonly paths: KnownPaths;
  private readonly proofs: ProofsInTime;
  /** Of the fastest known path, calls included. */
  private readonly shortestDays: number;

  /** @param known routes of the legs at full speed, the fastest first */
  constructor(curves: SeaCurves, legs: readonly LegEnds[], known: readonly Path[], options: VoyagesOptions) {
    const passesGaps = known.flat().some(({ pinches }) => pinches.length > 0);
    this.curves = passesGaps ? curves.inSea({ ...curves.sea, passesGaps }) : curves;
    this.legs = legs;
    this.options = options;
    this.paths = options.paths ?? new KnownPaths();
    this.proofs = new ProofsInTime(this.curves, legs, options);
    for (const routes of [...known, ...this.paths.takeOthers()]) this.add(routes);
    const done = legs.reduce(
      (now, { call }, k) => goesOnAt(call, now + known[0]![k]!.track.timeDays.at(-1)!),
      options.leaves,
    );
    this.shortestDays = done - options.leaves;
  }

  /** Whether time ran out while paths were looked for. */
  get isCutShort(): boolean {
    return this.paths.isCutShort;
  }

  /** What the voyage consumes that consumes least in at most so many days; Infinity where each takes longer. */
  consumptionWithin(days: number, isOneOfMany = false): number {
    const best = isOneOfMany ? this.bestKnown(days) : this.explored(days);
    return best?.settled.consumed ?? Infinity;
  }

  /** False where none of the known routes is a path that can be sailed at other speeds. */
  get hasPaths(): boolean {
    return this.bestKnown(Infinity) !== null;
  }

  /**
   * What the voyage consumes that consumes least in at most so many days, Infinity where each takes longer; other paths are looked for until
   * it is enough.
   */
  leastConsumption(enough: number, days: number): number {
    const known = this.bestKnown(days);
    let least = known?.settled.consumed ?? Infinity;
    if (!known || least <= enough) return least;
    for (const { settled } of this.improved(known, days, 0)) {
      least = settled.consumed;
      if (least <= enough) break;
    }
    return least;
  }

  /** The voyage that consumes least at all. */
  leisurely(): VoyageInTime | null {
    const best = this.explored(Infinity);
    return best && this.voyageOf(this.settledLast(best, Infinity));
  }

  /**
   * The voyage that consumes least in at most so many days; null where each takes longer.
   *
   * @param isOneOfMany whether paths that were looked for at other times will do
   * @param isProved whether what it consumes is to be proved
   */
  within(days: number, isOneOfMany = false, isProved = true): VoyageInTime | null {
    const found = isOneOfMany ? this.bestKnown(days) : this.explored(days);
    if (!found) return null;
    const best = this.settledLast(found, days);
    if (isProved && this.options.certificate && !this.options.isOver()) this.proofs.prove(best, days);
    return this.voyageOf(best, days);
  }

  /** The voyage that costs least where a day costs as much as so much of what is consumed; its proof is of that cost. */
  cheapestAt(perDay: number): VoyageInTime | null {
    const { certificate, isOver } = this.options;
    const found = this.explored(Infinity, perDay);
    if (!found) return null;
    const best = this.settledLast(found, Infinity, perDay);
    const voyage = this.voyageOf(best);
    const cost = this.costOf(best, perDay);
    // a voyage that takes longer costs more by its days alone
    const most = cost / perDay;
    if (!certificate || isOver()) return voyage;
    this.proofs.prove(best, most, perDay);
    return { ...voyage, optimality: optimalityOf(cost, this.proofs.leastBy(most, perDay)) };
  }

  /** The voyage that takes the fewest days of those that consume at most so much: its proof is of the days; null where each consumes more. */
  fastestWith(consumption: number): VoyageInTime | null {
    const { certificate, isOver, fewestDays } = this.options;
    const days = this.fewestDaysWith(consumption);
    if (days === null) return null;
    const best = this.settledLast(this.bestKnown(days)!, days);
    // the fastest path is proved by its days
    if (certificate && days > this.shortestDays && !isOver()) this.proofs.prove(best, days);
    const voyage = this.voyageOf(best);
    const { least, endedBy } = this.proofs.shortestWith(consumption, days);
    return {
      ...voyage,
      optimality: optimalityOf(voyage.days, { least: Math.max(fewestDays, least), endedBy }),
    };
  }

  private fewestDaysWith(consumption: number): number | null {
    const fastest = this.bestKnown(this.shortestDays);
    if (fastest && fastest.settled.consumed <= consumption) return this.shortestDays;
    let slowest = this.explored(Infinity);
    if (slowest && slowest.settled.consumed > consumption) slowest = this.settledLast(slowest, Infinity);
    if (!slowest || slowest.settled.consumed > consumption) return null;
    let high = slowest.settled.arrives - this.options.leaves;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      high = this.daysWith(consumption, high);
      const known = this.paths.all.length;
      this.explored(high);
      const isBetter = this.bestKnown(high)!.settled.consumed < consumption * (1 - WORTHWHILE);
      if (this.paths.all.length === known || !isBetter) break;
    }
    return high;
  }

  /** The fewest days, nearly, in which a known path consumes no more. @param high in which one does */
  private daysWith(consumption: number, most: number): number {
    const over = (days: number) => (this.bestKnown(days)?.settled.consumed ?? Infinity) - consumption;
    let [low, high] = [this.shortestDays, most];
    let [above, below] = [over(low), over(high)];
    if (above <= 0) return low;
    for (let step = 0; step < STEPS && high - low > SAME_DAYS * high; step++) {
      const days = low + partBetween(step, above, below) * (high - low);
      const found = over(days);
      if (found > 0) [low, above] = [days, found];
      else [high, below] = [days, found];
      if (below > -SAME_CONSUMPTION * consumption) break;
    }
    return high;
  }

  /** The best of the known paths, and of others that are looked for. @param worth of an earlier day of arrival */
  private explored(days: number, worth = 0): Best | null {
    let best = this.bestKnown(days, worth);
    const aim = `${days} ${worth}`;
    const { lookedFor } = this.paths;
    if (!best || lookedFor.has(aim)) return best;
    // what hurries with no limit of time does so for a cell that closes: there may be a way for who has time
    const prices = best.known.pricesOf(best.settled);
    if (days === Infinity && prices.some((own) => own.at(-1)! > worth + SAME_WORTH) && !this.endsNow()) {
      const unhurried = prices.map((own) => own.map(() => worth));
      this.search(unhurried, this.longest(best.settled, days));
      best = this.bestKnown(days, worth)!;
    }
    best = this.improvedBest(best, days, worth);
    // a day may be dearer to the fastest path than to the best, and lead to others
    const fastest = this.paths.all[0]!;
    const settled = fastest === best.known ? null : fastest.settled(days, worth);
    if (settled && !this.endsNow()) {
      this.search(fastest.pricesOf(settled), this.longest(settled, days));
      const other = this.betterOf(best, this.paths.all, days, worth)!;
      if (other !== best) best = this.improvedBest(other, days, worth);
    }
    lookedFor.set(aim, best.known.routes);
    return best;
  }

  private improvedBest(best: Best, days: number, worth: number): Best {
    let found = best;
    for (const next of this.improved(best, days, worth)) found = next;
    return found;
  }

  /** Days that a path may take which is looked for beside one that is known. */
  private longest({ arrives }: Settled, days: number): number {
    return Math.min(days, LONGEST * (arrives - this.options.leaves));
  }

  /**
   * The best after each search for another path. Where the one that is found can't be in time, however fast it is sailed, the next search is for
   * who leaves at once, and in a sea where a day is dearer: else it hides another that is in time.
   */
  private *improved(best: Best, days: number, worth: number): Generator<Best> {
    const { leaves, mostWait = 0 } = this.options;
    let isMean = false;
    let late = 0;
    for (let search = 0; search < MOST_SEARCHES; search++) {
      const prices = best.known.pricesOf(best.settled);
      const bestDays = best.settled.arrives - leaves;
      const dearer = (late * best.settled.consumed) / bestDays;
      const raised = (own: Prices) => own.map((price) => Math.max(0, price) + dearer);
      const tried = late > 0 ? eachOnce(prices, raised) : isMean ? eachOnce(prices, meanOf) : prices;
      const most = this.longest(best.settled, days);
      const known = this.paths.all.length;
      if (this.endsNow() || !this.search(tried, most, late > 0 ? 0 : mostWait)) break;
      const added = this.paths.all.slice(known);
      const next = this.betterOf(best, added, days, worth)!;
      const isBetter = this.costOf(next, worth) < this.costOf(best, worth) * (1 - WORTHWHILE);
      best = next;
      yield best;
      const [found] = added;
      if (!isBetter && found && !found.settled(days, worth)) {
        late = late > 0 ? DEARER * late : 1;
        continue;
      }
      // by the mean of its prices a path is looked for that is good elsewhere too
      if (!isBetter && isMean) break;
      isMean = !isBetter;
      late = 0;
    }
  }

  private bestKnown(days: number, worth = 0): Best | null {
    return this.betterOf(null, this.paths.all, days, worth);
  }

  /** The best of one that is known and other paths. */
  private betterOf(best: Best | null, paths: readonly KnownPath[], days: number, worth: number): Best | null {
    for (const known of paths) {
      const settled = known.settled(days, worth);
      const found = settled && { known, settled };
      if (found && !(best && this.costOf(best, worth) <= this.costOf(found, worth))) best = found;
    }
    return best;
  }

  /** At speeds that are found by labels, where these are better, and there is time. */
  private settledLast({ known, settled }: Best, days: number, worth = 0): Best {
    return this.options.isOver()
      ? { known, settled }
      : { known, settled: known.settledByLabels(days, worth) ?? settled };
  }

  private costOf({ settled }: Best, worth: number): number {
    return settled.consumed + worth * (settled.arrives - this.options.leaves);
  }

  private voyageOf({ known, settled }: Best, days?: number): VoyageInTime {
    const { leaves } = this.options;
    const consumption = settled.consumed;
    return {
      routes: known.routesOf(settled),
      days: settled.arrives - leaves,
      consumption,
      optimality: days === undefined ? null : optimalityOf(consumption, this.proofs.leastBy(days)),
    };
  }

  /** One more path, the cheapest where a day of each leg has such prices; false where none is found. */
  private search(prices: readonly Prices[], days: number, mostWait = this.options.mostWait ?? 0): boolean {
    const { leaves, idleRate } = this.options;
    const seas = eachOnce(prices, (own) => this.curves.sailedAt(own, leaves + days));
    const objectives = [this.curves.sea.mesh.consumption!];
    const routes: DatedRoute[] = [];
    let now = leaves;
    try {
      for (const [k, { from, to, call }] of this.legs.entries()) {
        const how = {
          ...this.options,
          idleRate: Math.max(0, idleRate + prices[k]!.at(-1)!),
          objectives,
          certificate: false,
          leaves: now,
          mostWait,
          timeBudgetMs: this.options.msLeft(),
        };
        const { route } = planProvable(seas[k]!, from, to, how).routes[0]!;
        if (!route.complete) this.paths.isCutShort = true;
        routes.push(route);
        now = goesOnAt(call, now + route.track.timeDays.at(-1)!);
      }
    } catch (error) {
      if (error instanceof RouteInaccessible) return false;
      throw error;
    }
    this.add(routes);
    return true;
  }

  private add(routes: Path): void {
    const { all } = this.paths;
    if (all.some((path) => isSame(path.routes, routes))) return;
    const { leaves } = this.options;
    const own: KnownPath[] = [];
    // who may wait at the start may leave at once as well, and be slower
    for (const begins of new Set([underWayFrom(routes[0]!.track, leaves), leaves])) {
      // of two cells along an edge the one that is faster may consume more
      for (const aim of ['days', 'consumed'] as const) {
        const known = KnownPath.of(this.curves, this.legs, routes, this.options, begins, aim);
        if (known && !own.some((path) => path.isIn(known))) own.push(known);
      }
    }
    all.push(...own);
  }

  private endsNow(): boolean {
    const isOver = this.options.isOver();
    this.paths.isCutShort ||= isOver;
    return isOver;
  }
}

/** One price for all days. */
function meanOf(prices: Prices): Prices {
  const mean = prices.reduce((sum, price) => sum + Math.max(0, price), 0) / prices.length;
  return prices.map(() => mean);
}
