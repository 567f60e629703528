/**
 * The voyages of one request at every time: paths and speeds that burn least, and the proof of how little could be burnt.
 *
 * With the price λ of an hour, a path costs its fuel and λ times its time. The least cost L(λ) of all paths is the engine's problem on
 * the mesh of that price. No voyage of the time T burns less than L(λ) − λT, whatever λ is, and the best λ is where the time of
 * the cheapest path is T. A search knows some paths, and takes the λ that is best for them; the engine then finds the cheapest path at
 * that λ, which is one more, until it is none that matters (Kelley 1960, cutting planes).
 */
import type { Optimality } from '../engine/certificate/certificate.ts';
import { type Costs, costsFor } from '../engine/cost/cost.ts';
import type { Track } from '../engine/path/track.ts';
import type { PlanOptions } from '../engine/plan-route.ts';
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import { joinedLegs } from './cut-at-places.ts';
import { findPrice } from './find-price.ts';
import { type MultiplierMesh, multiplierMesh } from './multiplier-mesh.ts';
import { NearEnough } from './near-enough.ts';
import type { Legs, Passage } from './passage.ts';
import { PathSpeeds, type Totals } from './path-speeds.ts';
import { Proofs } from './proofs.ts';
import { provePath } from './prove-path.ts';
import type { SpeedCurves } from './speed-curves.ts';

/** Another price is tried while that may show that the best voyage consumes less, or prove more, by this fraction. */
const WORTHWHILE = 1e-4;
/** Prices at which paths are looked for, for one time at most. */
const MOST_SEARCHES = 6;
/** A price is found to this fraction, or to that of the time that it leads to. */
const PRICE_ERROR = 1e-3;
const PRICE_TIME_ERROR = 1e-4;
/**
 * At the shortest time the best price is so high that the fraction of the cost that no certificate closes is a large part of the fuel:
 * the price for this multiple of it proves more.
 */
const NEARLY_SHORTEST = 1.001;
/** Times for which voyages are looked for, for one consumption. */
const MOST_ROUNDS = 4;
/** By which such times differ, at least, as a fraction, and the halvings by which one is found. */
const SAME_DAYS = 1e-4;
const HALVINGS = 24;
/** Times are equal within this fraction. */
const SAME_TIME = 1e-9;
/** More than the error of a rough cost. */
const ROUGH_ERROR = 1e-4;
/** A path that consumes less than another by a smaller fraction is no better. */
const SAME_FUEL = 1e-5;
/** A duality gap from here on is told, per cent. */
export const TOLD_DUALITY = 0.01;
/** A known path is good enough for one of many voyages if no other costs less by this, per cent. */
const GOOD_ENOUGH_PERCENT = 0.25;

/** A path and its speeds. */
export interface Voyage {
  readonly path: KnownPath;
  readonly track: Track;
  /** No voyage of at most this time consumes less by more than this; null where that was not proved. */
  readonly optimality: Optimality | null;
  /** How much of this no price can prove, because the best path changes near this time. */
  readonly dualityPercent: number;
}

interface KnownPath {
  readonly speeds: PathSpeeds;
  readonly legs: Legs;
  /** By which it was found: where a leg may be in one of two cells, they decide. */
  readonly costs: Costs;
}

export class Voyages {
  /** Of the fastest path, days. */
  readonly shortestDays: number;
  readonly curves: SpeedCurves;
  private readonly passage: Passage;
  private readonly options: PlanOptions;
  /** As much water and more, as many speeds and more, in fewer cells: what is proved there holds here too. */
  private readonly wider: SpeedCurves | null;
  private readonly deadline: number;
  /** Null for voyages of several legs: any cell may be near one of them. */
  private readonly nearEnough: NearEnough | null;
  private readonly cellOfRow = new Map<number, number>();
  private readonly paths: KnownPath[];
  /** Prices at which the cheapest path was looked for. */
  private readonly searched: number[] = [];
  private readonly proofs = new Proofs();
  private endedByTime = false;

