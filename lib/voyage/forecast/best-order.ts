/**
 * In which order stops are called at in a sea that changes. Orders are chosen by what their legs are estimated to take when they are left;
 * what is chosen is sailed, and chosen again with what its legs took in fact, until it stays.
 */
import type { Objective } from '../../engine/cost/cost.ts';
import { sliceAt } from '../../engine/sea/sea.ts';
import { meet } from '../../engine/search/find-path.ts';
import { legPairs } from '../order/choose-order.ts';
import { estimateInTime, orderInTime, type TimedProblem } from '../order/in-time.ts';
import { searchOrder } from '../order/local-search.ts';
import { extraOf, hasWindows } from '../order/problem.ts';
import { randomFrom } from '../order/random.ts';
import { worthAtMost, worthOf } from '../order/stop-sets.ts';
import { costsOfWork, type Itinerary } from '../stops/itinerary.ts';
import { callsOf, costOfVoyage, missedWindows, tracksOf } from '../stops/sail-stops.ts';
import type { Beginning } from './beginning.ts';
import { DatedEstimates } from './dated-estimates.ts';
import { doneAt } from './itinerary-in-time.ts';
import type { ProvableVoyage } from './prove-stops.ts';

/** Times that an order is chosen anew because its legs cost other than was estimated. */
const MOST_CHOICES = 8;

export interface ChosenInTime {
  readonly voyage: ProvableVoyage;
  /** By leg, what it is estimated to cost in the sea of the departure. */
  readonly costs: Float64Array;
}

export interface ChooseInTime {
  readonly objective: Objective;
  /** Cost of a day of waiting: 1 where time is the cost. */
  readonly idle: number;
  readonly isOver: () => boolean;
  readonly sail: (order: readonly number[]) => ProvableVoyage;
  /** What the stops that are called at are worth, where some may be left out. */
  readonly value?: number;
}

/** @param known an order that is sailed first */
export function chooseInTime(
  at: Beginning,
  itinerary: Itinerary,
  { objective, idle, isOver, sail, value = 0 }: ChooseInTime,
  known: readonly number[] | null = null,
): ChosenInTime {
  const pinches = needsPinches(at, itinerary);
  const isTimed = objective !== 'traveltime' && hasWindows(itinerary);
  const estimates = (isTimed ? [objective, 'traveltime' as const] : [objective]).map(
    (by) => new DatedEstimates(at, itinerary, { by, objective, pinches }),
  );
  const problem = inTime(at, itinerary, { objective, idle, value }, (from, to, leaves) =>
    estimates.map((one) => one.leg(from, to, leaves, idle)),
  );
  const first = estimates[0]!.inSlice(sliceAt(at.sea, at.begins));
  const choose = () => {
    const { sets } = itinerary.stops;
    const exact = sets && orderInTime(problem, worthAtMost(sets, value), isOver);
    if (exact) return exact.order;
    if (known && value > 0) return known;
    const fixed = {
      ...itinerary,
      ways: [first],
      idle,
      work: costsOfWork(itinerary, objective, idle),
      leastValue: 0,
    };
    const rate = (order: readonly number[]) => estimateInTime(problem, order);
    return searchOrder(fixed, { random: randomFrom(1), isOver, rate });
  };
  const sailed = new Map<string, ProvableVoyage>();
  let order = known ?? choose();
  while (!sailed.has(order.join()) && sailed.size < MOST_CHOICES) {
    const voyage = sail(order);
    sailed.set(order.join(), voyage);
    if (isOver()) break;
    const calls = callsOf(voyage, tracksOf(voyage));
    for (const [k, [from, to]] of legPairs(itinerary, order).entries()) {
      const { track, objective: by } = voyage.routes[k]!;
      const days = track.timeDays.at(-1)!;
      const cost = objective === 'traveltime' ? days : track.consumption!.at(-1)!;
      estimates.find((one) => one.by === by)?.correct(from, to, calls[k]!.leaves, idle, { days, cost });
    }
    order = choose();
  }
  const voyage = [...sailed.values()].reduce((best, one) => (isBetter(one, best) ? one : best));
  return { voyage, costs: first.cost };
}

/** Whether some leg has no way without pinches. */
export const needsPinches = ({ sea }: Beginning, { comes, goes }: Itinerary): boolean =>
  goes.some((start) => comes.some((end) => !meet(sea.mesh, { start, end })));

/**
 * A problem whose legs, and works, depend on when they are begun.
 *
 * @param itinerary whose works take the least that they can
 */
export const inTime = (
  at: Beginning,
  itinerary: Itinerary,
  { objective, idle, value = 0 }: Pick<ChooseInTime, 'objective' | 'idle' | 'value'>,
  legs: TimedProblem['legs'],
): TimedProblem => ({
  ...itinerary,
  idle,
  leastValue: value,
  legs,
  call: (point, arrives) => {
    const { ends, days, used } = doneAt(at, itinerary, point, arrives, idle);
    return { ends, extra: objective === 'traveltime' ? 0 : extraOf(days, used, idle) };
  },
});

/** Being late counts for more than what is done, that for more than any cost. */
export function isBetter(one: ProvableVoyage, other: ProvableVoyage): boolean {
  const [a, b] = [one, other].map((voyage) => missedWindows(voyage).reduce((sum, { days }) => sum + days, 0));
  const [mine, its] = [one, other].map(({ itinerary, points }) =>
    worthOf(itinerary.stops, points.slice(1, -1)),
  );
  if (a !== b) return a! < b!;
  return mine! > its! || (mine === its && costOfVoyage(one) < costOfVoyage(other));
}
