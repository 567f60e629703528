import { type LatLon, type Point, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from '../path/chain.ts';
import type { Patch } from './patch.ts';
import { pushCuts } from './whole-cells.ts';

/**
 * The chain between two places, from the first to the second, through points of a patch.
 *
 * @param cells of the legs, numbers in the patch, −1 = a pinch; one more than there are points
 */
export function chainThrough(
  mesh: Mesh,
  patch: Patch,
  [start, end]: readonly LatLon[],
  points: readonly number[],
  cells: readonly number[],
): Chain {
  const chain = new Chain(points.length + 2);
  chain.pushFixed(start.lon, start.lat, -1);
  points.forEach((p, k) => {
    if (cells[k] < 0) return;
    const place: Point = [patch.λ[p] / RADIANS, patch.φ[p] / RADIANS];
    pushPoint(mesh, patch, chain, p, follow(mesh, patch, chain, place, cells[k]));
  });
  const { lon, lat } = end;
  chain.pushFixed(lon, lat, follow(mesh, patch, chain, [lon, lat], cells[points.length]));
  return chain;
}

/** Follows the leg from the last vertex of a chain to a place; returns the mesh's cell where it ends. */
function follow(mesh: Mesh, { cells, wholes }: Patch, chain: Chain, place: Point, cell: number): number {
  const isWhole = wholes && cell >= wholes.wholeOf.length;
  return isWhole ? pushCuts(mesh, chain, place, cells[cell]) : cells[cell];
}

function pushPoint(mesh: Mesh, patch: Patch, chain: Chain, p: number, cell: number): void {
  const { corners, edges, edgeOf, λ, φ } = patch;
  if (p < corners.length) {
    chain.pushCorner(mesh, corners[p], cell);
    return;
  }
  const edge = edges[edgeOf[p - corners.length]];
  chain.pushOnEdge(mesh, edge, (mesh.edgeVertical[edge] ? φ[p] : λ[p]) / RADIANS, cell);
}
