/**
 * Where the edges of cells are divided into intervals. This decides how good a bound is and how long it takes, but is
 * no part of its proof.
 *
 * V is curved about the target: an interval of length h loses h² / 8d at the distance d from it, or from a corner nearer by. Paths that
 * cross cells as wide as their edges are long, L, lose the same fraction in all of them if h ~ √(L d), so an edge has intervals in
 * proportion to √(L / d). Corners may be anywhere: for d stands √(d R), R being the length of the route. Losses matter only where
 * good paths pass: one that is estimated to cost 1 + excess times the least may lose that fraction more, so h ~ √excess there.
 */
import { type Costs, leastCostPerMetre } from '../cost/cost.ts';
import { centralAngle, EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { layOutPatch } from '../search/patch.ts';
import { pinchPartners } from '../search/pinches.ts';
import { spacedOnAverage } from '../search/placement.ts';
import { Search } from '../search/search.ts';
import type { Claim } from './border.ts';
import { chordBetween, edgeLengthM, pointOnEdge, type Vector } from './places.ts';

/** The inner ends of the intervals of an edge: fractions of its length, ascending. */
export type Division = (edge: number) => readonly number[];

/** An edge whose length is √(d R) has so many intervals where paths are the best, */
const FINEST = 28;
/** which are those with an excess of at most this. */
const LEAST_EXCESS = 0.0036;
/** d is at least this part of the length of an edge. */
const LEAST_DISTANCE = 0.25;
/** Paths that cost more than this times the known route are not looked for. */
const MOST = 1.1;

/**
 * @param target to which, or from which, costs are bounded
 * @param cost of a known route; and its length, metres
 */
export function divisionFor(
  mesh: Mesh,
  costs: Costs,
  claim: Claim,
  target: Vector,
  cost: number,
  lengthM: number,
  isOver: () => boolean,
): Division {
  const excessOf = excessFor(mesh, costs, claim, cost, isOver);
  return (edge) => {
    const length = edgeLengthM(mesh, edge);
    const distance = EARTH_RADIUS_M * chordBetween(pointOnEdge(mesh, edge, 0.5), target);
    const usual = Math.sqrt(lengthM * Math.max(distance, LEAST_DISTANCE * length));
    const fineness = FINEST * Math.sqrt(LEAST_EXCESS / Math.max(LEAST_EXCESS, excessOf(edge)));
    const count = Math.ceil(fineness * Math.sqrt(length / usual));
    const parts: number[] = [];
    for (let k = 1; k < count; k++) parts.push(k / count);
    return parts;
  };
}

/** By edge: how much dearer than the least a path through one of its corners is estimated to be, as a fraction. */
function excessFor(
  mesh: Mesh,
  costs: Costs,
  { start, end, pinches }: Claim,
  cost: number,
  isOver: () => boolean,
): (edge: number) => number {
  const { edgeTopology } = mesh;
  const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
  const [first, last] = [start.used, end.used].map(
    ({ lat, lon }) =>
      (φ: number, λ: number) =>
        perRadian * centralAngle(φ, λ, lat * RADIANS, lon * RADIANS),
  );
  const cells: number[] = [];
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4);
    const [φ, λ] = [0.5 * (south + north) * RADIANS, 0.5 * (west + east) * RADIANS];
    const across = (east - west + north - south) * RADIANS * perRadian;
    if (first(φ, λ) + last(φ, λ) - across < MOST * cost) cells.push(cell);
  }
  const patch = layOutPatch(mesh, Int32Array.from(cells), spacedOnAverage(mesh, 1));
  const atLeast = (p: number) => last(patch.φ[p], patch.λ[p]);
  const partner = pinches ? pinchPartners(mesh) : null;
  const task = { goal: null, partner, bound: MOST * cost, isOver };
  const [from, to] = [start, end].map((place) => [{ ...place, cost: 0 }]);
  const forth = new Search(mesh, costs, patch, null, { ...task, sources: from, sign: 1, atLeast }).run();
  const back = new Search(mesh, costs, patch, forth.cost, { ...task, sources: to, sign: -1 }).run();
  const through = new Float64Array(mesh.cornerCount).fill(Infinity);
  let least = Infinity;
  patch.corners.forEach((corner, p) => {
    through[corner] = forth.cost[p] + back.cost[p];
    least = Math.min(least, through[corner]);
  });
  return (edge) => {
    const cheapest = Math.min(through[edgeTopology[4 * edge + 2]], through[edgeTopology[4 * edge + 3]]);
    return cheapest < Infinity ? cheapest / least - 1 : MOST - 1;
  };
}
