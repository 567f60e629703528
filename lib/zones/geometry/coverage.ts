/** The area that some polygons cover together, in the longitudes of a mesh (−180…180): what of it is inside a box. */
import Flatbush from 'flatbush';
import { Edges, endsOf } from './edges.ts';
import { LatitudeBands } from './latitude-bands.ts';
import { type Box, type Polygon, turned } from './polygon.ts';

/** What a box is to an area; `across` where its border crosses the box. */
export type Place = 'inside' | 'outside' | 'across';

export class Coverage {
  readonly #edges: Edges;
  readonly #polygonOf: Int32Array;
  readonly #polygons: readonly Box[];
  #boxes: Flatbush | null = null;
  #bands: LatitudeBands | null = null;

  constructor(polygons: readonly Polygon[]) {
    const placed = polygons.flatMap(onMesh);
    this.#edges = new Edges(endsOf(placed.flatMap(({ rings }) => rings)));
    this.#polygonOf = new Int32Array(this.#edges.count);
    let e = 0;
    placed.forEach(({ rings }, polygon) => {
      const first = e;
      for (const ring of rings) e += ring.length / 2;
      this.#polygonOf.fill(polygon, first, e);
    });
    this.#polygons = placed.map(({ bounds }) => bounds);
  }

  /** Whether the box of any polygon meets a box. */
  isNear({ west, south, east, north }: Box): boolean {
    if (this.#polygons.length === 0) return false;
    this.#boxes ??= indexOf(this.#polygons);
    return this.#boxes.search(west, south, east, north).length > 0;
  }

  /** The numbers of the edges whose boxes meet a box. */
  edgesNear(box: Box): number[] {
    return this.#edges.near(box);
  }

  /** Ends of an edge: x1, y1, x2, y2, degrees. */
  edge(e: number): Float64Array {
    return this.#edges.ends.subarray(4 * e, 4 * e + 4);
  }

  /** Whether a point is inside: of some polygon, an odd number of edges lies east of it. */
  contains(lon: number, lat: number): boolean {
    const { ends } = this.#edges;
    this.#bands ??= new LatitudeBands(ends);
    const { start, edges } = this.#bands;
    const band = this.#bands.bandOf(lat);
    let isOdd = false;
    let polygon = -1;
    for (let k = start[band]!; k < start[band + 1]!; k++) {
      const e = edges[k]!;
      const y1 = ends[4 * e + 1]!;
      const y2 = ends[4 * e + 3]!;
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

  /** The box round the part of given edges that is inside a box, without those that only touch its sides; null if there is none. */
  borderIn(box: Box, edges: readonly number[]): { border: Box; edges: number[] } | null {
    return this.#edges.borderIn(box, edges);
  }
}

function indexOf(boxes: readonly Box[]): Flatbush {
  const index = new Flatbush(boxes.length);
  for (const { west, south, east, north } of boxes) index.add(west, south, east, north);
  index.finish();
  return index;
}

/** The polygon on each turn of longitude on which it meets −180…180. */
export const onMesh = (polygon: Polygon): Polygon[] =>
  turnsOnMesh(polygon.bounds).map((turns) => turned(polygon, turns));

/** The turns to the east by which longitudes meet −180…180. */
export function turnsOnMesh({ west, east }: Pick<Box, 'west' | 'east'>): number[] {
  const all: number[] = [];
  for (let turns = Math.ceil((-180 - east) / 360); west + 360 * turns <= 180; turns++) all.push(turns);
  return all;
}
