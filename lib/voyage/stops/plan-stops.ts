/** A voyage through stops: the order in which it calls at them, its legs, and a proof of both. */
import { costsFor, leastRate, type Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { ADJUSTMENT_LIMIT_NM, type VoyageOptions } from '../kept.ts';
import { type ChosenOrder, chooseOrder, legPairs } from '../order/choose-order.ts';
import { evaluate, hasWindows, leaves, type OrderProblem } from '../order/problem.ts';
import { randomFrom } from '../order/random.ts';
import { mayLeaveOut } from '../order/stop-sets.ts';
import { withSpeeds } from '../speeds/speed-step.ts';
import { choosesTime } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { atFullSpeed, type StopsPlan } from './at-full-speed.ts';
import { costsOfWork, type Itinerary, itineraryOf, sailOn } from './itinerary.ts';
import { leftOutOf } from './left-out.ts';
import { requireWindows } from './require-windows.ts';
import { type Sailed, sailStops } from './sail-stops.ts';
import { SailedLegs } from './sailed-legs.ts';

/** @throws WaypointOutsideMesh, ImpossibleOnMesh for a stop that can't be reached, Impossible for windows that can't be met */
export function planStops(mesh: Mesh, request: PlannedRequest, options: VoyageOptions): VoyagePlan {
  const { adjustmentLimitNm = ADJUSTMENT_LIMIT_NM, dayCosts } = options;
  const sail = sailOn(dayCosts?.unpriced ?? mesh, request, dayCosts?.perDay ?? 0);
  const itinerary = itineraryOf(mesh, request, adjustmentLimitNm, undefined, sail);
  const legs = new SailedLegs(mesh, itinerary, options);
  const all: Objective[] = mesh.consumption ? ['traveltime', mesh.consumption] : ['traveltime'];
  const objectives = all.filter((each) => options.objectives?.includes(each) ?? true);
  const idleRate = (request.vehicle?.idle_rate ?? 0) + (dayCosts?.perDay ?? 0);
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
  { itinerary }: StopsPlan,
  route: VoyageRoute,
  { order, value }: ChosenOrder,
  fastest: ChosenOrder,
): VoyageRoute {
  if (!mayLeaveOut(itinerary.stops)) return route;
  const bound = fastest.mostValue === null ? null : Math.max(value, fastest.mostValue);
  return { ...route, worth: { value, bound, leftOut: leftOutOf(itinerary, fastest.problem, order) } };
}

type Choice = Pick<ChosenOrder, 'order' | 'problem'>;

function sailedIn(plan: StopsPlan, objective: Objective, choice: ChosenOrder): VoyageRoute {
  const sailed = joined(plan, objective, choice);
  requireWindows(sailed, (point) => plan.legs.route(0, point, 'traveltime').track.timeDays.at(-1)!);
  return sailStops(sailed, plan.certificate ? choice.least : null);
}

function joined(plan: StopsPlan, objective: Objective, { order, problem }: Choice): Sailed {
  const { itinerary, legs, idleRate } = plan;
  const { ways } = evaluate(problem, order);
  const routes = legPairs(problem, order).map(([from, to], k) =>
    legs.route(from, to, ways[k] === 0 ? objective : ('traveltime' as const)),
  );
  return { points: [0, ...order, itinerary.count + 1], routes, itinerary, objective, idleRate };
}

/** A plan that enters what is closed only shows where to go on looking. */
function isWorthProof(plan: StopsPlan, objective: Objective, choice: Choice): boolean {
  const { certificate } = plan;
  if (typeof certificate === 'boolean') return certificate;
  return certificate([sailStops(joined(plan, objective, choice), null)]);
}

function orderFor(plan: StopsPlan, objective: Objective, fastest: ChosenOrder | null): ChosenOrder {
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
