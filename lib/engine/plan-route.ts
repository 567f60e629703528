import { findCandidates } from './candidates.ts';
import { Certifier } from './certificate/certificate.ts';
import { type Costs, costsFor, type Objective } from './cost/cost.ts';
import { withTurns } from './cost/turns.ts';
import { type LatLon, middleOf } from './geometry/sphere.ts';
import { cellsAt } from './mesh/locate.ts';
import type { Mesh } from './mesh/mesh.ts';
import type { Chain } from './path/chain.ts';
import { type Track, totalOf } from './path/track.ts';
import type { ObjectiveRoute, RoutePlan } from './route-plan.ts';
import { isWithinTolerance, sailingTrack } from './sail/sailing.ts';
import { SLACK } from './search/corridor.ts';
import { WORTHWHILE } from './tolerances.ts';
import {
  type PlannedWaypoint,
  placeWaypoints,
  type Terminal,
  type Terminals,
} from './waypoints/waypoints.ts';

export interface PlanOptions {
  /** How far an end in a closed cell may be moved, nautical miles; 300 by default. */
  readonly adjustmentLimitNm?: number;
  /** Milliseconds after which the best route so far is returned, marked as not complete. */
  readonly timeBudgetMs?: number;
  /** Whether each route states how far at most it is from the best; off by default. A function decides once they are known. */
  readonly certificate?:
    | boolean
    | ((routes: readonly Pick<ObjectiveRoute, 'track' | 'sailing'>[]) => boolean);
  /** Those of the mesh by default. */
  readonly objectives?: readonly Objective[];
  /**
   * By objective, a mesh with as much water and more, at costs that are no higher, and fewer cells: what is proved on it holds on the
   * mesh of the routes too, and takes less time.
   */
  readonly provedOn?: ((objective: Objective) => Mesh) | null;
  /** The clock, milliseconds. */
  readonly now?: () => number;
}

/** A wider gap on a mesh with more water is tried to be narrowed on the mesh of the route. */
const ENOUGH_PERCENT = 0.25;

/**
 * The best routes from start to end, one per objective: traveltime first, then what the mesh consumes.
 *
 * @throws WaypointOutsideMesh, RouteInaccessible
 */
