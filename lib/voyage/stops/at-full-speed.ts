/** A voyage through stops at full speed, for which speeds are to be chosen: in which orders and ways its stops may then be done. */
import type { Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { PlanOptions } from '../../engine/plan-route.ts';
import { type FastestLegs, type Passage, passageOver, passageThrough } from '../../speed/passage.ts';
import type { Totals } from '../../speed/path-speeds.ts';
import type { VoyageOptions } from '../kept.ts';
import { type ChosenOrder, chooseOrder, type KnownOfLegs, legPairs } from '../order/choose-order.ts';
import { randomFrom } from '../order/random.ts';
import { type AtFullSpeed, keyOf } from '../speeds/speed-step.ts';
import type { VoyagePlan } from '../voyage-route.ts';
import { costsOfWork, type Itinerary } from './itinerary.ts';
import { endedByOf, sailStops } from './sail-stops.ts';
import { SailedLegs } from './sailed-legs.ts';

export interface StopsPlan {
  readonly mesh: Mesh;
  readonly objectives: readonly Objective[];
  readonly itinerary: Itinerary;
  readonly legs: SailedLegs;
  readonly idleRate: number;
  readonly isBest: boolean;
  readonly certificate: NonNullable<VoyageOptions['certificate']>;
}

export type Chosen = ChosenOrder & { readonly objective: Objective };

/** @param chosen the fastest first */
export function atFullSpeed(plan: StopsPlan, planned: VoyagePlan, chosen: readonly Chosen[]): AtFullSpeed {
  const { mesh, itinerary, idleRate, isBest } = plan;
  const { count, comes, stops } = itinerary;
  const objective = mesh.consumption!;
  const hasWork = isBest && itinerary.works.some((work) => work !== null);
  const legsOf = ({ order, objective }: Pick<Chosen, 'order' | 'objective'>) => ({
    order,
    routes: routesIn(plan, { order, objective }),
  });
  const [fastest] = chosen as [Chosen, ...Chosen[]];
  const isFree = isBest && !hasWork;
  const used = comes.map((place) => place.used);
  return {
    plan: planned,
    // work takes longer one way than another: its time is known in one order
    known: chosen.map((one) => legsOf(hasWork ? { ...one, order: fastest.order } : one)),
    passage: isFree ? inBestOrder(plan, fastest.known!) : inOrderOf(itinerary, fastest.order),
    key: isFree
      ? `${keyOf(used)} best ${stops.before.map((before) => [...before]).join(' ')}`
      : keyOf(legPairs(itinerary, fastest.order).flatMap((pair) => endsOf(itinerary, pair))),
    stays: staysIn(plan, fastest.order),
    note: hasWork ? ORDER_OF_FASTEST : null,
    // at a price a day of work costs what it costs, in any order
    atPrice: hasWork ? { known: chosen.map(legsOf), passage: withWork(plan, fastest.known!) } : null,
    lines: fastest.order.flatMap((point) => {
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
function staysIn({ mesh, itinerary, idleRate }: StopsPlan, order: readonly number[]): Totals {
  const extra = costsOfWork(itinerary, mesh.consumption!, idleRate);
  const days = order.reduce((sum, point) => sum + itinerary.stay[point]!, 0);
  return { days, consumption: order.reduce((sum, point) => sum + extra[point]!, idleRate * days) };
}

const routesIn = (
  { itinerary, legs }: StopsPlan,
  { order, objective }: Pick<Chosen, 'order' | 'objective'>,
) => legPairs(itinerary, order).map(([from, to]) => legs.route(from, to, objective));

/** Stays take the same time in every order. */
function inBestOrder(plan: StopsPlan, known: KnownOfLegs): Passage {
  const none = plan.itinerary.stay.map(() => 0);
  const used = plan.itinerary.comes.map((place) => place.used);
  return {
    inOrder: (order) => ({
      known: plan.objectives.map((objective) => ({ order, routes: routesIn(plan, { order, objective }) })),
      passage: passageThrough(
        [0, ...order, used.length - 1].map((point) => used[point]!),
        order,
      ),
    }),
    fastest: (mesh, left) => fastestWith(plan, none, mesh, left(), known),
  };
}

/** Which order and which ways are the best depends on what the work costs, too. */
function withWork(plan: StopsPlan, known: KnownOfLegs): Passage {
  const { stay } = plan.itinerary;
  return {
    inOrder: null,
    fastest: (mesh, left, { perDay, price }) => {
      const costs = stay.map((_, point) => {
        const { days, consumption } = staysIn(plan, [point]);
        return (consumption + perDay * days) / price;
      });
      return fastestWith(plan, costs, mesh, left(), known);
    },
    staysIn: (order) => staysIn(plan, order),
  };
}

/** On the mesh of a price, in the best order. @param stay by point, days of that mesh */
function fastestWith(
  { itinerary, certificate }: StopsPlan,
  stay: Float64Array,
  mesh: Mesh,
  options: PlanOptions,
  { pinches }: KnownOfLegs,
): FastestLegs {
  const own = { ...itinerary, stay };
  const legs = new SailedLegs(mesh, own, options);
  const objective = 'traveltime';
  const { order, least } = chooseOrder(mesh, own, legs, objective, {
    idle: 1,
    isProved: () => Boolean(certificate),
    random: randomFrom(1),
    known: { pinches, days: null, order: [], prices: null },
  });
  const routes = legPairs(own, order).map(([from, to]) => legs.route(from, to, objective));
  return { order, routes, proofs: [certificate ? { least, endedBy: endedByOf(routes) } : null] };
}
