/** What a request may ask of speeds: a voyage of least consumption within a time, and what other times would cost. */
import type { Optimality } from '../engine/certificate/certificate.ts';
import type { Track } from '../engine/path/track.ts';
import type { ObjectiveRoute } from '../engine/route-plan.ts';
import { Impossible } from '../request/impossible.ts';
import { legsOf } from './legs-of.ts';
import type { Legs } from './passage.ts';
import type { Totals } from './path-speeds.ts';
import { SAME_TIME } from './same-time.ts';
import { gapOf, TOLD_DUALITY, type Voyage, type Voyages } from './voyages.ts';

export interface SpeedQuery {
  /** The voyage takes at most so many days; null: no such voyage is asked for. */
  readonly withinDays: number | null;
  /** The voyage consumes at most so much: the fastest is asked for, or with `withinDays` the one that consumes least; null: any. */
  readonly withinTonnes?: number | null;
  /** A day costs as much as so much of what is consumed; null: no such voyage is asked for. */
  readonly perDay?: number | null;
  /** How many voyages between the fastest and the one that consumes least; null: none. */
  readonly tradeOff: number | null;
  /** What staying at stops takes of this time, and consumes, where all voyages stay as long. */
  readonly stays: Totals;
  /** By how many per cent at most another voyage could be faster than the fastest that is known; null where that was not proved. */
  readonly fastestGapPercent: number | null;
}

export interface TradeOffPoint {
  /** Stays included. */
  readonly days: number;
  readonly consumption: number;
  /** Without stays. */
  readonly track: Track;
  /** Its points with those of what is sailed at stops, where there is any. */
  readonly path?: Track['coordinates'];
  /** As of Voyage, or of the time where the note says so; null where nothing was proved. */
  readonly gapPercent: number | null;
  /** As of WithinVoyage. */
  readonly complete: boolean;
  /** Why the curve is not convex here, or the gap is wide, or of what it is. */
  readonly note: string | null;
}

/** A point of a trade-off, and the legs of its voyage, which take a while to be told. */
export interface SailedPoint extends TradeOffPoint, Pick<Legs, 'order'> {
  readonly legs: () => WithinVoyage['legs'];
}

/** The voyage that consumes least within a time, takes the least time within a consumption, or costs least at a price, stays included. */
export interface WithinVoyage extends Pick<Voyage, 'optimality' | 'dualityPercent'>, Pick<Legs, 'order'> {
  readonly legs: readonly Omit<ObjectiveRoute, 'objective'>[];
  /** False where time ran out while others were looked for, and a better one may be left. */
  readonly complete: boolean;
  /** Why the gap is wide, beside a duality gap and what ended the proof early. */
  readonly note: string | null;
}

export interface ChosenSpeeds {
  readonly within: WithinVoyage | null;
  readonly cheapest: WithinVoyage | null;
  /** Ascending in time. */
  readonly tradeOff: readonly SailedPoint[] | null;
}

/** No voyage is as short as is asked for. */
export class TimeTooShort extends Impossible {
  readonly shortestDays: number;

  constructor(withinDays: number, shortestDays: number) {
    super(
      `The voyage can't be made within ${hoursDown(withinDays)} hours: the fastest route takes ${hoursUp(shortestDays)} hours.`,
    );
    this.shortestDays = shortestDays;
  }
}

/** Rounding errors are no fuel, hundredths of a tonne, and as a fraction. */
const ROUNDING = 1e-6;
const SAME_FUEL = 1e-9;

/** Every voyage takes more fuel than is asked for, or more time with so much. */
export class FuelTooLittle extends Impossible {
  readonly least: number;

  /**
   * @param inTime where the time is limited too: then `least` is what is needed within it, and that fuel takes the fewest days
   * @param what is made with it
   */
  constructor(
    tonnes: number,
    least: number,
    inTime: { readonly withinDays: number; readonly fewestDays: number } | null = null,
    what = 'The voyage',
  ) {
    const [given, needed] = [tonnesDown(tonnes), tonnesUp(least)];
    super(
      inTime
        ? `${what} can't be made within ${hoursDown(inTime.withinDays)} hours with ${given} t of fuel: within that time it needs ${needed} t, with that fuel ${hoursUp(inTime.fewestDays)} hours.`
        : `${what} can't be made with ${given} t of fuel: at the speeds that take least it needs ${needed} t.`,
    );
    this.least = least;
  }
}

/** The same of tonnes. */
const tonnesDown = (tonnes: number): string => (Math.floor(100 * tonnes + ROUNDING) / 100).toFixed(2);
const tonnesUp = (tonnes: number): string => (Math.ceil(100 * tonnes - ROUNDING) / 100).toFixed(2);

