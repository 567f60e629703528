/**
 * The corridor: the cells through which a way leads that costs little more than the best, as far as two wavefronts over the
 * corners can tell. The best way is looked for in it with many points on every edge.
 */
import type { Costs } from '../cost/cost.ts';
import { centralAngle, EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { cornerPlaces } from './corner-places.ts';
import type { Ends } from './find-path.ts';
import type { Guide } from './potential.ts';
import { Wavefront } from './wavefront.ts';

export interface Corridor {
  /** The mesh's numbers, ascending. */
  readonly cells: Int32Array;
  /** By corner of the mesh: about what it costs from the start to there, and from there to the end; Infinity where that was not asked. */
  readonly fromStart: Float64Array;
  readonly toEnd: Float64Array;
  /** What the best way costs, as far as the wavefronts can tell. */
  readonly least: number;
  /** By what fraction a way through one of its cells may cost more. */
  readonly slack: number;
}

/**
 * The slack of a corridor: LEAST + MANY / √n + FEW / n, where n is the number of corners that the wavefront has been to. Across few cells it
 * is wrong by more.
 */
const LEAST = 0.002;
const MANY = 1;
const FEW = 20;
export const MOST_SLACK = 0.5;
/** How much more than the wavefronts say a path may cost, as a part of the slack. */
const REST = 0.25;

/**
 * @param atLeast the least slack that is wanted
 * @returns null where the wavefront finds no way
 */
export function findCorridor(mesh: Mesh, costs: Costs, ends: Ends, atLeast: number): Corridor | null {
  const { start, end, partner } = ends;
  const slackOf = (corners: number) =>
    Math.min(MOST_SLACK, Math.max(atLeast, LEAST + MANY / Math.sqrt(corners) + FEW / corners));
  const back = new Wavefront(mesh, costs, 1, partner, greatCircleTo(mesh, costs, start), Infinity);
  const cost = back.run(end, start, slackOf);
  if (cost === Infinity) return null;
  const slack = slackOf(back.reached);
  const toEnd = back.value;
  const there = new Wavefront(mesh, costs, -1, partner, (p) => toEnd[p], cost * (1 + slack));
  there.run(start, end, () => slack);
  const fromStart = there.value;
  let least = Infinity;
  for (let p = 0; p < toEnd.length; p++) least = Math.min(least, fromStart[p] + toEnd[p]);
  const cells = cellsWithin(mesh, toEnd, fromStart, least * (1 + slack), [...start.cells, ...end.cells]);
  return { cells, fromStart, toEnd, least, slack };
}

/** Shows a search from the start (sign 1) or from the end (−1) the way to the other. */
export function guideOf({ fromStart, toEnd, least, slack }: Corridor, sign: 1 | -1): Guide {
  const values = sign > 0 ? toEnd : fromStart;
  const list: number[] = [];
  for (let p = 0; p < values.length; p++) if (values[p] < Infinity) list.push(p);
  const cost = Float64Array.from(list, (p) => values[p]);
  const none = new Int32Array(0);
  const patch = { corners: Int32Array.from(list), edges: none, firstPoint: none, λ: cost, φ: cost };
  return { field: { cost, patch }, excess: slack, bound: least * (1 + REST * slack) };
}

/** What it costs at least from a corner: the great circle at the best speed of the mesh, with its strongest current. */
function greatCircleTo(mesh: Mesh, costs: Costs, { used }: Terminal): (corner: number) => number {
  const { λ, φ } = cornerPlaces(mesh);
  const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
  const [φ0, λ0] = [used.lat * RADIANS, used.lon * RADIANS];
  return (p) => perRadian * centralAngle(φ[p], λ[p], φ0, λ0);
}

function leastCostPerMetre({ motion, perSecond }: Costs): number {
  let least = Infinity;
  for (let i = 0; i < perSecond.length; i++) {
    const ground = motion[4 * i] + Math.sqrt(motion[4 * i + 2] ** 2 + motion[4 * i + 3] ** 2);
    least = Math.min(least, perSecond[i] / ground);
  }
  return least;
}

function cellsWithin(
  { openCount, cornerCell }: Mesh,
  there: Float64Array,
  here: Float64Array,
  limit: number,
  always: readonly number[],
): Int32Array {
  const isChosen = new Uint8Array(openCount);
  for (const cell of always) isChosen[cell] = 1;
  for (let p = 0; p < there.length; p++) {
    if (!(here[p] + there[p] <= limit)) continue;
    for (let k = 4 * p; k < 4 * p + 4 && cornerCell[k] >= 0; k++) isChosen[cornerCell[k]] = 1;
  }
  const cells: number[] = [];
  for (let cell = 0; cell < openCount; cell++) if (isChosen[cell] === 1) cells.push(cell);
  return Int32Array.from(cells);
}
