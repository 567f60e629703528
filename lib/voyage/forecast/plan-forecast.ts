/** Routes through the meshes of a forecast: for one departure, or the best of several. */

import type { Point } from '../../engine/geometry/sphere.ts';
import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { ENVIRONMENT_COLUMNS, type Environment } from '../../engine/mesh/environment.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import {
  type DatedOptions,
  type DatedPlan,
  planDated,
  priceDated,
  type SailedTrack,
  sailedOnOne,
} from '../../engine/plan-dated.ts';
import { keptOverlay } from '../../engine/sea/overlay.ts';
import { type Sea, seaOf } from '../../engine/sea/sea.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../../request/impossible.ts';
import type { NearRoutes } from '../../zones/mesh/near-routes.ts';
import { onlyWhole } from '../../zones/whole.ts';
import type { Zone } from '../../zones/zone.ts';
import { enteredZones } from '../among-zones/zone-effects.ts';
import type { VoyageOptions } from '../kept.ts';
import { pricesSpeed } from '../money/least-cost.ts';
import { tonnesPerDay } from '../money/tonnes-per-day.ts';
import { choosesTime, isGiven, leavesOut } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { DatedParts, Departure, VoyageObjective, VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import type { Holds } from '../work/weather.ts';
import { isWork } from '../work/work-ways.ts';
import {
  cheapestDirectly,
  type DatedVoyage,
  type DatedVoyages,
  type PricedForecast,
  pricedForecast,
  sumOf,
  withCheapest,
} from './cheapest-in-time.ts';
import { departuresOf } from './departures.ts';
import { MeshesAmongZones, nearAtFirst } from './meshes-among-zones.ts';
import { type LegsInTime, withSpeedsInTime } from './speeds-in-time.ts';
import { planStopsDated } from './stops-in-forecast.ts';
import { type ForecastMesh, type Holding, spansOf, timelineOf, usedBetween } from './timeline.ts';

const MS_PER_DAY = 86_400_000;
const HOURS_PER_DAY = 24;
const ADJUSTMENT_LIMIT_NM = 300;

/** After so many plans, all borders of what is closed are divided finely. */
const MOST_ROUNDS = 6;

/**
 * With a clearance, what is closed is divided finely near the routes that enter it, until none does; only then is the plan proved.
 *
 * @param forecast at least two meshes with the same objectives
 * @param planOn plans on one mesh, where nothing changes
 * @throws WaypointOutsideMesh, RouteInaccessible, ImpossibleOnMesh
 */
export function planForecast(
  forecast: readonly ForecastMesh[],
  request: PlannedRequest,
  options: VoyageOptions,
  planOn: PlanOn,
): VoyagePlan {
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const until = now() + timeBudgetMs;
  let near = nearAtFirst(request);
  for (let round = 1; ; round++) {
    const left = { ...options, timeBudgetMs: until - now() };
    const planner = new ForecastPlanner(forecast, request, left, near, planOn);
    const entering = near ? planner.entering() : [];
    if (entering.length === 0) return planner.plan();
    near = round < MOST_ROUNDS ? near!.and(entering, 'forecast') : null;
  }
}

/** A track of one's own through a forecast. */
export interface PricedInForecast extends Pick<DatedParts, 'meshes' | 'meshAlong' | 'beyond'> {
  readonly track: Track;
  /** Which of its coordinates each point of the path is. */
  readonly vertexOf: readonly number[];
  /** Of the cells of the track. */
  readonly mesh: Mesh;
}

/**
 * What a path costs that leaves at the request's departure and is sailed without stops.
 *
 * @throws PathNotSailable, PathClosed with the days since the departure
 */
export function priceForecast(
  forecast: readonly ForecastMesh[],
  request: PlannedRequest,
  coordinates: readonly Point[],
): PricedInForecast {
  return new ForecastPlanner(forecast, request, {}, null, null).price(coordinates);
}

class ForecastPlanner {
  private readonly forecast: readonly ForecastMesh[];
  private readonly request: PlannedRequest;
  private readonly options: VoyageOptions;
  private readonly timeline: readonly Holding[];
  private readonly departures: readonly string[];
  private readonly zones: readonly Zone[];
  private readonly sea: Sea;
  /** Whether speeds are chosen for the price of days, too. */
  private readonly pricesSpeed: boolean;
  /** Where days have a price. */
  private readonly priced: PricedForecast | null;
  /** The instant from which the sea counts its days, milliseconds. */
  private readonly since: number;
  private readonly until: number;
  private readonly now: () => number;
  private readonly amongZones: MeshesAmongZones;
  private readonly planOn: PlanOn | null;
  /** By departure, without proofs and with them. */
  private readonly departed = new Map<boolean, readonly Planned[]>();

  /** @param near where what is closed is divided finely; null: everywhere */
  constructor(
    forecast: readonly ForecastMesh[],
    request: PlannedRequest,
    options: VoyageOptions,
    near: NearRoutes | null,
    planOn: PlanOn | null,
  ) {
    this.planOn = planOn;
    this.forecast = forecast;
    this.request = request;
    this.options = options;
    this.now = options.now ?? (() => performance.now());
    this.until = this.now() + (options.timeBudgetMs ?? Infinity);
    this.timeline = timelineOf(forecast);
    this.departures = departuresOf(request.voyage ?? {});
    this.since = Date.parse(this.departures[0]!);
    this.zones = onlyWhole(request.voyage?.zones ?? []);
    const limitNm = options.adjustmentLimitNm ?? ADJUSTMENT_LIMIT_NM;
    this.amongZones = new MeshesAmongZones(forecast, request, limitNm, near);
    const { meshes } = this.amongZones;
    const spans = spansOf(this.timeline, this.since);
    this.sea = seaOf(meshes, spans, keptOverlay(meshes));
    const price = request.voyage?.price;
    // work keeps its own speed, and is not sailed at others yet
    this.pricesSpeed = pricesSpeed(forecast[0]!.mesh, request) && !request.voyage?.stops?.some(isWork);
    this.priced = price ? pricedForecast(this.sea, spans, tonnesPerDay(price)) : null;
  }

  plan(): VoyagePlan {
    const planned = this.planned(this.options.certificate === true);
    const isTable = Boolean(this.request.voyage?.departures);
    const best = this.bestOf(planned, isTable);
    const table = isTable ? { departures: planned.map(({ row }) => row) } : {};
    const { plan } = best[0]!.own;
    const tradeOff = plan.tradeOff?.map((point) => ({
      ...point,
      track: this.inLegCells(point.track as SailedTrack),
    }));
    return {
      start: plan.start,
      end: plan.end,
      routes: best.map(({ own, route }) => this.routeOf(own.departure, route)),
      mesh: this.alongRoutes(best.map(({ route }) => route)),
      closed: { mesh: this.sea.mesh, areas: [] },
      notes: this.zones.some(({ season }) => season)
        ? ['Zones with a season count on each mesh of the forecast on whose days their season is']
        : [],
      ...table,
      ...(tradeOff && { tradeOff }),
      ...(plan.tradeOffNote && { tradeOffNote: plan.tradeOffNote }),
    };
  }

  price(coordinates: readonly Point[]): PricedInForecast {
    const departure = this.departures[0]!;
    const track = priceDated(this.sea, coordinates, 0);
    const own = this.inLegCells(track);
    return {
      track: own,
      vertexOf: track.vertexOf,
      mesh: this.ofLegCells(),
      meshes: this.used(departure, track),
      meshAlong: this.meshAlong(departure, track),
      beyond: this.beyond(departure, track),
    };
  }

  /**
   * The tracks of all departures that enter what is closed, where that is not divided finely. A proof may find a better order of stops, so
   * that what was planned with proofs is looked at too, once nothing else enters.
   */
  entering(): SailedTrack[] {
    const found = this.enteringOf(false);
    return found.length === 0 && this.options.certificate === true ? this.enteringOf(true) : found;
  }

  private enteringOf(certificate: boolean): SailedTrack[] {
    const tracks = this.planned(certificate).flatMap(({ plan }) => [
      ...(plan?.routes ?? []).flatMap(({ track, sailing, blind }) => [
        track,
        sailing,
        ...(blind ? [blind] : []),
      ]),
      ...(plan?.tradeOff ?? []).map(({ track }) => track as SailedTrack),
    ]);
    return [...new Set(tracks)].filter((track) => this.amongZones.isEnteredBy(track));
  }

  private planned(certificate: boolean): readonly Planned[] {
    const known = this.departed.get(certificate);
    if (known) return known;
    const planned = this.departures.map((departure) => this.depart(departure, certificate));
    this.departed.set(certificate, planned);
    return planned;
  }

  /** The plan of one departure, and its row of the table. */
  private depart(departure: string, certificate: boolean): Planned {
    const none = { departure, arrival: null, days: null, consumption: null, gap_percent: null };
    try {
      const plan = this.planOf(departure, certificate);
      const [{ track, optimality }] = plan.routes as [DatedVoyage];
      const days = track.timeDays.at(-1)!;
      const arrival = Date.parse(departure) + days * MS_PER_DAY;
      const beyond = this.beyond(departure, track);
      const reason = this.refusal(arrival, beyond?.hours ?? 0);
      const row: Departure = {
        departure,
        arrival: new Date(arrival).toISOString(),
        days,
        consumption: track.consumption?.at(-1) ?? null,
        gap_percent: optimality?.gapPercent ?? null,
        beyond_forecast_hours: beyond?.hours ?? 0,
        status: reason ? reason.status : 'SUCCESS',
        reason: reason?.text ?? null,
      };
      return { departure, plan, row };
    } catch (error) {
      if (!isOfDeparture(error)) throw error;
      const row: Departure = {
        ...none,
        beyond_forecast_hours: null,
        status: 'FAILURE',
        reason: error.message,
      };
      return { departure, plan: null, row, error };
    }
  }

  /** The voyages of one departure. */
  private planOf(departure: string, certificate: boolean): DatedVoyages {
    const { voyage, start, end, vehicle } = this.request;
    const { priced } = this;
    const begins = (Date.parse(departure) - this.since) / MS_PER_DAY;
    const ends = this.now() + (this.until - this.now()) / Math.max(1, this.departures.length);
    const asked = { ...this.request, voyage: voyage && { ...voyage, departure } };
    const stops = voyage?.stops ? { weather: this.weatherFrom(begins) } : null;
    const howAt = (dayCosts: number) => ({
      adjustmentLimitNm: this.options.adjustmentLimitNm ?? ADJUSTMENT_LIMIT_NM,
      certificate,
      timeBudgetMs: ends - this.now(),
      now: this.now,
      mostWait: (voyage?.max_wait_hours ?? 0) / HOURS_PER_DAY,
      idleRate: (vehicle?.idle_rate ?? 0) + dayCosts,
      leaves: begins,
    });
    const planned = this.atChosenSpeeds(asked, howAt(0), stops);
    if (!priced || this.pricesSpeed) return planned;
    const how = howAt(priced.perDay);
    const found = stops
      ? planStopsDated({ sea: priced.sea, begins }, asked, { ...how, ...stops, priced }).routes[1]!
      : cheapestDirectly(priced.sea, [start, end], planned.routes[0]!, how);
    return withCheapest(planned, found, priced.perDay);
  }

  /** Without what is asked of money, where that does not choose speeds. */
  private atChosenSpeeds(
    asked: PlannedRequest,
    how: HowDated,
    stops: { readonly weather: readonly Holds[] } | null,
  ): DatedVoyages {
    const { sea, planOn } = this;
    const { start, end } = asked;
    const { timeBudgetMs, now } = how;
    const until = now() + timeBudgetMs;
    const voyage = asked.voyage && { ...asked.voyage, ...(!this.pricesSpeed && { price: null }) };
    const request = { ...asked, voyage };
    const isChosen = choosesTime(voyage);
    if (isChosen && !leavesOut(voyage!) && sea.slices.length === 1)
      return this.onOneMesh(request, how, planOn!);
    const { inOrders, ...planned } = stops
      ? planStopsDated({ sea, begins: how.leaves }, asked, { ...how, ...stops })
      : directly(planDated(sea, start, end, how));
    if (!isChosen || leavesOut(voyage!)) return planned;
    const msLeft = () => (until < Infinity ? Math.max(0, until - now()) : Infinity);
    const isOver = () => msLeft() === 0;
    const use = this.options.useOf?.(planned.routes) ?? 'answer';
    return withSpeedsInTime(sea, request, planned, inOrders, { ...how, msLeft, isOver, use });
  }

  /** Where nothing changes it is a voyage on one mesh. */
  private onOneMesh(
    asked: PlannedRequest,
    { certificate, timeBudgetMs }: HowDated,
    planOn: PlanOn,
  ): DatedVoyages {
    const { meshes, slices } = this.sea;
    const number = slices[0]!.mesh;
    const { routes, tradeOff, ...plan } = planOn(meshes[number]!, asked, {
      ...this.options,
      certificate,
      timeBudgetMs,
    });
    const own = (track: Track) => sailedOnOne(number, track);
    return {
      ...plan,
      routes: routes.map((route) => ({
        ...route,
        track: own(route.track),
        unsmoothed: own(route.unsmoothed),
        sailing: own(route.sailing),
        blind: own(route.track),
      })),
      ...(tradeOff && { tradeOff: tradeOff.map((point) => ({ ...point, track: own(point.track) })) }),
    };
  }

  private sumOf(objective: VoyageObjective, track: Track): number {
    return sumOf(objective, track, this.priced?.perDay ?? 0);
  }

  /** By what a route is better than the same of another departure: of so much fuel, by its time. */
  private costOf({ objective, track }: DatedVoyage): number {
    const { within_tonnes, choose_speed } = this.request.voyage ?? {};
    const isOfFuel = objective === 'within' && (isGiven(within_tonnes) || isGiven(choose_speed));
    return this.sumOf(isOfFuel ? 'traveltime' : objective, track);
  }

  /** Which mesh holds when, days since a voyage that begins then. */
  private weatherFrom(begins: number): Holds[] {
    const spans = spansOf(this.timeline, this.since);
    return spans.map(({ from, mesh }, k) => ({
      mesh: this.sea.meshes[mesh]!,
      from: from - begins,
      to: (spans[k + 1]?.from ?? Infinity) - begins,
    }));
  }

  /** Why a departure does not count. */
  private refusal(
    arrival: number,
    beyondHours: number,
  ): { status: Departure['status']; text: string } | null {
    const { arrival_window: window, beyond_forecast } = this.request.voyage ?? {};
    if (beyond_forecast && beyondHours > 0) {
      const text = `${beyondHours.toFixed(1)} hours of the voyage are on no mesh that is valid then`;
      return { status: 'FAILURE', text };
    }
    if (!window) return null;
    if (arrival < Date.parse(window.from))
      return { status: 'OUTSIDE_WINDOW', text: 'It arrives before the arrival_window' };
    if (arrival > Date.parse(window.to))
      return { status: 'OUTSIDE_WINDOW', text: 'It arrives after the arrival_window' };
    return null;
  }

  /** By objective the best of the departures that count; where none does, why not. */
  private bestOf(planned: readonly Planned[], isTable: boolean) {
    const isCounted = (one: Planned): one is Planned & { plan: DatedVoyages } =>
      one.plan !== null && one.row.status === 'SUCCESS';
    const counted = planned.filter(isCounted);
    if (counted.length === 0) {
      const failed = planned.find(({ error }) => error)?.error;
      if (failed && planned.every(({ error }) => error)) throw failed;
      const reasons = [...new Set(planned.map(({ row }) => row.reason))].join('; ');
      throw new ImpossibleOnMesh(`${isTable ? 'No departure counts' : 'The voyage is refused'}: ${reasons}.`);
    }
    return counted[0]!.plan.routes.map((_, k) => {
      type Counted = Planned & { plan: DatedVoyages };
      const costOf = ({ plan }: Counted) => this.costOf(plan.routes[k]!);
      const worthOf = ({ plan }: Counted) => plan.routes[k]!.worth?.value ?? 0;
      const isBetter = (one: Counted, other: Counted) =>
        worthOf(one) > worthOf(other) || (worthOf(one) === worthOf(other) && costOf(one) < costOf(other));
      const own = counted.reduce((best, one) => (isBetter(one, best) ? one : best));
      return { own, route: own.plan.routes[k]! };
    });
  }

  private routeOf(departure: string, route: DatedVoyage): VoyageRoute {
    const { blind, track, objective } = route;
    const zones = enteredZones(
      track,
      this.zones.filter(({ kind }) => kind !== 'closed'),
      departure,
    );
    const at = (k: number) => ({ lat: track.coordinates[k]![1], lon: track.coordinates[k]![0] });
    const dated: DatedParts = {
      departure,
      meshes: this.used(departure, track),
      meshAlong: this.meshAlong(departure, track),
      waits: track.waits.map(({ vertex, from, until, why }) => ({
        ...at(vertex),
        from: this.isoAt(from),
        to: this.isoAt(until),
        reason: WHY[why],
      })),
      beyond: this.beyond(departure, track),
      blind: blindOf(
        blind,
        [track, blind].map((one) => (one ? this.sumOf(objective, one) : 0)),
        (days) => this.isoAt(days),
      ),
    };
    const remarks = [
      ...(route.remarks ?? []),
      ...(dated.beyond
        ? [
            `${dated.beyond.hours.toFixed(1)} hours of the voyage are beyond the forecast: the mesh before is kept`,
          ]
        : []),
      ...(track.closedUnderWay.length > 0
        ? ['A cell closes while the vessel is in it: it goes on at the last speed until it is out']
        : []),
      ...(objective === 'cost' && !this.pricesSpeed
        ? ['It is sailed at the speeds of the meshes: through several meshes no speed is chosen for a price']
        : []),
    ];
    const own = this.withLegCells(route);
    return { ...own, remarks, dated, ...(this.zones.length > 0 && { zones }) };
  }

  private isoAt(days: number): string {
    return new Date(this.since + days * MS_PER_DAY).toISOString();
  }

  private used(departure: string, { timeDays }: SailedTrack): DatedParts['meshes'] {
    const from = Date.parse(departure);
    const used = usedBetween(this.timeline, from, from + timeDays.at(-1)! * MS_PER_DAY);
    const merged: { mesh: number; from: number; to: number }[] = [];
    for (const one of used) {
      const last = merged.at(-1);
      if (last?.mesh === one.mesh) last.to = one.to;
      else merged.push({ ...one });
    }
    return merged.map(({ mesh, from: begin, to }) => ({
      id: this.forecast[mesh]!.id,
      name: this.forecast[mesh]!.name,
      from: new Date(begin).toISOString(),
      to: new Date(to).toISOString(),
    }));
  }

  /** By vertex, the place in the list of used meshes of the one on which the leg that ends there is sailed. */
  private meshAlong(departure: string, { timeDays }: SailedTrack): number[] {
    const used = this.used(departure, { timeDays } as SailedTrack);
    const ends = used.map(({ to }) => (Date.parse(to) - Date.parse(departure)) / MS_PER_DAY);
    return timeDays.map((days, k) => {
      const middle = k === 0 ? 0 : 0.5 * (timeDays[k - 1]! + days);
      const at = ends.findIndex((end) => middle < end);
      return at < 0 ? used.length - 1 : at;
    });
  }

  /** What is sailed while no mesh is valid; null if nothing is. */
  private beyond(departure: string, { timeDays, distanceM }: SailedTrack): DatedParts['beyond'] {
    const start = Date.parse(departure);
    let [from, hours, metres] = [Infinity, 0, 0];
    for (const span of usedBetween(this.timeline, start, start + timeDays.at(-1)! * MS_PER_DAY)) {
      if (span.isValid) continue;
      from = Math.min(from, span.from);
      hours += (span.to - span.from) / 3_600_000;
      const [a, b] = [span.from, span.to].map((time) => (time - start) / MS_PER_DAY);
      for (let k = 1; k < timeDays.length; k++) {
        const days = timeDays[k]! - timeDays[k - 1]!;
        const within = Math.min(b!, timeDays[k]!) - Math.max(a!, timeDays[k - 1]!);
        if (within > 0 && days > 0) metres += (within / days) * (distanceM[k]! - distanceM[k - 1]!);
      }
    }
    return hours > 0 ? { from: new Date(from).toISOString(), hours, nm: metres / METRES_PER_NM } : null;
  }

  /** By mesh and row of it: its number among the cells of all routes. */
  private readonly legCells = new Map<string, number>();
  private readonly legRows: { mesh: number; row: number }[] = [];

  private legCell(mesh: number, row: number): number {
    if (row < 0) return -1;
    const key = `${mesh},${row}`;
    const known = this.legCells.get(key);
    if (known !== undefined) return known;
    this.legCells.set(key, this.legRows.length);
    return this.legRows.push({ mesh, row }) - 1;
  }

  /** The route with cells of `alongRoutes`. */
  private withLegCells(route: DatedVoyage): DatedVoyage {
    return {
      ...route,
      track: this.inLegCells(route.track),
      sailing: this.inLegCells(route.sailing),
      unsmoothed: this.inLegCells(route.unsmoothed as SailedTrack),
    };
  }

  private inLegCells(track: SailedTrack): SailedTrack {
    const cells = track.cells.map((row, k) => this.legCell(track.meshes[k]!, row));
    return { ...track, cells };
  }

  /** A mesh of the cells that routes pass, each as the mesh has it that is used there: what is told of a route is looked up in it. */
  private alongRoutes(routes: readonly DatedVoyage[]): Mesh {
    for (const route of routes) this.withLegCells(route);
    return this.ofLegCells();
  }

  private ofLegCells(): Mesh {
    const { meshes } = this.sea;
    const count = this.legRows.length;
    const cells = this.legRows.map(({ mesh, row }) => meshes[mesh]!.row.indexOf(row));
    const columns = Object.fromEntries(
      ENVIRONMENT_COLUMNS.map((name) => {
        const has = meshes.some(({ environment }) => environment.columns[name]);
        const valueAt = (_: number, k: number) =>
          meshes[this.legRows[k]!.mesh]!.environment.columns[name]?.[cells[k]!] ?? Number.NaN;
        return [name, has ? new Float64Array(count).map(valueAt) : null];
      }),
    ) as Environment['columns'];
    return {
      ...this.sea.mesh,
      cellCount: count,
      row: new Int32Array(count).map((_, k) => k),
      environment: { cellCount: count, columns, zones: new Map() },
    };
  }
}

type PlanOn = (mesh: Mesh, request: PlannedRequest, how: VoyageOptions) => VoyagePlan;

/** How a departure is planned. */
type HowDated = Required<Omit<DatedOptions, 'objectives'>> & { readonly certificate: boolean };

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
        note: null,
        join: ([route]) => route!,
      },
    ],
  };
}

