import { cellsAt } from '../mesh/locate.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { SAME_PLACE } from '../tolerances.ts';
import { Chain } from './chain.ts';

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
      (staysInCell && Math.abs(out.lat(last)) === 90 && out.lat(last) === chain.lat(i));
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
  return cellsAt(mesh, { lon: chain.lon(i), lat: chain.lat(i) }, 0.01 * SAME_PLACE).includes(cell);
}
