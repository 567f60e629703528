import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from './chain.ts';

/** Degrees. At this latitude all longitudes are the same point. */
const POLE = 90;

/**
 * Copies a chain without its legs of zero length: legs between equal points, and legs along the pole that
 * stay in one cell of the vessel mesh. Where the path changes cells at the pole a leg is kept, so that every
 * leg is still inside one cell.
 */
export function dropStops(mesh: Mesh, chain: Chain): Chain {
  const out = new Chain(chain.length);
  out.pushFrom(chain, 0);
  for (let i = 1; i + 1 < chain.length; i++) {
    const last = out.length - 1;
    const staysInCell = mesh.row[chain.cell[i]] === mesh.row[chain.cell[i + 1]];
    const isStop = isSamePoint(out, last, chain, i) || (staysInCell && isAlongPole(out, last, chain, i));
    if (!isStop) out.pushFrom(chain, i);
  }
  const end = chain.length - 1;
  let cell = chain.cell[end];
  if (out.length > 1 && isSamePoint(out, out.length - 1, chain, end)) cell = out.cell[--out.length];
  out.pushFrom(chain, end);
  out.cell[out.length - 1] = cell;
  return out;
}

function isSamePoint(one: Chain, i: number, other: Chain, k: number): boolean {
  return one.lon(i) === other.lon(k) && one.lat(i) === other.lat(k);
}

function isAlongPole(one: Chain, i: number, other: Chain, k: number): boolean {
  return Math.abs(one.lat(i)) === POLE && one.lat(i) === other.lat(k);
}
