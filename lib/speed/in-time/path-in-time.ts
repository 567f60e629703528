/**
 * A path that is sailed through a sea that changes at speeds that are chosen.
 *
 * Within a slice nothing changes with time: all legs there have one price λ of a day, as on one mesh (path-speeds.ts). From a slice to the
 * next the price changes so that a metre costs as much after as before, p = (F + λ) / g (the way is continuous, and so is what a metre more of it is
 * worth; Pontryagin's conditions with the time fixed at which slices begin). So the price of the first slice decides all.
 */
import { departure, type Point } from '../../engine/geometry/sphere.ts';
import { whenEntered } from '../../engine/sea/sea.ts';
import { type BestSpeed, bestSpeed, type Course, courseOf } from '../best-speed.ts';
import type { SpeedCurve } from '../speed-curve.ts';
import type { Call } from './call.ts';
import { leastPriceOf, type SeaCurves } from './sea-curves.ts';

const HOURS_PER_DAY = 24;
/** Times are equal within this, days: a hundredth of a second. */
export const INSTANT = 1e-7;
/** Rounds in which the price of a metre is met; each about squares the error. */
const ROUNDS = 4;

/** Where a vessel is on a path, and when. */
export interface Place {
  readonly leg: number;
  /** Which part of the leg is done. */
  readonly part: number;
  readonly now: number;
  readonly slice: number;
  /** Whether what is done before the leg is done. */
  readonly isDone?: boolean;
}

/** Part of a leg in one slice; or a wait or a call before it, which has no speed. */
export interface Piece {
  readonly leg: number;
  readonly from: number;
  readonly to: number;
  readonly slice: number;
  readonly begins: number;
  readonly days: number;
  readonly best: BestSpeed | null;
  readonly why?: 'closed' | 'no way';
  /** What a call consumes. */
  readonly consumed?: number;
}

/** A path that is sailed from a place on. */
export interface Sailed {
  /** Days; Infinity where the path can't be sailed to its end. */
  readonly arrives: number;
  readonly pieces: readonly Piece[];
  /** By slice: the price of a day in it; of those that are not met the nearest. */
  readonly prices: readonly number[];
  /** Where the vessel is when slices begin. */
  readonly turns: readonly Place[];
}

interface PathLeg {
  readonly cell: number;
  readonly lengthM: number;
  readonly x: number;
  readonly y: number;
}

interface Way {
  readonly curve: SpeedCurve;
  readonly course: Course;
  /** A day has no price below this: else one under way would cost nothing. */
  readonly leastPrice: number;
}

export class PathInTime {
  readonly coordinates: readonly Point[];
  readonly legs: readonly PathLeg[];
  readonly curves: SeaCurves;
  /** By leg before which there is something to do. */
  readonly calls: ReadonlyMap<number, Call>;
  /** By slice, by leg. */
  private readonly ways: (Way | null | undefined)[][];

  /** @param cells of the sea, one per leg; −1 where the vessel is at its end without having sailed it */
  constructor(
    curves: SeaCurves,
    coordinates: readonly Point[],
    cells: readonly number[],
    calls: ReadonlyMap<number, Call> = new Map(),
  ) {
    this.curves = curves;
    this.coordinates = coordinates;
    this.calls = calls;
    this.legs = cells.map((cell, i) => {
      const { x, y } = departure(coordinates[i]!, coordinates[i + 1]!);
      return { cell, x, y, lengthM: cell < 0 ? 0 : Math.hypot(x, y) };
    });
    this.ways = curves.sea.slices.map(() => []);
  }

