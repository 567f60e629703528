/** Between which neighbouring points of a cell's border costs are linear. */
import { type CellBorder, metresBetween } from './cell-border.ts';

/**
 * Two paths that meet on the border between two points make the cost greater there than a straight line: it is no such line
 * where the cost of a metre along the border falls by more than this part of what a metre costs at least.
 */
const BENT_PART = 0.2;

/**
 * By point: metres along the border to the next one; 0 where costs between the two are not linear.
 *
 * @param perMetre what a metre costs in the cell at least
 */
export function stretchesOf(border: CellBorder, perMetre: number): Float64Array {
  const { lon, cost, source, isCorner } = border;
  const bent = BENT_PART * perMetre;
  const count = cost.length;
  const metres = new Float64Array(count);
  const rise = new Float64Array(count);
  const isMeridian = (k: number) => lon[k] === lon[(k + 1) % count];
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    // the field has points between the corners of an open side: from corner to corner it is a coast, of which little is known
    if (source[k]! < 0 || source[k] !== source[next] || (isCorner[k] && isCorner[next])) continue;
    metres[k] = metresBetween(border, k, next);
    rise[k] = metres[k]! > 0 ? (cost[next]! - cost[k]!) / metres[k]! : 0;
  }
  const isOnOneSide = (one: number, other: number) =>
    metres[one]! > 0 && metres[other]! > 0 && isMeridian(one) === isMeridian(other);
  return metres.map((own, k) => {
    const [before, next] = [(k + count - 1) % count, (k + 1) % count];
    const isBentBefore = isOnOneSide(k, before) && rise[before]! - rise[k]! > bent;
    const isBentAfter = isOnOneSide(k, next) && rise[k]! - rise[next]! > bent;
    return isBentBefore || isBentAfter ? 0 : own;
  });
}
