/**
 * Divides the open cells that many small pieces touch: a search and a proof look at each pair of points on the border of a cell, so the
 * time for a cell grows with the square of its neighbours. One wide cell beside a finely divided border took most of it.
 */
import Flatbush from 'flatbush';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type Box, boxAt } from '../geometry/polygon.ts';
import { halvesOf } from './divide-box.ts';
import { Pieces } from './pieces.ts';

/** Most pieces at the border of an open cell. */
const MOST = 30;
/** Degrees: a smaller cell is not halved, however many pieces touch it. */
const LEAST = 0.01;

/** The pieces and, in the order of their cells, those of the cells beside them that are divided too. */
export function spreadCrowds(mesh: Mesh, pieces: Pieces): Pieces {
  const { bounds, cell: cellOf, closed, limit, partLimit } = pieces;
  const isCrowded = crowdsOf(pieces);
  const spread = new Pieces();
  const add = (box: Box, cell: number, limitMps: number, partLimitMps: number): void => {
    const halves = isCrowded(box) ? halvesOf(box) : null;
    if (!halves) spread.add(box, cell, 0, limitMps, partLimitMps);
    else for (const half of halves) add(half, cell, limitMps, partLimitMps);
  };
  let next = 0;
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const whole = boxAt(mesh.bounds, cell);
    if (cellOf[next] !== cell && isCrowded(whole)) add(whole, cell, Infinity, Infinity);
    for (; cellOf[next] === cell; next++) {
      const box = boxAt(bounds, next);
      if (closed[next] === 0) add(box, cell, limit[next]!, partLimit[next]!);
      else spread.add(box, cell, closed[next]!, Infinity);
    }
  }
  return spread;
}

/** Whether more open pieces touch a box than MOST, those in it not counted. */
function crowdsOf({ count, bounds, closed }: Pieces): (box: Box) => boolean {
  const open = new Int32Array(count).map((_, k) => k).filter((k) => closed[k] === 0);
  if (open.length <= MOST) return () => false;
  const index = new Flatbush(open.length);
  for (const k of open) {
    const { west, south, east, north } = boxAt(bounds, k);
    index.add(west, south, east, north);
  }
  index.finish();
  return ({ west, south, east, north }) => {
    if (Math.max(east - west, north - south) < LEAST) return false;
    const isOutside = (found: number) => {
      const own = boxAt(bounds, open[found]!);
      return own.west < west || own.south < south || own.east > east || own.north > north;
    };
    return index.search(west, south, east, north, isOutside).length > MOST;
  };
}
