/** What is done at a place of a voyage before it goes on: a stay, or work, perhaps at some times only. Times are days of the sea. */
export interface Call {
  /** Who comes later is too late; Infinity where any time will do. */
  readonly latest: number;
  /** What is done by who comes at a time; no later one ends earlier. Who is too late ends as if it could be done always. */
  readonly doneAt: (arrives: number) => Done;
  /** What it takes at least. */
  readonly least: Least;
}

/** Days from and to which something holds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Done {
  /** When it is begun: who comes by then ends at the same time. */
  readonly begins: number;
  /** Who comes later ends in a later opening; Infinity where there is none. */
  readonly until: number;
  readonly ends: number;
  /** Waiting included. */
  readonly consumed: number;
}

/** Who comes at a time ends at `endsAt` of it or later, and consumes the sum of this and `perDay` of all days there, or more. */
interface Least {
  readonly endsAt: (arrives: number) => number;
  /** Days from coming to going. */
  readonly days: number;
  readonly consumed: number;
  readonly perDay: number;
  /** Times of coming between which `endsAt` is linear; but `days` before one that counts for other reasons. */
  readonly corners: readonly number[];
}

/** When who comes at a time goes on, where there may be nothing to do. */
export const goesOnAt = (call: Call | null, arrives: number): number => call?.doneAt(arrives).ends ?? arrives;

/** A stay of so many days at any time. @param idleRate what a day of it consumes */
export const stayFor = (days: number, idleRate: number): Call => ({
  latest: Infinity,
  doneAt: (arrives) => ({
    begins: arrives,
    until: Infinity,
    ends: arrives + days,
    consumed: idleRate * days,
  }),
  least: { endsAt: (arrives) => arrives + days, days, consumed: 0, perDay: idleRate, corners: [] },
});
