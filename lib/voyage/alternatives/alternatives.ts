/**
 * Routes that are really different from the best one and little dearer, each a minimum of its own.
 *
 * Where such a route leads through the middle of a cell, the cost from the start and the cost to the end together are low:
 * lower than through the cells around it, unless these are on the route too. So cells in which the sum has a minimum are
 * tried, cheapest first, and from the path through each the route near it is found. (Via nodes of Abraham, Delling,
 * Goldberg and Werneck 2013, Alternative routes in road networks, section 4, with two fields for the two trees.)
 */
import { openCellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { totalOf } from '../../engine/path/track.ts';
import type { PlanOptions } from '../../engine/plan-route.ts';
import type { ObjectiveRoute } from '../../engine/route-plan.ts';
import type { Terminal } from '../../engine/waypoints/waypoints.ts';
import type { Alternative, VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { routeNear, settle, withNeighbours } from './corridor.ts';
import { type Line, Nearby } from './shared.ts';
import { Ways } from './ways.ts';

interface Found extends Alternative {
  /** The cells of the mesh that it passes. */
  readonly cells: ReadonlySet<number>;
}

const MOST_DEARER = 0.1;
const MOST_SHARED = 0.6;
/** Costs through points are too high by this part at most; a path through a cell's middle is dearer than past it. */
const EXCESS = 0.02;
/** Paths that are followed to a route of their own, at most. */
const MOST_TRIED = 16;
/** A route that is cheaper by less is as good. */
const NOTICEABLE_PERCENT = 1e-3;
const MOST_EXCHANGES = 3;

interface Ends {
  readonly start: Terminal;
  readonly end: Terminal;
}

export interface AlternativeOptions {
  /** At most. */
  readonly count: number;
  readonly isOver: () => boolean;
}

/**
 * The plan with up to so many alternatives to each of its routes.
 *
 * @param on the mesh, with every zone that an alternative could enter
 */
export function withAlternatives(
  on: Mesh,
  plan: VoyagePlan,
  count: number,
  { timeBudgetMs = Infinity, now = () => performance.now() }: PlanOptions,
): VoyagePlan {
  const over = now() + timeBudgetMs;
  const isOver = () => over < Infinity && now() >= over;
  const [start, end] = [plan.start, plan.end].map((place) => ({
    ...place,
    cells: openCellsAt(on, place.used),
  }));
  const routes = plan.routes.map((route) => {
    // of a route within a time, nobody can ask
    if (route.objective === 'within' || route.objective === 'cost') return route;
    const best = { ...route, objective: route.objective };
    return withCheapestFirst(on, { start: start!, end: end! }, best, { count, isOver });
  });
  return { ...plan, routes };
}

/** A search may miss the best route: where an alternative costs less, it takes its place, and others are looked for again. */
function withCheapestFirst(
  mesh: Mesh,
  ends: Ends,
  route: VoyageRoute & ObjectiveRoute,
  options: AlternativeOptions,
): VoyageRoute {
  let best = route;
  for (let exchanges = 0; ; exchanges++) {
    const alternatives = alternativesTo(mesh, ends, best, options);
    const cheaper = alternatives.find(({ dearerPercent }) => dearerPercent < 0);
    const other = cheaper && exchanges < MOST_EXCHANGES ? insteadOf(best, mesh, ends, cheaper) : null;
    if (!other)
      return { ...best, alternatives: alternatives.filter(({ dearerPercent }) => dearerPercent >= 0) };
    best = other;
  }
}

/** An alternative as the best route; null where it is not cheaper after all. What was proved that any costs at least stays so. */
function insteadOf<R extends VoyageRoute & ObjectiveRoute>(
  best: R,
  mesh: Mesh,
  ends: Ends,
  { cells }: Found,
): R | null {
  const { objective, optimality } = best;
  const other = routeNear({ mesh, objective, ...ends }, cells);
  const cost = totalOf(other.track, objective);
  if (!(cost < totalOf(best.track, objective))) return null;
  const gapPercent = optimality && Math.max(0, 100 * (cost / optimality.least - 1));
  return { ...best, ...other, ...(optimality && { optimality: { ...optimality, gapPercent: gapPercent! } }) };
}

/** What is cheaper by nothing that can be noticed is as cheap. */
function percentAbove(least: number, cost: number): number {
  const percent = 100 * (cost / least - 1);
  return percent < 0 && percent >= -NOTICEABLE_PERCENT ? 0 : percent;
}

/** @param best the best route between two ends by its objective */
export function alternativesTo(
  mesh: Mesh,
  { start, end }: Ends,
  best: Pick<ObjectiveRoute, 'objective' | 'track' | 'pinches'>,
  { count, isOver }: AlternativeOptions,
): Found[] {
  const { objective, track, pinches } = best;
  const least = totalOf(track, objective);
  const limit = least * (1 + MOST_DEARER);
  const found: Found[] = [];
  const before = [new Nearby(track)];
  const sharedBy = (other: Line) => Math.max(...before.map((one) => one.sharedBy(other)));
  const isKnown = (other: Line) => sharedBy(other) > MOST_SHARED;
  const ways = new Ways(mesh, objective, {
    start: start.used,
    end: end.used,
    limit: limit * (1 + EXCESS),
    pinches: pinches.length > 0,
    isOver,
  });
  const passed = new Set<number>();
  let tried = 0;
  for (const via of ways.minima()) {
    if (found.length === count || tried === MOST_TRIED || isOver()) break;
    if (passed.has(via)) continue;
    const way = ways.through(via);
    if (!way || isKnown(way)) continue;
    tried++;
    const settled = settle({ mesh, objective, start, end, isOver }, way.cells, isKnown);
    if (!settled) continue;
    for (const cell of withNeighbours(mesh, settled.cells)) passed.add(cell);
    const shared = sharedBy(settled.track);
    if (shared > MOST_SHARED || settled.cost > limit) continue;
    before.push(new Nearby(settled.track));
    found.push({
      track: settled.track,
      cells: settled.cells,
      dearerPercent: percentAbove(least, settled.cost),
      sharedPercent: 100 * shared,
    });
  }
  return found;
}
