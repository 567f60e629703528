/**
 * What a voyage through stops in a given order consumes at least, by the times at which it comes to them.
 *
 * What a leg consumes at least whenever it is sailed says little where the sea gets better: each leg would be sailed when it is the
 * cheapest, and the days until then would cost nothing. So time is divided into steps. Of a leg that is left in one of them, and ends in
 * another, two things are known:
 *
 * - it is sailed between these times, so that each of its cells is as it is then (least-sea.ts);
 * - a day under way consumes at least the least rate r of the cells that it can be in. At prices of −λ a day, λ < r, no cell costs less
 *   than nothing, and the leg consumes what it costs at these prices and λ for each day that it takes (priced-sea.ts). So a leg that
 *   is drawn out until the sea is better pays for the days.
 *
 * The cheapest way through all steps, one leg after the other, bounds all voyages. It begins with bounds for all times. Then the legs of
 * the cheapest way are bounded for narrower times round it, until nothing is gained.
 */
import { daysByGreatCircle } from '../../engine/sea/dated-bound.ts';
import { leastSea, type Windows } from '../../engine/sea/least-sea.ts';
import { mostPaid, pricedSea } from '../../engine/sea/priced-sea.ts';
import type { Sea } from '../../engine/sea/sea.ts';
import type { Terminal } from '../../engine/waypoints/waypoints.ts';
import { LowerBounds, WANTED } from '../order/lower-bounds.ts';
import { placedOn } from '../order/order-bounds.ts';

/** Into so many steps time is divided. */
const STEPS = 200;
/** So much of the least rate is left at the prices: cells that cost next to nothing are bounded badly. */
const LEFT = 0.2;
/** Times are narrowed to this part of all of them, and legs are bounded so many times each. */
const NARROWEST = 1 / 32;
const PROOFS_OF_LEG = 4;
/** Pairs of intervals that a bound examines by cell, at most: 20 times what those in the sample's forecast need. */
const WORK_OF_CELL = 1000;
/** A gap of this part is not narrowed further. */
const ENOUGH = 0.02;

/** A leg of the voyage; times are those of the sea, days. */
export interface LegInTime {
  readonly from: Terminal;
  readonly to: Terminal;
  /** What the known voyage takes under way and consumes on it. */
  readonly known: { readonly days: number; readonly consumption: number };
  /** Whenever it is left: when that is at the earliest, and what it takes and consumes at least. */
  readonly leaves: number;
  readonly least: { readonly days: number; readonly consumption: number };
  /** When it is left, at the earliest and at the latest, if the leg before it ended between two times. */
  readonly leftAfter: (from: number, to: number) => readonly [number, number];
}

export interface TimesOfVoyage {
  readonly begins: number;
  /** Voyages that end later do not matter. */
  readonly ends: number;
  /** How long a voyage may wait in all, days. */
  readonly mostWait: number;
  /** What is consumed in a day of waiting. */
  readonly idleRate: number;
  readonly pinches: boolean;
  readonly isOver: () => boolean;
}

/** @returns what the legs consume at least in all */
export function leastByTimes(sea: Sea, legs: readonly LegInTime[], voyage: TimesOfVoyage): number {
  const { begins, ends, mostWait, idleRate, isOver } = voyage;
  const own = sea.provedOn?.('consumed') ?? sea;
  // the last is exactly the end: what is bounded until then is so in the last step, too
  const times = Float64Array.from(
    { length: STEPS + 1 },
    (_, k) => begins * (1 - k / STEPS) + ends * (k / STEPS),
  );
  const bounds = legs.map((leg, k) => new LegBounds(sea, own, leg, times, voyage, k === 0));
  const known = legs.reduce((sum, leg) => sum + leg.known.consumption, 0);
  for (const leg of bounds) leg.bound(begins, ends);
  let best = 0;
  for (let margin = 0.5 * (ends - begins), proofs = 0; ; ) {
    const { least, steps } = cheapest(bounds);
    // no voyage is known to be possible: nothing is proved
    if (least === Infinity) return best;
    // days that are waited were paid for as if they were under way
    const dearest = Math.max(...bounds.map(({ dearest }) => dearest));
    best = Math.max(best, least - mostWait * Math.max(0, dearest - idleRate));
    if (known <= (1 + ENOUGH) * best || isOver()) return best;
    const wide = () => [...bounds.keys()].filter((k) => !bounds[k]!.isBounded(steps[k]!, margin));
    let next = wide();
    while (margin > NARROWEST * (ends - begins) && next.length === 0) {
      margin /= 2;
      next = wide();
    }
    if (next.length === 0 || proofs >= PROOFS_OF_LEG * legs.length) return best;
    for (const k of next) bounds[k]!.boundNear(steps[k]!, margin / 2);
    proofs += next.length;
  }
}

/** The steps in which a leg is left and ends. */
interface Steps {
  readonly left: number;
  readonly ended: number;
}

/** The cheapest way through all legs. */
function cheapest(legs: readonly LegBounds[]): { readonly least: number; readonly steps: readonly Steps[] } {
  let reached = Float64Array.of(0);
  const leftOf = legs.map(({ least }) => {
    const next = new Float64Array(STEPS).fill(Infinity);
    const left = new Int32Array(STEPS).fill(-1);
    for (const [from, cost] of reached.entries()) {
      if (cost === Infinity) continue;
      const own = least[from]!;
      for (let to = 0; to < STEPS; to++) {
        if (cost + own[to]! >= next[to]!) continue;
        next[to] = cost + own[to]!;
        left[to] = from;
      }
    }
    reached = next;
    return left;
  });
  const least = Math.min(...reached);
  const steps: Steps[] = [];
  let ended = reached.indexOf(least);
  for (const left of leftOf.toReversed()) {
    steps.unshift({ left: left[ended]!, ended });
    ended = left[ended]!;
  }
  return { least, steps };
}

