/** The area that some polygons cover together, in the longitudes of a mesh (−180…180): what of it is inside a box. */
import Flatbush from 'flatbush';
import { type Box, type Polygon, turned } from './polygon.ts';

/** Degrees, a tenth of a millimetre: what is thinner is a line. */
const THIN = 1e-9;

/** What a box is to an area; `across` where its border crosses the box. */
export type Place = 'inside' | 'outside' | 'across';

/** Where edges cross a parallel: their longitudes, those of each polygon together. */
interface Parallel {
  readonly lat: number;
  readonly lons: readonly number[];
  readonly polygons: readonly number[];
}

export class Coverage {
  /** Whether there is nothing at all. */
  readonly isEmpty: boolean;
  /** edges × 4: x1, y1, x2, y2. */
  readonly #edge: Float64Array;
  readonly #polygonOf: Int32Array;
  readonly #index: Flatbush | null;
  readonly #boxes: Flatbush | null;
  /** Round all of it. */
  readonly #bounds: Box;
  #parallel: Parallel | null = null;

  constructor(polygons: readonly Polygon[]) {
    const placed = polygons.flatMap(onMesh);
    const count = placed.reduce((n, { rings }) => n + rings.reduce((m, ring) => m + ring.length / 2, 0), 0);
    this.isEmpty = count === 0;
    this.#edge = new Float64Array(4 * count);
    this.#polygonOf = new Int32Array(count);
    this.#index = count === 0 ? null : new Flatbush(count);
    this.#boxes = count === 0 ? null : new Flatbush(placed.length);
    let e = 0;
    placed.forEach(({ rings, bounds }, polygon) => {
      this.#boxes!.add(bounds.west, bounds.south, bounds.east, bounds.north);
      for (const ring of rings) {
        for (let at = 0; at < ring.length; at += 2) {
          const next = at + 2 === ring.length ? 0 : at + 2;
          const edge = [ring[at]!, ring[at + 1]!, ring[next]!, ring[next + 1]!] as const;
          this.#edge.set(edge, 4 * e);
          this.#polygonOf[e++] = polygon;
          const [x1, y1, x2, y2] = edge;
          this.#index!.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
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

  /** Whether the box of any polygon meets a box. */
  isNear({ west, south, east, north }: Box): boolean {
    const all = this.#bounds;
    if (west > all.east || east < all.west || south > all.north || north < all.south) return false;
    return this.#boxes !== null && this.#boxes.search(west, south, east, north).length > 0;
  }

  /** The numbers of the edges whose boxes meet a box. */
  edgesNear({ west, south, east, north }: Box): number[] {
    return this.#index ? this.#index.search(west, south, east, north) : [];
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
    const { lons, polygons } = this.#parallelAt(lat);
    let isOdd = false;
    for (let k = 0; k < lons.length; k++) {
      if (k > 0 && polygons[k] !== polygons[k - 1]) {
        if (isOdd) return true;
        isOdd = false;
      }
      if (lon < lons[k]!) isOdd = !isOdd;
    }
    return isOdd;
  }

  /** Places side by side are asked for one after another. */
  #parallelAt(lat: number): Parallel {
    if (this.#parallel?.lat === lat) return this.#parallel;
    const { west, east } = this.#bounds;
    const lons: number[] = [];
    const polygons: number[] = [];
    for (const e of this.#index?.search(west, lat, east, lat).sort((a, b) => a - b) ?? []) {
      const [x1, y1, x2, y2] = this.edge(e) as unknown as [number, number, number, number];
      if (y1 > lat === y2 > lat) continue;
      lons.push(x1 + ((lat - y1) * (x2 - x1)) / (y2 - y1));
      polygons.push(this.#polygonOf[e]!);
    }
    this.#parallel = { lat, lons, polygons };
    return this.#parallel;
  }

  /**
   * The box round the part of given edges that is inside a box, without edges that only touch its sides; null if there is
   * none.
   */
  borderIn(box: Box, edges: readonly number[]): { border: Box; edges: number[] } | null {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    const inner = {
      west: box.west + THIN,
      south: box.south + THIN,
      east: box.east - THIN,
      north: box.north - THIN,
    };
    const ends = this.#edge;
    const kept: number[] = [];
    for (const e of edges) {
      const [x1, y1, x2, y2] = [ends[4 * e]!, ends[4 * e + 1]!, ends[4 * e + 2]!, ends[4 * e + 3]!];
      // most edges are beside the box
      if ((x1 <= inner.west && x2 <= inner.west) || (x1 >= inner.east && x2 >= inner.east)) continue;
      if ((y1 <= inner.south && y2 <= inner.south) || (y1 >= inner.north && y2 >= inner.north)) continue;
      const part = clip(box, x1, y1, x2, y2);
      if (!part) continue;
      const [from, to] = part;
      const [xa, xb] = [x1 + from * (x2 - x1), to === 1 ? x2 : x1 + to * (x2 - x1)];
      const [ya, yb] = [y1 + from * (y2 - y1), to === 1 ? y2 : y1 + to * (y2 - y1)];
      const [low, high] = [Math.min(xa, xb), Math.max(xa, xb)];
      const [bottom, top] = [Math.min(ya, yb), Math.max(ya, yb)];
      if (high <= inner.west || low >= inner.east || top <= inner.south || bottom >= inner.north) continue;
      kept.push(e);
      west = Math.min(west, low);
      east = Math.max(east, high);
      south = Math.min(south, bottom);
      north = Math.max(north, top);
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

/** The part of an edge, from 0 to 1, that is in a box; null if none is (Liang & Barsky 1984). */
function clip(
  { west, south, east, north }: Box,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): [from: number, to: number] | null {
  let [from, to] = [0, 1];
  const cut = (along: number, room: number) => {
    if (along < 0) from = Math.max(from, room / along);
    else if (along > 0) to = Math.min(to, room / along);
    else if (room < 0) to = -1;
  };
  cut(x1 - x2, x1 - west);
  cut(x2 - x1, east - x1);
  cut(y1 - y2, y1 - south);
  cut(y2 - y1, north - y1);
  return from <= to ? [from, to] : null;
}