/** Hours with two decimals, not more than they are, and not less: what is too short is never the same text as what is needed. */
const hoursDown = (days: number): string => (Math.floor(2400 * days * (1 + 1e-12)) / 100).toFixed(2);
const hoursUp = (days: number): string => (Math.ceil(2400 * days) / 100).toFixed(2);

/** A bound of less than this part of what is consumed proves nothing: among speeds down to 0, it may be a rounding error. */
const LEAST_PROVED = 0.01;
/** A larger gap is explained. */
const TOLD_PERCENT = 1;
export const GAP_OF_LEAST_TIME = 'The gap is of the time';
const WIDE_AT_SHORTEST = `The gap of the fuel is above ${TOLD_PERCENT} % at the shortest time, because a voyage that takes hardly longer may burn much less`;
export const GAP_OF_TIME =
  'The gap is of the time, as there is only one voyage in the shortest time; one that takes hardly longer may burn much less fuel';
export const CUT_SHORT =
  'The time for the calculation ran out: this is the best of the voyages that were found until then';
const PROOF_CUT_SHORT =
  'The time for the calculation ran out before all was proved: the voyage may be closer to the best than the gap says';
const WIDE_IN_WIND = `The gap of the fuel is above ${TOLD_PERCENT} %, as where strong winds and currents cross, or with many stops in any order: voyages that burn less may exist`;
/** A point this fraction above the line between its neighbours is not convex. */
const HOLLOW = 1e-5;

/**
 * @param voyages of which some may be known already
 * @param isKnown whether those are enough for a voyage within a time, so that no others are looked for
 * @throws TimeTooShort, FuelTooLittle
 */
export function speedsOf(
  voyages: Voyages,
  { withinDays, withinTonnes = null, perDay = null, tradeOff, stays, fastestGapPercent }: SpeedQuery,
  isKnown = false,
): ChosenSpeeds {
  const shortest = voyages.shortestDays + stays.days;
  if (withinDays !== null && withinDays < shortest * (1 - SAME_TIME)) {
    throw new TimeTooShort(withinDays, shortest);
  }
  return {
    within:
      withinDays !== null
        ? within(voyages, { days: withinDays, tonnes: withinTonnes }, stays, isKnown)
        : withinTonnes !== null
          ? burning(voyages, withinTonnes, stays, fastestGapPercent)
          : null,
    cheapest: perDay === null ? null : cheapest(voyages, perDay, stays),
    tradeOff: tradeOff === null ? null : curveOf(voyages, tradeOff, stays, fastestGapPercent),
  };
}

/** @param limits the tonnes null where there is no limit of these */
function within(
  voyages: Voyages,
  limits: { readonly days: number; readonly tonnes: number | null },
  stays: Totals,
  isKnown: boolean,
): WithinVoyage {
  const days = limits.days - stays.days;
  if (!isKnown) voyages.explore(days);
  const { tonnes } = limits;
  if (tonnes !== null) {
    const leastKnown = () => voyages.bestKnown(days).consumption + stays.consumption;
    const fewestDays = () => fastestWith(voyages, tonnes, stays).days + stays.days;
    requireFuel(limits.days, tonnes, leastKnown, fewestDays);
  }
  const best = voyages.bestKnown(days);
  const { dualityPercent } = best;
  const optimality = withStays(best, stays);
  const isWide = optimality?.endedBy === null && optimality.gapPercent - dualityPercent > TOLD_PERCENT;
  const why = voyages.isNearlyShortest(days) ? WIDE_AT_SHORTEST : WIDE_IN_WIND;
  return told(voyages, best, optimality, isWide ? why : null);
}

/**
 * @param leastKnown to be consumed within the days
 * @param fewestDays with so much fuel: looking for them may bring to know voyages within the days that consume less
 * @throws FuelTooLittle where all that are known then still consume more
 */
export function requireFuel(
  withinDays: number,
  tonnes: number,
  leastKnown: () => number,
  fewestDays: () => number,
): void {
  const most = tonnes * (1 + SAME_FUEL);
  if (leastKnown() <= most) return;
  const inTime = { withinDays, fewestDays: fewestDays() };
  const least = leastKnown();
  if (least > most) throw new FuelTooLittle(tonnes, least, inTime);
}

/** @param optimality of the voyage with its stays */
const told = (
  voyages: Voyages,
  best: Voyage,
  optimality: Optimality | null,
  note: string | null,
): WithinVoyage => ({
  order: best.path.legs.order,
  legs: legsOf(voyages.curves, best),
  optimality,
  dualityPercent: best.dualityPercent,
  complete: !voyages.isCutShort || isProved(optimality?.gapPercent ?? null),
  note,
});

/** Whether what may be left is too little to be told. */
const isProved = (gapPercent: number | null): boolean => gapPercent !== null && gapPercent <= TOLD_PERCENT;

