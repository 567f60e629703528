/**
 * A path for each objective. The second objective uses what was found out for the first, and takes its path
 * where that is cheaper.
 */
import { type Costs, leastRate } from './cost/cost.ts';
import { withTurns } from './cost/turns.ts';
import type { Mesh } from './mesh/mesh.ts';
import type { Chain } from './path/chain.ts';
import { toCheaperSides } from './path/cheaper-sides.ts';
import { dropStops } from './path/drop-stops.ts';
import { type Track, totalOf, trackOfChain } from './path/track.ts';
import { turnInside } from './path/turn-inside.ts';
import { type FoundPath, findPath } from './search/find-path.ts';
import { SAME_COST } from './tolerances.ts';
import { RouteInaccessible } from './waypoints/errors.ts';
import type { Terminals } from './waypoints/waypoints.ts';

/** A path found for one objective, and refined. */
export interface Candidate {
  readonly costs: Costs;
  readonly found: FoundPath;
  /** The first path that was found for the objective, with turns where headings differ. */
  readonly first: FoundPath;
  /** The track of the path before refinement. */
  readonly unsmoothed: Track;
  /** The refined path; objectives may share one. */
  readonly refined: RefinedPath;
}

interface RefinedPath {
  /** Without legs of zero length, and with its turns inside cells. */
  readonly path: Chain;
  readonly track: Track;
}

/**
 * One candidate per objective.
 *
 * @param allCosts of time first, then of consumption
 * @param wider by how much the slack of corridors is more than usual
 * @throws RouteInaccessible
 */
export function findCandidates(
  mesh: Mesh,
  allCosts: readonly Costs[],
  ends: Terminals,
  isOver: () => boolean,
  wider = 0,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const costs of allCosts) {
    const [fastest] = candidates;
    const excess = fastest ? excessConsumption(costs, fastest.refined.track) : Infinity;
    // without any consumption it is no number
    if (!(excess > SAME_COST)) {
      candidates.push({ ...fastest, costs });
      continue;
    }
    const candidate = bestCandidate(mesh, costs, ends, fastest, isOver, wider);
    if (!candidate) throw RouteInaccessible.between(ends);
    candidates.push(candidate);
  }
  return crossCheck(mesh, candidates);
}

/**
 * The fraction by which a track consumes more than it would at the mesh's least rate r. A path of duration T
 * consumes at least r T, so no path consumes less than 1 / (1 + this) of what the fastest path consumes.
 */
function excessConsumption(costs: Costs, { timeDays, consumption }: Track): number {
  return consumption!.at(-1)! / (leastRate(costs) * timeDays.at(-1)!) - 1;
}

/**
 * The candidate for one objective; null if there is no path. Paths turn inside cells, unless a turn has no place: at
 * a corner which the vessel cannot leave on either of the two bearings.
 *
 * @param fastest the candidate for another objective, if there is one already
 */
function bestCandidate(
  mesh: Mesh,
  costs: Costs,
  ends: Terminals,
  fastest: Candidate | undefined,
  isOver: () => boolean,
  wider: number,
): Candidate | null {
  const turning = withTurns(mesh, costs);
  const costOf = ({ refined }: Candidate) => totalOf(refined.track, costs.objective);
  const found = fastest?.first;
  const known = found && { found, first: found.first, rate: leastRate(costs), cost: costOf(fastest) };
  const find = (legs: Costs) => findPath(mesh, legs, ends, isOver, known, wider);
  const first = find(turning);
  // no leg costs more with turns than straight: without a path now there is none at all
  if (!first) return null;
  let best: Candidate = { ...settle(mesh, costs, turning, first), first };
  if (turning !== costs && costOf(best) === Infinity) {
    const found = find(costs);
    if (found) best = { ...settle(mesh, costs, costs, found), first };
  }
  return costOf(best) < Infinity ? best : null;
}

/**
 * A path that was found, for candidates of `costs`.
 *
 * @param legs the costs that it was found by: with turns, or `costs` itself
 */
function settle(mesh: Mesh, costs: Costs, legs: Costs, found: FoundPath) {
  const costOf = ({ track }: RefinedPath) => totalOf(track, costs.objective);
  const [own, coarse] = [found.chain, found.coarse].map((one) => withTrack(mesh, costs, legs, one));
  const refined = costOf(coarse) < costOf(own) ? coarse : own;
  const unsmoothed = (costOf(coarse) < Infinity ? coarse : refined).track;
  return { costs, found, refined, unsmoothed };
}

/** A leg along an edge is in the cell that is cheaper by `costs`. */
function withTrack(mesh: Mesh, costs: Costs, legs: Costs, chain: Chain): RefinedPath {
  const path = toCheaperSides(mesh, costs, turnInside(mesh, legs, dropStops(mesh, chain)));
  return { path, track: trackOfChain(mesh, legs, path) };
}

/**
 * Where the path of another objective is cheaper than an objective's own, the objective takes that path: no
 * route costs more, by its own objective, than another route of the plan. A leg along an edge then changes to the
 * cell that is cheaper by its objective.
 */
function crossCheck(mesh: Mesh, candidates: readonly Candidate[]): Candidate[] {
  return candidates.map((own) => {
    const cost = ({ refined }: Candidate) => totalOf(refined.track, own.costs.objective);
    const { refined, costs } = candidates.reduce((best, one) => (cost(one) < cost(best) ? one : best), own);
    if (costs === own.costs) return own;
    const path = toCheaperSides(mesh, own.costs, refined.path);
    return { ...own, refined: { path, track: trackOfChain(mesh, own.costs, path) } };
  });
}
