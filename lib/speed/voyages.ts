/**
 * The voyages of one request at every time: paths and speeds that burn least, and the proof of how little could be burnt.
 *
 * With the price λ of an hour, a path costs its fuel and λ times its time. The least cost L(λ) of all paths is the engine's problem on
 * the mesh of that price. No voyage of the time T burns less than L(λ) − λT, whatever λ is, and the best λ is where the time of
 * the cheapest path is T. A search knows some paths, and takes the λ that is best for them; the engine then finds the cheapest path at
 * that λ, which is one more, until it is none that matters (Kelley 1960, cutting planes).
 */
import type { Optimality } from '../engine/certificate/certificate.ts';
import { costsFor, type Objective } from '../engine/cost/cost.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { PlanOptions } from '../engine/plan-route.ts';
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import { findPrice } from './find-price.ts';
import { cellsByRow, KnownPath, type SailedPath } from './known-path.ts';
import { type MultiplierMesh, multiplierMesh } from './multiplier-mesh.ts';
import { NearEnough } from './near-enough.ts';
import type { Legs, Passage } from './passage.ts';
import type { Totals } from './path-speeds.ts';
import { Proofs } from './proofs.ts';
import { provePath } from './prove-path.ts';
import { SAME_TIME } from './same-time.ts';
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
/** More than the error of a rough cost. */
const ROUGH_ERROR = 1e-4;
/** A path that consumes less than another by a smaller fraction is no better. */
const SAME_FUEL = 1e-5;
/** A duality gap from here on is told, per cent. */
export const TOLD_DUALITY = 0.01;
/** A known path is good enough for one of many voyages if no other costs less by this, per cent. */
const GOOD_ENOUGH_PERCENT = 0.25;

/** A path and its speeds. */
export interface Voyage extends SailedPath {
  /** No voyage of at most this time consumes less by more than this; null where that was not proved. */
  readonly optimality: Optimality | null;
  /** How much of this no price can prove, because the best path changes near this time. */
  readonly dualityPercent: number;
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
  private readonly cellOf: ReadonlyMap<number, number>;
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
    this.nearEnough =
      fastest.length === 1 && !passage.staysIn ? new NearEnough(curves, fastest[0]!.track) : null;
    this.cellOf = cellsByRow(curves.mesh);
    this.paths = known.map((legs) => this.pathOf(legs, curves.mesh, legs.routes[0]!.objective));
    const ofStays = passage.staysIn?.(known[0]!.order).days ?? 0;
    this.shortestDays = fastest.reduce((sum, { track }) => sum + track.timeDays.at(-1)!, ofStays);
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
    let best: SailedPath | null = null;
    for (const { known, nearly } of this.byPromise(allowed)) {
      // this path, or those that are left, consume no less, but for the error of a rough cost
      if (best && nearly > best.consumption * (1 - SAME_FUEL)) break;
      const sailed = known.within(allowed);
      if (sailed && !(best && best.consumption <= sailed.consumption)) best = sailed;
    }
    const { consumption: fuel } = best!;
    const { least, endedBy } = this.proofs.leastWithin(days);
    return {
      ...best!,
      optimality: least > 0 || fuel === 0 ? { least, gapPercent: gapOf(fuel, least), endedBy } : null,
      dualityPercent: dual > 0 ? Math.max(0, 100 * (fuel / dual - 1)) : 0,
    };
  }

  /**
   * The voyage that costs least where a day costs as much as λ of what is consumed; its proof is of that cost, stays included.
   *
   * @param stays those that all voyages have
   */
  cheapestAt(λ: number, stays: Totals): Voyage {
    if (!this.searched.includes(λ)) this.search(λ);
    const costs = this.paths.map((path) => ({ path, nearly: costAt(λ, path.nearlyAt(λ)) }));
    let best: SailedPath | null = null;
    for (const { path, nearly } of costs.sort((a, b) => a.nearly - b.nearly)) {
      if (best && nearly > costAt(λ, best) * (1 + ROUGH_ERROR)) break;
      const sailed = path.at(λ);
      if (sailed && (!best || costAt(λ, sailed) < costAt(λ, best))) best = sailed;
    }
    const own = costAt(λ, best!);
    const ofStays = costAt(λ, stays);
    const { least: proved, endedBy } = this.proofs.leastAt(λ);
    const least = Math.min(own, proved) + ofStays;
    return {
      ...best!,
      optimality:
        proved > 0 || own === 0 ? { least, gapPercent: gapOf(own + ofStays, least), endedBy } : null,
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
    let best: SailedPath | null = null;
    for (const path of this.paths) {
      // a path that is slower at its greatest speeds is slower at any
      if (best && path.nearlyWithin(best.days) > most * (1 + ROUGH_ERROR)) continue;
      const sailed = path.burning(most);
      if (sailed && (!best || sailed.days < best.days)) best = sailed;
    }
    if (!best) return null;
    const { days } = best;
    const { least, endedBy } = this.proofs.shortestWith(most);
    const dual = Math.max(
      0,
      ...this.searched.filter((λ) => λ > 0).map((λ) => (this.cheapest(λ).cost - most) / λ),
    );
    return {
      ...best,
      optimality: least > 0 ? { least, gapPercent: gapOf(days, least), endedBy } : null,
      dualityPercent: dual > 0 ? Math.max(0, 100 * (days / dual - 1)) : 0,
    };
  }

  /** Days below which no voyage consumes at most so much, by prices of a day. */
  boundsWith(most: number): { perDay: number; days: number }[] {
    return this.proofs.boundsWith(most).map(({ λ, least }) => ({ perDay: λ, days: least }));
  }

  /** The price of a day at which the cheapest known path takes so long, nearly. */
  priceOf(days: number): number {
    return this.bestPrice(days);
  }

  /** The fewest days in which a known path consumes no more, nearly. */
  private daysWith(most: number, leisurely: number): number {
    const burns = (days: number) => Math.min(...this.paths.map((path) => path.nearlyWithin(days)));
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
    const costs = this.paths.map((known) => ({ known, nearly: known.nearlyWithin(days) }));
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
    this.paths.push(this.pathOf(legs, mesh, 'traveltime'));
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
    const costs = (path: KnownPath, price: number) => costAt(price, path.nearlyAt(price));
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
      const totals = path.nearlyAt(λ);
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

  private pathOf(legs: Legs, mesh: Mesh, objective: Objective): KnownPath {
    const stays = this.passage.staysIn?.(legs.order);
    return new KnownPath(this.curves, legs, costsFor(mesh, objective), stays, this.cellOf);
  }
}

const costAt = (λ: number, { days, consumption }: Totals): number => consumption + λ * days;

/** Per day: a rate of consumption that occurs. */
const usualRate = (curves: SpeedCurves): number => curves.of(0).rates.at(-1)! || 1;

/** By how many per cent a voyage consumes more than the least; one that consumes nothing is the best. */
export const gapOf = (fuel: number, least: number): number =>
  fuel === 0 ? 0 : Math.max(0, 100 * (fuel / least - 1));
