/** Legs that cost less in fact than is estimated, by a part that is drawn: the order that is proved is the best of all by these costs. */
import { describe, expect, it } from 'vitest';
import {
  type ChooseOptions,
  type ChosenOrder,
  chooseOrder,
  legPairs,
} from '../../../lib/voyage/order/choose-order.ts';
import { openingsOf, type Stretch } from '../../../lib/voyage/order/openings.ts';
import { evaluate, hasWindows, type OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { mayLeaveOut, worthOf } from '../../../lib/voyage/order/stop-sets.ts';
import type { Itinerary } from '../../../lib/voyage/stops/itinerary.ts';
import { type Facts, sailed, sea, voyageOf } from './legs-in-fact.ts';
import { permutations } from './permutations.ts';

const HOURS = 24;
/** What a day of staying and waiting consumes, less than one under way. */
const IDLE_RATE = 0.5;
/** Gaps below this are not worth another leg. */
const CLOSE = 1.0002;

const options = (random: () => number): ChooseOptions => ({
  idle: 1,
  isProved: () => true,
  random,
  known: null,
});

type By = 'traveltime' | 'fuel';

interface Asked {
  readonly by: By;
  readonly seed: number;
  readonly values: readonly (number | undefined)[];
  readonly windows?: boolean;
  /** Whether there is only so much fuel. */
  readonly bunkers?: boolean;
  /** Whether there is less time than all stops take. */
  readonly within?: boolean;
  /** Whether the sets of stops are taken for too many to look at all. */
  readonly many?: boolean;
}

/** The problem by what legs cost in fact. */
function problemInFact(itinerary: Itinerary, facts: Facts, by: By): OrderProblem {
  const { days, cost } = facts.traveltime;
  const inTime = [{ days, cost: days, tonnes: cost }];
  const thrifty = { ...facts.fuel, tonnes: facts.fuel.cost };
  const fast = { days, cost, tonnes: cost };
  return {
    ...itinerary,
    ways: by === 'traveltime' ? inTime : hasWindows(itinerary) ? [thrifty, fast] : [thrifty],
    idle: by === 'traveltime' ? 1 : IDLE_RATE,
    work: new Float64Array(itinerary.count + 2),
    leastValue: 0,
  };
}

/** All voyages that do what must be done, perhaps too late or with too little fuel. */
function voyagesIn(problem: OrderProblem) {
  const { stops, count } = problem;
  const orders = [...permutations(Array.from({ length: count }, (_, k) => k + 1))];
  const begun = orders.flatMap((order) => [...order.keys(), count].map((k) => order.slice(0, k)));
  const each = new Map((mayLeaveOut(stops) ? begun : orders).map((order) => [order.join(), order]));
  return [...each.values()]
    .filter((order) => stops.value.every((value, k) => value > 0 || order.includes(k + 1)))
    .map((order) => ({ order, value: worthOf(stops, order), ...evaluate(problem, order) }));
}

/** The voyage as it is asked for, and what it is by the objective in fact. */
function drawn({ by, seed, values, ...asked }: Asked) {
  const { asked: itineraryWithin, facts, random } = voyageOf(seed, values, 5);
  const free = itineraryWithin();
  const days = voyagesIn(problemInFact(free, facts, 'traveltime'))
    .map((voyage) => voyage.days)
    .toSorted((a, b) => a - b);
  const limit = days[Math.floor((values.includes(undefined) ? 0.2 : 0.6) * days.length)]!;
  const itinerary = asked.within ? itineraryWithin(HOURS * limit) : free;
  const some = (otherwise: number, time: (day: number) => number) =>
    free.latest.map((_, point) =>
      asked.windows && point > 0 && point <= free.count && random() < 0.5 ? time(limit) : otherwise,
    );
  const earliest = some(-Infinity, (day) => 0.7 * day * random());
  const latest = some(Infinity, (day) => day * (0.3 + 0.7 * random())).with(-1, itinerary.latest.at(-1)!);
  // some are open at once, and then again
  const night = (day: number): Stretch[] => [
    { from: -Infinity, to: 0.1 * day },
    { from: day * (0.2 + 0.6 * random()), to: Infinity },
  ];
  const openings = Array.from(latest, (time, point) =>
    asked.windows && time === Infinity && earliest[point] === -Infinity && point % 3 === seed % 3
      ? openingsOf(night(limit), false)
      : null,
  );
  const timed: Itinerary = {
    ...itinerary,
    earliest,
    latest,
    openings: openings.fill(null, -1).fill(null, 0, 1),
    stops: { ...itinerary.stops, sets: asked.many ? null : itinerary.stops.sets },
  };
  const inFact = problemInFact(timed, facts, by);
  const none = timed.stay.map(() => 0);
  const burnt = { room: 0.1, calls: timed.stay.map((each) => IDLE_RATE * each), idle: IDLE_RATE };
  const taken = none.with(1, 0.1);
  const lacks = voyagesIn({ ...inFact, bunkers: { ...burnt, spare: 0, taken } })
    .map(({ short }) => short)
    .toSorted((a, b) => a - b);
  // enough for some orders, or for none
  const spare = lacks[Math.floor(0.3 * lacks.length)]! * (seed % 4 === 0 ? 0.5 : 1);
  const bunkers = asked.bunkers ? { ...burnt, spare, taken } : null;
  return { itinerary: timed, facts, random, bunkers, problem: { ...inFact, bunkers } };
}

/** Chosen by time and then, with what is known by that, by the objective. */
function choose({ by }: Asked, { itinerary, facts, random, bunkers, problem }: ReturnType<typeof drawn>) {
  const legs = sailed(facts, itinerary.count + 2);
  const shared = { ...options(random), bunkers };
  const fastest = chooseOrder(sea, itinerary, legs, 'traveltime', shared);
  if (by === 'traveltime') return fastest;
  const { known, value: leastValue } = fastest;
  return chooseOrder(sea, itinerary, legs, by, { ...shared, idle: problem.idle, known, leastValue });
}

/** Asserts that no voyage is beyond what is said of all; tells how good it is. */
function judge(asked: Asked, problem: OrderProblem, chosen: ChosenOrder) {
  const { late, short, cost } = evaluate(problem, chosen.order);
  const isKept = late === 0 && short === 0;
  expect(chosen.value).toBe(worthOf(problem.stops, chosen.order));
  expect(chosen.short === null).toBe(short === 0);
  const kept = voyagesIn(problem).filter((each) => each.late === 0 && each.short === 0);
  if (kept.length === 0) {
    expect(isKept).toBe(false);
    if (asked.by === 'fuel' && asked.bunkers && !asked.windows) expect(chosen.short).toBe('proved');
    return null;
  }
  expect(chosen.short).not.toBe('proved');
  const most = Math.max(...kept.map(({ value }) => value));
  const worth = kept.filter(({ value }) => value >= chosen.value);
  const least = Math.min(...worth.map((each) => each.cost));
  const hasValue = asked.by === 'traveltime' && mayLeaveOut(problem.stops);
  if (hasValue) expect(chosen.mostValue).toBeGreaterThanOrEqual(most);
  else expect(chosen.mostValue).toBeNull();
  expect(chosen.least).toBeLessThanOrEqual(least * (1 + 1e-13));
  return {
    isBest: isKept && chosen.value === most && cost <= least * CLOSE,
    near: (isKept ? chosen.least / least : 0) * (hasValue ? most / chosen.mostValue! : 1),
  };
}

const ALL = [undefined, undefined, undefined, undefined];
const ANY = [1, 2, 3, 5];
const SOME = [1, undefined, 3, 2];

interface Case extends Omit<Asked, 'seed'> {
  /** Part of the voyages that are the best, and how near the bounds are to it on average, at least. */
  readonly best: number;
  readonly near: number;
}

describe('the order that is chosen', () => {
  it.each<Case>([
    { by: 'traveltime', values: ALL, best: 1, near: 0.9998 },
    { by: 'fuel', values: ALL, best: 1, near: 0.9998 },
    { by: 'traveltime', values: ALL, windows: true, best: 1, near: 0.9998 },
    { by: 'fuel', values: ALL, windows: true, best: 1, near: 0.974 },
    { by: 'traveltime', values: ALL, bunkers: true, best: 1, near: 0.9998 },
    { by: 'fuel', values: ALL, bunkers: true, best: 1, near: 0.9998 },
    { by: 'traveltime', values: ALL, windows: true, bunkers: true, best: 1, near: 0.9998 },
    { by: 'fuel', values: ALL, windows: true, bunkers: true, best: 1, near: 0.974 },
    { by: 'traveltime', values: ANY, within: true, best: 1, near: 0.9998 },
    { by: 'fuel', values: ANY, within: true, best: 1, near: 0.999 },
    { by: 'traveltime', values: SOME, within: true, windows: true, best: 1, near: 0.9998 },
    { by: 'fuel', values: SOME, within: true, windows: true, best: 1, near: 0.983 },
    // where stops are too many, what legs cost that were not chosen is not known, and bounds are by trees or routes
    { by: 'traveltime', values: ALL, many: true, best: 0.65, near: 0.94 },
    { by: 'fuel', values: ALL, windows: true, bunkers: true, many: true, best: 0.65, near: 0.835 },
    { by: 'traveltime', values: ANY, within: true, many: true, best: 0.6, near: 0.96 },
    { by: 'fuel', values: ANY, within: true, many: true, best: 0.55, near: 0.94 },
    { by: 'traveltime', values: SOME, within: true, windows: true, many: true, best: 0.55, near: 0.86 },
    { by: 'fuel', values: SOME, within: true, windows: true, many: true, best: 0.55, near: 0.89 },
  ])('is mostly the best of all in fact, and no bound is beyond it: %j', ({ best, near, ...made }) => {
    const told = Array.from({ length: 16 }, (_, k) => {
      const asked = { ...made, seed: k + 1 };
      const voyage = drawn(asked);
      return judge(asked, voyage.problem, choose(asked, voyage)) ?? [];
    }).flat();
    expect(told.length).toBeGreaterThan(6);
    expect(told.filter((each) => each.isBest).length).toBeGreaterThanOrEqual(best * told.length);
    expect(told.reduce((sum, each) => sum + each.near, 0)).toBeGreaterThanOrEqual(near * told.length);
  });

  it.each([{ values: ALL }, { values: ANY, within: true, many: true }])(
    'is the first once time is up, and no other leg is planned: %j',
    (made) => {
      for (let seed = 1; seed <= 6; seed++) {
        const { itinerary, facts, random } = drawn({ ...made, by: 'traveltime', seed });
        const legs = sailed(facts, itinerary.count + 2, () => true);
        const { order } = chooseOrder(sea, itinerary, legs, 'traveltime', options(random));
        expect(legs.count).toBe(order.length + 1);
      }
    },
  );

  it('is not proved where that is not asked for', () => {
    const { asked, facts, random } = voyageOf(1, [1, 2, undefined]);
    const legs = sailed(facts, 5);
    const chosen = chooseOrder(sea, asked(), legs, 'traveltime', {
      ...options(random),
      isProved: () => false,
    });
    expect(chosen).toMatchObject({ least: 0, value: 3, mostValue: null, short: null });
    expect(chosen.known).toMatchObject({ pinches: false, days: null, order: chosen.order, prices: null });
    for (const [from, to] of legPairs({ count: 3 }, chosen.order))
      expect(legs.has(from, to, 'traveltime')).toBe(true);
  });
});
