/** A path given by its points, in a changing sea: cut where it passes from cell to cell, each piece in the cell where it costs least. */
import { departure, type LatLon, type Point } from '../geometry/sphere.ts';
import { cellBeyond, edgesOf, isOnEdge } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from '../path/chain.ts';
import { cutLeg, holdsPiece, PathNotSailable } from '../path/evaluate.ts';
import { Passage } from './passage.ts';
import { type Aim, type Sea, sliceAt } from './sea.ts';

/** By leg, where each piece leads, and its cell. */
export type DatedPieces = readonly (readonly { readonly to: Point; readonly cell: number }[])[];

/** A path leads into a cell that is closed when it comes there. */
export class PathClosed extends Error {
  override readonly name = 'PathClosed';
  readonly place: LatLon;
  /** Days. */
  readonly time: number;
  /** From 1. */
  readonly leg: number;

  constructor([lon, lat]: Point, time: number, leg: number) {
    super(`The path can't be sailed at (${lat}, ${lon}): the cell is closed then.`);
    this.place = { lat, lon };
    this.time = time;
    this.leg = leg;
  }
}

/** Days, a minute: times are often rounded to it, so that a vessel that was to wait until a cell opens comes a moment before. */
const MOMENT = 1 / 1440;

/**
 * @param coordinates joined by rhumb lines
 * @param mayWait whether a cell that is closed and opens later is waited for longer than a moment
 * @param aim of two cells along a leg, the one that costs less by it is taken
 * @param stayDays by point: how long the vessel stays there
 * @throws PathNotSailable, PathClosed
 */
export function cutDated(
  sea: Sea,
  coordinates: readonly Point[],
  start: number,
  mayWait = true,
  aim: Aim = 'days',
  stayDays: readonly number[] = [],
): DatedPieces {
  const { mesh } = sea;
  const passage = new Passage(sea, aim);
  let now = start;
  // the cell that the vessel is in
  let last = -1;
  let leg = 0;
  const choose = (cells: readonly number[], piece: readonly [Point, Point, Point]) => {
    const { x, y } = departure(piece[0], piece[2]);
    let [best, least, ends] = [-1, Infinity, Infinity];
    const endIn = (cell: number) =>
      cell === last ? passage.onward(cell, x, y, now) : passage.through(cell, x, y, now, 1, last);
    for (const cell of cells) {
      if (cell >= mesh.openCount) break;
      const end = holdsPiece(mesh, cell, piece) ? endIn(cell) : Infinity;
      const cost = end === Infinity || aim === 'days' ? end : passage.consumed;
      if (cost < least) [best, least, ends] = [cell, cost, end];
    }
    const { open } = sea.slices[sliceAt(sea, now)];
    const isClosed = (cell: number) =>
      cell < mesh.openCount && open[cell] === 0 && holdsPiece(mesh, cell, piece);
    const isWaitedFor = best >= 0 && endIn(best) < Infinity && passage.waited > MOMENT;
    if (!mayWait && (isWaitedFor || (best < 0 && cells.some(isClosed))))
      throw new PathClosed(piece[1], now, leg);
    [now, last] = [ends, best];
    return best;
  };
  return coordinates.slice(1).map((to, k) => {
    leg = k + 1;
    now += stayDays[k] ?? 0;
    return cutLeg(mesh, choose, coordinates[k], to, leg);
  });
}

/** Null where a path can't be sailed. */
export function sailable<T>(path: () => T): T | null {
  try {
    return path();
  } catch (error) {
    if (error instanceof PathNotSailable) return null;
    throw error;
  }
}

/** The chain of a path: its crossings can slide, and its bends inside cells are left out. Null if it can't be sailed. */
export function chainAlong(sea: Sea, aim: Aim, coordinates: readonly Point[], start: number): Chain | null {
  const { mesh } = sea;
  const pieces = sailable(() => cutDated(sea, coordinates, start, true, aim).flat());
  if (!pieces) return null;
  const chain = new Chain(pieces.length + 1);
  chain.pushFixed(...coordinates[0], -1);
  for (let k = 0; k < pieces.length; k++) {
    const { to, cell } = pieces[k];
    const next = pieces[k + 1]?.cell;
    if (next === undefined) chain.pushFixed(...to, cell);
    else if (next !== cell) {
      const edge = edgeBetween(mesh, cell, next, to);
      if (edge < 0) chain.pushFixed(...to, cell);
      else chain.pushOnEdge(mesh, edge, mesh.edgeVertical[edge] === 1 ? to[1] : to[0], cell);
    }
  }
  return chain;
}

/** The edge between two cells on which a point lies, −1 = none. */
function edgeBetween(mesh: Mesh, cell: number, next: number, [lon, lat]: Point): number {
  for (const edge of edgesOf(mesh, cell)) {
    if (cellBeyond(mesh, edge, cell) === next && isOnEdge(mesh, edge, lon, lat)) return edge;
  }
  return -1;
}
