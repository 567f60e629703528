/** A voyage through stops: the order in which it calls at them, its legs, and a proof of both. */
import { costsFor, leastRate, type Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { FuelTooLittle, TimeTooShort } from '../../speed/choose-speeds.ts';
import { bunkersOfOrder } from '../fuel/bunkers-of-order.ts';
import { tradeOffKeeps } from '../fuel/keep-reserve.ts';
import { ADJUSTMENT_LIMIT_NM, type VoyageOptions } from '../kept.ts';
import { type ChosenOrder, chooseOrder, legPairs } from '../order/choose-order.ts';
import { hasWindows, leaves, type OrderProblem } from '../order/problem.ts';
import { randomFrom } from '../order/random.ts';
import { mayLeaveOut, onlyWorth } from '../order/stop-sets.ts';
import { keepsBetween } from '../speeds/between-bunkers.ts';
import { tonnesAllowed, withSpeeds } from '../speeds/speed-step.ts';
import { choosesTime, isGiven } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { atFullSpeed } from './at-full-speed.ts';
import { costsOfWork, type Itinerary, itineraryOf, sailOn } from './itinerary.ts';
import { leftOutOf } from './left-out.ts';
import { requireWindows } from './require-windows.ts';
import { sailStops } from './sail-stops.ts';
import { SailedLegs } from './sailed-legs.ts';
import { type Chosen, isWorthProof, joined, type StopsPlan, type WorthiestWithFuel } from './stops-plan.ts';
import { worthiestWithFuel } from './worthiest-with-fuel.ts';

export interface StopsAtFullSpeed extends VoyagePlan {
  /** By route, the visits of its itinerary in the order sailed. */
  readonly orders: readonly (readonly number[])[];
}

/** The voyages at full speed, whatever is asked of speeds. @throws what planStops throws */
export function stopsAtFullSpeed(
  mesh: Mesh,
  request: PlannedRequest,
  options: VoyageOptions,
): StopsAtFullSpeed {
  const plan = stopsPlanOf(mesh, request, options);
  const chosen = chosenBy(plan);
  return { ...plannedOf(plan, chosen), orders: chosen.map(({ order }) => order) };
}

function stopsPlanOf(mesh: Mesh, request: PlannedRequest, options: VoyageOptions): StopsPlan {
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
  return {
    mesh,
    objectives,
    itinerary,
    legs,
    idleRate,
    isBest,
    certificate: options.certificate ?? false,
    worthiest: null,
    bunkers: bunkersOfOrder(mesh, request.voyage, idleRate, Boolean(dayCosts))?.(itinerary) ?? null,
  };
}

/** @throws WaypointOutsideMesh, ImpossibleOnMesh for a stop that can't be reached, Impossible for windows that can't be met */
export function planStops(mesh: Mesh, request: PlannedRequest, options: VoyageOptions): VoyagePlan {
  const plan = stopsPlanOf(mesh, request, options);
  const { itinerary, legs } = plan;
  if (!choosesTime(request.voyage) || itinerary.limitDays < Infinity) return plannedOf(plan, chosenBy(plan));
  const withChosenSpeeds = (plan: StopsPlan, chosen: Routes): VoyagePlan => {
    const inOrderOf = (own: Routes[number], isKept = keepsBetween(request.voyage!)) => {
      const voyage = atFullSpeed(plan, plannedOf(plan, chosen), chosen, own, isKept);
      return withSpeeds(mesh, request, voyage, legs.optionsLeft());
    };
    const [fastest, thriftiest] = [chosen[0]!, chosen.at(-1)!];
    // otherwise no order is left out
    const isInOrder = itinerary.works.some(Boolean) || keepsBetween(request.voyage!);
    const isOther = isInOrder && fastest.order.join() !== thriftiest.order.join();
    let tooLittle: FuelTooLittle | null = null;
    for (const own of isOther ? [fastest, thriftiest] : [fastest]) {
      try {
        const planned = inOrderOf(own);
        // at other speeds the best orders may not keep the reserve that this one keeps
        const mayKeep = plan.isBest && plan.bunkers !== null && !own.route.belowReserve;
        return mayKeep && !tradeOffKeeps(request.voyage, planned) ? inOrderOf(own, true) : planned;
      } catch (error) {
        // the other order may miss a limit of time, too
        if (tooLittle && error instanceof TimeTooShort) break;
        if (!(error instanceof FuelTooLittle)) throw error;
        if (!tooLittle || error.least < tooLittle.least) tooLittle = error;
      }
    }
    throw tooLittle!;
  };
  if (!mayLeaveOut(itinerary.stops)) return withChosenSpeeds(plan, chosenBy(plan));
  // what is aboard limits only a voyage for which it does not suffice at full speed
  const free = isGiven(request.voyage.within_tonnes) ? [] : chosenBy(plan);
  const tonnes = tonnesAllowed(mesh, request.voyage, routesOf(free));
  if (tonnes === null && !request.voyage.price) return plannedOf(plan, free);
  const limited = limitedBy(plan, worthiestWithFuel(plan, request, tonnes ?? Infinity, legs.optionsLeft()));
  return withChosenSpeeds(limited, chosenBy(limited));
}

/** Only voyages that are worth as much. */
function limitedBy(plan: StopsPlan, worthiest: WorthiestWithFuel): StopsPlan {
  const { stops } = plan.itinerary;
  const sets = stops.sets && onlyWorth(stops.sets, worthiest.value);
  return { ...plan, worthiest, itinerary: { ...plan.itinerary, stops: { ...stops, sets } } };
}

type Routes = readonly (Chosen & { readonly route: VoyageRoute })[];

const routesOf = (chosen: Routes): VoyageRoute[] => chosen.map(({ route }) => route);

const plannedOf = ({ itinerary: { comes } }: StopsPlan, chosen: Routes): VoyagePlan => ({
  start: comes[0]!,
  end: comes.at(-1)!,
  routes: routesOf(chosen),
});

/** By each objective. */
function chosenBy(plan: StopsPlan): Routes {
  let fastest: ChosenOrder | null = null;
  return plan.objectives.map((objective) => {
    const choice = orderFor(plan, objective, fastest);
    fastest ??= choice;
    return {
      ...choice,
      objective,
      route: withWorth(plan, sailedIn(plan, objective, choice), choice, fastest),
    };
  });
}

/** @param fastest the voyage that time decides on, and how much it is worth */
function withWorth(
  { itinerary, worthiest }: StopsPlan,
  route: VoyageRoute,
  { order, value }: ChosenOrder,
  fastest: ChosenOrder,
): VoyageRoute {
  if (!mayLeaveOut(itinerary.stops)) return route;
  if (worthiest) return { ...route, worth: worthiest.worthOf(order) };
  const bound = fastest.mostValue === null ? null : Math.max(value, fastest.mostValue);
  return { ...route, worth: { value, bound, leftOut: leftOutOf(itinerary, fastest.problem, order) } };
}

function sailedIn(plan: StopsPlan, objective: Objective, choice: ChosenOrder): VoyageRoute {
  const sailed = joined(plan, objective, choice);
  requireWindows(sailed, (point) => plan.legs.route(0, point, 'traveltime').track.timeDays.at(-1)!);
  const route = sailStops(sailed, plan.certificate ? choice.least : null);
  return choice.short ? { ...route, belowReserve: choice.short } : route;
}

function orderFor(plan: StopsPlan, objective: Objective, fastest: ChosenOrder | null): ChosenOrder {
  const { mesh, itinerary, legs, idleRate, isBest, certificate, worthiest, bunkers } = plan;
  const idle = objective === 'traveltime' ? 1 : idleRate;
  if (isBest)
    return chooseOrder(mesh, itinerary, legs, objective, {
      idle,
      isProved: (order, problem) => isWorthProof(plan, objective, { order, problem }),
      random: randomFrom(1),
      known: fastest?.known ?? worthiest?.known ?? null,
      leastValue: fastest?.value ?? worthiest?.value ?? 0,
      bunkers,
    });
  const order = Array.from({ length: itinerary.count }, (_, k) => k + 1);
  const problem = givenProblem(itinerary, legs, objective, idle, order);
  const rate = objective === 'traveltime' ? 1 : leastRate(costsFor(mesh, objective));
  const isProved = certificate && isWorthProof(plan, objective, { order, problem });
  const leastBy = (by: Objective) => (from: number, to: number) => {
    legs.prove(from, to, by);
    const { cost, least } = legs.costOf(from, to, by);
    return least === 0 && cost > 0 ? null : least;
  };
  const leftBy = () => {
    const days = hasWindows(itinerary) ? leastBy('traveltime') : () => 0;
    return leavesAtLeast(problem, order, days);
  };
  const least = isProved ? leastInOrder(problem, order, leastBy(objective), rate, leftBy()) : 0;
  return { order, problem, least, short: null, known: null, value: 0, mostValue: null };
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

/** When each point of an order can be left at the earliest, where its legs take so many days at least. */
function leavesAtLeast(
  problem: OrderProblem,
  order: readonly number[],
  leastDays: (from: number, to: number) => number | null,
): number[] {
  const left = [0];
  for (const [from, to] of legPairs(problem, order))
    left.push(leaves(problem, to, left.at(-1)! + (leastDays(from, to) ?? 0)));
  return left;
}

/**
 * What the voyage costs at least in an order; 0 where a leg has no certificate.
 *
 * @param leastOf a leg, if it costs something
 * @param rate of cost, a day under way, at least
 * @param left when each point is left at the earliest, start and end included
 */
export function leastInOrder(
  { stay, work, idle, count }: Omit<OrderProblem, 'ways'>,
  order: readonly number[],
  leastOf: (from: number, to: number) => number | null,
  rate: number,
  left: readonly number[],
): number {
  const points = [0, ...order, count + 1];
  let [sum, days] = [0, 0];
  for (const [k, point] of points.entries()) {
    if (k > 0) {
      const least = leastOf(points[k - 1]!, point);
      if (least === null) return 0;
      sum += least;
      // a leg that takes longer costs more than the waiting that it saves
      days += least / rate;
    }
    const stays = rate > 0 && rate >= idle ? Math.max(stay[point]!, left[k]! - days) : stay[point]!;
    days += stays;
    sum += idle * stays + work[point]!;
  }
  return sum;
}
