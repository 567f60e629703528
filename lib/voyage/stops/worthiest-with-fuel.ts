/**
 * Which stops are worth most that can be called at with so much fuel, at the speeds that consume least.
 *
 * On the mesh on which a metre costs what it consumes at least (multiplier-mesh.ts, at a price of 0), with stays that take what is consumed
 * in them, a limit of fuel is one of time: sets and orders are chosen, and what no voyage is worth more than is proved, as for that.
 */
import { costsFor } from '../../engine/cost/cost.ts';
import { FuelTooLittle } from '../../speed/choose-speeds.ts';
import { KnownPath } from '../../speed/known-path.ts';
import { multiplierMesh } from '../../speed/multiplier-mesh.ts';
import type { VoyageOptions } from '../kept.ts';
import { type ChosenOrder, chooseOrder, legPairs } from '../order/choose-order.ts';
import type { OrderProblem } from '../order/problem.ts';
import { randomFrom } from '../order/random.ts';
import { worthOf } from '../order/stop-sets.ts';
import { curvesFor } from '../speeds/speed-step.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import { leftOutOf } from './left-out.ts';
import { endedByOf } from './sail-stops.ts';
import { SailedLegs } from './sailed-legs.ts';
import { isWorthProof, type StopsPlan, staysIn, type WorthiestWithFuel } from './stops-plan.ts';

const SAME_TONNES = 1e-9;
/** Sets that are tried, as the mesh may tell a little less than what legs consume in fact. */
const MOST_TRIES = 5;

/** @throws FuelTooLittle where what must be done consumes more */
export function worthiestWithFuel(
  plan: StopsPlan,
  request: PlannedRequest,
  tonnes: number,
  options: VoyageOptions,
): WorthiestWithFuel {
  const { itinerary, certificate } = plan;
  const { curves, wider } = curvesFor(plan.mesh, request, certificate ? options.provedOn : undefined);
  const { mesh, price } = multiplierMesh(curves, 0);
  const widerMesh = wider && multiplierMesh(wider, 0, null, price).mesh;
  const stay = itinerary.stay.map((_, point) => staysIn(plan, [point]).consumption / price);
  const legs = new SailedLegs(
    mesh,
    { ...itinerary, stay },
    { ...options, provedOn: widerMesh && (() => widerMesh) },
  );
  const choose = (most: number): ChosenOrder => {
    const latest = itinerary.latest.with(-1, most / price);
    const own = { ...plan, mesh, legs, itinerary: { ...itinerary, stay, latest } };
    return chooseOrder(mesh, own.itinerary, legs, 'traveltime', {
      idle: 1,
      isProved: (order, problem) => isWorthProof(own, 'traveltime', { order, problem }),
      random: randomFrom(1),
      known: null,
    });
  };
  const routesOf = ({ order }: ChosenOrder) =>
    legPairs(itinerary, order).map(([from, to]) => legs.route(from, to, 'traveltime'));
  const consumptionOf = (choice: ChosenOrder) => {
    const { order } = choice;
    const path = new KnownPath(
      curves,
      { order, routes: routesOf(choice) },
      costsFor(mesh, 'traveltime'),
      staysIn(plan, order),
    );
    return path.at(0)!.consumption;
  };
  const first = choose(tonnes);
  let choice = first;
  let limit = tonnes;
  for (let count = 1, least = consumptionOf(first); least > tonnes; least = consumptionOf(choice)) {
    if (choice.value === 0 || count++ === MOST_TRIES) throw new FuelTooLittle(tonnes, least);
    limit *= (tonnes / least) * (1 - SAME_TONNES);
    choice = choose(limit);
  }
  const { order, least, value } = choice;
  const routes = routesOf(choice);
  const inTonnes = (days: number) => ({ needsTonnes: price * days, reason: 'fuel' as const });
  const withoutLimit: OrderProblem = { ...choice.problem, latest: itinerary.latest };
  return {
    value,
    legs: { order, routes, proofs: [least > 0 ? { least, endedBy: endedByOf(routes) } : null] },
    known: { pinches: choice.known!.pinches, days: null, order, prices: null },
    worthOf: (order) => ({
      value: worthOf(itinerary.stops, order),
      bound: first.mostValue === null ? null : Math.max(value, first.mostValue),
      leftOut: leftOutOf(itinerary, withoutLimit, order, inTonnes),
    }),
  };
}
