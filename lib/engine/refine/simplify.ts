import { type Costs, costBetween } from '../cost/cost.ts';
import type { Point } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import { NEGLIGIBLE } from '../tolerances.ts';

/**
 * Copies `chain` to `out` in its simplest form: a crossing at the end of its edge becomes the corner there,
 * several crossings at one corner become one, and a vertex between two legs in the same cell is removed.
 */
export function simplify(mesh: Mesh, costs: Costs, chain: Chain, out: Chain): void {
  out.length = 0;
  out.pushFrom(chain, 0);
  let isDropped = false;
  const { cell } = chain;
  for (let i = 1; i < chain.length; i++) {
    const corner = cornerReached(mesh, chain, i);
    const isLast = i + 1 === chain.length;
    const isTurnAgain = corner >= 0 && corner === out.corner[out.length - 1] && out.length > 1;
    if (!isLast && (isTurnAgain || isSuperfluous(costs, chain, i, out.point(out.length - 1)))) {
      isDropped = true;
      continue;
    }
    if (corner >= 0 && chain.edge[i] >= 0) out.pushCorner(mesh, corner, cell[i]);
    else out.pushFrom(chain, i);
    if (isDropped) out.isTried[out.length - 1] = out.isTried[out.length - 2] = 0;
    isDropped = false;
  }
}

/**
 * Whether vertex i is a crossing between two legs in the same cell that one leg from the point `from` can replace at
 * no extra cost. Where speed or rate differ by heading, two legs (tacking) may be cheaper than one.
 */
function isSuperfluous(costs: Costs, chain: Chain, i: number, from: Point): boolean {
  const cell = chain.cell[i];
  const isCrossing = chain.corner[i] >= 0 || chain.edge[i] >= 0;
  if (!isCrossing || cell !== chain.cell[i + 1]) return false;
  if (costs.profile[cell] < 0) return true;
  const [through, to] = [chain.point(i), chain.point(i + 1)];
  const cost = (p: Point, q: Point) => costBetween(costs, cell, p, q);
  return cost(from, to) <= cost(from, through) + cost(through, to);
}

/** The corner that a vertex is at, −1 = none. */
function cornerReached({ edgeTopology }: Mesh, chain: Chain, i: number): number {
  const edge = chain.edge[i];
  if (edge < 0) return chain.corner[i];
  const near = NEGLIGIBLE * (chain.high[i] - chain.low[i]);
  if (chain.t[i] - chain.low[i] <= near) return edgeTopology[4 * edge + 2];
  if (chain.high[i] - chain.t[i] <= near) return edgeTopology[4 * edge + 3];
  return -1;
}
