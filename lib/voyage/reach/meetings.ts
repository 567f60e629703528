/**
 * Where two sources meet between two points of a cell's border: both are as far away there as straight lines through the two points
 * before and behind say. Without them a place beside the border costs too much from either, by up to the distance of two points.
 */
import { type CellBorder, metresBetween } from './cell-border.ts';

/** The same points, and two at each such place: one of either source. */
export function withMeetings(border: CellBorder, perMetre: number): CellBorder {
  const { lon, lat, cost, source, isCorner } = border;
  const count = cost.length;
  // each beside one point, so far towards the next one, or (below 0) the one before
  const order: { readonly of: number; readonly part: number; readonly cost: number }[] = [];
  for (let k = 0; k < count; k++) {
    order.push({ of: k, part: 0, cost: cost[k]! });
    const next = (k + 1) % count;
    if (source[k] === source[next] || (isCorner[k] && isCorner[next])) continue;
    const meeting = meetingAfter(border, k, perMetre);
    if (!meeting) continue;
    order.push({ ...meeting, of: k }, { ...meeting, of: next, part: meeting.part - 1 });
  }
  if (order.length === count) return border;
  const towards = (values: Float64Array) => {
    const placed = new Float64Array(order.length);
    for (const [i, { of, part }] of order.entries()) {
      const other = (of + count + Math.sign(part)) % count;
      placed[i] = values[of]! + Math.abs(part) * (values[other]! - values[of]!);
    }
    return placed;
  };
  return {
    lon: towards(lon),
    lat: towards(lat),
    cost: Float64Array.from(order, (each) => each.cost),
    source: Int32Array.from(order, ({ of }) => source[of]!),
    isCorner: Uint8Array.from(order, ({ of, part }) => (part === 0 ? isCorner[of]! : 0)),
  };
}

/** How far along to the next point, as a part, and the cost there; null where that is not known. */
function meetingAfter(
  border: CellBorder,
  k: number,
  perMetre: number,
): { part: number; cost: number } | null {
  const { cost } = border;
  const count = cost.length;
  const next = (k + 1) % count;
  const own = riseBeyond(border, (k + count - 1) % count, k, next, perMetre);
  const others = riseBeyond(border, (next + 1) % count, next, k, perMetre);
  if (own === null || others === null) return null;
  const part = (cost[next]! + others - cost[k]!) / (own + others);
  return part > 0 && part < 1 ? { part, cost: cost[k]! + part * own } : null;
}

/**
 * By how much the cost rises from the second of three points to the third, if it goes on as from the first; null where that is not
 * known. Round a corner the slowness has the same size: what it has along one side tells what it has along the other.
 */
function riseBeyond(
  border: CellBorder,
  first: number,
  second: number,
  third: number,
  perMetre: number,
): number | null {
  const { cost, source } = border;
  if (source[first]! < 0 || source[first] !== source[second]) return null;
  const rise = cost[second]! - cost[first]!;
  const before = metresBetween(border, first, second);
  const metres = metresBetween(border, second, third);
  if (before === 0) return null;
  if (areOnOneSide(border, first, second, third)) return (rise / before) * metres;
  return Math.sqrt(Math.max(0, perMetre ** 2 - (rise / before) ** 2)) * metres;
}

function areOnOneSide({ lon, lat }: CellBorder, ...[a, b, c]: readonly [number, number, number]): boolean {
  return (lon[a] === lon[b] && lon[b] === lon[c]) || (lat[a] === lat[b] && lat[b] === lat[c]);
}