  /**
   * @param known voyages at the greatest speeds, the fastest first: their paths are the first that are known
   * @param wider where voyages are proved instead of on their own mesh
   */
  constructor(
    curves: SpeedCurves,
    known: readonly Legs[],
    passage: Passage,
    options: PlanOptions,
    wider: SpeedCurves | null = null,
  ) {
    this.curves = curves;
    this.wider = wider;
    this.passage = passage;
    this.options = options;
    const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
    this.deadline = timeBudgetMs === Infinity ? Infinity : now() + timeBudgetMs;
    const fastest = known[0]!.routes;
    this.nearEnough = fastest.length === 1 ? new NearEnough(curves, fastest[0]!.track) : null;
    const { row, openCount } = curves.mesh;
    for (let cell = openCount - 1; cell >= 0; cell--) this.cellOfRow.set(row[cell]!, cell);
    this.paths = known.map((legs) => ({
      legs,
      speeds: this.speedsOn(legs),
      costs: costsFor(curves.mesh, legs.routes[0]!.objective),
    }));
    this.shortestDays = fastest.reduce((sum, { track }) => sum + track.timeDays.at(-1)!, 0);
  }

  /** Whether a time is the shortest or hardly longer. */
  isNearlyShortest(days: number): boolean {
    return days <= NEARLY_SHORTEST * this.shortestDays;
  }

  /** Whether time ran out while paths were looked for: others may be better than those that are known. */
  get isCutShort(): boolean {
    return this.endedByTime;
  }

  /** The days of the voyage that consumes least at all. */
  leisurelyDays(): number {
    if (!this.searched.includes(0) && !this.endsNow()) this.search(0);
    return this.cheapest(0).totals.days;
  }

  /**
   * Looks for paths that are better within so many days than those known, and for a better proof.
   *
   * @param isOneOfMany whether a proof that leaves little will do: paths are looked for without one where those of other prices differ,
   *   and where the order is free only while more than that little is open
   */
  explore(asked: number, isOneOfMany = false): void {
    const days = Math.max(asked, NEARLY_SHORTEST * this.shortestDays);
    const { inOrder } = this.passage;
    for (let count = 0; count < MOST_SEARCHES; count++) {
      const λ = this.bestPrice(days);
      if (isOneOfMany && (inOrder ? this.isGoodEnough(days) : this.hardlyDiffers(λ))) break;
      const open = this.dual(λ, days);
      const known = Math.max(...this.searched.map((price) => this.dual(price, days)));
      if (open - known <= WORTHWHILE * this.cheapest(λ).totals.consumption || this.endsNow()) break;
      this.search(λ, !isOneOfMany || inOrder !== null);
    }
    if (inOrder) this.exploreOrders(days, isOneOfMany ? GOOD_ENOUGH_PERCENT : TOLD_DUALITY);
    else if (isOneOfMany && this.options.certificate && !this.isGoodEnough(days))
      this.prove(this.bestPrice(days));
  }

  /** The voyage that consumes least in at most so many days, not less than the shortest, of all on known paths. */
  bestKnown(days: number): Voyage {
    const allowed = Math.max(days, this.shortestDays * (1 + SAME_TIME));
    const λ = this.bestPrice(days);
    const dual = this.dual(λ, days);
    let best: { path: KnownPath; track: Track } | null = null;
    for (const path of this.byPromise(allowed)) {
      // this path, or those that are left, consume no less, but for the error of a rough cost
      if (best && path.nearly > consumed(best.track) * (1 - SAME_FUEL)) break;
      const track = path.known.speeds.within(allowed);
      if (track && !(best && consumed(best.track) <= consumed(track))) best = { path: path.known, track };
    }
    const { path, track } = best!;
    const fuel = consumed(track);
    const { least, endedBy } = this.proofs.leastWithin(days);
    return {
      path,
      track,
      optimality: least > 0 || fuel === 0 ? { least, gapPercent: gapOf(fuel, least), endedBy } : null,
      dualityPercent: dual > 0 ? Math.max(0, 100 * (fuel / dual - 1)) : 0,
    };
  }

  /**
   * The voyage that costs least where a day costs as much as λ of what is consumed; its proof is of that cost, stays included.
   *
   * @param stays where they do not depend on the order
   */
  cheapestAt(λ: number, stays: Totals): Voyage {
    if (!this.searched.includes(λ)) this.search(λ);
    const { staysIn } = this.passage;
    const costs = this.paths.map((path) => {
      const ofStays = costAt(λ, staysIn?.(path.legs.order) ?? stays);
      return { path, ofStays, nearly: costAt(λ, path.speeds.rough.at(λ)) + ofStays };
    });
    let best: { path: KnownPath; track: Track; cost: number; ofStays: number } | null = null;
    for (const { path, ofStays, nearly } of costs.sort((a, b) => a.nearly - b.nearly)) {
      if (best && nearly > best.cost * (1 + ROUGH_ERROR)) break;
      const track = path.speeds.at(λ);
      const cost = track ? consumed(track) + λ * track.timeDays.at(-1)! + ofStays : Infinity;
      if (track && (!best || cost < best.cost)) best = { path, track, cost, ofStays };
    }
    const { path, track, cost, ofStays } = best!;
    const { least: proved, endedBy } = this.proofs.leastAt(λ);
    const isProved = proved > 0 || cost === ofStays;
    const least = Math.min(cost, proved + (staysIn ? 0 : ofStays));
    return {
      path,
      track,
      optimality: isProved ? { least, gapPercent: gapOf(cost, least), endedBy } : null,
      dualityPercent: 0,
    };
  }

