import { Chain } from './chain.ts';
import { type Costs, costsFor, legCost } from './cost.ts';
import { RouteInaccessible } from './errors.ts';
import type { Mesh } from './mesh.ts';
import { layOutPoints, type Points } from './points.ts';
import { Refinement } from './refine.ts';
import type { LatLon, Objective, ObjectiveRoute, PlannedWaypoint, RoutePlan, Track } from './route-plan.ts';
import { type SearchResult, search } from './search.ts';
import { departure, trackOf } from './track.ts';
import { placeWaypoints, type Terminal } from './waypoints.ts';

export interface PlanOptions {
  /** How far an end in a closed cell may be moved, nautical miles. */
  readonly adjustmentLimitNm?: number;
  /** Milliseconds after which the best route so far is returned, marked as not complete. */
  readonly timeBudgetMs?: number;
  /** The clock, milliseconds. */
  readonly now?: () => number;
}

const ADJUSTMENT_LIMIT_NM = 300;
const POINTS_PER_EDGE = 4;

/**
 * The best routes from start to end, one per objective of the mesh.
 *
 * @throws WaypointOutsideMesh, RouteInaccessible
 */
export function planRoute(mesh: Mesh, start: LatLon, end: LatLon, options: PlanOptions = {}): RoutePlan {
  const ends = placeWaypoints(mesh, start, end, options.adjustmentLimitNm ?? ADJUSTMENT_LIMIT_NM);
  const objectives: Objective[] = mesh.consumption ? ['traveltime', mesh.consumption] : ['traveltime'];
  const routes = objectives.map((objective) =>
    bestRoute(mesh, costsFor(mesh, objective), ends.start, ends.end),
  );
  return { start: placed(ends.start), end: placed(ends.end), routes: crossChecked(routes) };
}

function placed({ requested, used, movedNm }: Terminal): PlannedWaypoint {
  return { requested, used, movedNm };
}

function bestRoute(mesh: Mesh, costs: Costs, start: Terminal, end: Terminal): ObjectiveRoute {
  const straight = straightLeg(mesh, costs, start, end);
  if (straight) return route(costs, straight, straight, []);
  const points = pointsOf(mesh);
  const found = searchWithoutPinches(mesh, costs, points, start, end);
  const coarse = chainOf(mesh, points, found, start, end);
  const unsmoothed = trackOfChain(mesh, costs, coarse);
  const refined = new Refinement(mesh, costs).run(coarse).chain;
  return route(costs, trackOfChain(mesh, costs, refined), unsmoothed, pinchesOf(mesh, refined));
}

function route({ objective }: Costs, track: Track, unsmoothed: Track, pinches: LatLon[]): ObjectiveRoute {
  return { objective, track, unsmoothed, sailing: track, pinches, complete: true };
}

/** Start and end in one cell: the straight leg, in the cheapest cell that both touch; null where none can be sailed. */
function straightLeg(mesh: Mesh, costs: Costs, start: Terminal, end: Terminal): Track | null {
  const from = [start.used.lon, start.used.lat] as const;
  const to = [end.used.lon, end.used.lat] as const;
  const { x, y } = departure(from, to);
  let best = -1;
  let least = Infinity;
  for (const cell of start.cells) {
    const cost = end.cells.includes(cell) ? legCost(costs, cell, x, y) : Infinity;
    if (cost < least) [best, least] = [cell, cost];
  }
  return best < 0 ? null : trackOf(mesh, costs, [from, to], [best]);
}

/** Pinches are for where there is no way without. */
function searchWithoutPinches(
  mesh: Mesh,
  costs: Costs,
  points: Points,
  start: Terminal,
  end: Terminal,
): SearchResult {
  const found =
    search(mesh, costs, points, start, end, false) ??
    (mesh.pinch.length > 0 ? search(mesh, costs, points, start, end, true) : null);
  if (found) return found;
  throw new RouteInaccessible(
    `No way leads from (${start.used.lat}, ${start.used.lon}) to (${end.used.lat}, ${end.used.lon}) against the currents.`,
  );
}

const layouts = new WeakMap<Mesh, Points>();

function pointsOf(mesh: Mesh): Points {
  const points = layouts.get(mesh) ?? layOutPoints(mesh, POINTS_PER_EDGE);
  layouts.set(mesh, points);
  return points;
}

function chainOf(
  mesh: Mesh,
  { perEdge }: Points,
  found: SearchResult,
  start: Terminal,
  end: Terminal,
): Chain {
  const chain = new Chain(found.points.length + 2);
  chain.pushFixed(start.used.lon, start.used.lat, -1);
  found.points.forEach((p, i) => {
    if (p < mesh.cornerCount) chain.pushCorner(mesh, p, found.cells[i]);
    else {
      const edge = Math.floor((p - mesh.cornerCount) / perEdge);
      const from = mesh.edgeSpan[3 * edge + 1];
      const to = mesh.edgeSpan[3 * edge + 2];
      const part = (((p - mesh.cornerCount) % perEdge) + 0.5) / perEdge;
      chain.pushOnEdge(mesh, edge, from + part * (to - from), found.cells[i]);
    }
  });
  chain.pushFixed(end.used.lon, end.used.lat, found.cells[found.points.length]);
  return chain;
}

function trackOfChain(mesh: Mesh, costs: Costs, chain: Chain): Track {
  const coordinates = Array.from({ length: chain.length }, (_, i) => [chain.lon(i), chain.lat(i)] as const);
  return trackOf(mesh, costs, coordinates, Array.from(chain.cell.subarray(1, chain.length)));
}

/** The corners of a chain where the cells on either side only touch. */
function pinchesOf(mesh: Mesh, chain: Chain): LatLon[] {
  const pinches: LatLon[] = [];
  for (let i = 1; i + 1 < chain.length; i++) {
    const corner = chain.corner[i];
    if (corner < 0) continue;
    const cells = mesh.cornerCell.subarray(4 * corner, 4 * corner + 4);
    if (!cells.includes(chain.cell[i + 1])) pinches.push({ lat: chain.lat(i), lon: chain.lon(i) });
  }
  return pinches;
}

/** Where one objective's route beats the other's own, both take it. */
function crossChecked(routes: ObjectiveRoute[]): ObjectiveRoute[] {
  return routes.map((own) => {
    const best = routes.reduce((a, b) => (total(b, own.objective) < total(a, own.objective) ? b : a), own);
    return best === own ? own : { ...best, objective: own.objective };
  });
}

function total({ track }: ObjectiveRoute, objective: Objective): number {
  const cumulative = objective === 'traveltime' ? track.timeDays : track.consumption;
  return cumulative?.at(-1) ?? Infinity;
}
