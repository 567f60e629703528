/** A voyage through stops in a sea that changes: the orders that are sailed, what is proved of them, and what is told of them. */
import type { DatedPlan } from '../../engine/plan-dated.ts';
import { type Sea, sliceAt } from '../../engine/sea/sea.ts';
import { atPoints } from '../../speed/at-points.ts';
import { type BunkersIn, bunkersOfOrder } from '../fuel/bunkers-of-order.ts';
import { legPairs } from '../order/choose-order.ts';
import { mayLeaveOut, worthOf as sumOfValues } from '../order/stop-sets.ts';
import { slowDownOf } from '../speeds/slow-down.ts';
import { vehicleUnderWay } from '../speeds/speed-wish.ts';
import { type Itinerary, itineraryOf, type SailLine } from '../stops/itinerary.ts';
import { requireWindows } from '../stops/require-windows.ts';
import { missedWindows } from '../stops/sail-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { Holds } from '../work/weather.ts';
import { WorkInTime } from '../work/work-in-time.ts';
import type { Beginning } from './beginning.ts';
import { chooseInTime, needsPinches, shortOf } from './best-order.ts';
import { blindVoyages } from './blind-voyages.ts';
import { callAt } from './calls-in-time.ts';
import type { PricedForecast } from './cheapest-in-time.ts';
import { DatedEstimates } from './dated-estimates.ts';
import { itineraryAlong } from './itinerary-in-time.ts';
import { type DatedSailed, type DatedStopsRoute, joinDated, type Proved } from './join-dated.ts';
import { OrderSailing, orderOf, type SailingOptions } from './order-sailing.ts';
import { proveByTimes } from './prove-by-times.ts';
import { leastConsumption, proveFastest } from './prove-order.ts';
import { type ProvableVoyage, type ProvedInTime, proveBySpending, proveInTime } from './prove-stops.ts';
import type { LegsInTime } from './speeds-in-time.ts';
import { type Worthiest, withoutStaysBut, worthiestInTime } from './worthiest-in-time.ts';
import { worthiestOfMany } from './worthiest-of-many.ts';

interface StopsOptions extends SailingOptions {
  readonly adjustmentLimitNm: number;
  /** Which mesh holds when, days since the voyage began. */
  readonly weather: readonly Holds[];
  /** Where days have a price: the sea as it is without it. */
  readonly priced?: PricedForecast | null;
}

/**
 * The fastest voyage and the one that consumes least.
 *
 * @param request with the departure of this voyage
 * @throws WaypointOutsideMesh, RouteInaccessible for a stop that can't be reached, Impossible for windows that can't be met
 */
export function planStopsDated(
  at: Beginning,
  request: PlannedRequest,
  options: StopsOptions,
): DatedPlan & { readonly inOrders: readonly LegsInTime[] } {
  return new StopsPlanner(at, request, options).plan();
}

/**
 * What speeds are to be chosen for.
 *
 * @param orders those of the fastest voyage and of the one that consumes least; null: as planStopsDated finds them without a proof
 */
export function ordersDated(
  at: Beginning,
  request: PlannedRequest,
  options: StopsOptions,
  orders: readonly Order[] | null = null,
): readonly LegsInTime[] {
  const planner = new StopsPlanner(at, request, { ...options, certificate: false });
  return planner.inOrders(orders ?? planner.orders());
}

/** Visits of an itinerary. */
type Order = readonly number[];

/** The fastest voyage, the one that consumes least where that is known, and what any voyage costs at least; null where orders do not matter. */
interface Orders {
  readonly fastest: ProvableVoyage;
  readonly thrifty: DatedSailed | null;
  readonly least: { readonly days: number; readonly consumption: number } | null;
  /** Where some stops may be left out, of an order. */
  readonly worthOf?: Worthiest['worthOf'];
}

class StopsPlanner {
  private readonly at: Beginning;
  private readonly request: PlannedRequest;
  private readonly options: StopsOptions;
  private readonly itinerary: Itinerary;
  private readonly sailing: OrderSailing;
  private readonly bunkers: BunkersIn | null;

  constructor(at: Beginning, request: PlannedRequest, options: StopsOptions) {
    this.at = at;
    this.request = request;
    this.options = options;
    const { mesh, meshes, slices } = at.sea;
    // where nothing changes, legs are planned on the mesh itself
    const placedOn = slices.length === 1 ? meshes[slices[0]!.mesh]! : mesh;
    this.itinerary = itineraryOf(
      placedOn,
      request,
      options.adjustmentLimitNm,
      options.weather,
      sailInTime(options.priced?.unpriced ?? at.sea, request, options.priced?.perDay ?? 0),
    );
    this.sailing = new OrderSailing(at, this.itinerary, options);
    this.bunkers = bunkersOfOrder(mesh, request.voyage, options.idleRate, Boolean(options.priced));
  }

