/**
 * In which order stops are called at in a sea that changes. Orders are chosen by what their legs are estimated to take when they are left;
 * what is chosen is sailed, and chosen again with what its legs took in fact, until it stays.
 */
import type { Objective } from '../../engine/cost/cost.ts';
import { sliceAt } from '../../engine/sea/sea.ts';
import { meet } from '../../engine/search/find-path.ts';
import type { BunkersIn } from '../fuel/bunkers-of-order.ts';
import { NOTHING_SPENT, type Spending, spend } from '../order/bunkers.ts';
import { legPairs } from '../order/choose-order.ts';
import { estimateInTime, orderInTime, type Step, type TimedProblem } from '../order/in-time.ts';
import { searchOrder } from '../order/local-search.ts';
import { extraOf, hasWindows } from '../order/problem.ts';
import { randomFrom } from '../order/random.ts';
import { worthAtMost, worthOf } from '../order/stop-sets.ts';
import { unlessOver } from '../out-of-time.ts';
import { costsOfWork, type Itinerary } from '../stops/itinerary.ts';
import { callsOf, costOfVoyage, missedWindows, tracksOf } from '../stops/sail-stops.ts';
import type { Beginning } from './beginning.ts';
import { DatedEstimates } from './dated-estimates.ts';
import { doneAt } from './itinerary-in-time.ts';
import type { DatedSailed } from './join-dated.ts';
import type { ProvableVoyage } from './prove-stops.ts';

/** Times that an order is chosen anew because its legs cost other than was estimated. */
const MOST_CHOICES = 8;
/** What orders may seem to lack to be sailed, as a part of what may be burnt: legs burn other than was estimated. */
const SEEMING_SHORT = [0, 1, 0.3, 0.1, 0.03, 0];

export interface ChosenInTime {
  readonly voyage: ProvableVoyage;
  /** By leg, what it is estimated to cost in the sea of the departure. */
  readonly costs: () => Float64Array;
}

export interface ChooseInTime {
  readonly objective: Objective;
  /** Cost of a day of waiting: 1 where time is the cost. */
  readonly idle: number;
  readonly isOver: () => boolean;
  readonly sail: (order: readonly number[]) => ProvableVoyage;
  /** What the stops that are called at are worth, where some may be left out. */
  readonly value?: number;
  /** What has to suffice. */
  readonly bunkers?: BunkersIn | null;
}

/** @param known an order that is sailed first */
export function chooseInTime(
  at: Beginning,
  itinerary: Itinerary,
  { objective, idle, isOver, sail, value = 0, bunkers: bunkersIn = null }: ChooseInTime,
  known: readonly number[] | null = null,
): ChosenInTime {
  const pinches = needsPinches(at, itinerary);
  const isTimed = objective !== 'traveltime' && hasWindows(itinerary);
  const bunkers = bunkersIn?.(itinerary) ?? null;
  // what is burnt is told where fuel is counted
  const counted = bunkers ? ('fuel' as const) : objective;
  const estimates = (isTimed ? [objective, 'traveltime' as const] : [objective]).map(
    (by) => new DatedEstimates(at, itinerary, { by, objective: counted, pinches }),
  );
  const ofWait = bunkers?.idle ?? idle;
  const problem = inTime(at, itinerary, { objective, idle, value, bunkers }, (from, to, leaves) => {
    const legs = estimates.map((one) => one.leg(from, to, leaves, ofWait));
    return bunkers ? legs.map((leg) => withTonnes(leg, objective, leaves, ofWait)) : legs;
  });
  const first = () => {
    const { days, cost } = estimates[0]!.inSlice(sliceAt(at.sea, at.begins));
    return { days, cost: objective === 'traveltime' ? days : cost };
  };
  const sailed = new Map<string, ProvableVoyage>();
  const choose = (lacking: number) => {
    const { sets } = itinerary.stops;
    const spare = bunkers && { bunkers: { ...bunkers, spare: bunkers.spare + lacking } };
    const own = { ...problem, ...spare };
    // one is chosen in any case
    const exact = sets && orderInTime(own, worthAtMost(sets, value), () => sailed.size > 0 && isOver());
    if (exact) return exact.order;
    if (known && value > 0) return known;
    const fixed = {
      ...itinerary,
      ways: [first()],
      idle,
      work: costsOfWork(itinerary, objective, idle),
      leastValue: 0,
    };
    const rate = (order: readonly number[]) => estimateInTime(own, order);
    return searchOrder(fixed, { random: randomFrom(1), isOver, rate });
  };
  const learn = (voyage: ProvableVoyage, order: readonly number[]) => {
    const calls = callsOf(voyage, tracksOf(voyage));
    for (const [k, [from, to]] of legPairs(itinerary, order).entries()) {
      const { track, objective: by } = voyage.routes[k]!;
      const days = track.timeDays.at(-1)!;
      const cost = counted === 'traveltime' ? days : track.consumption!.at(-1)!;
      estimates.find((one) => one.by === by)?.correct(from, to, calls[k]!.leaves, ofWait, { days, cost });
    }
  };
  let next = known;
  for (const [k, part] of (bunkers ? SEEMING_SHORT : [0]).entries()) {
    if (k > 0 && isOver()) break;
    const lacking = part * (bunkers?.spare ?? 0);
    let order = next ?? choose(lacking);
    while (!sailed.has(order.join()) && sailed.size < (k + 1) * MOST_CHOICES) {
      const voyage = sailed.size === 0 ? sail(order) : unlessOver(isOver, () => sail(order));
      if (!voyage) break;
      sailed.set(order.join(), voyage);
      if (isOver()) break;
      learn(voyage, order);
      order = choose(lacking);
    }
    next = null;
  }
  const voyage = [...sailed.values()].reduce((best, one) => (isBetter(one, best, bunkersIn) ? one : best));
  return { voyage, costs: () => first().cost };
}

