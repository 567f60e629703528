/**
 * The corridor: the cells through which a way leads that costs little more than the best, as far as two wavefronts over the
 * corners can tell. The best way is looked for in it with many points on every edge.
 */
import type { Costs } from '../cost/cost.ts';
import { centralAngle, EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { cornerPlaces } from './corner-places.ts';
import type { CostField } from './potential.ts';
import { Wavefront } from './wavefront.ts';

export interface Corridor {
  /** The mesh's numbers, ascending. */
  readonly cells: Int32Array;
  /** About what it costs from the start to the corners. */
  readonly fromStart: CostField;
  /** What the best way costs, as far as the wavefronts can tell. */
  readonly least: number;
  /** By what fraction a way through one of its cells may cost more. */
  readonly slack: number;
}

/** @returns null where the wavefront finds no way */
export function findCorridor(
  mesh: Mesh,
  costs: Costs,
  start: Terminal,
  end: Terminal,
  partner: Int32Array | null,
  slack: number,
): Corridor | null {
  const toEnd = new Wavefront(mesh, costs, 1, partner, greatCircleTo(mesh, costs, start), Infinity);
  const there = toEnd.value;
  const cost = toEnd.run(end, start, slack);
  if (cost === Infinity) return null;
  const fromStart = new Wavefront(mesh, costs, -1, partner, (p) => there[p], cost * (1 + slack));
  fromStart.run(start, end, slack);
  const here = fromStart.value;
  let least = Infinity;
  for (let p = 0; p < there.length; p++) least = Math.min(least, here[p] + there[p]);
  const cells = cellsWithin(mesh, there, here, least * (1 + slack), [...start.cells, ...end.cells]);
  return { cells, fromStart: fieldOf(here), least, slack };
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
    const ground = motion[4 * i] + Math.hypot(motion[4 * i + 2], motion[4 * i + 3]);
    least = Math.min(least, perSecond[i] / ground);
  }
  return least;
}

function fieldOf(here: Float64Array): CostField {
  const list: number[] = [];
  for (let p = 0; p < here.length; p++) if (here[p] < Infinity) list.push(p);
  const corners = Int32Array.from(list);
  const cost = Float64Array.from(list, (p) => here[p]);
  const none = new Int32Array(0);
  return { cost, patch: { corners, edges: none, firstPoint: none, λ: cost, φ: cost } };
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
