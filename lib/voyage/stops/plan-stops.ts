/** A voyage through stops: the order in which it calls at them, its legs, and a proof of both. */
import { costsFor, leastRate, type Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type Passage, passageOver, passageThrough } from '../../speed/passage.ts';
import type { VoyageOptions } from '../kept.ts';
import { type ChosenOrder, chooseOrder, type KnownOfLegs, legPairs } from '../order/choose-order.ts';
import { evaluate, hasWindows, leaves, type OrderProblem } from '../order/problem.ts';
import { mayLeaveOut } from '../order/stop-sets.ts';
import { type AtFullSpeed, keyOf, withSpeeds } from '../speeds/speed-step.ts';
import { choosesTime } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { costsOfWork, type Itinerary, itineraryOf } from './itinerary.ts';
import { leftOutOf } from './left-out.ts';
import { requireWindows } from './require-windows.ts';
import { endedByOf, type Sailed, sailStops } from './sail-stops.ts';
import { SailedLegs } from './sailed-legs.ts';

const ADJUSTMENT_LIMIT_NM = 300;

/** @throws WaypointOutsideMesh, ImpossibleOnMesh for a stop that can't be reached, Impossible for windows that can't be met */
export function planStops(mesh: Mesh, request: PlannedRequest, options: VoyageOptions): VoyagePlan {
  const itinerary = itineraryOf(mesh, request, options.adjustmentLimitNm ?? ADJUSTMENT_LIMIT_NM);
  const legs = new SailedLegs(mesh, itinerary, options);
  const all: Objective[] = mesh.consumption ? ['traveltime', mesh.consumption] : ['traveltime'];
  const objectives = all.filter((each) => options.objectives?.includes(each) ?? true);
  const idleRate = (request.vehicle?.idle_rate ?? 0) + (options.dayCosts ?? 0);
  // also of a given order, where stops can be done in several ways
  const isBest =
    request.voyage?.stop_order === 'best' ||
    itinerary.stops.visits.some(({ length }) => length > 1) ||
    mayLeaveOut(itinerary.stops);
  const plan = {
    mesh,
    objectives,
    itinerary,
    legs,
    idleRate,
    isBest,
    certificate: options.certificate ?? false,
  };
  let fastest: ChosenOrder | null = null;
  const chosen = objectives.map((objective) => {
    const choice = orderFor(plan, objective, fastest);
    fastest ??= choice;
    return {
      ...choice,
      objective,
      route: withWorth(plan, sailedIn(plan, objective, choice), choice, fastest),
    };
  });
  const { comes } = itinerary;
  const planned = { start: comes[0]!, end: comes.at(-1)!, routes: chosen.map(({ route }) => route) };
  if (!choosesTime(request.voyage) || itinerary.limitDays < Infinity) return planned;
  return withSpeeds(mesh, request, atFullSpeed(plan, planned, chosen), legs.optionsLeft());
}

/** @param fastest the voyage that time decides on, and how much it is worth */
function withWorth(
  { itinerary }: Plan,
  route: VoyageRoute,
  { order, value }: ChosenOrder,
  fastest: ChosenOrder,
): VoyageRoute {
  if (!mayLeaveOut(itinerary.stops)) return route;
  const bound = fastest.mostValue === null ? null : Math.max(value, fastest.mostValue);
  return { ...route, worth: { value, bound, leftOut: leftOutOf(itinerary, fastest.problem, order) } };
}

type Chosen = ChosenOrder & { readonly objective: Objective };