/** What a leg burns, where fuel is what is counted. */
function withTonnes({ ends, extra }: Step, objective: Objective, leaves: number, idle: number): Step {
  return { ends, extra: objective === 'traveltime' ? 0 : extra, tonnes: extra + idle * (ends - leaves) };
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
  {
    objective,
    idle,
    value = 0,
    bunkers = null,
  }: Pick<ChooseInTime, 'objective' | 'idle' | 'value'> & Pick<TimedProblem, 'bunkers'>,
  legs: TimedProblem['legs'],
): TimedProblem => ({
  ...itinerary,
  idle,
  leastValue: value,
  legs,
  bunkers,
  call: (point, arrives) => {
    const ofWait = bunkers?.idle ?? idle;
    const { ends, days, used } = doneAt(at, itinerary, point, arrives, ofWait);
    const extra = objective === 'traveltime' ? 0 : extraOf(days, used, idle);
    return { ends, extra, tonnes: used + ofWait * (ends - arrives - days) };
  },
});

/** Tonnes by which a voyage goes below the reserve, at most. */
export function shortOf(voyage: DatedSailed, bunkersIn: BunkersIn | null): number {
  if (!bunkersIn) return 0;
  const bunkers = bunkersIn(voyage.itinerary);
  const calls = callsOf(voyage, tracksOf(voyage));
  return voyage.routes.reduce<Spending>((before, { track }, k) => {
    const { arrives, stay, leaves } = calls[k + 1]!;
    const point = voyage.points[k + 1]!;
    return spend(bunkers, before, point, track.consumption!.at(-1)!, leaves - arrives - stay);
  }, NOTHING_SPENT).short;
}

/** Being late counts for more than going below the reserve, that for more than what is done, and that for more than any cost. */
export function isBetter(
  one: ProvableVoyage,
  other: ProvableVoyage,
  bunkersIn: BunkersIn | null = null,
): boolean {
  const [a, b] = [one, other].map((voyage) => missedWindows(voyage).reduce((sum, { days }) => sum + days, 0));
  const [mine, its] = [one, other].map(({ itinerary, points }) =>
    worthOf(itinerary.stops, points.slice(1, -1)),
  );
  if (a !== b) return a! < b!;
  const [lacks, itLacks] = [one, other].map((voyage) => shortOf(voyage, bunkersIn));
  if (lacks !== itLacks) return lacks! < itLacks!;
  return mine! > its! || (mine === its && costOfVoyage(one) < costOfVoyage(other));
}
