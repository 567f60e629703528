/**
 * The part of one cell in which a value is at most a limit, for a value that is known at every point: by marching over the
 * triangles between points inside the cell and on its border. Each place where the contour crosses the side of a triangle
 * is found on that side, not interpolated, and a chord that leaves the contour gets further points.
 *
 * Two cells find the same places on the side that they share, as the value there is that by way of either.
 */
import { EARTH_RADIUS_M, type LatLon, RADIANS } from '../../engine/geometry/sphere.ts';
import type { Care } from './care.ts';
import { type Bounds, CellPoints, type CellTask, type Triangle } from './cell-points.ts';
import { type Position, rounded } from './position.ts';
import { rootBetween } from './root-between.ts';
import { excessOver, type ValueField } from './value-field.ts';

/** The middle of a chord may be off by this part of the scale. */
const CHORD_EXACTNESS = 5e-4;
/**
 * Metres by which it may be off in any case. Where the area of another origin begins, the value jumps, so that only the
 * place tells how near the line is.
 */
const CHORD_M = 25;

export interface CellContour {
  /** Pieces of the contour, from border to border or closed, with the part below the limit on their left. */
  readonly lines: readonly (readonly Position[])[];
  /** Stretches of the cell's border below the limit, counterclockwise. */
  readonly sides: readonly (readonly [from: Position, to: Position])[];
}

export function contourInCell(values: ValueField, cell: number, task: CellTask): CellContour {
  return new CellMarch(values, cell, task).march();
}

class CellMarch {
  readonly #values: ValueField;
  readonly #cell: number;
  readonly #bounds: Bounds;
  readonly #limit: number;
  readonly #scale: number;
  readonly #care: Care;
  readonly #isShared: boolean;
  readonly #points: CellPoints;
  /** By side of a triangle: where the contour crosses it. */
  readonly #crossings = new Map<number, Position>();
  /** By crossing: the next one along the contour. */
  readonly #next = new Map<number, number>();

  constructor(values: ValueField, cell: number, task: CellTask) {
    this.#values = values;
    this.#cell = cell;
    this.#bounds = task.bounds;
    this.#limit = task.limit;
    this.#scale = task.scale;
    this.#care = task.care;
    this.#isShared = values.isShared(cell);
    this.#points = new CellPoints(values, cell, task);
  }

