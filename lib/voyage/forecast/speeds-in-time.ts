/** The step of a voyage through the meshes of a forecast that chooses its speeds. */
import type { DatedRoute } from '../../engine/plan-dated.ts';
import type { Sea } from '../../engine/sea/sea.ts';
import { Impossible } from '../../request/impossible.ts';
import {
  CUT_SHORT,
  FuelTooLittle,
  GAP_OF_LEAST_TIME,
  GAP_OF_TIME,
  requireFuel,
  TimeTooShort,
} from '../../speed/choose-speeds.ts';
import { BetweenBunkers, type Tanks } from '../../speed/in-time/between-bunkers.ts';
import type { LegEnds } from '../../speed/in-time/known-path.ts';
import { SeaCurves } from '../../speed/in-time/sea-curves.ts';
import {
  type KnownPaths,
  type VoyageInTime,
  VoyagesInTime,
  type VoyagesOptions,
} from '../../speed/in-time/voyages-in-time.ts';
import { SAME_TIME } from '../../speed/same-time.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { type Bunkers, takenAt } from '../fuel/fuel-aboard.ts';
import type { PlanUse } from '../kept.ts';
import { cheapestOf } from '../money/cheapest-of.ts';
import { tonnesPerDay } from '../money/tonnes-per-day.ts';
import { bunkersToKeep } from '../speeds/between-bunkers.ts';
import { saved, tonnesAllowed } from '../speeds/speed-step.ts';
import { choosesFor, daysAllowed, leastSpeed, vehicleUnderWay } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { TradeOffVoyage } from '../voyage-route.ts';
import { type DatedVoyage, type DatedVoyages, sumOf } from './cheapest-in-time.ts';

/** A voyage at full speed, leg by leg, for which speeds are to be chosen. */
export interface LegsInTime {
  readonly legs: readonly LegEnds[];
  /** Routes of the legs, those of the fastest voyage first. */
  readonly known: readonly (readonly DatedRoute[])[];
  /** Of the start, the stops that it calls at, in their order, and the end; none of a voyage without stops. */
  readonly names: readonly string[];
  /** Which voyages it is the best of, where not of all. */
  readonly note: string | null;
  readonly join: (routes: readonly DatedRoute[]) => Omit<DatedVoyage, 'objective' | 'optimality'>;
}

/** The speeds of a vehicle in a sea. @param sea of meshes that were made for the vehicle under way */
export const curvesInTime = (sea: Sea, { vehicle, voyage }: PlannedRequest): SeaCurves =>
  new SeaCurves(sea, vesselOf(vehicleUnderWay(vehicle!, voyage)), leastSpeed(vehicle!, voyage!));

type Options = Omit<VoyagesOptions, 'fewestDays' | 'paths'> & {
  readonly use: PlanUse;
  readonly pathsOf: (voyage: LegsInTime) => KnownPaths;
};

/**
 * The plan with what was asked of speeds.
 *
 * @throws TimeTooShort, FuelTooLittle
 */
export function withSpeedsInTime(
  curves: SeaCurves,
  { voyage }: PlannedRequest,
  plan: DatedVoyages,
  inOrders: readonly LegsInTime[],
  options: Options,
): DatedVoyages {
  const choice = choosesFor(options.use, voyage);
  if (!choice) return plan;
  const [fastest] = plan.routes as [DatedVoyage];
  const shortest = fastest.track.timeDays.at(-1)!;
  const days = daysAllowed(voyage!);
  if (days !== null && days < shortest * (1 - SAME_TIME)) throw new TimeTooShort(days, shortest);
  const fewestDays = fastest.optimality?.least ?? 0;
  const choices = inOrders.flatMap((order): Choice[] => {
    const { legs, known, note, join } = order;
    const own = { ...options, fewestDays, paths: options.pathsOf(order) };
    const voyages = new VoyagesInTime(curves, legs, known, own);
    const between = (bunkers: Bunkers) =>
      new BetweenBunkers(curves, legs, known, tanksOf(bunkers, order), own);
    return voyages.hasPaths ? [{ voyages, note, join, between }] : [];
  });
  if (choices.length === 0) return plan;
  const routes = [...plan.routes];
  const add = (
    { isCutShort }: Pick<VoyagesInTime, 'isCutShort'>,
    { join, note }: Choice,
    found: VoyageInTime,
    remarks: readonly string[],
  ) => {
    const joined = join(found.routes);
    routes.push({
      ...joined,
      objective: 'within',
      complete: joined.complete && !isCutShort,
      ...(options.certificate && { optimality: found.optimality }),
      saves: saved(fastest.track, joined.track),
      remarks: [...(note ? [note] : []), ...remarks],
    });
  };
  const ofTime = options.certificate ? [GAP_OF_LEAST_TIME] : [];
  const tonnes = tonnesAllowed(curves.sea.mesh, voyage!, plan.routes);
  const bunkers = bunkersToKeep(curves.sea.mesh, voyage!, fastest);
  if (days !== null) {
    const allowed = Math.max(days, shortest);
    if (tonnes !== null) {
      const leastKnown = () => bestWithin(choices, allowed).voyages.consumptionWithin(allowed);
      requireFuel(allowed, tonnes, leastKnown, () => fastestWith(choices, tonnes)[1].days);
    }
    const best = bestWithin(choices, allowed);
    const found = best.voyages.within(allowed);
    if (found) add(best.voyages, best, found, []);
  } else if (tonnes !== null) {
    const [best, found] = fastestWith(choices, tonnes);
    add(best.voyages, best, found, ofTime);
  } else if (bunkers) {
    const { choice, between, found } = fastestBetween(choices, bunkers);
    add(between, choice, found, ofTime);
  }
  if (voyage!.price) {
    const perDay = tonnesPerDay(voyage!.price);
    const all = choices.flatMap(({ voyages, join, note }): DatedVoyage[] => {
      const found = voyages.cheapestAt(perDay);
      if (!found) return [];
      const complete = !voyages.isCutShort;
      const optimality = options.certificate ? { optimality: found.optimality } : {};
      return [
        { ...join(found.routes), objective: 'cost', complete, ...optimality, remarks: note ? [note] : [] },
      ];
    });
    const costOf = ({ track }: DatedVoyage) => sumOf('cost', track, perDay);
    const best = all.reduce((one, other) => (costOf(other) < costOf(one) ? other : one));
    const cheapest = cheapestOf(best, routes, perDay);
    routes.push({ ...cheapest, complete: cheapest.complete && best.complete });
  }
  if (choice !== 'all' || !voyage!.trade_off) return { ...plan, routes };
  const [{ note }] = choices as [Choice];
  const tradeOff = curveOf(choices, voyage!.trade_off, fastest);
  return { ...plan, routes, tradeOff, ...(note && { tradeOffNote: note }) };
}

