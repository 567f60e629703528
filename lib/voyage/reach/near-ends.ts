/**
 * More points of a field on the edges that are near to where its paths begin: there a path crosses an edge on nearly any bearing, so
 * that points would have to be as close together as they are to the beginning.
 */
import { besideDegrees, type LatLon, RADIANS } from '../../engine/geometry/sphere.ts';
import { cellBeyond, edgesOf } from '../../engine/mesh/edges.ts';
import { openCellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Placement } from '../../engine/search/placement.ts';

/** How far apart points are, as a part of their distance from the end: a way by one of them is longer by 0.2 % at most. */
const SPREAD = 0.125;
/** Distances below this part of how far points are apart else count as it. */
const NEAREST = 1e-3;
/** Parts of an edge: points closer together are one. */
const SAME_PART = 1e-6;

export function closerNearEnds(mesh: Mesh, placement: Placement, ends: readonly LatLon[]): Placement {
  const placed = new Map<number, ArrayLike<number>>();
  for (const end of ends) {
    for (const edge of edgesNear(mesh, end)) {
      const own = placement(edge);
      if (own.length > 0) placed.set(edge, closer(mesh, edge, placed.get(edge) ?? own, own, end));
    }
  }
  return (edge) => placed.get(edge) ?? placement(edge);
}

/** The edges of the cells of a place and of those beside them. */
function edgesNear(mesh: Mesh, place: LatLon): Set<number> {
  const own = openCellsAt(mesh, place);
  const beside = own.flatMap((cell) =>
    Array.from(edgesOf(mesh, cell), (edge) => cellBeyond(mesh, edge, cell)),
  );
  return new Set([...own, ...beside].flatMap((cell) => [...edgesOf(mesh, cell)]));
}

/** @param own the points of the edge without more: evenly spaced, on the whole of it or on a stretch */
function closer(
  { edgeSpan, edgeVertical }: Mesh,
  edge: number,
  before: ArrayLike<number>,
  own: ArrayLike<number>,
  { lon, lat }: LatLon,
): ArrayLike<number> {
  const [first, last] = [own[0]!, own[own.length - 1]!];
  const apart = own.length > 1 ? (last - first) / (own.length - 1) : 0.5;
  const [at, low, high] = edgeSpan.subarray(3 * edge, 3 * edge + 3) as unknown as [number, number, number];
  const stretch = Math.cos(lat * RADIANS);
  const isMeridian = edgeVertical[edge] === 1;
  // parts of the edge, from its beginning
  const length = (high - low) * (isMeridian ? 1 : stretch);
  const along = isMeridian ? lat - low : (besideDegrees(lon, 0.5 * (low + high)) - low) * stretch;
  const beside = isMeridian ? (besideDegrees(lon, at) - at) * stretch : lat - at;
  const middle = Math.min(1, Math.max(0, along / length));
  const off = Math.hypot(beside / length, along / length - middle);
  const least = Math.max(off, NEAREST * apart);
  const more: number[] = [];
  // neighbours of a point x further along are SPREAD times the root of least² + x² away
  for (let k = 0; SPREAD * least * Math.cosh(SPREAD * k) < apart; k++) {
    const x = least * Math.sinh(SPREAD * k);
    more.push(middle - x, middle + x);
  }
  if (more.length === 0) return before;
  const [from, to] = [Math.max(0, first - apart), Math.min(1, last + apart)];
  const parts = [...Array.from(before), ...more].filter(
    (part) => part > from + SAME_PART && part < to - SAME_PART,
  );
  return parts.sort((a, b) => a - b).filter((part, k) => k === 0 || part - parts[k - 1]! > SAME_PART);
}
