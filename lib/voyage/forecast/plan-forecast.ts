/** Routes through the meshes of a forecast: for one departure, or the best of several. */
import type { Objective } from '../../engine/cost/cost.ts';
import type { Point } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import { priceDated, type SailedTrack } from '../../engine/plan-dated.ts';
import { type Sea, seaOf } from '../../engine/sea/sea.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import type { NearRoutes } from '../../zones/mesh/near-routes.ts';
import { onlyWhole } from '../../zones/whole.ts';
import type { Zone } from '../../zones/zone.ts';
import { closedOff, tooNarrow } from '../among-zones/no-way.ts';
import { ADJUSTMENT_LIMIT_NM, type VoyageOptions } from '../kept.ts';
import { pricesSpeed } from '../money/least-cost.ts';
import { OutOfTime } from '../out-of-time.ts';
import { choosesTime, FULL_SPEED, leavesOut } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { DatedParts, VoyagePlan } from '../voyage-route.ts';
import { cutShort, tracksOf, withoutEntering } from './cut-short.ts';
import { daysAt, type ForecastTimes, meshParts } from './dated-parts.ts';
import { type Planned, plannedAt } from './departure-table.ts';
import { type PlanOn, VoyagesOfDeparture } from './departure-voyages.ts';
import { departuresOf } from './departures.ts';
import { ForecastAnswer } from './forecast-answer.ts';
import { keptOverlay } from './kept-overlay.ts';
import { type KnownInRound, nothingKnown, stillKnown } from './known-in-rounds.ts';
import { leastAlongEdges } from './least-along-edges.ts';
import { MeshesAmongZones, nearAtFirst } from './meshes-among-zones.ts';
import { PassedCells } from './passed-cells.ts';
import { type ForecastMesh, spansOf, timelineOf } from './timeline.ts';

/** After so many plans, all borders of what is closed are divided finely: that takes as long as many rounds, of which most need four or fewer. */
const MOST_ROUNDS = 20;

/**
 * With a clearance, what is closed is divided finely near the routes that enter it, until none does; only then is the plan proved. Once
 * time is up, the best is answered that was found and enters nothing, in whichever round.
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
  let planner: ForecastPlanner | null = null;
  let best: { readonly by: ForecastPlanner; readonly clear: Clear } | null = null;
  for (let round = 1; ; round++) {
    const left = { ...options, timeBudgetMs: until - now() };
    planner = new ForecastPlanner(forecast, request, left, near, planOn, planner);
    try {
      const { clear, entering } = planner.explored();
      if (entering.length === 0) return planner.plan(clear!.planned);
      if (clear && clear.stage >= (best?.clear.stage ?? 0)) best = { by: planner, clear };
      near = round < MOST_ROUNDS ? near!.and(entering, 'forecast') : null;
    } catch (error) {
      // a search that was ended early may not have come to a way: that says nothing of the zones
      if (!(error instanceof RouteInaccessible)) throw error;
      if (until > now())
        throw planner.noWay(() => ({ ...options, certificate: false, timeBudgetMs: until - now() })) ?? error;
      if (!best) throw error;
    }
    if (until <= now()) {
      if (!best) throw new OutOfTime();
      const { by, clear } = best;
      return by.plan(clear.planned.map((one) => by.cutShort(one)));
    }
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
 * What a path costs that leaves at the request's departure.
 *
 * @param stayDays by point: how long the vessel stays there
 * @throws PathNotSailable, PathClosed with the days since the departure
 */
export function priceForecast(
  forecast: readonly ForecastMesh[],
  request: PlannedRequest,
  coordinates: readonly Point[],
  stayDays: readonly number[] = [],
): PricedInForecast {
  return new ForecastPlanner(forecast, request, {}, null, null, null).price(coordinates, stayDays);
}

/** How the departures are planned, a stage of what is asked. */
interface Stage {
  readonly voyages: VoyagesOfDeparture;
  readonly certificate: boolean;
}

/** The last stage whose voyages enter nothing that is closed. */
interface Clear {
  readonly stage: number;
  readonly planned: readonly Planned[];
}

