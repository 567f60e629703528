/**
 * The least that a metre can cost in a cell whose headings differ, by direction: it shows quickly that a leg costs
 * too much, where its cost needs trigonometry.
 *
 * A sector is a part of an octant of bearings. Speed and rate are linear between headings, so their best values in it
 * are at its ends or at headings. At one speed the speed over ground falls on either side of the bearing of the current, so its greatest
 * value is at that bearing or at an end. Along a bridge (turns.ts) the cost of a metre is |p| times the cosine of
 * an angle, so its least value is at an end of the sector, or of the bridge, where it is that of a straight leg.
 */
import { computed } from '../computed.ts';
import { SECONDS_PER_DAY } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { SAME_COST } from '../tolerances.ts';
import { BRIDGE, type Costs, headingValues, timeUnderWay } from './cost.ts';

/** Sectors of an octant; they divide the tangent of the angle to its axis evenly. */
const PARTS = 8;
/** Where the least value of all sectors is. */
export const LEAST = 8 * PARTS;

/** The bearings between sectors, clockwise from north: unit vectors. */
const ENDS = Array.from({ length: 8 * PARTS }, (_, k) => {
  const [octant, part] = [Math.floor(k / PARTS), k % PARTS];
  const isFromAxis = octant % 2 === 0;
  const angle = Math.atan((isFromAxis ? part : PARTS - part) / PARTS);
  const bearing = (octant * Math.PI) / 4 + (isFromAxis ? angle : Math.PI / 4 - angle);
  return { x: Math.sin(bearing), y: Math.cos(bearing) };
});
/** By place in ENDS: the number of the sector that begins there, by a direction inside it. */
const SECTOR = ENDS.map(({ x, y }, k) => {
  const next = ENDS[(k + 1) % ENDS.length];
  return sectorOf(x + next.x, y + next.y);
});

export interface LeastCosts {
  /**
   * From where `from` says, by sector: the square of a lower bound of the cost per metre in a cell, Infinity where no
   * direction of the sector can be sailed; then the least of these.
   */
  readonly squares: Float64Array;
  /** Where those of a cell with a profile begin. Computed at first use, once for all pieces of a cell of the vessel mesh. */
  readonly from: (cell: number) => number;
}

const known = new WeakMap<Costs, LeastCosts>();

export function leastCosts({ row, cellCount, profiles }: Mesh, costs: Costs): LeastCosts {
  return computed(known, costs, () => {
    const rows = profiles.length > 0 ? cellCount : 0;
    const squares = new Float64Array((LEAST + 1) * rows);
    const isKnown = new Uint8Array(rows);
    const ofProfile = new Map<number, Float64Array>();
    const make = (cell: number) => computed(ofProfile, costs.profile[cell], () => leastSquares(costs, cell));
    const from = (cell: number) => {
      const first = (LEAST + 1) * row[cell];
      if (isKnown[row[cell]] === 0) squares.set(make(cell), first);
      isKnown[row[cell]] = 1;
      return first;
    };
    return { squares, from };
  });
}

/** The number of the sector of a displacement, 0 where it is zero. */
export function sectorOf(x: number, y: number): number {
  const east = x < 0 ? -x : x;
  const north = y < 0 ? -y : y;
  const quadrant = (x < 0 ? 4 * PARTS : 0) + (y < 0 ? 2 * PARTS : 0);
  if (north > east) return quadrant + PARTS + partOf(east / north);
  return east > 0 ? quadrant + partOf(north / east) : 0;
}

function partOf(tangent: number): number {
  return tangent < 1 ? (PARTS * tangent) | 0 : PARTS - 1;
}

function leastSquares(costs: Costs, cell: number): Float64Array {
  const { motion, consumes } = costs;
  const [u, v] = [motion[4 * cell + 2], motion[4 * cell + 3]];
  const bridges = costs.bridgesOf ? costs.bridgesOf(cell) : null;
  const squares = new Float64Array(LEAST + 1).fill(Infinity);
  const best = bestValues(costs, cell);
  for (let k = 0; k < ENDS.length; k++) {
    const { x: ax, y: ay } = ENDS[k];
    const { x: bx, y: by } = ENDS[(k + 1) % ENDS.length];
    const speed = best[k].speed * (1 + SAME_COST) + SAME_COST;
    const seconds = isBetween(u, v, ax, ay, bx, by)
      ? 1 / (speed + Math.hypot(u, v))
      : Math.min(timeUnderWay(speed, u, v, ax, ay), timeUnderWay(speed, u, v, bx, by));
    const direct = (seconds / SECONDS_PER_DAY) * (consumes ? best[k].rate : 1);
    const least = Math.min(direct, bridges ? leastBridged(bridges, ax, ay, bx, by) : Infinity);
    squares[SECTOR[k]] = (least * (1 - SAME_COST)) ** 2;
    squares[LEAST] = Math.min(squares[LEAST], squares[SECTOR[k]]);
  }
  return squares;
}

/** By place in ENDS: the greatest speed and the least rate in the sector that begins there. */
function bestValues(costs: Costs, cell: number): { speed: number; rate: number }[] {
  const at = ENDS.map(({ x, y }) => headingValues(costs, cell, x, y));
  const best = at.map(({ speed, rate }, k) => {
    const next = at[(k + 1) % at.length];
    return { speed: Math.max(speed, next.speed), rate: Math.min(rate, next.rate) };
  });
  const { headings, profile, profiles } = costs;
  const first = 2 * headings * profile[cell];
  for (let k = 0; k < headings; k++) {
    const bearing = ((k + 1) * 2 * Math.PI) / headings;
    const sector = SECTOR.indexOf(sectorOf(Math.sin(bearing), Math.cos(bearing)));
    // a heading between two sectors is at an end of both
    best[sector].speed = Math.max(best[sector].speed, profiles[first + k]);
    best[sector].rate = Math.min(best[sector].rate, profiles[first + headings + k]);
  }
  return best;
}

/** The least cost of a metre on two bearings along the bridges over them; Infinity without bridges. */
function leastBridged(bridges: Float64Array, ax: number, ay: number, bx: number, by: number): number {
  let least = Infinity;
  for (let k = 0; k < bridges.length; k += BRIDGE) {
    const [cx, cy, dx, dy, px, py] = bridges.subarray(k, k + BRIDGE);
    if (isBetween(ax, ay, cx, cy, dx, dy)) least = Math.min(least, px * ax + py * ay);
    if (isBetween(bx, by, cx, cy, dx, dy)) least = Math.min(least, px * bx + py * by);
  }
  return least;
}

/** Whether (x, y) points between a and b, which are less than half a turn apart, clockwise. */
function isBetween(x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean {
  return ax * y <= ay * x && x * by <= y * bx;
}
