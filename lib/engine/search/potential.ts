import type { Costs } from '../cost/cost.ts';
import { RADIANS } from '../geometry/sphere.ts';
import type { Blocks } from '../mesh/blocks.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { LastLegs } from './last-leg.ts';
import { type Patch, placesIn } from './patch.ts';
import { legTo, placeOf } from './place.ts';
import type { Search } from './search.ts';
import type { SearchTask } from './search-task.ts';

/**
 * The potential of a search: for each point of its patch, the estimated cost of the rest of the path. Along
 * an edge the costs of the guide are interpolated linearly. It is Infinity where the guide has no cost: the path
 * does not go there.
 *
 * The excess is taken off half from the cost of the rest and half from that of the whole path: over
 * the last few cells errors do not cancel out as they do over many.
 *
 * @param guide a search that has found costs between the goal and points of the mesh
 * @param excess estimated fraction by which these costs are too high
 */
export function potentialOf(guide: Search, excess: number, patch: Patch, task: SearchTask): Float64Array {
  const { mesh, costs } = guide;
  const { corners } = patch;
  const potential = new Float64Array(patch.λ.length);
  const trim = 1 - 0.5 * excess;
  const cornerThere = placesIn(mesh, 'corner', guide.patch.corners, corners);
  const inside = guide.patch.blocks && costsInside(guide, guide.patch.blocks);
  for (let p = 0; p < corners.length; p++) {
    const there = cornerThere[p];
    potential[p] = there >= 0 ? trim * guide.cost[there] : inside ? trim * inside(corners[p]) : Infinity;
  }
  spreadAlongEdges(mesh, guide, trim, patch, potential);
  lowerRoundGoal(costs, patch, task, trim, potential);
  const error = 0.5 * excess * task.bound;
  for (let p = 0; p < potential.length; p++) potential[p] -= error;
  return potential;
}

/**
 * Sets a value at each point inside an edge of a patch: between the values at its ends and `trim` times those of a guide's points on it,
 * linear; Infinity where there are none.
 *
 * @param potential has the values at the corners
 */
export function spreadAlongEdges(
  mesh: Mesh,
  guide: Pick<Search, 'patch' | 'cost'>,
  trim: number,
  patch: Patch,
  potential: Float64Array,
): void {
  const { edges, firstPoint, edgeCorner } = patch;
  const edgeThere = placesIn(mesh, 'edge', guide.patch.edges, edges);
  // of one edge: the positions with known values, and these values
  const ts: number[] = [];
  const values: number[] = [];
  const know = (t: number, value: number) => {
    if (value < Infinity) values[ts.push(t) - 1] = value;
  };
  for (let e = 0; e < edges.length; e++) {
    const isVertical = mesh.edgeVertical[edges[e]] === 1;
    ts.length = 0;
    know(mesh.edgeSpan[3 * edges[e] + 1] * RADIANS, potential[edgeCorner[2 * e]]);
    if (edgeThere[e] >= 0) {
      const { firstPoint: firstThere } = guide.patch;
      const there = isVertical ? guide.patch.φ : guide.patch.λ;
      for (let p = firstThere[edgeThere[e]]; p < firstThere[edgeThere[e] + 1]; p++)
        know(there[p], trim * guide.cost[p]);
    }
    know(mesh.edgeSpan[3 * edges[e] + 2] * RADIANS, potential[edgeCorner[2 * e + 1]]);
    const along = isVertical ? patch.φ : patch.λ;
    for (let p = firstPoint[e], j = 0; p < firstPoint[e + 1]; p++) {
      while (j + 2 < ts.length && ts[j + 1] < along[p]) j++;
      potential[p] = ts.length === 0 ? Infinity : values[j];
      if (ts.length < 2) continue;
      const part = Math.max(0, Math.min(1, (along[p] - ts[j]) / (ts[j + 1] - ts[j])));
      potential[p] += part * (values[j + 1] - values[j]);
    }
  }
}

/** By corner of the mesh: the cost that a search through blocks has found there, by way of the points of its blocks. */
function costsInside(guide: Search, { blockOf }: Blocks): (corner: number) => number {
  const { cornerPoint, cornerCell } = guide.mesh;
  const lastLegs = new LastLegs(guide);
  return (corner) => {
    const [lon, lat] = cornerPoint.subarray(2 * corner, 2 * corner + 2);
    const blocks = new Set(
      cornerCell.subarray(4 * corner, 4 * corner + 4).map((cell) => blockOf[cell] ?? -1),
    );
    return lastLegs.to({ lat, lon }, [...blocks]).cost;
  };
}

/**
 * On the border of the goal's cells, interpolated values may be too high: the cost of the leg to the goal
 * limits them.
 */
function lowerRoundGoal(
  costs: Costs,
  { cells, cellStart, cellPoint, λ, φ, ψ }: Patch,
  { goal, sign }: SearchTask,
  trim: number,
  potential: Float64Array,
): void {
  if (!goal) return;
  const place = placeOf(goal.used);
  for (let i = 0; i < cells.length; i++) {
    if (!goal.cells.includes(cells[i])) continue;
    for (let k = cellStart[i]; k < cellStart[i + 1]; k++) {
      const p = cellPoint[k];
      const leg = trim * legTo(costs, cells[i], place, sign, λ[p], φ[p], ψ[p]);
      potential[p] = Math.min(potential[p], leg);
    }
  }
}
