import { type Costs, costBetween } from '../cost/cost.ts';
import type { Point } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';

/** A crossing closer to the end of its edge than this fraction of the edge counts as being at the corner. */
export const SNAP = 1e-8;

/**
 * Copies `chain` to `out` in its simplest form: a crossing at the end of its edge becomes the corner there,
 * several crossings at one corner become one, a vertex between two legs in the same cell is removed, and a
 * leg along an edge is assigned to the cheaper of the two cells.
 */
export function simplify(mesh: Mesh, costs: Costs, chain: Chain, out: Chain): void {
  out.length = 0;
  out.pushFrom(chain, 0);
  let isDropped = false;
  for (let i = 1; i < chain.length; i++) {
    const corner = cornerReached(mesh, chain, i);
    const { cell } = chain;
    const isLast = i + 1 === chain.length;
    const isTurnAgain = corner >= 0 && corner === out.corner[out.length - 1] && out.length > 1;
    if (!isLast && (isTurnAgain || isSuperfluous(costs, chain, i, out, out.length - 1, chain, i + 1))) {
      isDropped = true;
      continue;
    }
    // after a vertex is dropped, the last crossing may be between two legs in the same cell
    const last = out.length - 1;
    if (last > 0 && out.cell[last] === cell[i] && isSuperfluous(costs, out, last, out, last - 1, chain, i)) {
      out.length--;
      isDropped = true;
    }
    if (corner >= 0 && chain.edge[i] >= 0) out.pushCorner(mesh, corner, cell[i]);
    else out.pushFrom(chain, i);
    if (isDropped) out.isTried[out.length - 1] = out.isTried[out.length - 2] = 0;
    isDropped = false;
    if (out.isTried[out.length - 1] === 0 || out.isTried[out.length - 2] === 0)
      takeCheaperSide(mesh, costs, out);
  }
}

/**
 * Whether a crossing is between two legs in the same cell that one leg can replace at no extra cost. Where
 * speed or rate differ by heading, two legs (tacking) may be cheaper than one.
 */
function isSuperfluous(
  costs: Costs,
  chain: Chain,
  i: number,
  before: Chain,
  a: number,
  after: Chain,
  b: number,
): boolean {
  const cell = chain.cell[i];
  const isCrossing = chain.corner[i] >= 0 || chain.edge[i] >= 0;
  if (!isCrossing || cell !== after.cell[b]) return false;
  if (costs.profile[cell] < 0) return true;
  const [from, through, to] = [before.point(a), chain.point(i), after.point(b)];
  const cost = (p: Point, q: Point) => costBetween(costs, cell, p, q);
  return cost(from, to) <= cost(from, through) + cost(through, to);
}

/** If the last leg of `chain` runs along an edge, assigns it to the cell in which it is cheaper. */
function takeCheaperSide(mesh: Mesh, costs: Costs, chain: Chain): void {
  const i = chain.length - 1;
  const from = chain.point(i - 1);
  const to = chain.point(i);
  if (from[0] !== to[0] && from[1] !== to[1]) return;
  let least = costBetween(costs, chain.cell[i], from, to);
  for (const cell of cellsOf(mesh, chain, i)) {
    if (cell < 0 || cell === chain.cell[i] || !cellsOf(mesh, chain, i - 1).includes(cell)) continue;
    const other = costBetween(costs, cell, from, to);
    if (other < least) [least, chain.cell[i]] = [other, cell];
  }
}

/** The cells that a crossing touches. */
function cellsOf({ cornerCell, edgeTopology }: Mesh, chain: Chain, i: number): Int32Array {
  const { corner, edge } = chain;
  if (corner[i] >= 0) return cornerCell.subarray(4 * corner[i], 4 * corner[i] + 4);
  return edge[i] >= 0 ? edgeTopology.subarray(4 * edge[i], 4 * edge[i] + 2) : new Int32Array(0);
}

/** The corner that a vertex is at, −1 = none. */
function cornerReached({ edgeTopology }: Mesh, chain: Chain, i: number): number {
  const edge = chain.edge[i];
  if (edge < 0) return chain.corner[i];
  const near = SNAP * (chain.high[i] - chain.low[i]);
  if (chain.t[i] - chain.low[i] <= near) return edgeTopology[4 * edge + 2];
  if (chain.high[i] - chain.t[i] <= near) return edgeTopology[4 * edge + 3];
  return -1;
}
