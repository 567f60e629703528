/** The area that some polygons cover together, in the longitudes of a mesh (−180…180): what of it is inside a box. */
import Flatbush from 'flatbush';
import { LatitudeBands } from './latitude-bands.ts';
import { type Box, type Polygon, type Ring, turned } from './polygon.ts';

/** Degrees, a tenth of a millimetre: what is thinner is a line. */
const THIN = 1e-9;

/** What a box is to an area; `across` where its border crosses the box. */
export type Place = 'inside' | 'outside' | 'across';

/** So many edges of a ring, one after another, have one box in the index: it is made in a tenth of the time and memory. */
const RUN = 12;

export class Coverage {
  /** Whether there is nothing at all. */
  readonly isEmpty: boolean;
  /** edges × 4: x1, y1, x2, y2. */
  readonly #edge: Float64Array;
  readonly #polygonOf: Int32Array;
  /** By run of edges: its first; one more at the end. */
  readonly #runs: Int32Array;
  /** The boxes of the runs. */
  readonly #index: Flatbush | null;
  readonly #boxes: Flatbush | null;
  /** Round all of it. */
  readonly #bounds: Box;
  #bands: LatitudeBands | null = null;

  constructor(polygons: readonly Polygon[]) {
    const placed = polygons.flatMap(onMesh);
    const rings = placed.flatMap((polygon) => polygon.rings);
    const count = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
    this.isEmpty = count === 0;
    this.#edge = new Float64Array(4 * count);
    this.#polygonOf = new Int32Array(count);
    const runs = rings.reduce((sum, ring) => sum + Math.ceil(ring.length / 2 / RUN), 0);
    this.#runs = new Int32Array(runs + 1).fill(count);
    this.#index = count === 0 ? null : new Flatbush(runs);
    this.#boxes = count === 0 ? null : new Flatbush(placed.length);
    let [e, run] = [0, 0];
    placed.forEach(({ rings, bounds }, polygon) => {
      this.#boxes!.add(bounds.west, bounds.south, bounds.east, bounds.north);
      for (const ring of rings) {
        this.#polygonOf.fill(polygon, e, e + ring.length / 2);
        for (let at = 0; at < ring.length; at += 2 * RUN) {
          this.#runs[run++] = e;
          e = this.#addRun(ring, at, e);
        }
      }
    });
    this.#index?.finish();
    this.#boxes?.finish();
    this.#bounds = {
      west: Math.min(...placed.map(({ bounds }) => bounds.west)),
      south: Math.min(...placed.map(({ bounds }) => bounds.south)),
      east: Math.max(...placed.map(({ bounds }) => bounds.east)),
      north: Math.max(...placed.map(({ bounds }) => bounds.north)),
    };
  }

  /** @param e the number of its first edge. @returns that of the next run */
  #addRun(ring: Ring, from: number, e: number): number {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    const end = Math.min(ring.length, from + 2 * RUN);
    let [x, y] = [ring[from]!, ring[from + 1]!];
    for (let at = from; at < end; at += 2, e++) {
      const next = at + 2 === ring.length ? 0 : at + 2;
      const [toX, toY] = [ring[next]!, ring[next + 1]!];
      this.#edge[4 * e] = x;
      this.#edge[4 * e + 1] = y;
      this.#edge[4 * e + 2] = toX;
      this.#edge[4 * e + 3] = toY;
      west = Math.min(west, x, toX);
      east = Math.max(east, x, toX);
      south = Math.min(south, y, toY);
      north = Math.max(north, y, toY);
      [x, y] = [toX, toY];
    }
    this.#index!.add(west, south, east, north);
    return e;
  }

  /** Whether the box of any polygon meets a box. */
  isNear({ west, south, east, north }: Box): boolean {
    const all = this.#bounds;
    if (west > all.east || east < all.west || south > all.north || north < all.south) return false;
    return this.#boxes !== null && this.#boxes.search(west, south, east, north).length > 0;
  }

  /** The numbers of the edges whose boxes meet a box. */
  edgesNear({ west, south, east, north }: Box): number[] {
    const near: number[] = [];
    const ends = this.#edge;
    for (const run of this.#index?.search(west, south, east, north) ?? []) {
      for (let e = this.#runs[run]!; e < this.#runs[run + 1]!; e++) {
        const [x1, y1, x2, y2] = [ends[4 * e]!, ends[4 * e + 1]!, ends[4 * e + 2]!, ends[4 * e + 3]!];
        if ((x1 < west && x2 < west) || (x1 > east && x2 > east)) continue;
        if ((y1 < south && y2 < south) || (y1 > north && y2 > north)) continue;
        near.push(e);
      }
    }
    return near;
  }

  get edgeCount(): number {
    return this.#polygonOf.length;
  }

  /** Ends of an edge: x1, y1, x2, y2, degrees. */
  edge(e: number): Float64Array {
    return this.#edge.subarray(4 * e, 4 * e + 4);
  }

  /** Whether a point is inside: of some polygon, an odd number of edges lies east of it. */
  contains(lon: number, lat: number): boolean {
    if (this.isEmpty) return false;
    this.#bands ??= new LatitudeBands(this.#edge, this.#bounds.south, this.#bounds.north);
    const ends = this.#edge;
    let isOdd = false;
    let polygon = -1;
    for (const e of this.#bands.near(lat)) {
      const [y1, y2] = [ends[4 * e + 1]!, ends[4 * e + 3]!];
      if (y1 > lat === y2 > lat) continue;
      if (this.#polygonOf[e] !== polygon) {
        if (isOdd) return true;
        polygon = this.#polygonOf[e]!;
      }
      const x1 = ends[4 * e]!;
      if (lon < x1 + ((lat - y1) * (ends[4 * e + 2]! - x1)) / (y2 - y1)) isOdd = !isOdd;
    }
    return isOdd;
  }

  /**
   * The box round the part of given edges that is inside a box, without edges that only touch its sides; null if there is
   * none.
   */
  borderIn(box: Box, edges: readonly number[]): { border: Box; edges: number[] } | null {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    const [innerWest, innerEast] = [box.west + THIN, box.east - THIN];
    const [innerSouth, innerNorth] = [box.south + THIN, box.north - THIN];
    const ends = this.#edge;
    const kept: number[] = [];
    for (let k = 0; k < edges.length; k++) {
      const e = edges[k]!;
      const x1 = ends[4 * e]!;
      const x2 = ends[4 * e + 2]!;
      // most edges are beside the box
      if (x1 < x2 ? x2 <= innerWest || x1 >= innerEast : x1 <= innerWest || x2 >= innerEast) continue;
      const y1 = ends[4 * e + 1]!;
      const y2 = ends[4 * e + 3]!;
      if (y1 < y2 ? y2 <= innerSouth || y1 >= innerNorth : y1 <= innerSouth || y2 >= innerNorth) continue;
      const { from, to } = clip(box, x1, y1, x2, y2);
      if (from > to) continue;
      const xa = x1 + from * (x2 - x1);
      const ya = y1 + from * (y2 - y1);
      const xb = to === 1 ? x2 : x1 + to * (x2 - x1);
      const yb = to === 1 ? y2 : y1 + to * (y2 - y1);
      const [low, high] = xa < xb ? [xa, xb] : [xb, xa];
      const [bottom, top] = ya < yb ? [ya, yb] : [yb, ya];
      if (high <= innerWest || low >= innerEast || top <= innerSouth || bottom >= innerNorth) continue;
      kept.push(e);
      if (low < west) west = low;
      if (high > east) east = high;
      if (bottom < south) south = bottom;
      if (top > north) north = top;
    }
    if (kept.length === 0) return null;
    const border = {
      west: Math.max(west, box.west),
      south: Math.max(south, box.south),
      east: Math.min(east, box.east),
      north: Math.min(north, box.north),
    };
    return { border, edges: kept };
  }
}