export function planRoute(mesh: Mesh, start: LatLon, end: LatLon, options: PlanOptions = {}): RoutePlan {
  const { adjustmentLimitNm = 300, timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const { certificate, provedOn } = options;
  const deadline = timeBudgetMs === Infinity ? Infinity : now() + timeBudgetMs;
  const isOver = () => deadline < Infinity && now() >= deadline;
  const ends = placeWaypoints(mesh, start, end, adjustmentLimitNm);
  const { objectives = mesh.consumption ? ['traveltime', mesh.consumption] : ['traveltime'] } = options;
  const costs = objectives.map((objective) => costsFor(mesh, objective));
  const planned = bestRoutes(mesh, costs, ends, isOver);
  const isProved = typeof certificate === 'function' ? certificate(planned) : certificate;
  const known = isProved && provedOn ? provedOnOthers(provedOn, ends, planned, isOver) : planned;
  const proved = isProved ? withOptimality(mesh, costs, ends, known, isOver) : planned;
  const routes = lookedAgain(mesh, costs, ends, proved, isOver);
  return { start: placed(ends.start), end: placed(ends.end), routes };
}

/**
 * A proof that was not ended early, where headings are alike, leaves little. A gap wider than the corridor's slack may mean that the
 * corridor has lost the best route: better ones, if there are any in a corridor that is wider by twice the gap.
 */
function lookedAgain(
  mesh: Mesh,
  costs: readonly Costs[],
  ends: Terminals,
  proved: readonly ObjectiveRoute[],
  isOver: () => boolean,
): readonly ObjectiveRoute[] {
  const gapOf = ({ optimality: is }: ObjectiveRoute) => (is?.endedBy === null ? 0.01 * is.gapPercent : 0);
  const gap = Math.max(...proved.map(gapOf));
  if (mesh.profiles.length > 0 || gap <= SLACK || isOver()) return proved;
  const others = bestRoutes(mesh, costs, ends, isOver, 2 * gap);
  const saved = others.map((other, k) => 1 - costOf(other) / costOf(proved[k]));
  if (!(Math.max(...saved) > WORTHWHILE)) return proved;
  const better = others.map((other, k) => (saved[k] > 0 ? other : proved[k]));
  return withOptimality(mesh, costs, ends, better, isOver);
}

const costOf = ({ track, objective }: ObjectiveRoute) => totalOf(track, objective);

/** With what is proved on this mesh, where what was known before leaves too wide a gap; the greater bound of both. */
function withOptimality(
  mesh: Mesh,
  costs: readonly Costs[],
  ends: Terminals,
  planned: readonly ObjectiveRoute[],
  isOver: () => boolean,
  trackOn = ({ track }: ObjectiveRoute) => track,
): ObjectiveRoute[] {
  const certifiers = [false, true].map((pinches) => new Certifier(mesh, { ...ends, pinches }));
  return planned.map((route, k) => {
    const known = route.optimality;
    if (known && known.gapPercent <= ENOUGH_PERCENT) return route;
    const certifier = certifiers[route.pinches.length > 0 ? 1 : 0];
    const proved = certifier.certify(costs[k], costOf(route), trackOn(route), { isOver });
    return { ...route, optimality: known && known.least >= (proved?.least ?? 0) ? known : proved };
  });
}

/** The routes as they are proved on meshes with more water. */
function provedOnOthers(
  meshFor: (objective: Objective) => Mesh,
  ends: Terminals,
  routes: readonly ObjectiveRoute[],
  isOver: () => boolean,
): ObjectiveRoute[] {
  const meshes = routes.map(({ objective }) => meshFor(objective));
  const proved = routes.slice();
  for (const mesh of new Set(meshes)) {
    const there = placeWaypoints(mesh, ends.start.used, ends.end.used, 0);
    const own = routes.filter((_, k) => meshes[k] === mesh);
    const costs = own.map(({ objective }) => costsFor(mesh, objective));
    // only where the proof is made finest depends on it
    const trackOn = ({ track }: ObjectiveRoute) => ({ ...track, cells: rowsAlong(mesh, track) });
    const results = withOptimality(mesh, costs, there, own, isOver, trackOn);
    for (const [k, route] of own.entries()) proved[routes.indexOf(route)] = results[k]!;
  }
  return proved;
}

/** The rows of cells in the middle of the legs to each point of a track that was found on another mesh. */
export function rowsAlong(mesh: Mesh, { coordinates }: Track): number[] {
  return coordinates.map((to, k) => {
    const middle = middleOf(coordinates[Math.max(0, k - 1)], to);
    return mesh.row[cellsAt(mesh, middle)[0]] ?? -1;
  });
}

export function placed({ requested, used, movedNm }: Terminal): PlannedWaypoint {
  return { requested, used, movedNm };
}

function bestRoutes(
  mesh: Mesh,
  allCosts: readonly Costs[],
  ends: Terminals,
  isOver: () => boolean,
  wider = 0,
): ObjectiveRoute[] {
  const planned: ObjectiveRoute[] = [];
  for (const candidate of findCandidates(mesh, allCosts, ends, isOver, wider)) {
    const { costs, found, unsmoothed, refined } = candidate;
    const { path, track } = refined;
    const fastest = planned[0];
    const isFastest = fastest?.track === track;
    const sailing = isFastest && isWithinTolerance(fastest.sailing, track, costs.objective);
    planned.push({
      objective: costs.objective,
      track,
      unsmoothed,
      sailing: sailing ? fastest.sailing : sailingTrack(mesh, withTurns(mesh, costs), path, ends.start.cells),
      pinches: pinchesOf(mesh, path),
      complete: found.complete,
    });
  }
  return planned;
}

/** The corners where a chain goes on in a cell on the other side of a pinch. */
export function pinchesOf({ pinch, cornerCell }: Mesh, chain: Chain): LatLon[] {
  const pinches: LatLon[] = [];
  for (let i = 1; i + 1 < chain.length; i++) {
    const k = pinch.indexOf(chain.corner[i]);
    if (k < 0) continue;
    const beyond = cornerCell.subarray(4 * pinch[k ^ 1], 4 * pinch[k ^ 1] + 4);
    if (!beyond.includes(chain.cell[i]) && !beyond.includes(chain.cell[i + 1])) continue;
    pinches.push({ lat: chain.lat(i), lon: chain.lon(i) });
  }
  return pinches;
}