  orders(): readonly Order[] {
    return ordersOf(this.chosen());
  }

  plan(): DatedPlan & { readonly inOrders: readonly LegsInTime[] } {
    const { at, itinerary, options } = this;
    const { comes } = itinerary;
    const { fastest, thrifty, least, worthOf } = this.chosen();
    const inTime = options.certificate ? proveInTime(at, itinerary, fastest) : null;
    const blindAs = (voyage: DatedSailed) =>
      blindVoyages(at, itinerary, orderOf(voyage), this.request, {
        ...options,
        left: this.sailing.legs.left,
      });
    const blind = blindAs(fastest);
    const provedDays = inTime && { ...inTime, least: least?.days ?? inTime.least };
    const withWorth = (route: DatedStopsRoute, voyage: DatedSailed): DatedStopsRoute => ({
      ...route,
      ...(worthOf && { worth: worthOf(orderOf(voyage)) }),
      ...(this.isBest && shortOf(voyage, this.bunkers) > 0 && { belowReserve: 'found' }),
    });
    const joined = joinDated(at, itinerary, fastest, provedDays, blind[0]!);
    const routes: DatedStopsRoute[] = [withWorth(joined, fastest)];
    if (thrifty) {
      const order = orderOf(thrifty);
      const slow = this.sailing.thrifty(order);
      const ofOrder =
        inTime &&
        (isSame(order, orderOf(fastest)) ? inTime : proveInTime(at, itinerary, this.sailing.fast(order)));
      const proved = ofOrder && slow && this.proveThrifty(order, slow, thrifty, ofOrder, least !== null);
      const provedSpending = proved && { ...proved, least: least?.consumption ?? proved.least };
      const own = isSame(order.toSorted(), orderOf(fastest).toSorted()) ? blind : blindAs(thrifty);
      const joined = joinDated(at, itinerary, thrifty, provedSpending, own[1]!);
      routes.push(withWorth(joined, thrifty));
    }
    const inOrders = this.inOrders(ordersOf({ fastest, thrifty }));
    return { start: comes[0]!, end: comes.at(-1)!, routes, inOrders };
  }

  /**
   * @param inTime what is proved of the days of its order
   * @param isOfAll whether there is a bound of all orders: then what is proved of this one is only told of its legs
   */
  private proveThrifty(
    order: readonly number[],
    slow: ProvableVoyage,
    thrifty: DatedSailed,
    inTime: ProvedInTime,
    isOfAll: boolean,
  ): Proved {
    const { at } = this;
    const { isOver } = this.sailing.legs;
    const itinerary = withoutStaysBut(this.itinerary, order);
    const mostWait = this.sailing.mostWait(thrifty);
    const proved = proveBySpending(at, itinerary, slow, thrifty, inTime, mostWait);
    return isOfAll ? proved : proveByTimes(at, itinerary, thrifty, inTime, proved, { mostWait, isOver });
  }

  /** Whether the order is chosen: also of a given one, where stops can be done in several ways. */
  private get isBest(): boolean {
    const isLong = this.itinerary.stops.visits.some(({ length }) => length > 1);
    return this.request.voyage?.stop_order === 'best' || isLong;
  }

  private chosen(): Orders {
    if (mayLeaveOut(this.itinerary.stops)) return this.worthiest();
    return this.isBest ? this.inBestOrder() : this.inGivenOrder();
  }

  /** For speeds of their own: in each order, once; none where what is consumed is not known. */
  inOrders(orders: readonly Order[]): LegsInTime[] {
    if (!this.sailing.consumption) return [];
    const different = orders.filter((order, k) => !orders.slice(0, k).some((other) => isSame(order, other)));
    return different.map((order) => {
      const slow = this.sailing.thrifty(order);
      return this.inOrder(order, [this.sailing.fast(order), ...(slow ? [slow] : [])]);
    });
  }

  private inOrder(order: readonly number[], known: readonly DatedSailed[]): LegsInTime {
    const { at, itinerary } = this;
    const { comes, goes } = itinerary;
    const [{ points }] = known as [DatedSailed];
    const { idleRate } = this.options;
    return {
      legs: legPairs(itinerary, order).map(([from, to]) => ({
        from: goes[from]!.used,
        to: comes[to]!.used,
        call: to > itinerary.count ? null : callAt(at, itinerary, to, idleRate),
      })),
      known: known.map(({ routes }) => routes),
      names: points.map((point) => itinerary.names[point]!),
      note: this.isBest ? ORDER_OF_OTHERS : null,
      join: (routes) => {
        const days = routes.map(({ track }) => track.timeDays.at(-1)!);
        const along = itineraryAlong(at, itinerary, points, days, idleRate);
        const objective = at.sea.mesh.consumption!;
        const sailed = { points, routes, itinerary: along, objective, idleRate };
        return joinDated(at, itinerary, sailed, null, null);
      },
    };
  }

