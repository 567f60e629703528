/** What the predecessors that a search has noted say: the path to a place, and where each path comes from. */
import { type LatLon, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from '../path/chain.ts';
import type { Patch } from './patch.ts';
import type { Search } from './search.ts';

/** What a path is traced by. */
type Traced = Pick<Search, 'mesh' | 'patch' | 'parent' | 'via'> & {
  readonly task: { readonly sources: readonly { readonly used: LatLon }[]; readonly sign: 1 | -1 };
};

/** The cheapest path to the goal of a search as a chain whose crossings can slide; null if none was found. */
export function pathOf(search: Search): Chain | null {
  const { task, lastPoint, lastCell } = search;
  return task.goal && lastCell >= 0 ? tracePath(search, lastPoint, task.goal.used, lastCell) : null;
}

/**
 * The path between a source of a search and a place, as a chain whose crossings can slide.
 *
 * @param point the last point before the place, as seen from the source; −1 − k = source k itself
 * @param cell of the leg between them, a number in the patch
 */
export function tracePath(
  { mesh, patch, task, parent, via }: Traced,
  point: number,
  place: LatLon,
  cell: number,
): Chain {
  const points: number[] = [];
  let p = point;
  for (; p >= 0; p = parent[p]) points.push(p);
  const ends = [task.sources[-1 - p].used, place];
  // the cells of the legs, one more than there are points; −1 = a pinch
  const cells = [cell, ...points.map((q) => via[q])].map((one) => (one < 0 ? -1 : patch.cells[one]));
  if (task.sign > 0) for (const list of [points, cells]) list.reverse();
  else ends.reverse();
  const chain = new Chain(points.length + 2);
  chain.pushFixed(ends[0].lon, ends[0].lat, -1);
  points.forEach((q, k) => {
    if (cells[k] >= 0) pushPoint(mesh, patch, chain, q, cells[k]);
  });
  chain.pushFixed(ends[1].lon, ends[1].lat, cells[points.length]);
  return chain;
}

function pushPoint(
  mesh: Mesh,
  { corners, edges, edgeOf, λ, φ }: Patch,
  chain: Chain,
  p: number,
  cell: number,
): void {
  if (p < corners.length) {
    chain.pushCorner(mesh, corners[p], cell);
    return;
  }
  const edge = edges[edgeOf[p - corners.length]];
  chain.pushOnEdge(mesh, edge, (mesh.edgeVertical[edge] ? φ[p] : λ[p]) / RADIANS, cell);
}

/** By point: the number of the source that its cost is from, −1 where it was not reached. */
export function originsOf({ cost, parent }: Search): Int32Array {
  const origin = new Int32Array(cost.length).fill(-1);
  const passed: number[] = [];
  for (let p = 0; p < cost.length; p++) {
    let q = p;
    for (; q >= 0 && origin[q] < 0 && cost[q] < Infinity; q = parent[q]) passed.push(q);
    for (const one of passed) origin[one] = q < 0 ? -1 - q : origin[q];
    passed.length = 0;
  }
  return origin;
}
