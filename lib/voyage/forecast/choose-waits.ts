/**
 * Before which legs of a voyage it is best to wait for one of the next meshes, where a leg that waits for itself alone may spend the hours
 * that a later one needs more. Chosen by what legs are estimated to cost when they are left.
 */
import { legPairs } from '../order/choose-order.ts';
import type { Step } from '../order/in-time.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import type { Beginning } from './beginning.ts';
import { bestWaits, type LegOfTime } from './best-waits.ts';
import { doneAt } from './itinerary-in-time.ts';

/**
 * @param legs a leg that is left at a time, as it is estimated
 * @param mostWait days in all
 * @param idle what a day of waiting costs
 * @returns by leg: days; null where no voyage meets its windows
 */
export function chooseWaits(
  at: Beginning,
  itinerary: Itinerary,
  order: readonly number[],
  legs: (from: number, to: number, leaves: number) => Step,
  mostWait: number,
  idle: number,
): readonly number[] | null {
  const starts = at.sea.starts.map((start) => start - at.begins);
  const timed = legPairs(itinerary, order).map(
    ([from, to]): LegOfTime => ({
      leftAt: (leaves) => {
        const { ends, extra } = legs(from, to, leaves);
        const done = doneAt(at, itinerary, to, ends, idle);
        if (!(done.ends < Infinity) || ends > itinerary.latest[to]!) return null;
        return { ends: done.ends, cost: extra + idle * (done.ends - leaves - done.days) + done.used };
      },
      canWait: () => true,
    }),
  );
  const waits = bestWaits(starts, timed, { begins: 0, mostWait, idle });
  return waits?.map(({ from, until }) => until - from) ?? null;
}