  /** What any voyage consumes, at least nearly. */
  leastConsumption(): number {
    this.leisurelyDays();
    return this.cheapest(0).totals.consumption;
  }

  /** The fastest voyage that consumes at most so much, its proof is of the time; null where all consume more. */
  fastestWith(most: number): Voyage | null {
    const leisurely = this.leisurelyDays();
    for (let [round, before] = [0, Infinity]; round < MOST_ROUNDS && !this.isOver(); round++) {
      const days = this.daysWith(most, leisurely);
      if (Math.abs(days - before) <= SAME_DAYS * days) break;
      this.explore(days);
      before = days;
    }
    let best: { path: KnownPath; track: Track; days: number } | null = null;
    for (const path of this.paths) {
      // a path that is slower at its greatest speeds is slower at any
      if (best && path.speeds.rough.within(best.days) > most * (1 + ROUGH_ERROR)) continue;
      const track = path.speeds.burning(most);
      const days = track?.timeDays.at(-1) ?? Infinity;
      if (track && (!best || days < best.days)) best = { path, track, days };
    }
    if (!best) return null;
    const { path, track, days } = best;
    const { least, endedBy } = this.proofs.shortestWith(most);
    const dual = Math.max(
      0,
      ...this.searched.filter((λ) => λ > 0).map((λ) => (this.cheapest(λ).cost - most) / λ),
    );
    return {
      path,
      track,
      optimality: least > 0 ? { least, gapPercent: gapOf(days, least), endedBy } : null,
      dualityPercent: dual > 0 ? Math.max(0, 100 * (days / dual - 1)) : 0,
    };
  }

  /** The fewest days in which a known path consumes no more, nearly. */
  private daysWith(most: number, leisurely: number): number {
    const burns = (days: number) => Math.min(...this.paths.map(({ speeds }) => speeds.rough.within(days)));
    let [low, high] = [this.shortestDays * (1 + SAME_TIME), Math.max(leisurely, this.shortestDays)];
    if (burns(low) <= most) return low;
    for (let step = 0; step < HALVINGS; step++) {
      const middle = 0.5 * (low + high);
      if (burns(middle) <= most) high = middle;
      else low = middle;
    }
    return high;
  }

  /** The known paths with what each consumes nearly in so many days, the least first. */
  private byPromise(days: number): { known: KnownPath; nearly: number }[] {
    const costs = this.paths.map((known) => ({ known, nearly: known.speeds.rough.within(days) }));
    return costs.sort((a, b) => a.nearly - b.nearly);
  }

  /** Finds the cheapest path at a price. */
  private search(λ: number, withProof = true): void {
    const { mesh, price } = this.meshOf(λ);
    const wider = withProof && this.wider ? multiplierMesh(this.wider, λ, null, price).mesh : null;
    const provedOn = wider && (() => wider);
    const left = () => ({ ...this.left(), ...(!withProof && { certificate: false }), provedOn });
    const found = this.inTime(() => this.passage.fastest(mesh, left, { perDay: λ, price }));
    if (!found) return;
    const { proofs, ...legs } = found;
    if (!legs.routes.every(({ complete }) => complete)) this.endedByTime = true;
    if (withProof) this.proofs.add(λ, price, proofs);
    this.searched.push(λ);
    this.paths.push({ legs, speeds: this.speedsOn(legs), costs: costsFor(mesh, 'traveltime') });
  }

  /** What is found; null where there was no time to find anything. */
  private inTime<T>(find: () => T): T | null {
    try {
      return find();
    } catch (error) {
      if (!(error instanceof RouteInaccessible) || !this.endsNow()) throw error;
      return null;
    }
  }

  /** Proves of the cheapest known path at a price how much less any can cost. */
  private prove(λ: number): void {
    const { mesh, price } = this.wider ? multiplierMesh(this.wider, λ) : this.meshOf(λ);
    const { routes } = this.cheapest(λ).path.legs;
    this.proofs.add(
      λ,
      price,
      routes.map((leg) => provePath(mesh, leg, () => this.isOver())),
    );
  }