/** Its legs, for speeds of their own. */
function atFullSpeed(plan: Plan, planned: VoyagePlan, chosen: readonly Chosen[]): AtFullSpeed {
  const { mesh, itinerary, legs, idleRate, isBest } = plan;
  const { count, comes, stops } = itinerary;
  const objective = mesh.consumption!;
  const ofFastest = isBest && itinerary.works.some((work) => work !== null);
  // work takes longer one way than another: its time is known in one order
  const known = chosen.map(({ order, objective }) => {
    const own = ofFastest ? chosen[0]!.order : order;
    return { order: own, routes: routesIn(plan, legs, { order: own, objective }) };
  });
  const isFree = isBest && !ofFastest;
  const used = comes.map((place) => place.used);
  return {
    plan: planned,
    known,
    passage: isFree ? inBestOrder(plan, chosen[0]!.known!) : inOrderOf(itinerary, chosen[0]!.order),
    key: isFree
      ? `${keyOf(used)} best ${stops.before.map((before) => [...before]).join(' ')}`
      : keyOf(legPairs(itinerary, chosen[0]!.order).flatMap((pair) => endsOf(itinerary, pair))),
    stays: staysIn(itinerary, chosen[0]!.order, objective, idleRate),
    note: ofFastest ? ORDER_OF_FASTEST : null,
    lines: chosen[0]!.order.flatMap((point) => {
      const work = itinerary.works[point];
      return work ? [work.track.coordinates] : [];
    }),
    join: (sailed) => {
      const routes = sailed.legs.map((leg) => ({ ...leg, objective }));
      return sailStops(
        { points: [0, ...sailed.order, count + 1], routes, itinerary, objective, idleRate },
        null,
      );
    },
  };
}

const ORDER_OF_FASTEST =
  'The stops are called at in the order of the fastest route, and worked as on it: the gap is of this order, no other was tried';

const endsOf = ({ goes, comes }: Itinerary, [from, to]: readonly [number, number]) =>
  [goes[from]!.used, comes[to]!.used] as const;

const inOrderOf = (itinerary: Itinerary, order: readonly number[]): Passage =>
  passageOver(
    legPairs(itinerary, order).map((pair) => endsOf(itinerary, pair)),
    order,
  );

/** What the stops of an order take and consume, their work included: its speed is its own. */
function staysIn(itinerary: Itinerary, order: readonly number[], objective: Objective, idleRate: number) {
  const extra = costsOfWork(itinerary, objective, idleRate);
  const days = order.reduce((sum, point) => sum + itinerary.stay[point]!, 0);
  return { days, consumption: order.reduce((sum, point) => sum + extra[point]!, idleRate * days) };
}

function routesIn(
  { itinerary }: Plan,
  legs: SailedLegs,
  { order, objective }: Pick<Chosen, 'order' | 'objective'>,
) {
  return legPairs(itinerary, order).map(([from, to]) => legs.route(from, to, objective));
}

/** Stays take the same time in every order. */
function inBestOrder(plan: Plan, { pinches }: KnownOfLegs): Passage {
  const { certificate } = plan;
  const itinerary = { ...plan.itinerary, stay: plan.itinerary.stay.map(() => 0) };
  const objective = 'traveltime';
  const used = plan.itinerary.comes.map((place) => place.used);
  return {
    inOrder: (order) => ({
      known: plan.objectives.map((each) => ({
        order,
        routes: routesIn(plan, plan.legs, { order, objective: each }),
      })),
      passage: passageThrough(
        [0, ...order, used.length - 1].map((point) => used[point]!),
        order,
      ),
    }),
    fastest: (mesh, left) => {
      const legs = new SailedLegs(mesh, itinerary, left());
      const known = { pinches, days: null, order: [], prices: null };
      const isProved = () => Boolean(certificate);
      const options = { idle: 0, isProved, random: randomFrom(1), known };
      const { order, least } = chooseOrder(mesh, itinerary, legs, objective, options);
      const routes = routesIn(plan, legs, { order, objective });
      return { order, routes, proofs: [certificate ? { least, endedBy: endedByOf(routes) } : null] };
    },
  };
}

interface Plan {
  readonly mesh: Mesh;
  readonly objectives: readonly Objective[];
  readonly itinerary: Itinerary;
  readonly legs: SailedLegs;
  readonly idleRate: number;
  readonly isBest: boolean;
  readonly certificate: NonNullable<VoyageOptions['certificate']>;
}

type Choice = Pick<ChosenOrder, 'order' | 'problem'>;

function sailedIn(plan: Plan, objective: Objective, choice: ChosenOrder): VoyageRoute {
  const sailed = joined(plan, objective, choice);
  requireWindows(sailed, (point) => plan.legs.route(0, point, 'traveltime').track.timeDays.at(-1)!);
  return sailStops(sailed, plan.certificate ? choice.least : null);
}

