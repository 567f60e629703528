/**
 * Where the edges of cells are divided into intervals. This decides how good a bound is and how long it takes,
 * but is no part of its proof.
 *
 * Losses are greatest near the target, where V is curved, and behind corners at which the speed changes,
 * where V has kinks; the second kind is in proportion to the length of intervals. They matter only where good
 * paths pass: if a path is estimated to cost 1 + excess times the least, a loss of that fraction does no harm
 * there.
 */
import { EARTH_RADIUS_M, type LatLon } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { edgeLengthM, PlaceOnEdge, unitVector } from './places.ts';

/** The inner ends of the intervals of an edge: fractions of its length, ascending. */
export type Division = (edge: number) => readonly number[];

/**
 * The fineness of an edge is PER_EXCESS · excess ** EXCESS_POWER, within these limits.
 *
 * An edge of the length USUAL_PART · (length of the route) has at least PER_EDGE / fineness intervals; others in
 * proportion to their length ** LENGTH_POWER, but at most MOST times as many: small cells are many, and lose less
 * each. No interval is longer than LONGEST_M and than
 * fineness · √(distance from the target · length of the route), unless it is shorter than SHORTEST_PART of the
 * edge.
 */
const FINEST = 0.018;
const PER_EXCESS = 0.6;
const EXCESS_POWER = 0.65;
const COARSEST = 0.2;
const PER_EDGE = 0.12;
const USUAL_PART = 0.025;
const LENGTH_POWER = 0.4;
const MOST = 2;
const LONGEST_M = 200_000;
const SHORTEST_PART = 1 / 1000;

/** What paths through the corners of a mesh cost, as estimated: Infinity where it is not known. */
export interface Estimate {
  /** By corner of the mesh: from the start to it, and from it to the end. */
  readonly fromStart: Float64Array;
  readonly toEnd: Float64Array;
  /** The cost of the best path. */
  readonly least: number;
}

/**
 * @param target to which, or from which, costs are bounded
 * @param lengthM of the route, metres
 */
export function divisionFor(mesh: Mesh, target: LatLon, lengthM: number, estimate: Estimate): Division {
  const finenessOf = finenessFor(mesh, estimate);
  const [x0, y0, z0] = unitVector(target);
  const place = new PlaceOnEdge();
  return (edge) => {
    const fineness = finenessOf(edge);
    const lengthOfEdge = edgeLengthM(mesh, edge);
    place.enter(mesh, edge);
    const parts: number[] = [];
    const halve = (begin: number, end: number) => {
      const middle = 0.5 * (begin + end);
      place.moveTo(middle);
      const { x, y, z } = place;
      const distance = EARTH_RADIUS_M * Math.sqrt((x - x0) ** 2 + (y - y0) ** 2 + (z - z0) ** 2);
      const longest = Math.min(LONGEST_M, fineness * Math.sqrt(distance * lengthM));
      if ((end - begin) * lengthOfEdge <= longest || end - begin < SHORTEST_PART) {
        parts.push(end);
        return;
      }
      halve(begin, middle);
      halve(middle, end);
    };
    const usual = Math.min(MOST, (lengthOfEdge / (USUAL_PART * lengthM)) ** LENGTH_POWER);
    const count = Math.ceil((PER_EDGE / fineness) * usual);
    for (let k = 0; k < count; k++) halve(k / count, (k + 1) / count);
    parts.pop();
    return parts;
  };
}

/** The fineness by edge. */
function finenessFor(
  { edgeTopology }: Mesh,
  { fromStart, toEnd, least }: Estimate,
): (edge: number) => number {
  const excessAt = (corner: number) => (fromStart[corner] + toEnd[corner]) / least - 1;
  return (edge) => {
    const excess = Math.min(excessAt(edgeTopology[4 * edge + 2]), excessAt(edgeTopology[4 * edge + 3]));
    return Math.min(COARSEST, Math.max(FINEST, PER_EXCESS * Math.max(0, excess) ** EXCESS_POWER));
  };
}