/** @throws FuelTooLittle */
function fastestWith(voyages: Voyages, tonnes: number, stays: Totals): Voyage {
  const most = tonnes - stays.consumption;
  const best = most < 0 ? null : voyages.fastestWith(most);
  if (!best) throw new FuelTooLittle(tonnes, voyages.leastConsumption() + stays.consumption);
  return best;
}

/** The fastest with so much fuel. Its proof is of the time. */
function burning(
  voyages: Voyages,
  tonnes: number,
  stays: Totals,
  fastestGapPercent: number | null,
): WithinVoyage {
  const best = fastestWith(voyages, tonnes, stays);
  const { optimality } = best;
  const days = best.days + stays.days;
  // no voyage is faster than the fastest
  const fastest = voyages.shortestDays + stays.days;
  const shortest = fastestGapPercent === null ? 0 : fastest / (1 + fastestGapPercent / 100);
  const least = Math.max((optimality?.least ?? 0) + stays.days, shortest);
  return told(voyages, best, provedTime(days, least, optimality?.endedBy ?? null), GAP_OF_LEAST_TIME);
}

/** What is proved of a time; null if next to nothing is. */
export const provedTime = (days: number, least: number, endedBy: Optimality['endedBy']): Optimality | null =>
  least < LEAST_PROVED * days ? null : { least, gapPercent: gapOf(days, least), endedBy };

/** At the least cost. Its proof is of that: of what is consumed, and of the days in it. */
function cheapest(voyages: Voyages, perDay: number, stays: Totals): WithinVoyage {
  const best = voyages.cheapestAt(perDay, stays);
  const { optimality } = best;
  const isBounded = optimality !== null && optimality.gapPercent <= 100 * (1 / LEAST_PROVED - 1);
  return told(voyages, best, isBounded ? optimality : null, null);
}

/** What is proved of a voyage under way, of the voyage with its stays; null if next to nothing is. */
function withStays({ consumption, optimality }: Voyage, stays: Totals): Optimality | null {
  if (!optimality) return null;
  const least = optimality.least + stays.consumption;
  const fuel = consumption + stays.consumption;
  return least < LEAST_PROVED * fuel ? null : { ...optimality, least, gapPercent: gapOf(fuel, least) };
}

/** Voyages from the fastest to the one that consumes least, evenly spaced in time. */
function curveOf(
  voyages: Voyages,
  count: number,
  stays: Totals,
  fastestGapPercent: number | null,
): SailedPoint[] {
  const shortest = voyages.shortestDays;
  const longest = Math.max(shortest, voyages.leisurelyDays());
  const times = Array.from({ length: count }, (_, i) => shortest + (i / (count - 1)) * (longest - shortest));
  // paths of times between hardly differ: there, what is proved already mostly leaves little
  const middle = times[Math.floor(count / 2)]!;
  for (const days of [shortest, middle]) voyages.explore(days);
  for (const days of times.slice(1)) voyages.explore(days, true);
  // what was found for a later time may be better for an earlier one
  const points = times.map((days) => voyages.bestKnown(days));
  return points.map((point, i) => {
    const own = withStays(point, stays)?.gapPercent ?? null;
    const ofVoyage = {
      days: point.days + stays.days,
      consumption: point.consumption + stays.consumption,
      track: point.track,
      order: point.path.legs.order,
      legs: () => legsOf(voyages.curves, point),
    };
    if (i === 0 && !isProved(own)) {
      const note = fastestGapPercent === null ? null : GAP_OF_TIME;
      return { ...ofVoyage, gapPercent: fastestGapPercent, complete: true, note };
    }
    const complete = isProved(own) || !voyages.isCutShort;
    return { ...ofVoyage, gapPercent: own, complete, note: complete ? noteOn(points, i, own) : CUT_SHORT };
  });
}

function noteOn(points: readonly Voyage[], i: number, gapPercent: number | null): string | null {
  const { dualityPercent, optimality } = points[i]!;
  if (isHollow(points, i)) {
    return `Not convex here, because the best path changes: ${dualityPercent.toFixed(2)} % more than a mixture of both would consume`;
  }
  if (gapPercent === null || isProved(gapPercent)) return null;
  if (optimality?.endedBy === 'time') return PROOF_CUT_SHORT;
  return dualityPercent >= TOLD_DUALITY
    ? `${dualityPercent.toFixed(2)} % of the gap is because the best path changes near this time`
    : WIDE_IN_WIND;
}

/** Whether point i lies above the line between its neighbours. */
function isHollow(points: readonly Voyage[], i: number): boolean {
  const [before, own, after] = [points[i - 1], points[i]!, points[i + 1]];
  if (!before || !after) return false;
  const part = (own.days - before.days) / (after.days - before.days);
  const line = before.consumption + part * (after.consumption - before.consumption);
  return own.consumption > line * (1 + HOLLOW);
}
