/**
 * The least time of a voyage that takes fuel on the way. What its stretches, from one place where fuel is taken to the next, may consume
 * is limited for each of them and for any that follow one another, so that an hour costs more fuel on one than on another.
 *
 * These limits are those of a polymatroid, and less time always takes more fuel. So the time is least where the limit at which an hour
 * costs least is used up first, and then the next by the stretches that are left (Fujishige 1980, lexicographically optimal bases). What
 * no limit slows down sails as fast as it can.
 */
import { FuelTooLittle, GAP_OF_LEAST_TIME, provedTime, type WithinVoyage } from './choose-speeds.ts';
import { legsOf } from './legs-of.ts';
import type { Legs } from './passage.ts';
import type { Totals } from './path-speeds.ts';
import { gapOf, type Voyage, type Voyages } from './voyages.ts';

/** From leaving one place where fuel is taken to leaving the next. */
export interface Stretch {
  /** At full speed; what is proved of them is of their days. */
  readonly legs: Legs['routes'];
  readonly stays: Totals;
}

export interface InStretches {
  readonly order: Legs['order'];
  readonly stretches: readonly Stretch[];
  /** What the stretches from one on may consume before another one begins, stays included. */
  readonly mostBetween: (from: number, to: number) => number;
  /** The voyages along some of them, stays left out. */
  readonly along: (stretches: readonly number[]) => Voyages;
  /** "The way from A to B", for messages. */
  readonly nameOf: (from: number, to: number) => string;
}

/** Stretches that use up what a limit leaves them. */
interface Slowed {
  readonly stretches: readonly number[];
  readonly voyages: Voyages;
  readonly best: Voyage;
  /** What they may consume, stays left out. */
  readonly most: number;
  /** What a day costs on them. */
  readonly perDay: number;
}

type SailedLegs = WithinVoyage['legs'];

/** Rounding errors are no fuel, tonnes. */
const ROUNDING = 1e-9;

/** @throws FuelTooLittle */
export function fastestInStretches(of: InStretches): WithinVoyage {
  const legs: SailedLegs[] = of.stretches.map((stretch) => stretch.legs);
  const slowed = slowedDown(of, legs);
  const days = sumOf(legs, daysOf) + sumOf(of.stretches, ({ stays }) => stays.days);
  const dual = days - sumOf(slowed, ({ best }) => best.days - best.days / (1 + best.dualityPercent / 100));
  const endedBy = slowed.map(({ best }) => best.optimality?.endedBy ?? null).find(Boolean) ?? null;
  return {
    order: of.order,
    legs: legs.flat(),
    optimality: provedTime(days, leastDays(of.stretches, slowed), endedBy),
    dualityPercent: gapOf(days, dual),
    complete: slowed.every(({ voyages }) => !voyages.isCutShort),
    note: GAP_OF_LEAST_TIME,
  };
}

/**
 * Those that can't sail at full speed, in the order in which limits are used up.
 *
 * @param legs by stretch at full speed, those of the slowed ones are put in their place
 */
function slowedDown({ stretches, mostBetween, along, nameOf }: InStretches, legs: SailedLegs[]): Slowed[] {
  const found: Slowed[] = [];
  const isLeft = stretches.map(() => true);
  const known = new Map<string, Slowed>();
  const consumedOn = (k: number) => consumedBy(legs[k]!) + stretches[k]!.stays.consumption;
  /** Undefined where nothing that is left has to sail slower. */
  const slowedBy = (from: number, to: number): Slowed | undefined => {
    const [numbers, done] = [true, false].map((left) =>
      stretches.flatMap((_, k) => (k >= from && k < to && isLeft[k] === left ? [k] : [])),
    ) as [number[], number[]];
    const most = mostBetween(from, to) - sumOf(done, consumedOn);
    if (numbers.length === 0 || sumOf(numbers, consumedOn) <= most + ROUNDING) return undefined;
    const key = `${numbers} ${most}`;
    const own = known.get(key) ?? slowedTo(numbers, most - ROUNDING, nameOf(from, to));
    known.set(key, own);
    return own;
  };
  const slowedTo = (numbers: readonly number[], most: number, name: string): Slowed => {
    const voyages = along(numbers);
    const stays = sumOf(numbers, (k) => stretches[k]!.stays.consumption);
    const best = most < stays ? null : voyages.fastestWith(most - stays);
    if (!best) throw new FuelTooLittle(most, voyages.leastConsumption() + stays, null, name);
    return { stretches: numbers, voyages, best, most: most - stays, perDay: voyages.priceOf(best.days) };
  };
  for (;;) {
    const all = stretches.flatMap((_, from) =>
      stretches.slice(from).flatMap((_, k) => slowedBy(from, from + k + 1) ?? []),
    );
    if (all.length === 0) return found;
    const first = all.reduce((one, other) => (other.perDay < one.perDay ? other : one));
    found.push(first);
    const own = legsOf(first.voyages.curves, first.best);
    for (const k of first.stretches) {
      legs[k] = own.splice(0, stretches[k]!.legs.length);
      isLeft[k] = false;
    }
  }
}

/**
 * What no voyage takes less than, stays included. Where the price of a day does not fall from one limit that is used up to the next, what
 * is proved of each for what is left to it may be added: another voyage that leaves more to the next ones loses as much by it, or more.
 */
function leastDays(stretches: readonly Stretch[], slowed: readonly Slowed[]): number {
  const atFullSpeed = (k: number) => sumOf(stretches[k]!.legs, ({ optimality }) => optimality?.least ?? 0);
  let sums = [{ perDay: 0, days: 0 }];
  for (const { stretches: numbers, voyages, most } of slowed) {
    const bounds = [...voyages.boundsWith(most), { perDay: Infinity, days: sumOf(numbers, atFullSpeed) }];
    sums = bounds.map(({ perDay, days }) => {
      const before = sums.filter((sum) => sum.perDay <= perDay).map((sum) => sum.days);
      return { perDay, days: days + Math.max(...before) };
    });
  }
  const isSlowed = new Set(slowed.flatMap((one) => one.stretches));
  const free = [...stretches.keys()].filter((k) => !isSlowed.has(k));
  const stays = sumOf(stretches, (stretch) => stretch.stays.days);
  return Math.max(...sums.map(({ days }) => days)) + sumOf(free, atFullSpeed) + stays;
}

const daysOf = (legs: SailedLegs): number => sumOf(legs, ({ track }) => track.timeDays.at(-1)!);
const consumedBy = (legs: SailedLegs): number => sumOf(legs, ({ track }) => track.consumption!.at(-1)!);

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0);
