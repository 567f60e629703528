import type { Costs } from '../cost/cost.ts';
import { legCost } from '../cost/cost.ts';
import { EARTH_RADIUS_M, isometricLatitude, meanCosine, RADIANS, shortWay } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import type { Corridor } from './corridor.ts';
import type { Patch } from './patch.ts';

/** What is taken off the wavefront's values, in slacks of its corridor, so that they are nearly everywhere less than the true cost. */
const TRIM = 1.6;
const LEAST = 0.7;

/**
 * The potential of a search: by point of the patch about what it costs from there to the end, from the wavefront's values at the
 * corners; 0 where there is no corridor.
 */
export function potentialOf(
  mesh: Mesh,
  costs: Costs,
  patch: Patch,
  corridor: Corridor | null,
  end: Terminal,
): Float64Array {
  const { corners, edges, firstPoint, λ, φ } = patch;
  const potential = new Float64Array(λ.length);
  if (!corridor) return potential;
  const { toEnd } = corridor;
  const trim = Math.max(LEAST, 1 - TRIM * corridor.slack);
  for (let p = 0; p < corners.length; p++) potential[p] = trim * toEnd[corners[p]];
  for (let e = 0; e < edges.length; e++) {
    const edge = edges[e];
    const from = toEnd[mesh.edgeTopology[4 * edge + 2]];
    const to = toEnd[mesh.edgeTopology[4 * edge + 3]];
    const least = Math.min(from, to);
    const begin = mesh.edgeSpan[3 * edge + 1] * RADIANS;
    const length = mesh.edgeSpan[3 * edge + 2] * RADIANS - begin;
    const isKnown = from < Infinity && to < Infinity;
    for (let p = firstPoint[e]; p < firstPoint[e + 1]; p++) {
      const part = ((mesh.edgeVertical[edge] ? φ[p] : λ[p]) - begin) / length;
      potential[p] = trim * (isKnown ? from + part * (to - from) : least);
    }
  }
  lowerRoundEnd(costs, patch, end, trim, potential);
  return potential;
}

/** On the border of the end's own cells the values at the corners say little: there the leg to the end counts. */
function lowerRoundEnd(
  costs: Costs,
  { cells, cellStart, cellPoint, λ, φ, ψ }: Patch,
  { used, cells: endCells }: Terminal,
  trim: number,
  potential: Float64Array,
): void {
  const [λ0, φ0] = [used.lon * RADIANS, used.lat * RADIANS];
  const ψ0 = isometricLatitude(φ0);
  for (let i = 0; i < cells.length; i++) {
    if (!endCells.includes(cells[i])) continue;
    for (let k = cellStart[i]; k < cellStart[i + 1]; k++) {
      const p = cellPoint[k];
      const x = EARTH_RADIUS_M * meanCosine(φ[p], ψ[p], φ0, ψ0) * shortWay(λ[p], λ0);
      const leg = legCost(costs, cells[i], x, EARTH_RADIUS_M * (φ0 - φ[p]));
      potential[p] = Math.min(potential[p], trim * leg);
    }
  }
}
