/** What a voyage through a sea that changes leaves out, and why. */
import { orderInTime, type TimedProblem } from '../order/in-time.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import { costOfVoyage, missedWindows } from '../stops/sail-stops.ts';
import type { LeftOut } from '../voyage-route.ts';
import type { ProvableVoyage } from './prove-stops.ts';

const HOURS_PER_DAY = 24;

/**
 * The stops that a voyage leaves out, with the hours by which it would be longer with one of them besides, in the order that is then the
 * best as far as is known.
 *
 * @param problem by time
 * @param sail the fastest voyage in an order; null where time is up
 */
export function leftOutInTime(
  { names, stops }: Itinerary,
  problem: TimedProblem,
  voyage: ProvableVoyage,
  sail: (order: readonly number[]) => ProvableVoyage | null,
): LeftOut[] {
  const { visits, value, of, before, sets } = stops;
  const done = new Set(voyage.points.slice(1, -1).map((point) => of[point]!));
  const endless = { ...problem, latest: problem.latest.with(-1, Infinity), leastValue: 1 };
  const days = costOfVoyage(voyage);
  return [...visits.keys()]
    .filter((stop) => !done.has(stop))
    .map((stop): LeftOut => {
      const told = { name: names[visits[stop]![0]!]!, value: value[stop]! };
      if ([...before[stop]!].some((one) => !done.has(one)))
        return { ...told, needsHours: null, reason: 'after' };
      const isIn = (one: number) => done.has(one) || one === stop;
      const isIt = (set: number) =>
        visits.every((_, one) => (sets!.has[set * visits.length + one] === 1) === isIn(one));
      const only = { ...sets!, value: sets!.value.map((_, set) => (isIt(set) ? 1 : -1)) };
      const longer = orderInTime(endless, only);
      const sailed = longer && sail(longer.order);
      if (longer && !sailed) return { ...told, needsHours: null, reason: 'time' };
      const isMissed = !sailed || missedWindows(sailed).some(({ point }) => point !== problem.count + 1);
      if (isMissed) return { ...told, needsHours: null, reason: 'window' };
      return {
        ...told,
        needsHours: HOURS_PER_DAY * Math.max(0, costOfVoyage(sailed) - days),
        reason: 'time',
      };
    });
}
