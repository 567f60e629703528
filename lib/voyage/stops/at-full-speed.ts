import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { PlanOptions } from '../../engine/plan-route.ts';
import { NO_STAYS } from '../../speed/known-path.ts';
import { type FastestLegs, type Passage, passageOver, passageThrough } from '../../speed/passage.ts';
import { chooseOrder, type KnownOfLegs, legPairs } from '../order/choose-order.ts';
import { randomFrom } from '../order/random.ts';
import type { LegByLeg } from '../speeds/between-bunkers.ts';
import { type AtFullSpeed, keyOf } from '../speeds/speed-step.ts';
import type { VoyagePlan } from '../voyage-route.ts';
import type { Itinerary } from './itinerary.ts';
import { endedByOf, sailStops } from './sail-stops.ts';
import { SailedLegs } from './sailed-legs.ts';
import { type Chosen, type StopsPlan, staysIn } from './stops-plan.ts';

/**
 * @param chosen the fastest first
 * @param own that whose order is kept, where no other is tried
 * @param isKept whether none is
 */
export function atFullSpeed(
  plan: StopsPlan,
  planned: VoyagePlan,
  chosen: readonly Chosen[],
  own: Chosen,
  isKept: boolean,
): AtFullSpeed {
  const { mesh, itinerary, idleRate, isBest, worthiest } = plan;
  const { count, comes, stops } = itinerary;
  const objective = mesh.consumption!;
  const hasWork = itinerary.works.some((work) => work !== null);
  const inOneOrder = isBest && (hasWork || isKept) && !worthiest;
  const legsOf = ({ order, objective }: Pick<Chosen, 'order' | 'objective'>) => ({
    order,
    routes: routesIn(plan, { order, objective }),
  });
  const [fastest] = chosen as [Chosen, ...Chosen[]];
  const isFree = isBest && !inOneOrder;
  const used = comes.map((place) => place.used);
  const ofStops = () => [
    ...stops.before.map((before) => [...before]),
    worthiest && [...stops.value, worthiest.value],
  ];
  const passage = () => {
    if (worthiest) return withStays(plan, fastest.known!, worthiest.legs);
    return isFree ? inBestOrder(plan, fastest.known!) : inOrderOf(itinerary, own.order);
  };
  return {
    plan: planned,
    // work takes longer one way than another: its time is known in one order
    known: chosen.map((one) => legsOf(inOneOrder ? { ...one, order: own.order } : one)),
    passage: passage(),
    key: isFree
      ? `${keyOf(used)} best ${ofStops().join(' ')}`
      : keyOf(legPairs(itinerary, own.order).flatMap((pair) => endsOf(itinerary, pair))),
    stays: worthiest ? NO_STAYS : staysIn(plan, own.order),
    note: inOneOrder ? (own === fastest ? ORDER_OF_FASTEST : ORDER_OF_THRIFTIEST) : null,
    // at a price a day of work costs what it costs, in any order
    atPrice: inOneOrder ? { known: chosen.map(legsOf), passage: withStays(plan, fastest.known!) } : null,
    legByLeg: isFree ? null : legByLegOf(plan, own.order),
    lines: own.order.flatMap((point) => {
      const work = itinerary.works[point];
      return work ? [work.track.coordinates] : [];
    }),
    join: (sailed) => {
      const routes = sailed.legs.map((leg) => ({ ...leg, objective }));
      const points = [0, ...sailed.order, count + 1];
      const route = sailStops({ points, routes, itinerary, objective, idleRate }, null);
      return worthiest ? { ...route, worth: worthiest.worthOf(sailed.order) } : route;
    },
  };
}

