import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from './chain.ts';

/** Degrees. Every longitude is the same point there. */
const POLE = 90;

/**
 * A chain without the legs of no length: between equal points, and along the pole while it stays in one cell of the vessel mesh.
 * Where it passes from cell to cell at the pole a leg stays, so that each is still wholly inside one of them.
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
