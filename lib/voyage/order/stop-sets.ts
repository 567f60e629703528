/**
 * The sets of stops that may have been done together, precedence obeyed: of 12 stops in any order 4,096, of stops in a given
 * order one more than stops. Entries of a set and its last point: set × (count + 2) + point; the start is that of the empty set.
 */

/** All sets of 12 stops. Each more stop doubles memory and time. */
const MOST_SETS = 4096;
/** Behind the point, of values whose unit is looked for; times 50 stops, so many of it are counted exactly. */
const DIGITS = 3;
const MOST_UNITS = 1e12;

/** The stops, numbered from 0. */
export interface Stops {
  /** By stop: the points that are its visits, ascending. */
  readonly visits: readonly (readonly number[])[];
  /** By stop: those that come before it, all of them, not only those that were named; without one of them it is not done. */
  readonly before: readonly ReadonlySet<number>[];
  /** By stop: those that come before it if they are done. */
  readonly beforeIfDone: readonly ReadonlySet<number>[];
  /** By stop: what it is worth to do it; 0 where it must be done. */
  readonly value: Float64Array;
  /** By point: its stop; −1 the start and the end. */
  readonly of: Int32Array;
  /** Which may have been done together; null where there are too many to look at all. */
  readonly sets: StopSets | null;
}

export interface StopSets {
  /** Each set comes after those that are parts of it; 0 is the empty one. */
  readonly count: number;
  /** set × stops: the set with that stop besides; −1 where it may not come next. */
  readonly next: Int32Array;
  /** set × stops: whether the stop is in it. */
  readonly has: Uint8Array;
  /** By set: what its stops are worth together; −1 where one is missing that must be done. */
  readonly value: Float64Array;
}

/** What decides which sets there are. */
export type StopRules = Pick<Stops, 'before' | 'beforeIfDone' | 'value'>;

/** Null where there are too many. */
export function stopSets({ before, beforeIfDone, value }: StopRules): StopSets | null {
  const stops = before.length;
  // up to 53 stops as the bits of a number
  const bit = before.map((_, stop) => 2 ** stop);
  const followers = before.map((_, stop) =>
    before.flatMap((__, k) => (beforeIfDone[k]!.has(stop) ? [k] : [])),
  );
  const indexOf = new Map([[0, 0]]);
  const sets = [0];
  const next: number[] = [];
  const inSets: number[] = [];
  const values: number[] = [];
  for (let index = 0; index < sets.length; index++) {
    const set = sets[index]!;
    const has = (stop: number) => Math.floor(set / bit[stop]!) % 2 === 1;
    let [sum, isWhole] = [0, true];
    for (let stop = 0; stop < stops; stop++) {
      const isIn = has(stop);
      inSets.push(isIn ? 1 : 0);
      if (isIn) sum += value[stop]!;
      else if (value[stop] === 0) isWhole = false;
      const mayFollow = !isIn && [...before[stop]!].every(has) && !followers[stop]!.some(has);
      const larger = set + bit[stop]!;
      if (mayFollow && !indexOf.has(larger)) {
        if (sets.length === MOST_SETS) return null;
        indexOf.set(larger, sets.push(larger) - 1);
      }
      next.push(mayFollow ? indexOf.get(larger)! : -1);
    }
    values.push(isWhole ? exactly(sum) : -1);
  }
  return {
    count: sets.length,
    next: Int32Array.from(next),
    has: Uint8Array.from(inSets),
    value: Float64Array.from(values),
  };
}

/** @param visits by stop: its visits */
export function stopsOf(visits: Stops['visits'], rules: StopRules): Stops {
  const of = new Int32Array(visits.reduce((sum, each) => sum + each.length, 2)).fill(-1);
  for (const [stop, points] of visits.entries()) for (const point of points) of[point] = stop;
  return { visits, of, ...rules, sets: stopSets(rules) };
}

/** Stops that are each done in one way, and all of them. */
export const pointStops = (before: Stops['before']): Stops =>
  stopsOf(
    before.map((_, stop) => [stop + 1]),
    { before, beforeIfDone: before.map(() => new Set()), value: new Float64Array(before.length) },
  );

/** Whether some stops may be left out. */
export const mayLeaveOut = ({ value }: Pick<Stops, 'value'>): boolean => value.some((each) => each > 0);

/** Sets of which more than so much is worth no more. */
export const worthAtMost = (sets: StopSets, most: number): StopSets => ({
  ...sets,
  value: sets.value.map((value) => Math.min(value, most)),
});

/** Sets that are worth exactly so much, and no others. */
export const onlyWorth = (sets: StopSets, worth: number): StopSets => ({
  ...sets,
  value: sets.value.map((value) => (value === worth ? value : -1)),
});

/** What the stops of an order are worth together. */
export const worthOf = ({ of, value }: Stops, order: readonly number[]): number =>
  exactly(order.reduce((sum, point) => sum + value[of[point]!]!, 0));

/**
 * A sum of values that is the same in whatever order they were added: 0.1 + 0.2 + 0.3 as 0.3 + 0.2 + 0.1. It has 12 digits, of
 * which the last is less than any of 50 values that are at least a billionth of the greatest.
 */
export const exactly = (sum: number): number => Number(sum.toPrecision(12));

/** What two sums of values differ by if they differ, at least; 0 where values have too many digits to tell. */
export function unitOf(value: Float64Array): number {
  const scale = 10 ** DIGITS;
  const whole = Array.from(value, (each) => Math.round(each * scale));
  const isWhole = whole.every(
    (each, k) => Math.abs(each - value[k]! * scale) <= 1e-12 * each && each < MOST_UNITS,
  );
  return isWhole ? whole.reduce(commonDivisor, 0) / scale : 0;
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