  private meshOf(λ: number): MultiplierMesh {
    const isNear = this.nearEnough?.at(λ, this.cheapest(λ).cost * (1 + ROUGH_ERROR)) ?? null;
    return multiplierMesh(this.curves, λ, isNear);
  }

  /** Where the best order changes near a time, no price may lead to the voyage that is best within it: it is looked for in each order. */
  private exploreOrders(days: number, leastDuality: number): void {
    const orders = new Map(this.paths.map(({ legs: { order } }) => [order.join(), order]));
    if (orders.size === 1 || this.bestKnown(days).dualityPercent < leastDuality) return;
    for (const order of orders.values()) {
      if (this.endsNow()) return;
      const { known, passage } = this.passage.inOrder!(order);
      const voyages = new Voyages(this.curves, known, passage, { ...this.left(), certificate: false });
      if (voyages.shortestDays > days) continue;
      voyages.explore(days);
      this.endedByTime ||= voyages.isCutShort;
      this.paths.push(...voyages.paths);
    }
  }

  /** Whether it is proved already that no voyage of so many days consumes much less than a known one. */
  private isGoodEnough(days: number): boolean {
    const { optimality } = this.bestKnown(days);
    return optimality !== null && optimality.gapPercent <= GOOD_ENOUGH_PERCENT;
  }

  /**
   * Whether the cheapest paths at the next lower and the next higher price searched cost nearly the same at both: by a path between them,
   * as by a parabola between its ends, less than a quarter of the difference can be saved at a price between.
   */
  private hardlyDiffers(λ: number): boolean {
    const lower = Math.max(...this.searched.filter((price) => price <= λ));
    const higher = Math.min(...this.searched.filter((price) => price > λ));
    if (!Number.isFinite(higher - lower)) return false;
    const [a, b] = [this.cheapest(lower), this.cheapest(higher)];
    const costs = (path: KnownPath, price: number) => costAt(price, path.speeds.rough.at(price));
    return (
      costs(a.path, higher) <= b.cost * (1 + WORTHWHILE) && costs(b.path, lower) <= a.cost * (1 + WORTHWHILE)
    );
  }

  private left(): PlanOptions {
    const { deadline, options } = this;
    const { now = () => performance.now() } = options;
    return deadline < Infinity ? { ...options, timeBudgetMs: Math.max(0, deadline - now()) } : options;
  }

  /** Whether time is up before something that was still to be looked for. */
  private endsNow(): boolean {
    this.endedByTime ||= this.isOver();
    return this.isOver();
  }

  private isOver(): boolean {
    const { now = () => performance.now() } = this.options;
    return this.deadline < Infinity && now() >= this.deadline;
  }

  /** The known path that costs least at a price, nearly. */
  private cheapest(λ: number): { path: KnownPath; cost: number; totals: Totals } {
    let best = { path: this.paths[0]!, cost: Infinity, totals: { days: Infinity, consumption: Infinity } };
    for (const path of this.paths) {
      const totals = path.speeds.rough.at(λ);
      const cost = costAt(λ, totals);
      if (cost < best.cost) best = { path, cost, totals };
    }
    return best;
  }

  /** What no voyage on the known paths consumes less than in at most so many days. */
  private dual(λ: number, days: number): number {
    return this.cheapest(λ).cost - λ * days;
  }

  /** The price for which that is the most: where the time of the cheapest path is `days`. */
  private bestPrice(days: number): number {
    const excess = (λ: number) => this.cheapest(λ).totals.days - days * (1 + SAME_TIME);
    return findPrice(excess, usualRate(this.curves), { price: PRICE_ERROR, excess: PRICE_TIME_ERROR * days });
  }

  private speedsOn({ routes }: Legs): PathSpeeds {
    const { coordinates, rows, others } = joinedLegs(routes.map(({ track }) => track));
    const cells = rows.map((row) => this.cellOfRow.get(row)!);
    return new PathSpeeds(this.curves, coordinates, cells, others);
  }
}

const costAt = (λ: number, { days, consumption }: Totals): number => consumption + λ * days;
const consumed = ({ consumption }: Track): number => consumption!.at(-1)!;

/** Per day: a rate of consumption that occurs. */
const usualRate = (curves: SpeedCurves): number => curves.of(0).rates.at(-1)! || 1;

/** By how many per cent a voyage consumes more than the least; one that consumes nothing is the best. */
export const gapOf = (fuel: number, least: number): number =>
  fuel === 0 ? 0 : Math.max(0, 100 * (fuel / least - 1));
