/**
 * The least time of a voyage through a sea that changes which takes fuel on the way.
 *
 * As on one mesh (in-stretches.ts) each of its stretches may have to be sailed slower, from one place where fuel is taken to any later one. But
 * here the time of one decides the sea of the next, so that they are settled one after another: first the whole voyage as if all fuel were
 * aboard from the beginning. Where that would lack fuel at a place, the way there is a voyage of its own, with what there is until then,
 * and the rest is another that begins when that one has ended.
 *
 * No voyage is faster than the whole as if all fuel were aboard. Nor does one end before its parts, each from the time on before which none
 * begins it, at full speed, or with the fuel that there is at most: up to the first bunkers, and from where they were filled.
 */
import type { Optimality } from '../../engine/certificate/certificate.ts';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { type DatedRoute, type Provable, planProvable } from '../../engine/plan-dated.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { Impossible } from '../../request/impossible.ts';
import { FuelTooLittle } from '../choose-speeds.ts';
import { goesOnAt } from './call.ts';
import type { LegEnds } from './known-path.ts';
import { optimalityOf } from './proofs-in-time.ts';
import type { SeaCurves } from './sea-curves.ts';
import { KnownPaths, type VoyageInTime, VoyagesInTime, type VoyagesOptions } from './voyages-in-time.ts';

/** Tonnes above the reserve. */
export interface Tanks {
  /** At the beginning. */
  readonly spare: number;
  /** When the bunkers are full. */
  readonly most: number;
  /** By leg: what is taken before its end is left, as far as there is room; 0 where nothing is, Infinity to fill the bunkers. */
  readonly taken: readonly number[];
  /** Of the start, the stops and the end. */
  readonly names: readonly string[];
}

/** Some legs that follow one another. */
interface Part {
  readonly from: number;
  readonly to: number;
  /** Days. */
  readonly leaves: number;
  readonly spare: number;
}

/** How a part ends: once its last call is done, and fuel is taken there. */
interface Ended {
  readonly now: number;
  readonly spare: number;
  /** What that call consumes. */
  readonly atEnd: number;
  readonly short: Short | null;
  /** Whether a window was missed. */
  readonly isLate: boolean;
}

/** Where fuel first does not last. */
interface Short {
  readonly leg: number;
  readonly tonnes: number;
  /** The last leg before, after which the bunkers were full. */
  readonly filled: number | null;
}

type Routes = readonly DatedRoute[];

/** Rounding errors are no fuel, tonnes; and no time, days. */
const ROUNDING = 1e-9;
/** Who sails slower waits less, perhaps, for what is done at the end: so often the fuel for that is looked at again. */
const MOST_ROUNDS = 5;

export class BetweenBunkers {
  /** Whether time ran out while paths were looked for. */
  isCutShort = false;
  private readonly curves: SeaCurves;
  private readonly legs: readonly LegEnds[];
  private readonly known: readonly Routes[];
  private readonly tanks: Tanks;
  private readonly options: VoyagesOptions;
  private least: Pick<Optimality, 'least' | 'endedBy'>;
  /** No voyage that keeps the reserve ends the legs before this one earlier, days. */
  private bounded = { leg: 0, ends: -Infinity };
  /** By the leg after them: legs that are sailed slower from where the bunkers are filled, and what may be consumed on them. */
  private readonly slowed = new Map<number, { readonly from: number; readonly most: number }>();

  /** @param known as of VoyagesInTime: the first is faster than the fuel allows */
  constructor(
    curves: SeaCurves,
    legs: readonly LegEnds[],
    known: readonly Routes[],
    tanks: Tanks,
    options: VoyagesOptions,
  ) {
    this.curves = curves;
    this.legs = legs;
    this.known = known;
    this.tanks = tanks;
    this.options = options;
    this.least = { least: options.fewestDays, endedBy: null };
  }

