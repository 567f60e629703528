/**
 * The corridor: the cells that a path of little more than the least cost can pass, as estimated by two
 * wavefronts over the corners. The search with many points on every edge is limited to these cells.
 */
import { type Costs, leastCostPerMetre } from '../cost/cost.ts';
import { centralAngle, EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { cornerPlaces } from './corner-places.ts';
import type { Ends } from './find-path.ts';
import type { Guide } from './potential.ts';
import { Wavefront } from './wavefront.ts';

export interface Corridor {
  /** Cell numbers in the mesh, ascending. */
  readonly cells: Int32Array;
  /**
   * By corner of the mesh: estimated cost from the start to the corner, and from the corner to the end;
   * Infinity where it was not computed.
   */
  readonly fromStart: Float64Array;
  readonly toEnd: Float64Array;
  /** Estimated cost of the best path. */
  readonly least: number;
  /**
   * The corridor has the cells with a corner through which a path costs at most `least` · (1 + slack), as
   * estimated.
   */
  readonly slack: number;
}

/**
 * The slack of a corridor is LEAST + MANY / √n + FEW / n, where n is the number of corners that the wavefront
 * has passed: on routes across few cells its estimates have larger errors. Where headings differ it has no
 * formula for the best place on an edge, and where currents block its values are too low: there the slack is
 * LEAST + MANY_ROUGH / √n + (FEW_ROUGH / n)², and a corridor among few cells is most of them.
 */
const LEAST = 0.002;
const MANY = 1;
const MANY_ROUGH = 2;
const FEW = 20;
const FEW_ROUGH = 400;
export const MOST_SLACK = 2;
/** A path may cost `least` · (1 + REST · slack) at most. */
const REST = 0.25;

/**
 * The first wavefront begins at the end where the sea is slower: its estimate of the rest of a path, the
 * great circle at the mesh's best speed, then hides less of the ice.
 *
 * @param atLeast minimum slack
 * @param blocks whether these are costs with currents behind every leg that in truth block (blocking.ts)
 * @returns null if the wavefront finds no path
 */
export function findCorridor(
  mesh: Mesh,
  costs: Costs,
  ends: Ends,
  atLeast: number,
  blocks = false,
): Corridor | null {
  const { start, end, partner } = ends;
  const isRough = blocks || mesh.profiles.length > 0;
  const slackOf = (corners: number) => {
    const many = (isRough ? MANY_ROUGH : MANY) / Math.sqrt(corners);
    const few = isRough ? (FEW_ROUGH / corners) ** 2 : FEW / corners;
    return Math.min(MOST_SLACK, Math.max(atLeast, LEAST + many + few));
  };
  const isBackwards = costPerMetre(costs, end) >= costPerMetre(costs, start);
  const [near, far] = isBackwards ? [end, start] : [start, end];
  const sign = isBackwards ? 1 : -1;
  const first = new Wavefront(mesh, costs, sign, partner, greatCircleTo(mesh, costs, far), Infinity);
  const cost = first.run(near, far, slackOf);
  if (cost === Infinity) return null;
  const slack = slackOf(first.reached);
  const known = first.value;
  const limit = cost * (1 + slack);
  const second = new Wavefront(mesh, costs, -sign as 1 | -1, partner, (p) => known[p], limit);
  second.run(far, near, () => slack);
  const [toEnd, fromStart] = isBackwards ? [known, second.value] : [second.value, known];
  let least = Infinity;
  for (let p = 0; p < toEnd.length; p++) least = Math.min(least, fromStart[p] + toEnd[p]);
  const cells = cellsWithin(mesh, toEnd, fromStart, least * (1 + slack), [...start.cells, ...end.cells]);
  return { cells, fromStart, toEnd, least, slack };
}

/** The guide of a search from the start (sign 1) or from the end (−1): estimated costs to the other end. */
export function guideOf({ fromStart, toEnd, least, slack }: Corridor, sign: 1 | -1): Guide {
  const values = sign > 0 ? toEnd : fromStart;
  const list: number[] = [];
  for (let p = 0; p < values.length; p++) if (values[p] < Infinity) list.push(p);
  const cost = Float64Array.from(list, (p) => values[p]);
  const none = new Int32Array(0);
  const patch = { corners: Int32Array.from(list), edges: none, firstPoint: none, λ: cost, φ: cost };
  return { field: { cost, patch }, excess: Math.min(1, slack), bound: least * (1 + REST * slack) };
}

/**
 * A lower bound of the cost between a corner and one end: the great circle at the mesh's least cost per
 * metre.
 */
function greatCircleTo(mesh: Mesh, costs: Costs, { used }: Terminal): (corner: number) => number {
  const { λ, φ } = cornerPlaces(mesh);
  const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
  const [φ0, λ0] = [used.lat * RADIANS, used.lon * RADIANS];
  return (p) => perRadian * centralAngle(φ[p], λ[p], φ0, λ0);
}

/** The cost of a metre through the water at one end of a route. */
function costPerMetre({ motion, perSecond }: Costs, { cells }: Terminal): number {
  return Math.min(...cells.map((cell) => perSecond[cell] / motion[4 * cell]));
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
