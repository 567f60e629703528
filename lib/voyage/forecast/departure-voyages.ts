/** The voyages of one departure: directly or through stops, at the speeds and for the price that are asked for. */
import { computed } from '../../engine/computed.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import {
  type DatedOptions,
  type DatedPlan,
  datedOnOne,
  provedPlan,
  sailedOnOne,
} from '../../engine/plan-dated.ts';
import type { Sea, Span } from '../../engine/sea/sea.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import type { CostSea, SeaCurves } from '../../speed/in-time/sea-curves.ts';
import { KnownPaths } from '../../speed/in-time/voyages-in-time.ts';
import { keepingReserve } from '../fuel/keep-reserve.ts';
import type { VoyageOptions } from '../kept.ts';
import { tonnesPerDay } from '../money/tonnes-per-day.ts';
import { OutOfTime, unlessOver } from '../out-of-time.ts';
import { tonnesAllowed } from '../speeds/speed-step.ts';
import { choosesTime, daysAllowed, isGiven, leavesOut, limitsFuel } from '../speeds/speed-wish.ts';
import type { StopsAtFullSpeed } from '../stops/plan-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyageObjective, VoyagePlan } from '../voyage-route.ts';
import { type Holds, holdsOf } from '../work/weather.ts';
import {
  cheapestDirectly,
  type DatedVoyage,
  type DatedVoyages,
  type PricedForecast,
  pricedForecast,
  sumOf,
  withCheapest,
} from './cheapest-in-time.ts';
import { type KnownInRound, nothingKnown } from './known-in-rounds.ts';
import { type KnownPlans, planOnce } from './plan-waiting.ts';
import { curvesInTime, type LegsInTime, leastInTime, withSpeedsInTime } from './speeds-in-time.ts';
import { ordersDated, planStopsDated } from './stops-in-forecast.ts';
import { withFuelInTime } from './worthiest-with-fuel-in-time.ts';

const HOURS_PER_DAY = 24;

/** Plans on one mesh, where nothing changes. */
export type PlanOn = (mesh: Mesh, request: PlannedRequest, how: VoyageOptions) => VoyagePlan;

/** What voyages of one departure share. */
interface Shared {
  readonly weather: readonly Holds[];
  readonly known: KnownPlans;
}

/** How a departure is planned. */
type HowDated = Required<Omit<DatedOptions, 'objectives'>> & { readonly certificate: boolean };

/** What of that is the same for all departures. */
export type HowLong = Pick<HowDated, 'adjustmentLimitNm' | 'certificate' | 'timeBudgetMs' | 'now'>;

export class VoyagesOfDeparture {
  /** Whether speeds are chosen for the price of days, too. */
  readonly pricesSpeed: boolean;
  private readonly sea: Sea;
  private readonly spans: readonly Span[];
  private readonly request: PlannedRequest;
  private readonly options: VoyageOptions;
  private readonly planOn: PlanOn | null;
  /** Where days have a price. */
  private readonly priced: PricedForecast | null;
  private readonly known: KnownInRound;
  private readonly atFullSpeed: StopsAtFullSpeed | null;
  private knownCurves: SeaCurves | null = null;
  private knownCosts: CostSea | null = null;

  /**
   * @param pricesSpeed whether speeds are chosen for the price, where there is one
   * @param spans of the sea
   * @param planOn null: as through a sea that changes on one mesh, too
   * @param known of other voyages through the sea
   * @param atFullSpeed where that is planned already, through stops and on one mesh
   */
  constructor(
    pricesSpeed: boolean,
    sea: Sea,
    spans: readonly Span[],
    request: PlannedRequest,
    options: VoyageOptions,
    planOn: PlanOn | null,
    known = nothingKnown(),
    atFullSpeed: StopsAtFullSpeed | null = null,
  ) {
    this.sea = sea;
    this.spans = spans;
    this.request = request;
    this.options = options;
    this.planOn = planOn;
    const price = request.voyage?.price;
    this.pricesSpeed = pricesSpeed;
    this.known = known;
    this.atFullSpeed = atFullSpeed;
    this.priced = price ? pricedForecast(sea, spans, tonnesPerDay(price)) : null;
  }