  /** @throws FuelTooLittle, Impossible where a window is missed by who keeps the reserve */
  fastest(): VoyageInTime {
    const { leaves } = this.options;
    const whole = { from: 0, to: this.legs.length, leaves, spare: this.tanks.spare };
    const routes = this.sail(whole);
    const days = this.endOf(whole, routes).now - leaves;
    const consumption = routes.reduce((sum, { track }) => sum + track.consumption!.at(-1)!, 0);
    if (this.options.certificate) this.proveParts(leaves + days);
    return { routes, days, consumption, optimality: optimalityOf(days, this.least) };
  }

  private sail(part: Part): Routes {
    const { from, to } = part;
    const free = this.atFullSpeed(part);
    const { short, isLate, atEnd } = this.endOf(part, free);
    if (!short && !isLate) return free;
    const isWhole = from === 0 && to === this.legs.length;
    const known = [free, ...this.known.map((routes) => routes.slice(from, to))];
    const voyages = new VoyagesInTime(this.curves, this.endingAt(from, to), known, {
      ...this.options,
      leaves: part.leaves,
      ...(!isWhole && { fewestDays: 0, paths: new KnownPaths() }),
      // it is waited where the voyage begins, and what is proved of later parts is of those that begin at any time
      ...(from > 0 && { mostWait: 0, certificate: false }),
    });
    if (isLate || !voyages.hasPaths) throw this.tooLate(part);
    const most = this.mostOf(part);
    for (let round = 0, kept = atEnd; round < MOST_ROUNDS; round++) {
      const found = voyages.fastestWith(most - kept - ROUNDING);
      this.isCutShort ||= voyages.isCutShort;
      if (!found)
        throw new FuelTooLittle(most, voyages.leisurely()!.consumption + kept, null, this.nameOf(part));
      if (kept <= this.leastAt(to - 1) + ROUNDING) this.remember(part, found);
      const { short, isLate } = this.endOf(part, found.routes);
      if (isLate) break;
      if (!short) return found.routes;
      if (short.filled !== null || short.leg < to - 1)
        return this.parted(part, (short.filled ?? short.leg) + 1);
      kept += short.tonnes;
    }
    throw this.tooLate(part);
  }

  /** As far as there is time. @param ends when the voyage does */
  private proveParts(ends: number): void {
    const { isOver, leaves } = this.options;
    // what is proved of all legs at full speed is known
    const isFast = this.bounded.leg === 0 && this.slowed.size === 0;
    if (isFast || isOver()) return;
    try {
      const least = this.endsAtLeast(ends) - leaves;
      if (least > this.least.least) this.least = { ...this.least, least };
    } catch (error) {
      if (!(error instanceof RouteInaccessible && isOver())) throw error;
    }
  }

  /** For what is proved. @param found with the most fuel that there can be before its end */
  private remember({ from, to, spare }: Part, { optimality }: VoyageInTime): void {
    const isFull = from > 0 && spare === this.tanks.most;
    if (isFull) this.slowed.set(to, { from, most: this.mostOf({ from, to, spare }) - this.leastAt(to - 1) });
    if (from > 0 || !optimality) return;
    if (to === this.legs.length) this.least = optimality;
    else if (to > this.bounded.leg) this.bounded = { leg: to, ends: this.options.leaves + optimality.least };
  }

  /** When no voyage that keeps the reserve ends earlier. @param known when one does */
  private endsAtLeast(known: number): number {
    let { leg, ends } = this.bounded;
    /** By leg: when it is left at the earliest. */
    const left: number[] = [];
    for (; leg < this.legs.length; leg++) {
      const before = this.legs[leg - 1]?.call;
      left[leg] = leg === 0 ? this.options.leaves : (before?.least.endsAt(ends) ?? ends);
      const { from, to } = this.legs[leg]!;
      ends = left[leg]! + this.fewestDays(from, to, left[leg]!);
      const slow = this.slowed.get(leg + 1);
      if (slow && left[slow.from] !== undefined)
        ends = Math.max(ends, this.slowedEnd(slow, leg + 1, left[slow.from]!, known));
    }
    return ends;
  }

  /** Of a leg that is left at a time or later. */
  private fewestDays(from: LatLon, to: LatLon, earliest: number): number {
    const { prove } = this.fastestLeg(from, to, earliest, true);
    return prove({ earliest })?.least ?? 0;
  }

