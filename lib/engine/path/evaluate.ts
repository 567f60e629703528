/**
 * Evaluates the cost of any path: its rhumb lines are cut where they pass from cell to cell, and each piece
 * is sailed in the cheapest open cell that contains it (a piece along a shared edge is in two cells).
 */
import { type Costs, legCost, sail } from '../cost/cost.ts';
import { MercatorLine } from '../geometry/mercator-line.ts';
import { departure, type LatLon, type Point } from '../geometry/sphere.ts';
import { cellsAt } from '../mesh/locate.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { ROUNDED } from '../tolerances.ts';
import { type Track, trackOf } from './track.ts';

/** A path leaves the mesh, or enters a closed cell. */
export class PathNotSailable extends Error {
  override readonly name = 'PathNotSailable';
  readonly place: LatLon;

  constructor([lon, lat]: Point) {
    super(
      `The path can't be sailed at (${lat}, ${lon}): there is no open cell, or no way against its current.`,
    );
    this.place = { lat, lon };
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
  const pieces = coordinates.slice(1).flatMap((to, k) => cutLeg(mesh, costs, coordinates[k], to));
  const points = [...coordinates.slice(0, 1), ...pieces.map(({ to }) => to)];
  return { coordinates: points, cells: pieces.map(({ cell }) => cell) };
}

/** The pieces of one leg, each in one cell. */
function cutLeg(mesh: Mesh, costs: Costs, from: Point, to: Point): { to: Point; cell: number }[] {
  const line = new MercatorLine(from, to);
  const candidates = cellsAlong(mesh, line);
  const cuts = [0, 1];
  for (const cell of candidates) for (const t of clip(mesh, cell, line)) if (t > 0 && t < 1) cuts.push(t);
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
    const cell = cheapestCell(mesh, costs, line.at(begin), end, line.at(0.5 * (begin + cuts[k])));
    if (cell < 0) throw new PathNotSailable(line.at(0.5 * (begin + cuts[k])));
    const last = pieces.at(-1);
    if (last?.cell === cell) last.to = end;
    else pieces.push({ to: end, cell });
    begin = cuts[k];
  }
  return pieces;
}

/**
 * The cells near a line: those found at points along it that are at most two buckets of the point index apart. Near a
 * pole equal parts of it in Mercator's projection differ too much in latitude.
 */
function cellsAlong(mesh: Mesh, line: MercatorLine): Set<number> {
  const cells = new Set<number>();
  const reach = Math.max(mesh.grid[2], mesh.grid[3]);
  const steps = Math.ceil((2 * Math.max(Math.abs(line.Δlon), Math.abs(line.Δlat))) / reach) + 1;
  const add = ([lon, lat]: Point) => {
    for (const cell of cellsAt(mesh, { lon, lat }, reach)) cells.add(cell);
  };
  for (let k = 0; k <= steps; k++) {
    add(line.at(k / steps));
    if (line.Δlat !== 0) add(line.at(line.partAtParallel(line.from[1] + (k / steps) * line.Δlat)));
  }
  return cells;
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
 * The cheapest open cell that contains the piece from a to b; if costs are equal, the one with the least
 * consumption. −1 = none.
 */
function cheapestCell(mesh: Mesh, costs: Costs, a: Point, b: Point, middle: Point): number {
  const { x, y } = departure(a, b);
  const ends = [a, b].map(([lon, lat]) => cellsAt(mesh, { lon, lat }, 3 * ROUNDED));
  const consumes = (cell: number) => sail(costs, cell, x, y).consumption;
  let best = -1;
  let least = Infinity;
  for (const cell of cellsAt(mesh, { lon: middle[0], lat: middle[1] }, ROUNDED)) {
    if (cell >= mesh.openCount) break;
    if (!ends.every((at) => at.includes(cell))) continue;
    const cost = legCost(costs, cell, x, y);
    const isCheaper = cost < least || (cost === least && best >= 0 && consumes(cell) < consumes(best));
    if (isCheaper) [best, least] = [cell, cost];
  }
  return best;
}
