/** The best routes through a sea that changes: as planRoute, with times. */
import type { Optimality } from './certificate/certificate.ts';
import { costsFor, type Objective } from './cost/cost.ts';
import type { LatLon, Point } from './geometry/sphere.ts';
import type { Chain } from './path/chain.ts';
import { PathNotSailable } from './path/evaluate.ts';
import type { Track } from './path/track.ts';
import { type PlanOptions, pinchesOf, placed, planRoute } from './plan-route.ts';
import type { ObjectiveRoute, RoutePlan } from './route-plan.ts';
import { SAILING_COST_TOLERANCE, sailingTrack } from './sail/sailing.ts';
import { chainAlong, cutDated, sailable } from './sea/cut-dated.ts';
import { type Bounded, certifyDated } from './sea/dated-bound.ts';
import { DatedDescent } from './sea/dated-descent.ts';
import { frozenSea, refineDated, seaAlong } from './sea/dated-refine.ts';
import {
  costOf,
  DatedSailing,
  type DatedTrack,
  INSTANT,
  trackOfDated,
  type Wait,
} from './sea/dated-track.ts';
import { dayPrices } from './sea/day-prices.ts';
import { type FoundFastest, findFastest } from './sea/find-fastest.ts';
import { leastSea } from './sea/least-sea.ts';
import { admissiblePrices, type Prices, pricedSea } from './sea/priced-sea.ts';
import { type Aim, aimOf, isGap, type Sea, sliceAt } from './sea/sea.ts';
import { findPath, meet } from './search/find-path.ts';
import { pinchPartners } from './search/pinches.ts';
import type { Ends } from './search/search-task.ts';
import { RouteInaccessible } from './waypoints/errors.ts';
import { placeWaypoints } from './waypoints/waypoints.ts';

/** A track by the meshes that it was sailed on; its cells are rows of these. */
export interface SailedTrack extends Track {
  /** By vertex: the number of the mesh that the leg that ends there was sailed on. */
  readonly meshes: readonly number[];
  readonly waits: readonly Wait[];
  /** The vertices at which legs end that went on in a cell that had closed. */
  readonly closedUnderWay: readonly number[];
}

/** A track along given points. */
export interface PricedTrack extends SailedTrack {
  /** Which vertex each of them is. */
  readonly vertexOf: readonly number[];
}

export interface DatedRoute extends ObjectiveRoute {
  readonly track: SailedTrack;
  readonly sailing: SailedTrack;
  /** The route that is the best in the sea as it is at the departure, sailed in the sea that it meets; null where it can't be, undefined where time was up. */
  readonly blind: SailedTrack | null | undefined;
}

export interface DatedPlan extends RoutePlan {
  readonly routes: readonly DatedRoute[];
}

export interface DatedOptions
  extends Pick<PlanOptions, 'adjustmentLimitNm' | 'timeBudgetMs' | 'objectives' | 'now'> {
  readonly certificate?: boolean;
  /** When the vessel leaves, days. */
  readonly leaves?: number;
  /** How long it may wait for a route that consumes less, days. */
  readonly mostWait?: number;
  /** What is consumed in a day of waiting. */
  readonly idleRate?: number;
}

/** A route, and how it is proved, once it is known what the proof is to hold for and what is known of the days of the same paths. */
export interface Provable {
  readonly route: DatedRoute;
  readonly prove: (bounded?: Bounded, fewestDays?: Optimality | null) => Optimality | null;
}

/**
 * The fastest route and the one that consumes least. Where nothing changes it is the route of planRoute.
 *
 * @throws WaypointOutsideMesh, RouteInaccessible
 */
export function planDated(sea: Sea, start: LatLon, end: LatLon, options: DatedOptions = {}): DatedPlan {
  return provedPlan(planProvable(sea, start, end, options), options.certificate === true);
}

/** A plan whose routes are still to be proved. */
export type ProvablePlan = Omit<DatedPlan, 'routes'> & { readonly routes: readonly Provable[] };

export function provedPlan({ routes, ...ends }: ProvablePlan, certificate: boolean): DatedPlan {
  let fewestDays: Optimality | null = null;
  const proved = routes.map(({ route, prove }) => {
    if (!certificate) return route;
    const optimality = prove({}, fewestDays);
    if (route.objective === 'traveltime') fewestDays = optimality;
    return { ...route, optimality };
  });
  return { ...ends, routes: proved };
}

/**
 * The same, to be proved later.
 *
 * @param options its certificate is only for a sea where nothing changes
 * @throws WaypointOutsideMesh, RouteInaccessible
 */