function legByLegOf(plan: StopsPlan, order: readonly number[]): LegByLeg {
  const { itinerary } = plan;
  const pairs = legPairs(itinerary, order).map((pair) => endsOf(itinerary, pair));
  const { names, count } = itinerary;
  return {
    names: [0, ...order, count + 1].map((point) => names[point]!),
    staysAfter: (legs) =>
      staysIn(
        plan,
        legs.flatMap((k) => order[k] ?? []), // the last one ends at the end
      ),
    passageOver: (legs) =>
      passageOver(
        legs.map((k) => pairs[k]!),
        order,
      ),
  };
}

const ORDER_OF_FASTEST =
  'The stops are called at in the order of the fastest route, and worked as on it: the gap is of this order, no other was tried';
const ORDER_OF_THRIFTIEST =
  'In the order of the fastest route the fuel does not suffice: the stops are called at in that of the least-fuel route, and worked as on it; the gap is of this order, no third was tried';

const endsOf = ({ goes, comes }: Itinerary, [from, to]: readonly [number, number]) =>
  [goes[from]!.used, comes[to]!.used] as const;

const inOrderOf = (itinerary: Itinerary, order: readonly number[]): Passage =>
  passageOver(
    legPairs(itinerary, order).map((pair) => endsOf(itinerary, pair)),
    order,
  );

const routesIn = (
  { itinerary, legs }: StopsPlan,
  { order, objective }: Pick<Chosen, 'order' | 'objective'>,
) => legPairs(itinerary, order).map(([from, to]) => legs.route(from, to, objective));

const knownIn = (plan: StopsPlan, order: readonly number[]) =>
  plan.objectives.map((objective) => ({ order, routes: routesIn(plan, { order, objective }) }));

/** Stays take the same time in every order. */
function inBestOrder(plan: StopsPlan, known: KnownOfLegs): Passage {
  const none = plan.itinerary.stay.map(() => 0);
  const used = plan.itinerary.comes.map((place) => place.used);
  return {
    inOrder: (order) => ({
      known: knownIn(plan, order),
      passage: passageThrough(
        [0, ...order, used.length - 1].map((point) => used[point]!),
        order,
      ),
    }),
    fastest: (mesh, left) => fastestWith(plan, none, mesh, left(), known),
  };
}

/**
 * Which stops, order and ways are the best depends on what the stops cost, too.
 *
 * @param thriftiest where the voyage that consumes least is known
 */
function withStays(plan: StopsPlan, known: KnownOfLegs, thriftiest: FastestLegs | null = null): Passage {
  const { stay } = plan.itinerary;
  const ofOrder = (order: readonly number[]) => staysIn(plan, order);
  return {
    inOrder: (order) => ({
      known: knownIn(plan, order),
      passage: { ...inOrderOf(plan.itinerary, order), staysIn: ofOrder },
    }),
    fastest: (mesh, left, { perDay, price }) => {
      if (thriftiest && perDay === 0) return thriftiest;
      const costs = stay.map((_, point) => {
        const { days, consumption } = ofOrder([point]);
        return (consumption + perDay * days) / price;
      });
      return fastestWith(plan, costs, mesh, left(), known);
    },
    staysIn: ofOrder,
  };
}

/** On the mesh of a price, in the best order. @param stay by point, days of that mesh */
function fastestWith(
  { itinerary, worthiest }: StopsPlan,
  stay: Float64Array,
  mesh: Mesh,
  options: PlanOptions,
  { pinches }: KnownOfLegs,
): FastestLegs {
  const own = { ...itinerary, stay };
  const legs = new SailedLegs(mesh, own, options);
  const objective = 'traveltime';
  const certificate = Boolean(options.certificate);
  const { order, least } = chooseOrder(mesh, own, legs, objective, {
    idle: 1,
    isProved: () => certificate,
    random: randomFrom(1),
    known: worthiest?.known ?? { pinches, days: null, order: [], prices: null },
    leastValue: worthiest?.value ?? 0,
  });
  const routes = legPairs(own, order).map(([from, to]) => legs.route(from, to, objective));
  return { order, routes, proofs: [certificate ? { least, endedBy: endedByOf(routes) } : null] };
}