class ForecastPlanner {
  readonly request: PlannedRequest;
  private readonly options: VoyageOptions;
  private readonly planOn: PlanOn | null;
  readonly times: ForecastTimes;
  private readonly departures: readonly string[];
  readonly zones: readonly Zone[];
  readonly sea: Sea;
  private readonly limitNm: number;
  readonly until: number;
  readonly now: () => number;
  private readonly near: NearRoutes | null;
  private readonly amongZones: MeshesAmongZones;
  readonly voyages: VoyagesOfDeparture;
  /** The cheapest first: near which borders routes pass is seen by those that do a part of what is asked. */
  private readonly stages: readonly Stage[];
  private readonly known: KnownInRound;

  /**
   * @param near where what is closed is divided finely; null: everywhere
   * @param before that of the round before
   */
  constructor(
    forecast: readonly ForecastMesh[],
    request: PlannedRequest,
    options: VoyageOptions,
    near: NearRoutes | null,
    planOn: PlanOn | null,
    before: ForecastPlanner | null,
  ) {
    this.request = request;
    this.options = options;
    this.planOn = planOn;
    this.now = options.now ?? (() => performance.now());
    this.until = this.now() + (options.timeBudgetMs ?? Infinity);
    this.departures = departuresOf(request.voyage ?? {});
    this.times = { forecast, timeline: timelineOf(forecast), since: Date.parse(this.departures[0]!) };
    this.zones = onlyWhole(request.voyage?.zones ?? []);
    this.limitNm = options.adjustmentLimitNm ?? ADJUSTMENT_LIMIT_NM;
    this.amongZones = new MeshesAmongZones(forecast, request, this.limitNm, near);
    const { meshes } = this.amongZones;
    const spans = spansOf(this.times.timeline, this.times.since);
    this.sea = { ...seaOf(meshes, spans, keptOverlay(meshes)), provedOn: this.amongZones.provedOn(spans) };
    this.near = near;
    this.known = before
      ? stillKnown(before.known, this.isEntered, before.sea.meshes, meshes)
      : nothingKnown();
    const voyagesOf = (asked: PlannedRequest, objectives = options.objectives) => {
      const how = { ...options, ...(objectives && { objectives }) };
      const isPriced = pricesSpeed(forecast[0]!.mesh, asked);
      return new VoyagesOfDeparture(isPriced, this.sea, spans, asked, how, planOn, this.known);
    };
    this.voyages = voyagesOf(request);
    this.stages = near ? this.stagesOf(voyagesOf) : [];
  }

  private readonly isEntered = (track: SailedTrack): boolean => this.amongZones.isEnteredBy(track);

  private get isProved(): boolean {
    return this.options.certificate === true;
  }

  /** Of each departure, the voyages at full speed share their legs with those at speeds of their own, and with their proofs; those of several don't. */
  private stagesOf(
    voyagesOf: (asked: PlannedRequest, objectives?: readonly Objective[]) => VoyagesOfDeparture,
  ) {
    const { request, voyages, isProved } = this;
    const voyage = request.voyage!;
    const asked = { voyages, certificate: false };
    const proved = isProved ? [{ voyages, certificate: true }] : [];
    // speed and time choose the stops
    if (leavesOut(voyage)) return [asked, ...proved];
    const atFullSpeed = { ...request, voyage: { ...voyage, ...FULL_SPEED, price: null } };
    const fastest = { voyages: voyagesOf(atFullSpeed, ['traveltime']), certificate: false };
    if (voyage.departures) return [fastest, { voyages, certificate: isProved }];
    const full = choosesTime(voyage) ? [{ voyages: voyagesOf(atFullSpeed), certificate: false }] : [];
    return [fastest, ...full, asked, ...proved];
  }

  /** @param planned of the departures */
  plan(planned: readonly Planned[]): VoyagePlan {
    return new ForecastAnswer(this).of(planned);
  }