export function planProvable(sea: Sea, start: LatLon, end: LatLon, options: DatedOptions): ProvablePlan {
  const { adjustmentLimitNm = 300, timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const { leaves = 0, mostWait = 0, idleRate = 0 } = options;
  const { consumption } = sea.mesh;
  const { objectives = consumption ? ['traveltime', consumption] : ['traveltime'] } = options;
  if (sea.slices.length === 1) {
    const { mesh } = sea.slices[0];
    const { routes, ...plan } = planRoute(sea.meshes[mesh], start, end, options);
    const dated = routes.map((route) => datedOnOne(mesh, route));
    return { ...plan, routes: dated.map((route) => ({ route, prove: () => route.optimality ?? null })) };
  }
  const deadline = timeBudgetMs === Infinity ? Infinity : now() + timeBudgetMs;
  const isOver = () => deadline < Infinity && now() >= deadline;
  const { start: from, end: to } = placeWaypoints(sea.mesh, start, end, adjustmentLimitNm);
  const ways = meet(sea.mesh, { start: from, end: to }) ? [false, true] : [true];
  for (const passesGaps of ways) {
    const ends = { start: from, end: to, partner: passesGaps ? pinchPartners(sea.mesh) : null };
    const planner = new DatedPlanner({ ...sea, passesGaps }, ends, { leaves, mostWait, idleRate, isOver });
    const routes = planner.routes(objectives);
    if (routes) return { start: placed(from), end: placed(to), routes };
    if (sea.gaps.size + sea.mesh.pinch.length === 0) break;
  }
  throw RouteInaccessible.between({ start: from, end: to }, ', whenever cells open');
}

/**
 * The track of a path of one's own.
 *
 * @param stayDays by point: how long the vessel stays there
 * @param aim on a leg along an edge, the cell is taken in which this is less
 * @throws PathNotSailable, PathClosed
 */
export function priceDated(
  sea: Sea,
  coordinates: readonly Point[],
  leaves: number,
  mayWait = false,
  idleRate = 0,
  stayDays: readonly number[] = [],
  aim: Aim = 'days',
): PricedTrack {
  // as on one mesh, a path of one's own may lead through any gap
  const own = mayWait ? sea : { ...sea, passesGaps: true };
  const sailing = new DatedSailing(own, aim, coordinates[0], leaves, idleRate);
  const vertexOf = [0];
  for (const [k, pieces] of cutDated(own, coordinates, leaves, mayWait, aim, stayDays).entries()) {
    sailing.wait(sailing.now + (stayDays[k] ?? 0), null);
    for (const { to, cell } of pieces) if (!sailing.sailTo(to, cell)) throw new PathNotSailable(to, 1, k + 1);
    vertexOf.push(sailing.lastVertex);
  }
  return { ...sailedOn(sea, sailing.track()), vertexOf };
}

/** Its cells as rows of the meshes. */
export function sailedOn({ slices, meshes, cellOf }: Sea, { slices: of, ...track }: DatedTrack): SailedTrack {
  const meshOf = of.map((k) => slices[k].mesh);
  const rowOf = (cell: number, mesh: number) => {
    const own = cell < 0 ? -1 : cellOf[mesh][cell];
    return own < 0 ? -1 : meshes[mesh].row[own];
  };
  return { ...track, meshes: meshOf, cells: track.cells.map((cell, k) => rowOf(cell, meshOf[k])) };
}

/** A track that is sailed on one mesh, with its number. */
export const sailedOnOne = (mesh: number, track: Track): SailedTrack => ({
  ...track,
  meshes: track.cells.map(() => mesh),
  waits: [],
  closedUnderWay: [],
});

/** A route on one mesh as one through a sea that stays as it is. */
export const datedOnOne = <R extends Pick<ObjectiveRoute, Lines>>(mesh: number, route: R) => ({
  ...route,
  track: sailedOnOne(mesh, route.track),
  unsmoothed: sailedOnOne(mesh, route.unsmoothed),
  sailing: sailedOnOne(mesh, route.sailing),
  blind: sailedOnOne(mesh, route.track),
});

type Lines = 'track' | 'unsmoothed' | 'sailing';

/** Where a path passes pinches, or gaps that are none at other times. */
export function gapsAlong(sea: Sea, chain: Chain, { cells, slices, coordinates }: DatedTrack): LatLon[] {
  const passes = (i: number) => sea.passesGaps && isGap(sea, cells[i], cells[i + 1], slices[i + 1]);
  const gaps = coordinates.filter((_, i) => passes(i)).map(([lon, lat]) => ({ lat, lon }));
  return [...pinchesOf(sea.mesh, chain), ...gaps];
}

interface How {
  readonly leaves: number;
  readonly mostWait: number;
  readonly idleRate: number;
  readonly isOver: () => boolean;
}

/** A path with its track, by cells of the sea. */
interface Candidate {
  readonly chain: Chain;
  readonly track: DatedTrack;
  /** When it gets under way, days. */
  readonly begins: number;
}

class DatedPlanner {
  private readonly sea: Sea;
  private readonly ends: Ends;
  private readonly how: How;

  constructor(sea: Sea, ends: Ends, how: How) {
    this.sea = sea;
    this.ends = ends;
    this.how = how;
  }

  /** Null if there is no way. */
  routes(objectives: readonly Objective[]): Provable[] | null {
    const { sea, ends, how } = this;
    const fastest = findFastest(sea, ends, how.isOver, how.leaves);
    const own = fastest && this.candidate('days', fastest.chain);
    if (!fastest || !own) return null;
    const blind = this.blind(objectives);
    const coarse = this.candidate('days', fastest.coarse)?.track ?? own.track;
    return objectives.map((objective, k): Provable => {
      const aim = aimOf(objective);
      const known = [own, ...blind.flatMap(({ better }) => better)];
      const thrifty = aim === 'days' ? null : this.thrifty(fastest, known);
      const best = thrifty?.best ?? this.best(aim, known);
      const route = {
        objective,
        track: sailedOn(sea, best.track),
        unsmoothed: sailedOn(sea, costOf(aim, coarse) >= costOf(aim, best.track) ? coarse : best.track),
        sailing: this.sailing(aim, best),
        pinches: gapsAlong(sea, best.chain, best.track),
        complete: fastest.complete && !how.isOver(),
        blind: blind[k].track,
      };
      return { route, prove: (...proved) => this.optimality(aim, best.track, thrifty?.prices, ...proved) };
    });
  }

  private candidate(aim: Aim, chain: Chain, begins = this.how.leaves): Candidate | null {
    const { leaves, idleRate } = this.how;
    const track = trackOfDated(this.sea, aim, chain, leaves, idleRate, begins);
    return track && { chain, track, begins };
  }

  /** The one that costs least. To consume less, none waits longer than it may, or than the first does. */
  private best(aim: Aim, candidates: readonly Candidate[]): Candidate {
    const mostWait = Math.max(this.how.mostWait, daysWaited(candidates[0].track.waits)) + INSTANT;
    const allowed = candidates.filter(({ track }) => aim === 'days' || daysWaited(track.waits) <= mostWait);
    return allowed.reduce((best, one) => (costOf(aim, one.track) < costOf(aim, best.track) ? one : best));
  }

  /** The path that consumes least, and what a day later costs it, by slice. */
  private thrifty(fastest: FoundFastest, known: readonly Candidate[]): { best: Candidate; prices: Prices } {
    const { sea, ends } = this;
    const { leaves, mostWait, isOver } = this.how;
    const best = this.best('consumed', [...known, ...this.waiting(fastest)]);
    const { chain, begins, track } = best;
    const slower = (leaves + track.timeDays.at(-1)! - begins) / fastest.cost;
    const whenIn = fastest.reached.map((time) => begins + (time < Infinity ? slower * (time - leaves) : 0));
    const times = new DatedDescent(sea, 'consumed', begins).timesOf(chain);
    const wanted = dayPrices(sea, ends, chain, times, whenIn, isOver);
    const prices = admissiblePrices(sea, wanted, mostWait > 0 || track.waits.length > 0);
    const mesh = leastSea(pricedSea(sea, prices), 'consumed', { from: whenIn, to: whenIn });
    const found = isOver() ? null : findPath(mesh, costsFor(mesh, mesh.consumption!), ends, isOver);
    const others = this.refined('consumed', begins, found?.chain, this.frozen(whenIn));
    return { best: this.best('consumed', [best, ...others]), prices };
  }

  /** Paths that consume little and leave at once, at the beginning of one of the next slices, or as late as they may. */
  private waiting({ chain, reached }: FoundFastest): Candidate[] {
    const { starts } = this.sea;
    const { leaves, mostWait, isOver } = this.how;
    // from the last slice on nothing gets better
    const latest = Math.max(leaves, Math.min(leaves + mostWait, starts.at(-2)!));
    const begins = new Set([leaves, ...starts.filter((from) => from > leaves && from < latest), latest]);
    return [...begins].flatMap((begin) => {
      if (isOver()) return [];
      const whenIn = reached.map((time) => (time < Infinity ? time : leaves) + begin - leaves);
      return this.refined('consumed', begin, chain, this.frozen(whenIn));
    });
  }

  /** The path that consumes least in the sea as each cell is at its time. */
  private frozen(whenIn: Float64Array): Chain | null {
    const { sea, ends, how } = this;
    const sliceOf = whenIn.map((time) => sliceAt(sea, time));
    const { mesh, costs } = frozenSea(sea, 'consumed', sliceOf);
    return how.isOver() ? null : (findPath(mesh, costs, ends, how.isOver)?.chain ?? null);
  }

  private refined(aim: Aim, begins: number, ...paths: (Chain | null | undefined)[]): Candidate[] {
    const better = (path: Chain) => refineDated(this.sea, aim, path, begins).chain;
    return paths.flatMap((path) => (path ? (this.candidate(aim, better(path), begins) ?? []) : []));
  }

  /** By objective: the best route in the sea as it is at the departure, sailed in the sea that it meets, and moved to where it costs less. */
  private blind(objectives: readonly Objective[]): { track: DatedRoute['blind']; better: Candidate[] }[] {
    const { sea, ends, how } = this;
    let routes: readonly ObjectiveRoute[];
    try {
      const mesh = sea.meshes[sea.slices[sliceAt(sea, how.leaves)].mesh];
      if (how.isOver()) return objectives.map(() => ({ track: undefined, better: [] }));
      routes = planRoute(mesh, ends.start.used, ends.end.used, { adjustmentLimitNm: 0, objectives }).routes;
    } catch (error) {
      if (error instanceof RouteInaccessible) return objectives.map(() => ({ track: null, better: [] }));
      throw error;
    }
    return routes.map(({ objective, track: { coordinates } }) => {
      const aim = aimOf(objective);
      const chain = how.isOver() ? null : chainAlong(sea, aim, coordinates, how.leaves);
      return { track: priced(sea, aim, coordinates, how), better: this.refined(aim, how.leaves, chain) };
    });
  }

  /** The same route by as few points as in plan-route.ts; with fewer turns only where it waits, or where so few points cost or take too much. */
  private sailing(aim: Aim, { chain, track, begins }: Candidate): SailedTrack {
    const { sea, ends, how } = this;
    const isNear = (by: Aim, few: Track) =>
      costOf(by, few) <= (1 + SAILING_COST_TOLERANCE) * costOf(by, track);
    if (track.waits.length === 0) {
      const times = new DatedDescent(sea, aim, how.leaves).timesOf(chain);
      const { mesh, costs } = seaAlong(sea, aim, chain, times);
      // along an edge the track may pass beside a closed cell in which the chain would have to wait
      const thinned = sailable(() => sailingTrack(mesh, costs, chain, ends.start.cells));
      const few = thinned && priced(sea, aim, thinned.coordinates, how);
      if (few && isNear(aim, few) && isNear('days', few)) return few;
    }
    const fewer = trackOfDated(sea, aim, chain, how.leaves, how.idleRate, begins, SAILING_COST_TOLERANCE / 2);
    return sailedOn(sea, fewer && isNear(aim, fewer) && isNear('days', fewer) ? fewer : track);
  }

  private optimality(
    aim: Aim,
    track: DatedTrack,
    prices: Prices | undefined,
    bounded: Bounded = {},
    fewestDays: Optimality | null = null,
  ): Optimality | null {
    const { sea, ends } = this;
    const { leaves, isOver } = this.how;
    const mostWait = Math.max(this.how.mostWait, daysWaited(track.waits));
    const claim = { ...ends, pinches: ends.partner !== null, leaves, mostWait, prices, ...bounded };
    return certifyDated(sea, aim, claim, costOf(aim, track), track, isOver, fewestDays);
  }
}

/** A path as priceDated prices it, with waits; null if it can't be sailed. */
export const priced = (sea: Sea, aim: Aim, along: readonly Point[], how: Pick<How, 'leaves' | 'idleRate'>) =>
  sailable(() => priceDated(sea, along, how.leaves, true, how.idleRate, [], aim));

/** Days that a path waits in all. */
export const daysWaited = (waits: readonly Wait[]) => waits.reduce((sum, w) => sum + w.until - w.from, 0);