  /**
   * @param departure null where nothing is tied to a date
   * @param begins in days of the sea
   * @throws OutOfTime where its time ended before a way was found, and what planStopsDated throws
   */
  plan(departure: string | null, begins: number, how: HowLong): DatedVoyages {
    const until = how.now() + how.timeBudgetMs;
    const { voyage } = this.request;
    try {
      const planned = this.planUntil(until, departure, begins, how);
      if (!voyage?.departures) return planned;
      return { ...planned, routes: keepingReserve(this.sea.mesh, voyage, planned.routes) };
    } catch (error) {
      if (error instanceof RouteInaccessible && how.now() >= until) throw new OutOfTime();
      throw error;
    }
  }

  private planUntil(until: number, departure: string | null, begins: number, how: HowLong): DatedVoyages {
    const { voyage, start, end, vehicle } = this.request;
    const { priced } = this;
    const asked = { ...this.request, voyage: voyage && { ...voyage, departure } };
    // with several departures, what was planned of one has a time of its own, in which it is proved
    const known: KnownPlans = voyage?.departures ? new Map() : this.known.plans;
    const shared = { weather: holdsOf(this.spans, this.sea.meshes, begins), known };
    const howAt = (dayCosts: number): HowDated => ({
      ...how,
      timeBudgetMs: until - how.now(),
      mostWait: (voyage?.max_wait_hours ?? 0) / HOURS_PER_DAY,
      idleRate: (vehicle?.idle_rate ?? 0) + dayCosts,
      leaves: begins,
    });
    const planned = this.atChosenSpeeds(asked, howAt(0), shared);
    if (!priced || this.pricesSpeed) return planned;
    const howPriced = howAt(priced.perDay);
    const through = { ...howPriced, weather: shared.weather, priced };
    const isOver = () => how.now() >= until;
    const found = isOver()
      ? null
      : unlessOver(isOver, () =>
          voyage?.stops
            ? planStopsDated({ sea: priced.sea, begins }, asked, through).routes[1]!
            : cheapestDirectly(priced.sea, [start, end], planned.routes[0]!, howPriced),
        );
    return withCheapest(planned, found, priced.perDay);
  }

  /** The speeds of the vehicle, for all departures and sets of stops. */
  private get curves(): SeaCurves {
    this.knownCurves ??= curvesInTime(this.sea, this.request);
    return this.knownCurves;
  }

  /** What a metre costs at the least, at whatever speed. */
  private get leastCosts(): CostSea {
    const prices = this.sea.slices.map(() => 0);
    this.knownCosts ??= this.curves.costsAt(prices, Infinity);
    return this.knownCosts;
  }

  /** What a track costs by an objective. */
  sumOf(objective: VoyageObjective, track: Track): number {
    return sumOf(objective, track, this.priced?.perDay ?? 0);
  }

  /** By what a route is better than the same of another departure: of so much fuel, by its time. */
  costOf({ objective, track }: DatedVoyage): number {
    const { voyage } = this.request;
    const isOfTime = objective === 'within' && voyage !== null && daysAllowed(voyage) === null;
    return this.sumOf(isOfTime ? 'traveltime' : objective, track);
  }

  /** Without what is asked of money, where that does not choose speeds. */
  private atChosenSpeeds(asked: PlannedRequest, how: HowDated, shared: Shared): DatedVoyages {
    const { sea, planOn } = this;
    const { start, end } = asked;
    const { timeBudgetMs, now } = how;
    const until = now() + timeBudgetMs;
    const voyage = asked.voyage && { ...asked.voyage, ...(!this.pricesSpeed && { price: null }) };
    const request = { ...asked, voyage };
    const isChosen = choosesTime(voyage);
    const isLimited = voyage !== null && limitsFuel(voyage) && leavesOut(voyage);
    if (planOn && isChosen && (isLimited || !leavesOut(voyage)) && sea.slices.length === 1)
      return this.onOneMesh(request, how, planOn);
    const msLeft = () => Math.max(0, until - now());
    if (isLimited && isGiven(voyage.within_tonnes))
      return this.withFuel(request, how, shared, voyage.within_tonnes);
    const { objectives } = this.options;
    const by = { ...how, ...(objectives && { objectives }) };
    const { inOrders, ...planned } = voyage?.stops
      ? this.throughStops({ sea, begins: how.leaves }, request, { ...by, ...shared })
      : directly(provedPlan(planOnce(shared.known, sea, start, end, by), how.certificate));
    const tonnes = isLimited ? tonnesAllowed(sea.mesh, voyage, planned.routes) : null;
    // speeds are chosen for a price also where the fuel suffices for all
    if (tonnes !== null || (isLimited && isGiven(voyage.price)))
      return this.withFuel(request, { ...how, timeBudgetMs: msLeft() }, shared, tonnes ?? Infinity);
    if (!isChosen || leavesOut(voyage)) return planned;
    const isOver = () => msLeft() === 0;
    const use = this.options.useOf?.(planned.routes) ?? 'answer';
    const pathsOf = this.pathsFrom(how.leaves);
    return withSpeedsInTime(this.curves, request, planned, inOrders, {
      ...how,
      msLeft,
      isOver,
      use,
      pathsOf,
    });
  }