/**
 * What is consumed within so many days, or at the speeds that consume least: no more than is enough, or the least that is found; Infinity
 * where each takes longer. 0 where no speeds can be chosen: then none is asked to consume less.
 */
export function leastInTime(
  curves: SeaCurves,
  inOrders: readonly LegsInTime[],
  options: Omit<Options, 'use'>,
  enough: number,
  days = Infinity,
): number {
  let least: number | null = null;
  for (const order of inOrders) {
    const own = { ...options, fewestDays: 0, paths: options.pathsOf(order) };
    const voyages = new VoyagesInTime(curves, order.legs, order.known, own);
    if (!voyages.hasPaths) continue;
    least = Math.min(least ?? Infinity, voyages.leastConsumption(enough, days));
    if (least <= enough) return least;
  }
  return least ?? 0;
}

/** The voyages in one order of the stops. */
interface Choice extends Pick<LegsInTime, 'note' | 'join'> {
  readonly voyages: VoyagesInTime;
  readonly between: (bunkers: Bunkers) => BetweenBunkers;
}

/** What is taken where its legs end. */
const tanksOf = (bunkers: Bunkers, { legs, names }: LegsInTime): Tanks => ({
  spare: bunkers.aboard - bunkers.reserve,
  most: bunkers.capacity - bunkers.reserve,
  // an end may have the name of a stop
  taken: legs.map((_, leg) => (leg < legs.length - 1 ? takenAt(bunkers, names[leg + 1]!) : 0)),
  names,
});

function bestWithin(choices: readonly Choice[], days: number, isOneOfMany = false): Choice {
  const costOf = ({ voyages }: Choice) => voyages.consumptionWithin(days, isOneOfMany);
  return choices.reduce((best, one) => (costOf(one) < costOf(best) ? one : best));
}

/** @throws FuelTooLittle */
function fastestWith(choices: readonly Choice[], tonnes: number): readonly [Choice, VoyageInTime] {
  const all = choices.flatMap((choice) => {
    const found = choice.voyages.fastestWith(tonnes);
    return found ? [[choice, found] as const] : [];
  });
  if (all.length > 0) return all.reduce((best, one) => (one[1].days < best[1].days ? one : best));
  throw new FuelTooLittle(
    tonnes,
    Math.min(...choices.map(({ voyages }) => voyages.leisurely()!.consumption)),
  );
}

/** @throws Impossible where none keeps the reserve */
function fastestBetween(choices: readonly Choice[], bunkers: Bunkers) {
  let refusal: Impossible | null = null;
  const all = choices.flatMap((choice) => {
    const between = choice.between(bunkers);
    try {
      return [{ choice, between, found: between.fastest() }];
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      refusal ??= error;
      return [];
    }
  });
  if (all.length === 0) throw refusal;
  return all.reduce((best, one) => (one.found.days < best.found.days ? one : best));
}

/** Voyages from the fastest to the one that consumes least, evenly spaced in time. */
function curveOf(choices: readonly Choice[], count: number, fastest: DatedVoyage): TradeOffVoyage[] {
  const shortest = fastest.track.timeDays.at(-1)!;
  const slowest = bestWithin(choices, Infinity).voyages.leisurely()!;
  const longest = Math.max(shortest, slowest.days);
  const times = Array.from({ length: count }, (_, i) => shortest + (i / (count - 1)) * (longest - shortest));
  // a path that was found for one time may be better at another
  for (const days of [shortest, times[1]!, times[Math.floor(count / 2)]!]) bestWithin(choices, days);
  const pointsAt = (days: number, i: number): TradeOffVoyage[] => {
    const { voyages, join } = bestWithin(choices, days, true);
    // the first is the fastest voyage: its time is proved
    const found = voyages.within(days, true, i > 0);
    if (!found) return [];
    const { days: taken, consumption, optimality } = found;
    const route = join(found.routes);
    const own = i === 0 ? fastest.optimality : optimality;
    const notes = [...(i === 0 && own ? [GAP_OF_TIME] : []), ...(voyages.isCutShort ? [CUT_SHORT] : [])];
    const gapPercent = own?.gapPercent ?? null;
    const point = { days: taken, consumption, gapPercent, complete: !voyages.isCutShort };
    return [{ ...point, track: route.track, route, note: notes.join('. ') || null }];
  };
  // the longest first: what is proved of it holds for shorter ones
  return times
    .map((days, i) => [days, i] as const)
    .toReversed()
    .flatMap(([days, i]) => pointsAt(days, i))
    .reverse();
}