/** The polygon on each turn of longitude on which it meets −180…180. */
const onMesh = (polygon: Polygon): Polygon[] =>
  turnsOnMesh(polygon.bounds).map((turns) => turned(polygon, turns));

/** The turns to the east by which longitudes meet −180…180. */
export function turnsOnMesh({ west, east }: Pick<Box, 'west' | 'east'>): number[] {
  const all: number[] = [];
  for (let turns = Math.ceil((-180 - east) / 360); west + 360 * turns <= 180; turns++) all.push(turns);
  return all;
}

/** The part of an edge, from 0 to 1, that is in a box; none is where it ends before it begins (Liang & Barsky 1984). */
function clip(box: Box, x1: number, y1: number, x2: number, y2: number): { from: number; to: number } {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const none = { from: 1, to: 0 };
  let [from, to] = [0, 1];
  if (dx > 0) {
    from = Math.max(from, (box.west - x1) / dx);
    to = Math.min(to, (box.east - x1) / dx);
  } else if (dx < 0) {
    from = Math.max(from, (box.east - x1) / dx);
    to = Math.min(to, (box.west - x1) / dx);
  } else if (x1 < box.west || x1 > box.east) return none;
  if (dy > 0) {
    from = Math.max(from, (box.south - y1) / dy);
    to = Math.min(to, (box.north - y1) / dy);
  } else if (dy < 0) {
    from = Math.max(from, (box.north - y1) / dy);
    to = Math.min(to, (box.south - y1) / dy);
  } else if (y1 < box.south || y1 > box.north) return none;
  return { from, to };
}