  private throughStops(...[at, request, options]: Parameters<typeof planStopsDated>) {
    if (!this.atFullSpeed) return planStopsDated(at, request, options);
    const { orders, ...plan } = this.atFullSpeed;
    return { ...onOne(at.sea, plan), inOrders: ordersDated(at, request, options, orders) };
  }

  private pathsFrom(leaves: number) {
    return ({ legs, names }: LegsInTime): KnownPaths => {
      const places = legs.map(({ from, to }) => [from.lat, from.lon, to.lat, to.lon]);
      return computed(this.known.paths, [leaves, ...places, names].join(), () => new KnownPaths());
    };
  }

  /** Where fuel limits which stops are called at. */
  private withFuel(request: PlannedRequest, how: HowDated, shared: Shared, tonnes: number): DatedVoyages {
    const { sea, curves } = this;
    const { timeBudgetMs, now, leaves } = how;
    const until = now() + timeBudgetMs;
    const msLeft = () => Math.max(0, until - now());
    const isOver = () => msLeft() === 0;
    const at = { sea, begins: leaves };
    const plan = (one: PlannedRequest) =>
      this.atChosenSpeeds(one, { ...how, timeBudgetMs: msLeft() }, shared);
    const leastOf = (one: PlannedRequest) => {
      const left = { ...how, certificate: false, timeBudgetMs: msLeft() };
      const inOrders = one.voyage!.stops
        ? ordersDated(at, one, { ...left, ...shared })
        : directly(provedPlan(planOnce(shared.known, sea, one.start, one.end, left), false)).inOrders;
      const days = daysAllowed(one.voyage!) ?? Infinity;
      const pathsOf = this.pathsFrom(leaves);
      return leastInTime(curves, inOrders, { ...left, msLeft, isOver, pathsOf }, tonnes, days);
    };
    const options = { ...how, ...shared, timeBudgetMs: msLeft(), isOver, costs: this.leastCosts };
    return withFuelInTime(at, request, tonnes, options, { plan, leastOf });
  }

  /** Where nothing changes it is a voyage on one mesh. */
  private onOneMesh(
    asked: PlannedRequest,
    { certificate, timeBudgetMs }: HowDated,
    planOn: PlanOn,
  ): DatedVoyages {
    const { meshes, slices } = this.sea;
    const plan = planOn(meshes[slices[0]!.mesh]!, asked, { ...this.options, certificate, timeBudgetMs });
    return onOne(this.sea, plan);
  }
}

/** Voyages on one mesh as those through a sea that stays as it is. */
function onOne({ slices }: Sea, { routes, tradeOff, ...plan }: VoyagePlan): DatedVoyages {
  const number = slices[0]!.mesh;
  const curve = tradeOff?.map((point) => ({ ...point, track: sailedOnOne(number, point.track) }));
  return {
    ...plan,
    routes: routes.map((route) => datedOnOne(number, route)),
    ...(curve && { tradeOff: curve }),
  };
}

/** A voyage without stops. */
function directly({ routes, ...plan }: DatedPlan): DatedPlan & { readonly inOrders: readonly LegsInTime[] } {
  const { start, end } = plan;
  return {
    ...plan,
    routes,
    inOrders: [
      {
        legs: [{ from: start.used, to: end.used, call: null }],
        known: routes.map((route) => [route]),
        names: [],
        note: null,
        join: ([route]) => route!,
      },
    ],
  };
}
