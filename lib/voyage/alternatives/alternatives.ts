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
import { type Track, totalOf } from '../../engine/path/track.ts';
import type { PlanOptions } from '../../engine/plan-route.ts';
import type { ObjectiveRoute } from '../../engine/route-plan.ts';
import type { Terminal } from '../../engine/waypoints/waypoints.ts';
import type { Alternative, VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { routeNear, type Settled, settle, withNeighbours } from './corridor.ts';
import { type Line, Nearby } from './shared.ts';
import { Ways } from './ways.ts';

interface Found<T extends Track> extends Alternative<T> {
  /** The cells of the mesh that it passes. */
  readonly cells: ReadonlySet<number>;
}

/** A route as it is sailed, and what that costs by its objective. */
export interface SailedWay<T extends Track> {
  readonly track: T;
  readonly cost: number;
}

export const MOST_DEARER = 0.1;
const MOST_SHARED = 0.6;
/** Costs through points are too high by this part at most; a path through a cell's middle is dearer than past it. */
const EXCESS = 0.02;
/** Paths that are followed to a route of their own, at most. */
const MOST_TRIED = 16;
/** A route that is cheaper by less is as good. */
const NOTICEABLE_PERCENT = 1e-3;
const MOST_EXCHANGES = 3;

export interface Ends {
  readonly start: Terminal;
  readonly end: Terminal;
}

interface AlternativeOptions<T extends Track> {
  /** At most. */
  readonly count: number;
  readonly isOver: () => boolean;
  /** A route that is the best near a way; null where it can't be sailed, or does not count. */
  readonly sail: (settled: Settled) => SailedWay<T> | null;
}

/**
 * The plan with up to so many alternatives to each of its routes.
 *
 * @param on the mesh, with every zone that an alternative could enter
 * @param counts whether a voyage along a track would count
 */
export function withAlternatives(
  on: Mesh,
  plan: VoyagePlan,
  count: number,
  { timeBudgetMs = Infinity, now = () => performance.now() }: PlanOptions,
  counts: (track: Track) => boolean = () => true,
): VoyagePlan {
  const over = now() + timeBudgetMs;
  const isOver = () => over < Infinity && now() >= over;
  const ends = endsOn(on, plan);
  const routes = plan.routes.map((route) => {
    // of a route within a time, nobody can ask
    if (route.objective === 'within' || route.objective === 'cost') return route;
    const best = { ...route, objective: route.objective };
    const sail = (settled: Settled) => (counts(settled.track) ? settled : null);
    const options = { count, isOver, sail };
    return withCheapestFirst(
      best,
      (known) => alternativesTo(on, ends, known, options),
      (known, { cells }) => {
        const other = routeNear({ mesh: on, objective: known.objective, ...ends }, cells);
        return counts(other.track) ? insteadOf(known, other) : null;
      },
    );
  });
  return { ...plan, routes };
}

/** The ends of a plan with the cells of a mesh that they are in. */
export function endsOn(mesh: Mesh, { start, end }: Pick<VoyagePlan, 'start' | 'end'>): Ends {
  const on = (place: VoyagePlan['start']) => ({ ...place, cells: openCellsAt(mesh, place.used) });
  return { start: on(start), end: on(end) };
}

/**
 * A search may miss the best route: where an alternative costs less, it takes its place, and others are looked for again.
 *
 * @param insteadOf an alternative as the best route; null where it is not cheaper after all
 */
export function withCheapestFirst<R, A extends Alternative>(
  route: R,
  alternativesTo: (best: R) => readonly A[],
  insteadOf: (best: R, cheaper: A) => R | null,
): R & { readonly alternatives: readonly A[] } {
  let best = route;
  for (let exchanges = 0; ; exchanges++) {
    const alternatives = alternativesTo(best);
    const cheaper = alternatives.find(({ dearerPercent }) => dearerPercent < 0);
    const other = cheaper && exchanges < MOST_EXCHANGES ? insteadOf(best, cheaper) : null;
    if (!other)
      return { ...best, alternatives: alternatives.filter(({ dearerPercent }) => dearerPercent >= 0) };
    best = other;
  }
}

function insteadOf<R extends VoyageRoute & ObjectiveRoute>(best: R, other: ObjectiveRoute): R | null {
  const { objective } = best;
  const cost = totalOf(other.track, objective);
  return cost < totalOf(best.track, objective) ? { ...best, ...other, ...provedOf(best, cost) } : null;
}

/** What was proved that any route costs at least, as it is told of one that costs less than the route it was proved for. */
export function provedOf({ optimality }: Pick<VoyageRoute, 'optimality'>, cost: number) {
  if (!optimality) return {};
  return { optimality: { ...optimality, gapPercent: Math.max(0, 100 * (cost / optimality.least - 1)) } };
}

/** What is cheaper by nothing that can be noticed is as cheap. */
function percentAbove(least: number, cost: number): number {
  const percent = 100 * (cost / least - 1);
  return percent < 0 && percent >= -NOTICEABLE_PERCENT ? 0 : percent;
}

/** @param best the best route between two ends by its objective */
export function alternativesTo<T extends Track>(
  mesh: Mesh,
  { start, end }: Ends,
  best: Pick<ObjectiveRoute, 'objective' | 'track' | 'pinches'>,
  { count, isOver, sail }: AlternativeOptions<T>,
): Found<T>[] {
  const { objective, track, pinches } = best;
  const least = totalOf(track, objective);
  const limit = least * (1 + MOST_DEARER);
  const found: Found<T>[] = [];
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
    const sailed = isKnown(settled.track) ? null : sail(settled);
    if (!sailed || sailed.cost > limit) continue;
    const shared = sharedBy(sailed.track);
    if (shared > MOST_SHARED) continue;
    before.push(new Nearby(sailed.track));
    found.push({
      track: sailed.track,
      cells: settled.cells,
      dearerPercent: percentAbove(least, sailed.cost),
      sharedPercent: 100 * shared,
    });
  }
  return found;
}
