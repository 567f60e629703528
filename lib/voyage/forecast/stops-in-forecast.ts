/** A voyage through stops in a sea that changes: leg by leg, each planned for the time at which it is left. */
import type { Objective } from '../../engine/cost/cost.ts';
import { type DatedPlan, daysWaited, type Provable, type SailedTrack } from '../../engine/plan-dated.ts';
import { type Sea, sliceAt } from '../../engine/sea/sea.ts';
import { atPoints } from '../../speed/at-points.ts';
import { type BunkersIn, bunkersOfOrder } from '../fuel/bunkers-of-order.ts';
import { legPairs } from '../order/choose-order.ts';
import { evaluate, hasWindows, sizeOf } from '../order/problem.ts';
import { mayLeaveOut, worthOf as sumOfValues } from '../order/stop-sets.ts';
import { slowDownOf } from '../speeds/slow-down.ts';
import { vehicleUnderWay } from '../speeds/speed-wish.ts';
import { type Itinerary, itineraryOf, type SailLine } from '../stops/itinerary.ts';
import { requireWindows } from '../stops/require-windows.ts';
import { callsOf, missedWindows } from '../stops/sail-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { Holds } from '../work/weather.ts';
import { WorkInTime } from '../work/work-in-time.ts';
import type { Beginning } from './beginning.ts';
import { chooseInTime, isBetter, needsPinches, shortOf } from './best-order.ts';
import { blindVoyages } from './blind-voyages.ts';
import { callAt } from './calls-in-time.ts';
import type { PricedForecast } from './cheapest-in-time.ts';
import { chooseWaits } from './choose-waits.ts';
import { DatedEstimates } from './dated-estimates.ts';
import { type DatedLegOptions, DatedLegs } from './dated-legs.ts';
import { itineraryAlong } from './itinerary-in-time.ts';
import { type DatedSailed, type DatedStopsRoute, joinDated, type Proved } from './join-dated.ts';
import { proveByTimes } from './prove-by-times.ts';
import { leastConsumption, proveFastest } from './prove-order.ts';
import { type ProvableVoyage, type ProvedInTime, proveBySpending, proveInTime } from './prove-stops.ts';
import type { LegsInTime } from './speeds-in-time.ts';
import { type Worthiest, withoutStaysBut, worthiestInTime } from './worthiest-in-time.ts';
import { worthiestOfMany } from './worthiest-of-many.ts';

/** Times that fast and thrifty legs are mixed anew because they cost other than when they were left at another time. */
const MOST_MIXES = 4;

