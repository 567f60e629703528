/** How far from the best a voyage of least consumption is at most, where the bounds of its legs leave much: by when it comes to its stops. */
import { daysWaited } from '../../engine/plan-dated.ts';
import { leaves as leavesOf } from '../order/problem.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import { costOfVoyage } from '../stops/sail-stops.ts';
import type { Beginning } from './beginning.ts';
import { needsPinches } from './best-order.ts';
import type { DatedSailed, Proved } from './join-dated.ts';
import { type LegInTime, leastByTimes } from './least-by-times.ts';
import type { ProvedBySpending, ProvedInTime } from './prove-stops.ts';

/** A gap of this part is taken as it is: what narrows it may take as long as the whole voyage, which takes up to ten times that on one mesh. */
const ENOUGH = 0.5;

export interface ByTimes {
  /** How long the voyage may wait in all, days. */
  readonly mostWait: number;
  readonly isOver: () => boolean;
}

/**
 * @param voyage the best that is known in its order
 * @param inTime what is proved of the days of its legs
 * @param proved what is proved of it so far
 */
export function proveByTimes(
  at: Beginning,
  itinerary: Itinerary,
  voyage: DatedSailed,
  inTime: ProvedInTime,
  proved: ProvedBySpending,
  { mostWait, isOver }: ByTimes,
): Proved {
  const { routes, points, idleRate } = voyage;
  const { sea, begins } = at;
  // where there is work at a stop, it is not known when a voyage ends
  const { ends } = proved;
  if (ends === Infinity || costOfVoyage(voyage) <= (1 + ENOUGH) * proved.least) return proved;
  const legs = routes.map(({ track }, k): LegInTime => {
    const [from, to] = [points[k]!, points[k + 1]!];
    return {
      from: itinerary.goes[from]!,
      to: itinerary.comes[to]!,
      known: {
        days: track.timeDays.at(-1)! - daysWaited(track.waits),
        consumption: track.consumption!.at(-1)!,
      },
      leaves: begins + inTime.leaves[k]!,
      least: { days: inTime.legs[k]?.least ?? 0, consumption: proved.legs[k]?.least ?? 0 },
      leftAfter: (earliest, latest) => leftAfter(at, itinerary, from, earliest, latest),
    };
  });
  const pinches = needsPinches(at, itinerary);
  const underWay = leastByTimes(sea, legs, { begins, ends, mostWait, idleRate, pinches, isOver });
  const atStops = points.reduce((sum, point) => sum + idleRate * itinerary.stay[point]!, 0);
  return { ...proved, least: Math.max(proved.least, underWay + atStops) };
}

/** When a point is left that is come to between two times of the sea, at the earliest and at the latest: another opening may be waited for. */
function leftAfter(
  { begins }: Beginning,
  itinerary: Itinerary,
  point: number,
  earliest: number,
  latest: number,
): readonly [number, number] {
  const leaves = (time: number) => begins + leavesOf(itinerary, point, time - begins);
  return [leaves(earliest), itinerary.openings[point] ? Infinity : leaves(latest)];
}
