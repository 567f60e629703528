/**
 * Where the edges of cells are divided into intervals. This decides how good a bound is and how long it takes, but is
 * no part of its proof.
 *
 * V is curved about the target: an interval of length h loses h² / 8d at the distance d from it, or from a corner nearer by. Paths that
 * cross cells as wide as their edges are long, L, lose the same fraction in all of them if h ~ √(L d), so an edge has intervals in
 * proportion to √(L / d). Corners may be anywhere: for d stands √(d R), R being the length of the route. Losses matter only where
 * good paths pass: one that is estimated to cost 1 + excess times the least may lose that fraction more, so h ~ √excess there.
 *
 * A current bends V more than still water does, and the estimates are wrong by as much more, so that less of an excess is
 * relied upon. If more were lost beside the route than paths there cost more, V would be lowered on the route too, from cell to cell.
 *
 * Beside a much shorter edge, at whose other end faster water begins, V is bent: a line over a whole long edge would be lowered by
 * nearly all that the cell costs, at each stair of an oblique border again. So a long edge has intervals like the short one.
 */
import type { Costs } from '../cost/cost.ts';
import { withTurns } from '../cost/turns.ts';
import { EARTH_RADIUS_M, type Vector } from '../geometry/sphere.ts';
import { edgesOf } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { searchCoarsely, wholePatch } from '../search/corridor.ts';
import { pinchPartners } from '../search/pinches.ts';
import type { Claim, Division } from './border.ts';
import { STRONGEST_CURRENT } from './momenta.ts';
import { chordBetween, edgeLengthM, pointOnEdge } from './places.ts';

/** An edge whose length is √(d R) has so many intervals where paths are the best; where they cost MOST_EXCESS more, the square root of that. */
const FINEST = 31;
/**
 * What is lost on an edge of one interval is lost at its corners, so on all edges there: where all edges are such, it adds up from cell
 * to cell (double gyre on 200 × 200 cells: 11.5 % instead of 0.15 %).
 */
const FEWEST = 2;
/** An interval is at most so many times as long as an edge beside it, unless its edge has MOST_BESIDE of them. */
const TIMES_BESIDE = 2;
const MOST_BESIDE = 12;
/** Of paths that cost this fraction more than the best, it is not asked how much more. */
const MOST_EXCESS = 0.11;

/**
 * @param target to which, or from which, costs are bounded
 * @param lengthM of a known route, metres
 */
export function divisionFor(
  mesh: Mesh,
  costs: Costs,
  claim: Claim,
  target: Vector,
  lengthM: number,
  isOver: () => boolean,
): Division {
  const excess = excessesOf(mesh, withTurns(mesh, costs), claim, isOver);
  return (edge) => {
    const length = edgeLengthM(mesh, edge);
    // the mean of both ends: half the length of the edge at least
    const [d0, d1] = [0, 1].map((part) => chordBetween(pointOnEdge(mesh, edge, part), target));
    const bent = Math.max(...[0, 1].map((side) => bending(costs, mesh.edgeTopology[4 * edge + side])));
    const usual = Math.sqrt(lengthM * EARTH_RADIUS_M * 0.5 * (d0 + d1)) / bent;
    const fineness = Math.min(FINEST, Math.sqrt((FINEST * MOST_EXCESS * bent) / Math.max(0, excess[edge])));
    const beside = Math.min(MOST_BESIDE, length / (TIMES_BESIDE * shortestBeside(mesh, edge)));
    const count = Math.ceil(Math.max(FEWEST, beside, fineness * Math.sqrt(length / usual)));
    return Array.from({ length: count - 1 }, (_, k) => (k + 1) / count);
  };
}

/** How many times as much as in still water V is curved, nearly, by the part of the vessel's speed that the current in a cell has. */
function bending({ motion }: Costs, cell: number): number {
  const part = Math.hypot(motion[4 * cell + 2], motion[4 * cell + 3]) / motion[4 * cell];
  return 1 / (1 - Math.min(STRONGEST_CURRENT, part) ** 2);
}

/** The length of the shortest edge with a common end and a common cell, metres; that of the edge itself where there is none. */
function shortestBeside(mesh: Mesh, edge: number): number {
  const [a, b, ...ends] = mesh.edgeTopology.subarray(4 * edge, 4 * edge + 4);
  let least = Infinity;
  for (const cell of [a, b]) {
    for (const other of edgesOf(mesh, cell)) {
      const [from, to] = [mesh.edgeTopology[4 * other + 2], mesh.edgeTopology[4 * other + 3]];
      if (ends.includes(from) || ends.includes(to)) least = Math.min(least, edgeLengthM(mesh, other));
    }
  }
  return least;
}

/** By edge: how much dearer than the least a path through it is estimated to be, as a fraction; at most MOST_EXCESS. */
function excessesOf(mesh: Mesh, costs: Costs, { start, end, pinches }: Claim, isOver: () => boolean) {
  const excess = new Float64Array(mesh.edgeCount).fill(MOST_EXCESS);
  const ends = { start, end, partner: pinches ? pinchPartners(mesh) : null };
  const coarse = searchCoarsely(mesh, costs, ends, wholePatch(mesh), () => MOST_EXCESS, undefined, isOver);
  if (!coarse) return excess;
  const { search, through } = coarse;
  const { edges, edgeCorner, firstPoint } = search.patch;
  for (let e = 0; e < edges.length; e++) {
    const [from, to] = [edgeCorner[2 * e], edgeCorner[2 * e + 1]];
    const least = Math.min(through(from), through(to), through(firstPoint[e]));
    excess[edges[e]] = Math.min(MOST_EXCESS, least / search.best - 1);
  }
  return excess;
}