  private inGivenOrder(): Orders {
    const order = Array.from({ length: this.itinerary.count }, (_, k) => k + 1);
    const fastest = this.sailing.fast(order);
    this.requireWindows(fastest);
    return { fastest, thrifty: this.sailing.thriftiest(order), least: null };
  }

  private inBestOrder(): Orders {
    const { at, itinerary, options, bunkers } = this;
    const { legs, consumption } = this.sailing;
    const { isOver } = legs;
    const sail = (order: readonly number[]) => this.sailing.fast(order);
    const quick = chooseInTime(at, itinerary, { objective: 'traveltime', idle: 1, isOver, sail, bunkers });
    const isProved = options.certificate || missedWindows(quick.voyage).length > 0;
    const { best: fastest, least: days } = isProved
      ? proveFastest(at, itinerary, quick, legs, sail, bunkers)
      : { best: quick.voyage, least: 0 };
    this.requireWindows(fastest);
    if (!consumption) return { fastest, thrifty: null, least: { days, consumption: 0 } };
    const how = { objective: consumption, idle: options.idleRate, isOver, bunkers };
    const frugal = chooseInTime(
      at,
      itinerary,
      { ...how, sail: (order) => this.sailing.thriftiest(order)! },
      orderOf(fastest),
    );
    const least = options.certificate
      ? leastConsumption(at, itinerary, frugal, this.sailing.mostWait(frugal.voyage), isOver)
      : 0;
    return { fastest, thrifty: frugal.voyage, least: { days, consumption: least } };
  }

  /** Of those that are worth most in time. */
  private worthiest(): Orders {
    const { at, itinerary, options } = this;
    const { legs, consumption } = this.sailing;
    const { isOver } = legs;
    const by = { by: 'traveltime', objective: 'traveltime', pinches: needsPinches(at, itinerary) } as const;
    const estimates = new DatedEstimates(at, itinerary, by);
    const costs = () => estimates.inSlice(sliceAt(at.sea, at.begins)).cost;
    const isProved = options.certificate;
    const how = { legs, costs, isProved, sail: (order: readonly number[]) => this.sailing.fast(order) };
    const { sets } = itinerary.stops;
    const {
      best: fastest,
      least: days,
      worthOf,
    } = sets ? worthiestInTime(at, itinerary, sets, how) : worthiestOfMany(at, itinerary, estimates, how);
    this.requireWindows(fastest);
    if (!consumption) return { fastest, thrifty: null, least: { days, consumption: 0 }, worthOf };
    const frugal = chooseInTime(
      at,
      itinerary,
      {
        objective: consumption,
        idle: options.idleRate,
        isOver,
        sail: (order) => this.sailing.thriftiest(order)!,
        value: sumOfValues(itinerary.stops, orderOf(fastest)),
      },
      orderOf(fastest),
    );
    const least = isProved
      ? leastConsumption(at, itinerary, frugal, this.sailing.mostWait(frugal.voyage), isOver)
      : 0;
    return { fastest, thrifty: frugal.voyage, least: { days, consumption: least }, worthOf };
  }

  private requireWindows(fastest: ProvableVoyage): void {
    const { legs } = this.sailing;
    requireWindows(fastest, (point) => legs.plan(0, point, 'traveltime', 0).route.track.timeDays.at(-1)!);
  }
}

const ordersOf = ({ fastest, thrifty }: Pick<Orders, 'fastest' | 'thrifty'>): Order[] =>
  [fastest, thrifty ?? fastest].map(orderOf);

const ORDER_OF_OTHERS =
  'The stops are called at in the order of the fastest route or of the one that consumes least: the gap is of this order, no other was tried';

const isSame = (one: readonly number[], other: readonly number[]) => one.join() === other.join();

/** Lines as they can be sailed at any time; until they are, they take the least that they can. */
export function sailInTime(sea: Sea, { vehicle, voyage }: PlannedRequest, dayCosts: number): SailLine {
  const slowDowns = sea.meshes.map((mesh) => slowDownOf(mesh, vehicleUnderWay(vehicle, voyage)));
  return (stop, line, speed) => {
    const inTime = new WorkInTime(sea, slowDowns, stop, line, speed, dayCosts);
    const track = inTime.least();
    return { track, sailing: atPoints(track, line), inTime };
  };
}