function joined(plan: Plan, objective: Objective, { order, problem }: Choice): Sailed {
  const { itinerary, legs, idleRate } = plan;
  const { ways } = evaluate(problem, order);
  const routes = legPairs(problem, order).map(([from, to], k) =>
    legs.route(from, to, ways[k] === 0 ? objective : ('traveltime' as const)),
  );
  return { points: [0, ...order, itinerary.count + 1], routes, itinerary, objective, idleRate };
}

/** A plan that enters what is closed only shows where to go on looking. */
function isWorthProof(plan: Plan, objective: Objective, choice: Choice): boolean {
  const { certificate } = plan;
  if (typeof certificate === 'boolean') return certificate;
  return certificate([{ ...sailStops(joined(plan, objective, choice), null), objective }]);
}

function orderFor(plan: Plan, objective: Objective, fastest: ChosenOrder | null): ChosenOrder {
  const { mesh, itinerary, legs, idleRate, isBest, certificate } = plan;
  const idle = objective === 'traveltime' ? 1 : idleRate;
  if (isBest)
    return chooseOrder(mesh, itinerary, legs, objective, {
      idle,
      isProved: (order, problem) => isWorthProof(plan, objective, { order, problem }),
      random: randomFrom(1),
      known: fastest?.known ?? null,
      leastValue: fastest?.value ?? 0,
    });
  const order = Array.from({ length: itinerary.count }, (_, k) => k + 1);
  const problem = givenProblem(itinerary, legs, objective, idle, order);
  const rate = objective === 'traveltime' ? 1 : leastRate(costsFor(mesh, objective));
  const leastOf = (from: number, to: number) => {
    const { cost, least } = legs.costOf(from, to, objective);
    return least === 0 && cost > 0 ? null : least;
  };
  const least = certificate ? leastInOrder(problem, order, leastOf, rate) : 0;
  return { order, problem, least, known: null, value: 0, mostValue: null };
}

/** The legs of the given order, and no others. */
function givenProblem(
  itinerary: Itinerary,
  legs: SailedLegs,
  objective: Objective,
  idle: number,
  order: readonly number[],
): OrderProblem {
  const size = itinerary.count + 2;
  const timed = hasWindows(itinerary);
  const wayBy = (by: Objective) => {
    const days = new Float64Array(size * size).fill(Infinity);
    const cost = objective === 'traveltime' ? days : days.slice();
    for (const [from, to] of legPairs(itinerary, order)) {
      const { track } = legs.route(from, to, by);
      days[from * size + to] = track.timeDays.at(-1)!;
      if (cost !== days) cost[from * size + to] = track.consumption!.at(-1)!;
    }
    return { days, cost };
  };
  const ways =
    objective === 'traveltime' || !timed ? [wayBy(objective)] : [wayBy(objective), wayBy('traveltime')];
  const work = costsOfWork(itinerary, objective, idle);
  return { ...itinerary, ways, idle, work, leastValue: 0 };
}

/**
 * What the voyage costs at least in an order; 0 where a leg has no certificate.
 *
 * @param leastOf a leg, if it costs something
 * @param rate of cost, a day under way, at least
 */
export function leastInOrder(
  problem: Omit<OrderProblem, 'ways'>,
  order: readonly number[],
  leastOf: (from: number, to: number) => number | null,
  rate: number,
): number {
  const { stay, work, idle, count } = problem;
  const points = [0, ...order, count + 1];
  let [sum, days] = [0, 0];
  for (let k = 0; k < points.length; k++) {
    if (k > 0) {
      const least = leastOf(points[k - 1]!, points[k]!);
      if (least === null) return 0;
      sum += least;
      // a leg that takes longer costs more than the waiting that it saves
      days += least / rate;
    }
    const point = points[k]!;
    const stays = rate > 0 && rate >= idle ? leaves(problem, point, days) - days : stay[point]!;
    days += stays;
    sum += idle * stays + work[point]!;
  }
  return sum;
}

/** Numbers from [0, 1), the same each time: a linear congruential generator (Knuth 1997, 3.3.4, table 1, line 26). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