interface Planned {
  readonly departure: string;
  readonly plan: DatedVoyages | null;
  readonly row: Departure;
  readonly error?: DepartureError;
}

type DepartureError = RouteInaccessible | Impossible | ImpossibleOnMesh;

/** Whether another departure may do. */
const isOfDeparture = (error: unknown): error is DepartureError =>
  error instanceof RouteInaccessible || error instanceof Impossible || error instanceof ImpossibleOnMesh;

const WHY = {
  closed: 'The cell ahead is closed until then',
  'no way': 'The current ahead is too strong until then',
  cheaper: 'The route consumes less then',
} as const;

/** What the route that knows only the sea of the departure costs in the sea that it meets. */
function blindOf(
  blind: SailedTrack | null,
  [own, other]: readonly number[],
  isoAt: (days: number) => string,
): DatedParts['blind'] {
  if (!blind) return null;
  const [days, consumption] = [blind.timeDays.at(-1)!, blind.consumption?.at(-1) ?? null];
  const wait = blind.waits.find(({ why }) => why === 'closed');
  const [lon, lat] = wait ? blind.coordinates[wait.vertex]! : [0, 0];
  return {
    days,
    consumption,
    worse_percent: own! > 0 ? Math.max(0, 100 * (other! / own! - 1)) : 0,
    ...(wait && { closed: { lat, lon, time: isoAt(wait.from) } }),
  };
}
