import { cellsAt } from '../mesh/locate.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from './chain.ts';

/** Degrees. At this latitude all longitudes are the same point. */
const POLE = 90;
/**
 * Degrees, about a micrometre. Two points this close are one point that was computed in two ways. The bearing
 * between them is one of rounding errors, and the vessel may not be able to sail on it.
 */
export const SAME_PLACE = 1e-11;
/** Degrees: rounding error of a coordinate. */
const ROUNDING = 1e-13;

/**
 * Copies a chain without its legs of zero length: legs between points that are equal up to rounding, and legs
 * along the pole that stay in one cell of the vessel mesh. Where the path changes cells at the pole a leg is
 * kept, so that every leg is still inside one cell.
 */
export function dropStops(mesh: Mesh, chain: Chain): Chain {
  const out = new Chain(chain.length);
  out.pushFrom(chain, 0);
  const end = chain.length - 1;
  for (let i = 1; i < end; i++) {
    const last = out.length - 1;
    const staysInCell = mesh.row[chain.cell[i]] === mesh.row[chain.cell[i + 1]];
    const isStop =
      (isSamePoint(out, last, chain, i) && isIn(mesh, chain.cell[i + 1], out, last)) ||
      (staysInCell && isAlongPole(out, last, chain, i));
    if (!isStop) out.pushFrom(chain, i);
  }
  let cell = chain.cell[end];
  const last = out.length - 1;
  if (last > 0 && isSamePoint(out, last, chain, end) && isIn(mesh, out.cell[last], chain, end)) {
    cell = out.cell[last];
    out.length--;
  }
  out.pushFrom(chain, end);
  out.cell[out.length - 1] = cell;
  return out;
}

function isSamePoint(one: Chain, i: number, other: Chain, k: number): boolean {
  return (
    Math.abs(one.lon(i) - other.lon(k)) <= SAME_PLACE && Math.abs(one.lat(i) - other.lat(k)) <= SAME_PLACE
  );
}

/** Whether a vertex is in a cell, on its border or off it by rounding only. */
function isIn(mesh: Mesh, cell: number, chain: Chain, i: number): boolean {
  return cellsAt(mesh, { lon: chain.lon(i), lat: chain.lat(i) }, ROUNDING).includes(cell);
}

function isAlongPole(one: Chain, i: number, other: Chain, k: number): boolean {
  return Math.abs(one.lat(i)) === POLE && one.lat(i) === other.lat(k);
}
