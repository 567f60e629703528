/**
 * Evaluates the cost of any path: its rhumb lines are cut where they pass from cell to cell, and each piece
 * is sailed in the cheapest open cell that contains it (a piece along a shared edge is in two cells).
 */
import { type Costs, legCost, sail } from '../cost/cost.ts';
import { MercatorLine } from '../geometry/mercator-line.ts';
import { departure, type LatLon, type Point, shortWayDegrees } from '../geometry/sphere.ts';
import { cellsBetween } from '../mesh/locate.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { ROUNDED } from '../tolerances.ts';
import { type Track, trackOf } from './track.ts';

/** A path leaves the mesh, or enters a closed cell. */
export class PathNotSailable extends Error {
  override readonly name = 'PathNotSailable';
  readonly place: LatLon;
  /** Number of cells along the leg. */
  readonly cells: number;
  /** From 1: the leg between the first two points. */
  readonly leg: number;

  constructor([lon, lat]: Point, cells: number, leg: number) {
    super(
      `The path can't be sailed at (${lat}, ${lon}): there is no open cell, or no way against its current.`,
    );
    this.place = { lat, lon };
    this.cells = cells;
    this.leg = leg;
  }
}

/**
 * @param coordinates [lon, lat], degrees, joined by rhumb lines
 * @throws PathNotSailable
 */
export function evaluatePath(mesh: Mesh, costs: Costs, coordinates: readonly Point[]): Track {
  const pieces = cutPath(mesh, costs, coordinates);
  return trackOf(mesh, costs, pieces.coordinates, pieces.cells);
}

/** Cuts a path where it passes from cell to cell; `cells` has one of the mesh's cells per leg. */
export function cutPath(
  mesh: Mesh,
  costs: Costs,
  coordinates: readonly Point[],
): { coordinates: Point[]; cells: number[] } {
  const choose: ChooseCell = (cells, piece) => cheapestCell(mesh, costs, cells, piece);
  const pieces = coordinates.slice(1).flatMap((to, k) => cutLeg(mesh, choose, coordinates[k], to, k + 1));
  const points = [...coordinates.slice(0, 1), ...pieces.map(({ to }) => to)];
  return { coordinates: points, cells: pieces.map(({ cell }) => cell) };
}

/** The one of some cells, ascending, in which a piece is sailed that is given by both ends and its middle; −1 = none. */
export type ChooseCell = (cells: readonly number[], piece: readonly [Point, Point, Point]) => number;

/** The pieces of one leg, each in one cell; cells are chosen from the first piece to the last. */
export function cutLeg(
  mesh: Mesh,
  choose: ChooseCell,
  from: Point,
  to: Point,
  leg: number,
): { to: Point; cell: number }[] {
  const line = new MercatorLine(from, to);
  const cells = cellsAlong(mesh, line);
  const cuts = [0, 1];
  for (const cell of cells) for (const t of clip(mesh, cell, line)) if (t > 0 && t < 1) cuts.push(t);
  cuts.sort((a, b) => a - b);
  const pieces: { to: Point; cell: number }[] = [];
  const length = Math.max(Math.abs(line.Δlon), Math.abs(line.Δlat));
  let begin = 0;
  for (let k = 1; k < cuts.length; k++) {
    const isLast = k === cuts.length - 1;
    // the same border crossing computed from two cells, or a leg of zero length
    if (!isLast && (cuts[k] - begin) * length < ROUNDED) continue;
    if (isLast && pieces.length > 0 && (1 - begin) * length < ROUNDED) {
      pieces[pieces.length - 1].to = to;
      continue;
    }
    const end = isLast ? to : line.at(cuts[k]);
    const middle = line.at(0.5 * (begin + cuts[k]));
    const cell = choose(cells, [line.at(begin), middle, end]);
    if (cell < 0) throw new PathNotSailable(middle, cells.length, leg);
    const last = pieces.at(-1);
    if (last?.cell === cell) last.to = end;
    else pieces.push({ to: end, cell });
    begin = cuts[k];
  }
  return pieces;
}

/** The cells that a line passes, or that are beside it, ascending: those in boxes round pieces of it. */
function cellsAlong(mesh: Mesh, line: MercatorLine): number[] {
  const { from, Δlon, Δlat } = line;
  const count = Math.ceil(Math.max(Math.abs(Δlon) / mesh.grid[2], Math.abs(Δlat) / mesh.grid[3])) || 1;
  const place = (k: number) => ({ lon: from[0] + (k / count) * Δlon, lat: line.latAt(k / count) });
  const cells = new Set<number>();
  for (let k = 0; k < count; k++) {
    for (const cell of cellsBetween(mesh, place(k), place(k + 1), 3 * ROUNDED)) cells.add(cell);
  }
  return [...cells].sort((a, b) => a - b);
}

/** Whether a piece, given by both ends and its middle, lies in a cell, up to rounding. */
export function holdsPiece(
  mesh: Mesh,
  cell: number,
  [a, middle, b]: readonly [Point, Point, Point],
): boolean {
  const isIn = contains(mesh, cell, middle, ROUNDED);
  return isIn && contains(mesh, cell, a, 3 * ROUNDED) && contains(mesh, cell, b, 3 * ROUNDED);
}

/** Whether a cell contains a point, or misses it by no more than a slack, degrees. */
export function contains({ bounds }: Mesh, cell: number, [lon, lat]: Point, slack: number): boolean {
  const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4);
  const apart = Math.abs(shortWayDegrees(lon - 0.5 * (west + east)));
  return apart <= 0.5 * (east - west) + slack && lat >= south - slack && lat <= north + slack;
}

/**
 * Where a line crosses the parallels and meridians of the four sides of a cell, as fractions of the line;
 * meridians are also tried 360° to either side.
 */
function clip({ bounds }: Mesh, cell: number, line: MercatorLine): number[] {
  const cuts: number[] = [];
  if (line.Δlat !== 0) for (const k of [1, 3]) cuts.push(line.partAtParallel(bounds[4 * cell + k]));
  if (line.Δlon !== 0) {
    for (const k of [0, 2]) {
      const east = bounds[4 * cell + k] - line.from[0];
      for (const turn of [-360, 0, 360]) cuts.push(line.partAtMeridian(east + turn));
    }
  }
  return cuts;
}

/**
 * The cheapest open one of some cells that contains a piece, given by both ends and its middle; if costs are equal, the one with
 * the least consumption. −1 = none.
 */
function cheapestCell(
  mesh: Mesh,
  costs: Costs,
  cells: readonly number[],
  [a, middle, b]: readonly [Point, Point, Point],
): number {
  const { x, y } = departure(a, b);
  const consumes = (cell: number) => sail(costs, cell, x, y).consumption;
  let [best, least] = [-1, Infinity];
  for (const cell of cells) {
    if (cell >= mesh.openCount) break;
    const cost = holdsPiece(mesh, cell, [a, middle, b]) ? legCost(costs, cell, x, y) : Infinity;
    const isCheaper = cost < least || (cost === least && best >= 0 && consumes(cell) < consumes(best));
    if (isCheaper) [best, least] = [cell, cost];
  }
  return best;
}