  /** When legs end at the earliest that are left at a time or later, with so much fuel. */
  private slowedEnd(
    { from, most }: { from: number; most: number },
    to: number,
    leaves: number,
    known: number,
  ): number {
    const routes = this.fastestLegs(from, to, leaves);
    const how = { ...this.options, leaves, fewestDays: 0, paths: new KnownPaths() };
    // to begin later is to wait, for nothing
    const waiting = { ...how, idleRate: 0, mostWait: Math.max(0, known - leaves) };
    const voyages = new VoyagesInTime(this.curves, this.endingAt(from, to), [routes], waiting);
    return leaves + (voyages.fastestWith(most)?.optimality?.least ?? 0);
  }

  /** In two, one after the other. */
  private parted(part: Part, at: number): Routes {
    const before = { ...part, to: at };
    const first = this.sail(before);
    const { now, spare } = this.endOf(before, first);
    return [...first, ...this.sail({ ...part, from: at, leaves: now, spare })];
  }

  private atFullSpeed({ from, to, leaves }: Part): Routes {
    return from === 0 ? this.known[0]!.slice(0, to) : this.fastestLegs(from, to, leaves);
  }

  private fastestLegs(from: number, to: number, leaves: number): Routes {
    let now = leaves;
    return this.legs.slice(from, to).map(({ from, to, call }) => {
      const { route } = this.fastestLeg(from, to, now, false);
      now = goesOnAt(call, now + route.track.timeDays.at(-1)!);
      return route;
    });
  }

  private fastestLeg(from: LatLon, to: LatLon, leaves: number, certificate: boolean): Provable {
    const { msLeft } = this.options;
    const how = { ...this.options, certificate, leaves, mostWait: 0, timeBudgetMs: msLeft() };
    return planProvable(this.curves.sea, from, to, { ...how, objectives: ['traveltime'] }).routes[0]!;
  }

  /** Legs of which the last ends as it arrives: what is done then depends on when that is. */
  private endingAt(from: number, to: number): readonly LegEnds[] {
    return this.legs.slice(from, to).map((leg, k) => (k === to - from - 1 ? { ...leg, call: null } : leg));
  }

  /** What the call at the end of a leg consumes at least. */
  private leastAt(leg: number): number {
    const call = this.legs[leg]!.call;
    return call ? call.least.consumed + call.least.perDay * call.least.days : 0;
  }

  private endOf({ from, to, leaves, spare: atFirst }: Part, routes: Routes): Ended {
    const { most, taken } = this.tanks;
    let [now, spare, atEnd, isLate] = [leaves, atFirst, 0, false];
    let filled: number | null = null;
    let short: Short | null = null;
    for (let leg = from; leg < to; leg++) {
      const { track } = routes[leg - from]!;
      const { call } = this.legs[leg]!;
      now += track.timeDays.at(-1)!;
      isLate ||= call !== null && now > call.latest + ROUNDING;
      const done = call?.doneAt(now);
      now = done?.ends ?? now;
      atEnd = done?.consumed ?? 0;
      spare -= track.consumption!.at(-1)! + atEnd;
      if (taken[leg] === 0 && leg < this.legs.length - 1) continue;
      if (spare < -ROUNDING) short ??= { leg, tonnes: -spare, filled };
      spare = Math.min(most, spare + taken[leg]!);
      if (spare === most) filled = leg;
    }
    return { now, spare, atEnd, short, isLate };
  }

  /** What may be consumed on a part, were it all aboard from its beginning. */
  private mostOf({ from, to, spare }: Omit<Part, 'leaves'>): number {
    const { most, taken } = this.tanks;
    return taken.slice(from, to - 1).reduce((sum, tonnes) => sum + Math.min(tonnes, most), spare);
  }

  private nameOf({ from, to }: Part): string {
    const { names } = this.tanks;
    return `The way from ${names[from]} to ${names[to]}`;
  }

  private tooLate(part: Part): Impossible {
    return new Impossible(
      `${this.nameOf(part)} can't be made in the times of its stops by who sails there so slowly that the fuel lasts: take more fuel aboard, or leave out choose_speed.`,
    );
  }
}