class LegBounds {
  /** The greatest price of a day by which it was bounded. */
  dearest = 0;
  /** By the step in which the leg is left, and the one in which it ends. */
  readonly least: readonly Float64Array[];
  private readonly sea: Sea;
  private readonly leg: LegInTime;
  private readonly times: Float64Array;
  private readonly voyage: TimesOfVoyage;
  private readonly places: readonly Terminal[];
  /** By step: when the leg is left, at the earliest and at the latest. */
  private readonly left: readonly (readonly [number, number])[];
  /** By cell: days from the beginning of the leg, and to its end, at least. */
  private readonly before: Float64Array;
  private readonly after: Float64Array;
  /** The times for which it was bounded. */
  private readonly bounded: { readonly from: number; readonly to: number }[] = [];

  /** @param wider the sea on which bounds are proved */
  constructor(
    sea: Sea,
    wider: Sea,
    leg: LegInTime,
    times: Float64Array,
    voyage: TimesOfVoyage,
    isFirst: boolean,
  ) {
    const { from, to, leaves, known, least } = leg;
    const { begins, ends } = voyage;
    this.sea = wider;
    this.leg = leg;
    this.times = times;
    this.voyage = voyage;
    this.places = wider === sea ? [from, to] : placedOn(wider.mesh, [from, to]);
    this.left = isFirst
      ? [[begins, begins]]
      : Array.from({ length: STEPS }, (_, k) => {
          const [earliest, latest] = leg.leftAfter(times[k]!, times[k + 1]!);
          return [Math.max(leaves, earliest), latest];
        });
    this.least = this.left.map(([earliest, latest]) => {
      const isPossible = (k: number) => latest >= earliest && times[k + 1]! >= earliest + least.days;
      return Float64Array.from({ length: STEPS }, (_, k) => (isPossible(k) ? least.consumption : Infinity));
    });
    this.before = daysByGreatCircle(wider, from.used);
    this.after = daysByGreatCircle(wider, to.used);
    const solver = this.solverOn(leastSea(wider, 'days', this.windows(leaves, ends)));
    const raise = (days: Float64Array, bounds: Float64Array) =>
      days.forEach((one, cell) => {
        days[cell] = Math.max(one, bounds[cell]!);
      });
    raise(this.before, solver.cellsFrom(0, 'traveltime', [0, WANTED * known.days]));
    raise(this.after, solver.cellsTo(1, 'traveltime', [WANTED * known.days, 0]));
  }

  /** Whether it was bounded for times that begin and end at most so long before and after those of two steps. */
  isBounded({ left, ended }: Steps, margin: number): boolean {
    const [leaves, ends] = [this.left[left]![0], this.times[ended + 1]!];
    const isNear = (days: number) => days >= 0 && days <= margin;
    return this.bounded.some(({ from, to }) => isNear(leaves - from) && isNear(to - ends));
  }

  boundNear({ left, ended }: Steps, margin: number): void {
    const from = Math.max(this.leg.leaves, this.left[left]![0] - margin);
    this.bound(from, Math.min(this.voyage.ends, this.times[ended + 1]! + margin));
  }

  /** Bounds the leg for all steps that it is left in after a time and ends in before another. */
  bound(from: number, to: number): void {
    const { known, least } = this.leg;
    this.bounded.push({ from, to });
    const windows = this.windows(from, to);
    const met = leastRates(this.sea, windows);
    const rates = met.map((rate) => (rate < Infinity ? (1 - LEFT) * rate : 0));
    const prices = rates.map((rate) => -rate);
    const mesh = leastSea(pricedSea(this.sea, prices), 'consumed', windows);
    this.dearest = Math.max(this.dearest, ...rates);
    const lowest = Math.min(...rates.filter((_, k) => met[k]! < Infinity));
    if (lowest === Infinity) return;
    const wanted = known.consumption - lowest * known.days;
    const cost = wanted > 0 ? this.solverOn(mesh).to(1, mesh.consumption!, [wanted, 0])[0]! : 0;
    const paidUntil = (time: number) => mostPaid(this.sea, rates, this.voyage.begins, time, time);
    const paid = this.times.map(paidUntil);
    this.left.forEach(([earliest, latest], left) => {
      const own = this.least[left]!;
      if (earliest < from) return;
      const before = paidUntil(latest);
      for (let k = 0; k < STEPS && this.times[k + 1]! <= to; k++)
        own[k] = Math.max(own[k]!, cost + Math.max(paid[k]! - before, lowest * least.days));
    });
  }

  /** When the leg can be in each cell. */
  private windows(from: number, to: number): Windows {
    return { from: this.before.map((days) => from + days), to: this.after.map((days) => to - days) };
  }

  private solverOn(mesh: Sea['mesh']): LowerBounds {
    const { pinches, isOver } = this.voyage;
    return new LowerBounds(mesh, this.places, { pinches, work: WORK_OF_CELL * mesh.openCount, isOver });
  }
}

/** By slice, what a day consumes at least in the cells that can be met in it; Infinity where none can. */
function leastRates({ slices, starts }: Sea, { from, to }: Windows): number[] {
  return slices.map(({ consumed }, k) => {
    const { motion } = consumed!;
    return from.reduce((least, begins, cell) => {
      const isMet = begins <= to[cell]! && begins < starts[k + 1]! && to[cell]! >= starts[k]!;
      return isMet && motion[4 * cell]! > 0 ? Math.min(least, motion[4 * cell + 1]!) : least;
    }, Infinity);
  });
}
