/**
 * Before which legs of a voyage it is best to wait for one of the next meshes, where a leg that waits for itself alone may spend the hours
 * that a later one needs more. Chosen by what legs are estimated to cost when they are left.
 */
import { legPairs } from '../order/choose-order.ts';
import type { Step } from '../order/in-time.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import type { Beginning } from './beginning.ts';
import { doneAt } from './itinerary-in-time.ts';

/** Ways kept to have come to a stop. */
const MOST = 100;

interface Waited {
  readonly days: number;
  readonly cost: number;
  /** In all, and before each leg, days. */
  readonly wait: number;
  readonly waits: readonly number[];
}

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
  const { starts } = at.sea;
  let known: Waited[] = [{ days: 0, cost: 0, wait: 0, waits: [] }];
  for (const [from, to] of legPairs(itinerary, order)) {
    const reached = known.flatMap(({ days, cost, wait, waits }) => {
      const until = days + mostWait - wait;
      const next = Array.from(starts, (start) => start - at.begins).filter(
        (one) => one > days && one < until,
      );
      return [days, ...next, until].flatMap((leaves): Waited[] => {
        const { ends, extra } = legs(from, to, leaves);
        const done = doneAt(at, itinerary, to, ends, idle);
        if (!(done.ends < Infinity) || ends > itinerary.latest[to]!) return [];
        const own = leaves - days;
        const spent = cost + extra + idle * (done.ends - days - done.days) + done.used;
        return [{ days: done.ends, cost: spent, wait: wait + own, waits: [...waits, own] }];
      });
    });
    known = undominated(reached);
  }
  return known[0]?.waits ?? null;
}

/** Those, by cost, that nothing cheaper has come to as early with as much left to wait. */
function undominated(all: readonly Waited[]): Waited[] {
  const kept: Waited[] = [];
  for (const one of all.toSorted((a, b) => a.cost - b.cost || a.days - b.days || a.wait - b.wait)) {
    if (kept.length === MOST) break;
    if (kept.every(({ days, wait }) => days > one.days || wait > one.wait)) kept.push(one);
  }
  return kept;
}
