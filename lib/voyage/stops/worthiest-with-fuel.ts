/**
 * Which stops are worth most that can be called at with so much fuel, at the speeds that consume least.
 *
 * On the mesh on which a metre costs what it consumes at least (multiplier-mesh.ts, at a price of 0), with stays that take what is consumed
 * in them, a limit of fuel is one of time: sets and orders are chosen, and what no voyage is worth more than is proved, as for that.
 */
import { computed } from '../../engine/computed.ts';
import { costsFor } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { FuelTooLittle } from '../../speed/choose-speeds.ts';
import { KnownPath } from '../../speed/known-path.ts';
import { multiplierMesh } from '../../speed/multiplier-mesh.ts';
import type { Legs } from '../../speed/passage.ts';
import type { VoyageOptions } from '../kept.ts';
import { type ChosenOrder, chooseOrder, legPairs } from '../order/choose-order.ts';
import { evaluate, type OrderProblem } from '../order/problem.ts';
import { randomFrom } from '../order/random.ts';
import { worthOf } from '../order/stop-sets.ts';
import { unlessOver } from '../out-of-time.ts';
import { curvesFor } from '../speeds/speed-step.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import { leftOutOf } from './left-out.ts';
import { endedByOf } from './sail-stops.ts';
import { SailedLegs } from './sailed-legs.ts';
import { isWorthProof, type StopsPlan, staysIn, type WorthiestWithFuel } from './stops-plan.ts';

const SAME_TONNES = 1e-9;
/** Limits that are tried, as the mesh may tell less than what legs consume in fact; those as close as this part are the same. */
const MOST_TRIES = 8;
const CLOSE = 0.01;

/** A mesh on which a metre costs what it consumes at least. */
export interface ThriftyMesh {
  readonly mesh: Mesh;
  /** A day on it is so much of what is consumed. */
  readonly price: number;
  /** Where bounds are looked for instead; null: on itself. */
  readonly provedOn: Mesh | null;
}

/** @throws FuelTooLittle where what must be done consumes more */
export function worthiestWithFuel(
  plan: StopsPlan,
  request: PlannedRequest,
  tonnes: number,
  options: VoyageOptions,
): WorthiestWithFuel {
  const { curves, wider } = curvesFor(plan.mesh, request, plan.certificate ? options.provedOn : undefined);
  const { mesh, price } = multiplierMesh(curves, 0);
  const thrifty = { mesh, price, provedOn: wider && multiplierMesh(wider, 0, null, price).mesh };
  const costs = costsFor(mesh, 'traveltime');
  return worthiestOn(
    plan,
    thrifty,
    tonnes,
    options,
    (legs) => new KnownPath(curves, legs, costs, staysIn(plan, legs.order)).at(0)!.consumption,
  );
}

/**
 * @param consumptionOf what a voyage on the mesh consumes in fact, at least nearly
 * @throws FuelTooLittle where what must be done consumes more
 */
export function worthiestOn(
  plan: StopsPlan,
  { mesh, price, provedOn }: ThriftyMesh,
  tonnes: number,
  options: VoyageOptions,
  consumptionOf: (legs: Legs) => number,
): WorthiestWithFuel {
  const { itinerary } = plan;
  const stay = itinerary.stay.map((_, point) => staysIn(plan, [point]).consumption / price);
  const how = { ...options, provedOn: provedOn && (() => provedOn) };
  const legs = new SailedLegs(mesh, { ...itinerary, stay }, how);
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
  const legsOf = ({ order }: ChosenOrder): Legs => ({
    order,
    routes: legPairs(itinerary, order).map(([from, to]) => legs.route(from, to, 'traveltime')),
  });
  const first = choose(tonnes);
  const choice = worthiestWithin(tonnes, first, {
    choose,
    consumptionOf: (choice) => consumptionOf(legsOf(choice)),
    isOver: legs.isOver,
    costOf: ({ problem, order }) => price * evaluate(problem, order).cost,
  });
  const { order, least, value } = choice;
  const { routes } = legsOf(choice);
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

/** Chooses by what voyages cost on the mesh, at most so much; and what one costs there and consumes in fact. */
interface Choosing {
  readonly choose: (most: number) => ChosenOrder;
  readonly costOf: (choice: ChosenOrder) => number;
  readonly consumptionOf: (choice: ChosenOrder) => number;
  readonly isOver: () => boolean;
}

/**
 * The worthiest choice that consumes no more than it may in fact: less is chosen until one does, then more again, by halves, until time is up.
 *
 * @param first what may cost as much on the mesh
 */
function worthiestWithin(
  tonnes: number,
  first: ChosenOrder,
  { choose, costOf, consumptionOf, isOver }: Choosing,
): ChosenOrder {
  const consumed = new Map<string, number>();
  let [choice, best]: [ChosenOrder, ChosenOrder | null] = [first, null];
  let [low, limit, high] = [0, tonnes, tonnes];
  for (let tries = MOST_TRIES; ; tries--) {
    const consume = () => computed(consumed, choice.order.join(), () => consumptionOf(choice));
    const least = best ? unlessOver(isOver, consume) : consume();
    if (least === null) return best!;
    if (least <= tonnes) {
      if (!best || choice.value > best.value) best = choice;
      low = limit;
    } else if (choice.value === 0 || limit === 0) {
      throw new FuelTooLittle(tonnes, least);
    } else {
      high = Math.min(limit, costOf(choice));
    }
    if (best && (tries <= 1 || high - low <= CLOSE * high)) return best;
    // at last what must be done alone
    limit = best ? 0.5 * (low + high) : tries > 1 ? high * (tonnes / least) * (1 - SAME_TONNES) : 0;
    choice = choose(limit);
  }
}