interface StopsOptions extends DatedLegOptions {
  readonly adjustmentLimitNm: number;
  /** Which mesh holds when, days since the voyage began. */
  readonly weather: readonly Holds[];
  /** How long the voyage may wait in all to consume less, days. */
  readonly mostWait: number;
  /** Where days have a price: the sea as it is without it. */
  readonly priced?: PricedForecast | null;
  /** All by default; the fastest is always among them. */
  readonly objectives?: readonly Objective[];
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

/** What speeds are to be chosen for: the orders of the routes of planStopsDated, as they are found without a proof. */
export function ordersDated(
  at: Beginning,
  request: PlannedRequest,
  options: StopsOptions,
): readonly LegsInTime[] {
  return new StopsPlanner(at, request, { ...options, certificate: false }).orders();
}

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
  private readonly legs: DatedLegs;
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
    this.legs = new DatedLegs(at, this.itinerary, options);
    this.bunkers = bunkersOfOrder(mesh, request.voyage, options.idleRate, Boolean(options.priced));
  }

  orders(): readonly LegsInTime[] {
    const { fastest, thrifty } = this.chosen();
    return this.inOrders(fastest, thrifty);
  }

  plan(): DatedPlan & { readonly inOrders: readonly LegsInTime[] } {
    const { at, itinerary, options } = this;
    const { comes } = itinerary;
    const { fastest, thrifty, least, worthOf } = this.chosen();
    const inTime = options.certificate ? proveInTime(at, itinerary, fastest) : null;
    const blindAs = (voyage: DatedSailed) =>
      blindVoyages(at, itinerary, orderOf(voyage), this.request, options);
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
      const { objective } = thrifty;
      const order = orderOf(thrifty);
      const slow = this.sail(order, objective, () => objective);
      const ofOrder =
        inTime &&
        (isSame(order, orderOf(fastest)) ? inTime : proveInTime(at, itinerary, this.sailFast(order)));
      const proved = ofOrder && this.proveThrifty(order, slow, thrifty, ofOrder, least !== null);
      const provedSpending = proved && { ...proved, least: least?.consumption ?? proved.least };
      const own = isSame(order.toSorted(), orderOf(fastest).toSorted()) ? blind : blindAs(thrifty);
      const joined = joinDated(at, itinerary, thrifty, provedSpending, own[1]!);
      routes.push(withWorth(joined, thrifty));
    }
    const inOrders = this.inOrders(fastest, thrifty);
    return { start: comes[0]!, end: comes.at(-1)!, routes, inOrders };
  }

  /** By which a voyage is planned besides its time; null where it is not, or nothing is consumed. */
  private get consumption(): Objective | null {
    const { consumption } = this.at.sea.mesh;
    const { objectives } = this.options;
    return consumption && (objectives?.includes(consumption) ?? true) ? consumption : null;
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
    const { isOver } = this.legs;
    const itinerary = withoutStaysBut(this.itinerary, order);
    const mostWait = this.mostWait(thrifty);
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

  /** For speeds of their own: in the order of the fastest voyage, and in that of the one that consumes least; none where that is not known. */
  private inOrders(fastest: DatedSailed, thrifty: DatedSailed | null): LegsInTime[] {
    const objective = this.consumption;
    if (!objective) return [];
    const orders = [fastest, thrifty ?? fastest].map(orderOf);
    const different = isSame(orders[0]!, orders[1]!) ? orders.slice(0, 1) : orders;
    return different.map((order) => {
      const known = [this.sailFast(order), this.sail(order, objective, () => objective)];
      return this.inOrder(order, known);
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
    const fastest = this.sailFast(order);
    this.requireWindows(fastest);
    return { fastest, thrifty: this.thriftiest(order), least: null };
  }

  private inBestOrder(): Orders {
    const { at, itinerary, legs, options, consumption } = this;
    const { isOver } = legs;
    const { bunkers } = this;
    const sail = (order: readonly number[]) => this.sailFast(order);
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
      { ...how, sail: (order) => this.thriftiest(order)! },
      orderOf(fastest),
    );
    const least = options.certificate
      ? leastConsumption(at, itinerary, frugal, this.mostWait(frugal.voyage), isOver)
      : 0;
    return { fastest, thrifty: frugal.voyage, least: { days, consumption: least } };
  }

  /** Of those that are worth most in time. */
  private worthiest(): Orders {
    const { at, itinerary, legs, options, consumption } = this;
    const { isOver } = legs;
    const by = { by: 'traveltime', objective: 'traveltime', pinches: needsPinches(at, itinerary) } as const;
    const estimates = new DatedEstimates(at, itinerary, by);
    const costs = estimates.inSlice(sliceAt(at.sea, at.begins)).cost;
    const isProved = options.certificate;
    const how = { legs, costs, isProved, sail: (order: readonly number[]) => this.sailFast(order) };
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
        sail: (order) => this.thriftiest(order)!,
        value: sumOfValues(itinerary.stops, orderOf(fastest)),
      },
      orderOf(fastest),
    );
    const least = isProved
      ? leastConsumption(at, itinerary, frugal, this.mostWait(frugal.voyage), isOver)
      : 0;
    return { fastest, thrifty: frugal.voyage, least: { days, consumption: least }, worthOf };
  }

  private requireWindows(fastest: ProvableVoyage): void {
    const { legs } = this;
    requireWindows(fastest, (point) => legs.plan(0, point, 'traveltime', 0).route.track.timeDays.at(-1)!);
  }

  private sailFast(order: readonly number[]): ProvableVoyage {
    return this.sail(order, 'traveltime', () => 'traveltime');
  }

  /**
   * The legs one after the other.
   *
   * @param waitOf how long each leg may wait besides what those before it left, to consume less; by default the first as long as the voyage may
   */
  private sail(
    order: readonly number[],
    objective: Objective,
    byOf: (leg: number) => Objective,
    waitOf: (leg: number) => number = (leg) => (leg === 0 ? this.options.mostWait : 0),
  ): ProvableVoyage {
    const { at } = this;
    const { idleRate } = this.options;
    const points = [0, ...order, this.itinerary.count + 1];
    const provable: Provable[] = [];
    const along = () => {
      const days = provable.map(({ route }) => route.track.timeDays.at(-1)!);
      return itineraryAlong(at, this.itinerary, points.slice(0, days.length + 1), days, idleRate);
    };
    const tracks: SailedTrack[] = [];
    let left = 0;
    for (const [k, [from, to]] of legPairs(this.itinerary, order).entries()) {
      const { leaves } = callsOf({ itinerary: along(), points: points.slice(0, k + 1) }, tracks)[k]!;
      const by = byOf(k);
      left = Math.max(0, left + waitOf(k));
      const leg = this.legs.plan(from, to, by, leaves, by === 'traveltime' ? 0 : left);
      left -= daysWaited(leg.route.track.waits);
      provable.push(leg);
      tracks.push(leg.route.track);
    }
    const routes = provable.map(({ route }) => route);
    return { points, routes, provable, itinerary: along(), objective, idleRate };
  }

  /** How long a voyage that counts may wait in all, days: as long as it may to consume less, or as one has to that is known. */
  private mostWait({ routes }: DatedSailed): number {
    return Math.max(
      this.options.mostWait,
      routes.reduce((sum, { track }) => sum + daysWaited(track.waits), 0),
    );
  }

  /** Of the voyages in an order, those that meet their windows first, the one that consumes least; null where that is not known. */
  private thriftiest(order: readonly number[]): ProvableVoyage | null {
    const { consumption } = this;
    if (!consumption) return null;
    const slow = this.sail(order, consumption, () => consumption);
    const fastest = this.sailFast(order);
    const all = [
      slow,
      ...this.waiting(order, consumption),
      this.mixed(slow, fastest) ?? slow,
      { ...fastest, objective: consumption },
    ];
    return all.reduce((best, one) => (isBetter(one, best) ? one : best));
  }

  /** Where it may wait to consume less: one that does not, and one that waits before the legs for which it is estimated to be best. */
  private waiting(order: readonly number[], objective: Objective): ProvableVoyage[] {
    const { at, itinerary, options } = this;
    const { mostWait, idleRate } = options;
    if (mostWait === 0) return [];
    const by = { by: objective, objective, pinches: needsPinches(at, itinerary) };
    const estimates = new DatedEstimates(at, itinerary, by);
    const legOf = (from: number, to: number, leaves: number) => estimates.leg(from, to, leaves, idleRate);
    const waits = chooseWaits(at, itinerary, order, legOf, mostWait, idleRate);
    const sail = (waitOf: (leg: number) => number) => this.sail(order, objective, () => objective, waitOf);
    return [sail(() => 0), ...(waits ? [sail((leg) => waits[leg]!)] : [])];
  }

  /** Where legs that consume least would miss windows: some of them the fastest instead. Null where that does not come out. */
  private mixed(slow: ProvableVoyage, fast: ProvableVoyage): ProvableVoyage | null {
    const { itinerary, options } = this;
    const order = orderOf(fast);
    if (!hasWindows(itinerary) || missedWindows(slow).length === 0) return null;
    const { objective, points } = slow;
    const size = sizeOf(itinerary);
    const column = () => new Float64Array(size * size);
    const ways = [0, 1].map(() => ({ days: column(), cost: column() }));
    const learn = ({ routes }: ProvableVoyage, wayOf: (leg: number) => number) => {
      for (const [k, { track }] of routes.entries()) {
        const leg = points[k]! * size + points[k + 1]!;
        ways[wayOf(k)]!.days[leg] = track.timeDays.at(-1)!;
        ways[wayOf(k)]!.cost[leg] = track.consumption!.at(-1)!;
      }
    };
    learn(slow, () => 0);
    learn(fast, () => 1);
    const problem = {
      ...itinerary,
      ways,
      idle: options.idleRate,
      work: new Float64Array(size),
      leastValue: 0,
    };
    for (let k = 0; k < MOST_MIXES && !this.legs.isOver(); k++) {
      const { ways: taken } = evaluate(problem, order);
      const sailed = this.sail(order, objective, (leg) => (taken[leg] === 0 ? objective : 'traveltime'));
      if (missedWindows(sailed).length === 0) return sailed;
      learn(sailed, (leg) => taken[leg]!);
    }
    return null;
  }
}

const ORDER_OF_OTHERS =
  'The stops are called at in the order of the fastest route or of the one that consumes least: the gap is of this order, no other was tried';

const orderOf = ({ points }: DatedSailed): readonly number[] => points.slice(1, -1);
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