  march(): CellContour {
    for (const triangle of this.#points.triangles()) this.#cross(triangle);
    return { lines: this.#lines(), sides: this.#sides() };
  }

  #cross(points: Triangle): void {
    const inside = points.filter((p) => this.#isIn(p));
    if (inside.length === 0 || inside.length === 3) return;
    const isAlone = inside.length === 1;
    const k = points.findIndex((p) => this.#isIn(p) === isAlone);
    const [own, next, last] = [points[k]!, points[(k + 1) % 3]!, points[(k + 2) % 3]!];
    const [out, back] = [this.#crossing(own, next), this.#crossing(own, last)];
    if (isAlone) this.#next.set(out, back);
    else this.#next.set(back, out);
  }

  #isIn(point: number): boolean {
    return this.#points.excess[point]! <= 0;
  }

  /** The number of the side between two points, where the contour crosses it. */
  #crossing(p: number, q: number): number {
    // in the same direction from either cell of a side
    const { lon, lat } = this.#points;
    const isForward = lon[p] === lon[q] ? lat[p]! < lat[q]! : lon[p]! < lon[q]!;
    const [a, b] = isForward ? [p, q] : [q, p];
    const side = a * this.#points.lon.length + b;
    if (!this.#crossings.has(side)) this.#crossings.set(side, this.#findCrossing(a, b));
    return side;
  }

  #findCrossing(a: number, b: number): Position {
    const { lon, lat, excess: known, border } = this.#points;
    const isOnBorder = a < border.length && b < border.length;
    const at = (part: number) => ({
      lon: lon[a]! + part * (lon[b]! - lon[a]!),
      lat: lat[a]! + part * (lat[b]! - lat[a]!),
    });
    const excess = (part: number) =>
      isOnBorder ? excessOver(this.#limit, this.#values.at(at(part))) : this.#excessAt(at(part));
    // of a point on the border it is known how far it is from the limit, not how far from the area of another origin
    const isKnown = (p: number) =>
      known[p]! < Infinity && (known[p]! > 0 || p >= border.length || !this.#isShared);
    // a point that is inside stays so: by a last leg from beside it another origin may be a little nearer
    const [first, last] = [a, b].map((p, part) =>
      isKnown(p) ? known[p]! : known[p]! <= 0 ? Math.min(0, excess(part)) : excess(part),
    );
    const found = at(rootBetween(excess, first!, last!, this.#care.exactness * this.#scale));
    return rounded(found.lon, found.lat);
  }

  #excessAt(at: LatLon): number {
    return excessOver(this.#limit, this.#values.inCell(this.#cell, at));
  }

  #lines(): Position[][] {
    const lines: Position[][] = [];
    const entered = new Set(this.#next.values());
    const starts = [...this.#next.keys()].filter((side) => !entered.has(side));
    const follow = (start: number) => {
      const line = [this.#crossings.get(start)!];
      for (let side = this.#take(start); side !== undefined; side = this.#take(side)) {
        this.#bend(line, line.at(-1)!, this.#crossings.get(side)!, this.#care.halvings);
      }
      if (line.length > 1) lines.push(line);
    };
    for (const start of starts) follow(start);
    for (const start of [...this.#next.keys()]) if (this.#next.has(start)) follow(start);
    return lines;
  }

  #take(side: number): number | undefined {
    const next = this.#next.get(side);
    this.#next.delete(side);
    return next;
  }

  /** Adds the contour between two of its points to a line: straight, or with further points where that is too far off. */
  #bend(line: Position[], from: Position, to: Position, halvings: number): void {
    const middle = halvings > 0 ? this.#offChord(from, to) : null;
    if (!middle) {
      line.push(to);
      return;
    }
    this.#bend(line, from, middle, halvings - 1);
    this.#bend(line, middle, to, halvings - 1);
  }

  /** The point of the contour beside the middle of a chord; null where the chord is near enough to it. */
  #offChord([lon0, lat0]: Position, [lon1, lat1]: Position): Position | null {
    const [west, south, east, north] = this.#bounds;
    const stretch = Math.cos(((lat0 + lat1) * Math.PI) / 360);
    const [x, y] = [(lon1 - lon0) * stretch, lat1 - lat0];
    const at = (part: number) => ({
      lon: Math.min(east, Math.max(west, 0.5 * (lon0 + lon1) - (part * y) / stretch)),
      lat: Math.min(north, Math.max(south, 0.5 * (lat0 + lat1) + part * x)),
    });
    const excess = (part: number) => this.#excessAt(at(part));
    const own = excess(0);
    if (!(Math.abs(own) > CHORD_EXACTNESS * this.#scale) || !Number.isFinite(own)) return null;
    // what is below the limit lies on the left
    const side = own > 0 ? 0.5 : -0.5;
    const near = CHORD_M / (Math.hypot(x, y) * RADIANS * EARTH_RADIUS_M);
    if (near >= 0.5 || own > 0 !== excess(2 * side * near) > 0) return null;
    const other = excess(side);
    if (own > 0 === other > 0) return null;
    const { lon, lat } = at(
      side * rootBetween((part) => excess(side * part), own, other, this.#care.exactness * this.#scale),
    );
    return rounded(lon, lat);
  }

  #sides(): [Position, Position][] {
    const sides: [Position, Position][] = [];
    const { lon, lat, border } = this.#points;
    const place = (p: number) => rounded(lon[p]!, lat[p]!);
    for (let k = 0; k < border.length; k++) {
      const [a, b] = [border[k]!, border[(k + 1) % border.length]!];
      if (this.#isIn(a) && this.#isIn(b)) sides.push([place(a), place(b)]);
      else if (this.#isIn(a)) sides.push([place(a), this.#crossings.get(this.#crossing(a, b))!]);
      else if (this.#isIn(b)) sides.push([this.#crossings.get(this.#crossing(a, b))!, place(b)]);
    }
    return sides;
  }
}