  /** The clearance or the closed zones that leave no way; null where there is none without them. @param how others are planned */
  noWay(how: () => VoyageOptions): Error | null {
    const { request, zones, limitNm, planOn } = this;
    const { voyage } = request;
    const nm = voyage?.clearance_nm ?? null;
    const widest = this.amongZones.widest(request, limitNm);
    const isTooNarrow = nm !== null && widest !== null && widest.nm < nm;
    const without = (closed: readonly Zone[]) => {
      const left = zones.filter((zone) => zone.kind !== 'closed' || closed.includes(zone));
      const others = { ...request, voyage: { ...voyage!, clearance_nm: null, zones: left } };
      const planner = new ForecastPlanner(this.times.forecast, others, how(), null, planOn, null);
      return planner.plan(planner.explored().clear!.planned);
    };
    return isTooNarrow ? tooNarrow({ nm }, widest, ' on any of the meshes') : closedOff(zones, without);
  }

  price(coordinates: readonly Point[], stayDays: readonly number[]): PricedInForecast {
    const passed = new PassedCells(this.sea);
    const idleRate = this.request.vehicle?.idle_rate ?? 0;
    const track = priceDated(this.sea, coordinates, 0, false, idleRate, stayDays);
    return {
      track: passed.along(leastAlongEdges(this.sea, track)),
      vertexOf: track.vertexOf,
      mesh: passed.mesh(),
      ...meshParts(this.times, this.departures[0]!, track),
    };
  }

  /**
   * Plans stage after stage until tracks enter what is closed, where that is not divided finely. Once time is up, what was found before
   * takes the place of what enters something, or was not found.
   */
  explored(): { readonly clear: Clear | null; readonly entering: readonly SailedTrack[] } {
    const { near, stages, voyages, isProved } = this;
    if (!near)
      return { clear: { stage: stages.length, planned: this.departed(voyages, isProved) }, entering: [] };
    let clear: Clear | null = null;
    for (const [stage, { voyages, certificate }] of stages.entries()) {
      const planned = this.departed(voyages, certificate);
      const isOver = this.until <= this.now();
      const entering = isOver ? [] : this.enteringOf(planned);
      if (entering.length > 0) return { clear, entering };
      const before: readonly Planned[] = clear?.planned ?? [];
      clear = { stage, planned: isOver ? planned.map((one, k) => this.clearOf(one, before[k])) : planned };
    }
    return { clear, entering: [] };
  }

  private enteringOf(planned: readonly Planned[]): SailedTrack[] {
    const tracks = planned.flatMap(({ plan }) => (plan ? [...tracksOf(plan)] : []));
    return [...new Set(tracks)].filter(this.isEntered);
  }

  /** What of a departure enters nothing that is closed; else what was found before. */
  private clearOf(planned: Planned, before: Planned | undefined): Planned {
    const { plan, departure } = planned;
    const left = plan && withoutEntering(plan, this.isEntered);
    if (plan && left === plan) return planned;
    if (!left && before?.plan) return this.cutShort(before);
    return plannedAt(departure, this.request.voyage, this.times, () => {
      if (left) return cutShort(left, this.objectives);
      throw planned.error ?? new OutOfTime();
    });
  }

  /** Told to be the best that was found until time was up. */
  cutShort(planned: Planned): Planned {
    const { plan } = planned;
    return plan ? { ...planned, plan: cutShort(plan, this.objectives) } : planned;
  }

  private get objectives(): readonly Objective[] {
    const { consumption } = this.sea.mesh;
    return this.options.objectives ?? (consumption ? ['traveltime', consumption] : ['traveltime']);
  }

  private departed(voyages: VoyagesOfDeparture, certificate: boolean): Planned[] {
    const { request, times } = this;
    return this.departures.map((departure) =>
      plannedAt(departure, request.voyage, times, () => this.voyagesFrom(voyages, departure, certificate)),
    );
  }

  private voyagesFrom(voyages: VoyagesOfDeparture, departure: string, certificate: boolean) {
    const { now, limitNm, departures, times } = this;
    const begins = daysAt(times, departure);
    const timeBudgetMs = (this.until - now()) / departures.length;
    return voyages.plan(departure, begins, {
      adjustmentLimitNm: limitNm,
      certificate,
      timeBudgetMs,
      now,
    });
  }
}
