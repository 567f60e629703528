/**
 * A path for each objective. The second objective uses what was found out for the first, and takes its path
 * where that is cheaper.
 */
import { type Costs, leastRate } from './cost/cost.ts';
import type { Mesh } from './mesh/mesh.ts';
import type { Chain } from './path/chain.ts';
import { dropStops } from './path/drop-stops.ts';
import { type Track, totalOf, trackOfChain } from './path/track.ts';
import { refine } from './refine/refine.ts';
import { type FoundPath, findPath } from './search/find-path.ts';
import { lookCloser } from './search/look-closer.ts';
import { searchAgain } from './search/search-again.ts';
import { RouteInaccessible } from './waypoints/errors.ts';
import type { Terminal } from './waypoints/waypoints.ts';

/** A path found for one objective, and refined. */
export interface Candidate {
  readonly costs: Costs;
  readonly found: FoundPath;
  /** The refined path; objectives may share one. */
  readonly refined: RefinedPath;
}

interface RefinedPath {
  readonly chain: Chain;
  /** The same without its legs of zero length, and its track. */
  readonly path: Chain;
  readonly track: Track;
}

/**
 * If the fastest path consumes at most this fraction more than it would at the mesh's least rate, the search
 * for it has passed all points that a path of less consumption may use: the fraction is less than
 * COARSE_EXCESS of find-path.ts.
 */
const NEARLY_LEAST = 0.003;
/** Relative rounding error of a sum of costs. */
const ROUNDING = 1e-10;

/**
 * One candidate per objective.
 *
 * @param allCosts of time first, then of consumption
 * @throws RouteInaccessible
 */
export function findCandidates(
  mesh: Mesh,
  allCosts: readonly Costs[],
  start: Terminal,
  end: Terminal,
  isOver: () => boolean,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const costs of allCosts) {
    const [fastest] = candidates;
    const excess = fastest ? excessConsumption(costs, fastest.refined.track) : Infinity;
    if (excess <= ROUNDING) {
      candidates.push({ ...fastest, costs });
      continue;
    }
    const found =
      (excess <= NEARLY_LEAST && searchAgain(mesh, costs, fastest.found, isOver)) ||
      findPath(mesh, costs, start, end, isOver);
    if (!found) {
      throw new RouteInaccessible(
        `No way leads from (${start.used.lat}, ${start.used.lon}) to (${end.used.lat}, ${end.used.lon}) that can be sailed.`,
      );
    }
    candidates.push({ costs, found, refined: refineFound(mesh, costs, found) });
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

function refineFound(mesh: Mesh, costs: Costs, found: FoundPath): RefinedPath {
  const refined = refine(mesh, costs, found.chain);
  return withTrack(
    mesh,
    costs,
    found.complete ? lookCloser(mesh, costs, refined, found).chain : refined.chain,
  );
}

function withTrack(mesh: Mesh, costs: Costs, chain: Chain): RefinedPath {
  const path = dropStops(mesh, chain);
  return { chain, path, track: trackOfChain(mesh, costs, path) };
}

/**
 * Where the path of another objective is cheaper than an objective's own, the objective takes that path and
 * refines it. At the end no route costs more, by its own objective, than another route of the plan.
 */
function crossCheck(mesh: Mesh, candidates: readonly Candidate[]): Candidate[] {
  const refined = candidates.map((own) => {
    const { chain } = cheapest(own, candidates);
    if (chain === own.refined.chain) return own;
    return { ...own, refined: withTrack(mesh, own.costs, refine(mesh, own.costs, chain).chain) };
  });
  return refined.map((own) => ({ ...own, refined: cheapest(own, refined) }));
}

/** The path that costs least by the objective of `own`. */
function cheapest({ costs, refined }: Candidate, candidates: readonly Candidate[]): RefinedPath {
  const cost = ({ track }: RefinedPath) => totalOf(track, costs.objective);
  return candidates.reduce(
    (best, other) => (cost(other.refined) < cost(best) ? other.refined : best),
    refined,
  );
}
