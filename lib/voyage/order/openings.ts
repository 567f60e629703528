/** When the work at a point can be done, where that is not always. */

/** Stretches of time in which it can, ascending and apart; days since departure. */
export interface Openings {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Whether work may be laid down at the end of one and taken up in the next; otherwise it is begun and ended in one. */
  readonly mayPause: boolean;
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Differences of times that are rounding, days: a tenth of a millisecond. */
const ROUNDING = 1e-9;

export const openingsOf = (stretches: readonly Stretch[], mayPause: boolean): Openings => ({
  from: Float64Array.from(stretches, ({ from }) => from),
  to: Float64Array.from(stretches, ({ to }) => to),
  mayPause,
});

/**
 * When work ends that is begun as soon as it can be; Infinity where it can't be done any more. It ends no earlier for a later time.
 *
 * @param ready from when on it can be begun
 * @param days that it takes
 * @param stretches gets those in which it is done
 */
export function endOf(
  { from, to, mayPause }: Openings,
  ready: number,
  days: number,
  stretches: Stretch[] | null = null,
): number {
  let left = days;
  for (let k = firstOpen(to, ready); k < to.length; k++) {
    const begins = Math.max(ready, from[k]!);
    const room = to[k]! - begins;
    if (left <= room + ROUNDING) {
      stretches?.push({ from: begins, to: begins + left });
      return begins + left;
    }
    if (!mayPause || room <= 0) continue;
    stretches?.push({ from: begins, to: to[k]! });
    left -= room;
  }
  return Infinity;
}

/** When work can be begun at the latest; −Infinity where it takes longer than there is time for it. */
export function lastBegin({ from, to, mayPause }: Openings, days: number): number {
  let left = days;
  for (let k = to.length - 1; k >= 0; k--) {
    const room = to[k]! - from[k]!;
    if (left <= room + ROUNDING) return Math.max(from[k]!, to[k]! - left);
    if (mayPause) left -= room;
  }
  return -Infinity;
}

/** What two lists of stretches have in common; each is ascending and apart. */
export function common(some: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  const both: Stretch[] = [];
  for (let i = 0, j = 0; i < some.length && j < others.length; ) {
    const from = Math.max(some[i]!.from, others[j]!.from);
    const to = Math.min(some[i]!.to, others[j]!.to);
    if (from <= to) both.push({ from, to });
    if (some[i]!.to < others[j]!.to) i++;
    else j++;
  }
  return both;
}

/** The first that is not over at a time. */
function firstOpen(to: Float64Array, time: number): number {
  let [low, high] = [0, to.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (to[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