  /**
   * From a place on at the speeds that a price leads to.
   *
   * @param upTo the leg with which the path ends
   */
  sail(place: Place, price: number, upTo = this.legs.length): Sailed {
    const { slices, starts } = this.curves.sea;
    let { leg, part, now, slice, isDone = false } = place;
    let λ = price;
    const pieces: Piece[] = [];
    const prices: number[] = [];
    const turns: Place[] = [];
    const done = (arrives: number): Sailed => {
      prices[slice] = λ;
      return { arrives, pieces, prices: filled(prices, slices.length), turns };
    };
    const wait = (until: number, why: Piece['why']) => {
      if (until > now)
        pieces.push({
          leg,
          from: part,
          to: part,
          slice,
          begins: now,
          days: until - now,
          best: null,
          why: why!,
        });
      now = until;
    };
    let metre: number | null = null;
    /** To the next slice, where a metre costs as much as in this one. */
    const turn = () => {
      prices[slice] = λ;
      slice++;
      now = starts[slice]!;
      const way = leg < upTo ? this.way(slice, leg) : null;
      if (way && metre !== null) λ = priceOf(way, metre, λ);
      turns.push({ leg, part, now, slice, isDone });
    };
    /** At one place, to when another slice holds: a day costs as much before as after. */
    const pass = () => {
      prices[slice] = λ;
      while (now >= starts[slice + 1]! - INSTANT) prices[++slice] = λ;
      metre = null;
    };
    while (leg < upTo) {
      if (now >= starts[slice + 1]! - INSTANT) {
        turn();
        continue;
      }
      const call = part === 0 && !isDone ? this.calls.get(leg) : undefined;
      if (call) {
        const { ends, consumed } = call.doneAt(now);
        pieces.push({ leg, from: 0, to: 0, slice, begins: now, days: ends - now, best: null, consumed });
        now = ends;
        isDone = true;
        pass();
        continue;
      }
      const { lengthM } = this.legs[leg]!;
      const next = part === 0 ? this.whenEntered(leg, slice) : slice;
      if (next < 0) return done(Infinity);
      if (next > slice) {
        wait(starts[next]!, 'closed');
        pass();
        continue;
      }
      if (lengthM === 0) {
        leg++;
        isDone = false;
        continue;
      }
      const way = this.way(slice, leg);
      const own = way ? Math.max(λ, way.leastPrice) : λ;
      const best = way && bestSpeed(way.curve, way.course, own);
      if (!best) {
        if (starts[slice + 1] === Infinity) return done(Infinity);
        wait(starts[slice + 1]!, 'no way');
        pass();
        continue;
      }
      const whole = ((1 - part) * lengthM) / 1000 / best.groundKmh / HOURS_PER_DAY;
      const room = starts[slice + 1]! - now;
      const days = Math.min(whole, room);
      const to = whole <= room ? 1 : part + (room / whole) * (1 - part);
      pieces.push({ leg, from: part, to, slice, begins: now, days, best });
      metre = (best.rate + own) / best.groundKmh;
      now += days;
      if (to === 1) isDone = false;
      [leg, part] = to === 1 ? [leg + 1, 0] : [leg, to];
    }
    return done(now);
  }

  /** The first slice from a given one on in which the cell of a leg can be entered from that of the leg before; −1 = none. */
  whenEntered(leg: number, slice: number): number {
    const [from, cell] = [this.legs[leg - 1]?.cell ?? -1, this.legs[leg]!.cell];
    return from === cell ? slice : whenEntered(this.curves.sea, cell, from, slice);
  }

  /** How far it is to a place. */
  metresTo({ leg, part }: Place): number {
    let metres = 0;
    for (let k = 0; k < leg; k++) metres += this.legs[k]!.lengthM;
    return metres + part * (this.legs[leg]?.lengthM ?? 0);
  }

  /** What can be done on a leg in a slice; null where nothing can yet. */
  way(slice: number, leg: number): Way | null {
    const ways = this.ways[slice]!;
    if (ways[leg] === undefined) {
      const { cell, x, y } = this.legs[leg]!;
      const water = cell < 0 ? null : this.curves.in(slice, cell);
      ways[leg] = water && {
        curve: water.curve,
        course: courseOf(x, y, water.u, water.v),
        leastPrice: leastPriceOf(water.curve),
      };
    }
    return ways[leg]!;
  }
}

/** The price at which a metre costs so much, p g − F (Newton's method: what a metre costs is concave in the price). @param λ near it */
function priceOf(way: Way, metre: number, λ: number): number {
  let price = λ;
  for (let round = 0; round < ROUNDS; round++) {
    const best = bestSpeed(way.curve, way.course, Math.max(price, way.leastPrice));
    // where the course can't be held, any price will do
    if (!best) break;
    price = Math.max(metre * best.groundKmh - best.rate, way.leastPrice);
  }
  return price;
}

/** Between those that are known the nearest one before. */
function filled(prices: readonly number[], count: number): number[] {
  const known = prices.findIndex((price) => price !== undefined);
  const all: number[] = [];
  for (let k = 0; k < count; k++) all.push(prices[k] ?? all.at(-1) ?? prices[known]!);
  return all;
}
