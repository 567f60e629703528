/** What every leg between the points of a voyage costs, from one field per point: a little too much, never too little. */
import { costsFor, type Objective } from '../../engine/cost/cost.ts';
import { FieldSolver } from '../../engine/field.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { trackOfChain } from '../../engine/path/track.ts';
import { firstAtPlaceOf, type Itinerary } from '../stops/itinerary.ts';
import { StopInaccessible } from '../stops/stop-inaccessible.ts';
import { hasWindows, type LegCosts } from './problem.ts';

/** Costs are then too high by 0.2 %: legs of a chosen order are planned anyway. */
const POINTS_PER_EDGE = 2;

export interface Estimates {
  readonly ways: readonly LegCosts[];
  /** Whether legs use pinches, because there is no way without. */
  readonly pinches: boolean;
}

/**
 * @param needsPinches whether they are known to be needed
 * @param burnt whether what legs burn is to be told, too
 * @throws StopInaccessible where a stop can't be reached, or not be left
 */
export function estimateLegs(
  mesh: Mesh,
  itinerary: Itinerary,
  objective: Objective,
  needsPinches = false,
  burnt = false,
): Estimates {
  try {
    return { ways: waysBy(mesh, itinerary, objective, needsPinches, burnt), pinches: needsPinches };
  } catch (error) {
    if (!(error instanceof StopInaccessible) || needsPinches || mesh.pinch.length === 0) throw error;
    return estimateLegs(mesh, itinerary, objective, true, burnt);
  }
}

function waysBy(
  mesh: Mesh,
  itinerary: Itinerary,
  objective: Objective,
  pinches: boolean,
  burnt: boolean,
): LegCosts[] {
  if (burnt && objective === 'traveltime') {
    const { days, cost: tonnes } = timedCosts(mesh, itinerary, objective, mesh.consumption!, pinches);
    requireWays(itinerary, days);
    return [{ days, cost: days, tonnes }];
  }
  const ways = waysWithout(mesh, itinerary, objective, pinches);
  return burnt ? ways.map((way) => ({ ...way, tonnes: way.cost })) : ways;
}

function waysWithout(mesh: Mesh, itinerary: Itinerary, objective: Objective, pinches: boolean): LegCosts[] {
  const timed = hasWindows(itinerary);
  if (objective === 'traveltime' || !timed) {
    const cost = matrixBy(mesh, itinerary, objective, pinches, null);
    requireWays(itinerary, cost);
    return [{ days: cost, cost }];
  }
  const thrifty = timedCosts(mesh, itinerary, objective, objective, pinches);
  requireWays(itinerary, thrifty.cost);
  return [thrifty, timedCosts(mesh, itinerary, 'traveltime', objective, pinches)];
}

/** How long legs take by the paths that are the best by one objective, and what these cost by another. Infinity where there is no way. */
export function timedCosts(
  mesh: Mesh,
  itinerary: Itinerary,
  by: Objective,
  objective: Objective,
  pinches: boolean,
): LegCosts {
  const none = () => new Float64Array(itinerary.comes.length ** 2);
  const along = objective === 'traveltime' ? null : { days: none(), cost: none() };
  const best = matrixBy(mesh, itinerary, by, pinches, along);
  if (!along) return { days: best, cost: best };
  return by === 'traveltime' ? { days: best, cost: along.cost } : { days: along.days, cost: best };
}

/** @param along gets the days and the consumption of the path of each leg */
function matrixBy(
  mesh: Mesh,
  itinerary: Itinerary,
  objective: Objective,
  pinches: boolean,
  along: LegCosts | null,
): Float64Array {
  const { comes, goes } = itinerary;
  const size = comes.length;
  const matrix = new Float64Array(size * size);
  const solver = new FieldSolver(mesh, objective, { pinches, pointsPerEdge: POINTS_PER_EDGE });
  const costs = costsFor(mesh, objective);
  // nothing leads from the end
  for (let from = 0; from + 1 < size; from++) {
    const twin = firstAtPlaceOf(itinerary, from);
    if (twin < from) {
      for (const values of along ? [matrix, along.days, along.cost] : [matrix]) {
        for (let to = 0; to < size; to++) {
          values[from * size + to] = to === twin ? 0 : values[twin * size + to]!;
        }
      }
      continue;
    }
    const field = solver.from([{ at: goes[from]!.used }]);
    for (let to = 0; to < size; to++) {
      if (to === from) continue;
      const leg = from * size + to;
      matrix[leg] = field.costAt(comes[to]!.used);
      if (!along) continue;
      const chain = matrix[leg] < Infinity ? field.pathTo(comes[to]!.used) : null;
      const track = chain && trackOfChain(mesh, costs, chain);
      along.days[leg] = track ? track.timeDays.at(-1)! : Infinity;
      along.cost[leg] = track?.consumption?.at(-1) ?? matrix[leg];
    }
  }
  return matrix;
}

/** @throws StopInaccessible for a leg from the start or to the end: each point is called at after the one, and before the other */
function requireWays({ comes, names }: Itinerary, costs: Float64Array): void {
  const size = comes.length;
  const missing = costs.findIndex((cost, leg) => {
    const [from, to] = [Math.floor(leg / size), leg % size];
    return cost === Infinity && (from === 0 || to === size - 1);
  });
  if (missing < 0) return;
  const [from, to] = [Math.floor(missing / size), missing % size];
  throw new StopInaccessible(`No way leads from ${names[from]} to ${names[to]} that can be sailed.`);
}
