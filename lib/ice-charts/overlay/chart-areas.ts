/** The areas of an ice chart on a mesh: which of them a place is in, and where their borders are. */
import Flatbush from 'flatbush';
import { RADIANS } from '../../engine/geometry/sphere.ts';
import { Coverage, onMesh, turnsOnMesh } from '../../zones/geometry/coverage.ts';
import { Edges, endsOf } from '../../zones/geometry/edges.ts';
import { type Box, boxAt, type Polygon, polygonOf } from '../../zones/geometry/polygon.ts';
import { halvesBeside, METRES_PER_DEGREE } from '../../zones/mesh/divide-box.ts';
import { CodeCount, type Ice, iceOf } from '../egg.ts';
import type { IceChart } from '../ice-chart.ts';
import { NO_AREA, type Pieces } from './pieces.ts';

/** What `cut` answers of a box with several areas in it. */
const SEVERAL = -2;

export class ChartAreas {
  /** By area: the ice in it. */
  readonly ice: readonly Ice[];
  private readonly polygons: readonly (readonly Polygon[])[];
  private readonly covers: (Coverage | undefined)[] = [];
  private readonly borders: Edges;
  /** Round all cells. */
  private readonly mesh: Box;
  private readonly index: Flatbush | null;
  /** By entry of the index: its area, ascending, and the box of a part of it. */
  private readonly areaOf: readonly number[];
  private readonly boxes: readonly Box[];

  /** @param bounds west, south, east, north of cells: what is not near any of them is left out */
  constructor({ areas }: Pick<IceChart, 'areas'>, bounds: Float64Array) {
    const mesh = roundAll(bounds);
    this.mesh = mesh;
    const near = areas
      .map(({ egg, polygons }) => ({ ice: iceOf(egg, new CodeCount()), polygons: polygons.map(polygonOf) }))
      .filter(({ ice }) => ice.concentration !== null || ice.thicknessM !== null)
      .map(({ ice, polygons }) => ({
        ice,
        polygons: polygons.filter((each) => boxesOf(each).some((box) => meets(box, mesh))),
      }))
      .filter(({ polygons }) => polygons.length > 0);
    this.ice = near.map(({ ice }) => ice);
    this.polygons = near.map(({ polygons }) => polygons);
    this.borders = new Edges(
      endsOf(
        this.polygons
          .flat()
          .flatMap(onMesh)
          .flatMap(({ rings }) => rings),
      ),
    );
    const entries = this.polygons.flatMap((polygons, area) =>
      polygons.flatMap(boxesOf).map((box) => ({ area, box })),
    );
    this.areaOf = entries.map(({ area }) => area);
    this.boxes = entries.map(({ box }) => box);
    this.index = entries.length === 0 ? null : new Flatbush(entries.length);
    for (const { box } of entries) this.index!.add(box.west, box.south, box.east, box.north);
    this.index?.finish();
  }

  /** The length of all borders on the mesh, metres, about: nearly all are drawn by the areas on both their sides. */
  borderM(): number {
    return 0.5 * lengthIn(this.mesh, this.borders.ends);
  }

  /**
   * Adds the pieces of a cell along the borders in it: none where no area is near.
   *
   * @param row of the cell in the mesh
   * @param reachM how far a piece may reach beyond a border
   */
  divide(box: Box, row: number, reachM: number, pieces: Pieces): void {
    const near = this.near(box);
    if (near.length === 0) return;
    /** Of a part whose edges are listed from `from` to `to`. */
    const cut = (part: Box, from: number, to: number): number => {
      const border = this.borders.listIn(part, from, to);
      const { end } = this.borders;
      const halves = border && halvesBeside(part, border, reachM);
      if (!halves) {
        const area = this.areaAt(0.5 * (part.west + part.east), 0.5 * (part.south + part.north), near);
        pieces.add(part, row, area);
        return area;
      }
      const before = pieces.count;
      const area = cut(halves[0], to, end);
      if (area !== cut(halves[1], to, end) || area === SEVERAL) return SEVERAL;
      pieces.count = before;
      pieces.add(part, row, area);
      return area;
    };
    cut(box, 0, this.borders.list(box));
  }

  /** The entries of the index whose boxes meet a box, the last area first. */
  private near({ west, south, east, north }: Box): number[] {
    return this.index?.search(west, south, east, north).sort((a, b) => b - a) ?? [];
  }

  /** The last area that a place is in. @param near entries of the index */
  private areaAt(lon: number, lat: number, near: readonly number[]): number {
    let looked = NO_AREA;
    for (const entry of near) {
      const area = this.areaOf[entry]!;
      if (area === looked || !isIn(this.boxes[entry]!, lon, lat)) continue;
      looked = area;
      this.covers[area] ??= new Coverage(this.polygons[area]!);
      if (this.covers[area].contains(lon, lat)) return area;
    }
    return NO_AREA;
  }
}

const isIn = ({ west, south, east, north }: Box, lon: number, lat: number): boolean =>
  west <= lon && lon <= east && south <= lat && lat <= north;

/** Of the edges whose middles are in a box, metres. @param ends x1, y1, x2, y2 of each */
function lengthIn(box: Box, ends: Float64Array): number {
  let degrees = 0;
  for (let k = 0; k < ends.length; k += 4) {
    const lat = 0.5 * (ends[k + 1]! + ends[k + 3]!);
    if (!isIn(box, 0.5 * (ends[k]! + ends[k + 2]!), lat)) continue;
    degrees += Math.hypot((ends[k + 2]! - ends[k]!) * Math.cos(lat * RADIANS), ends[k + 3]! - ends[k + 1]!);
  }
  return degrees * METRES_PER_DEGREE;
}

function boxesOf({ bounds }: Polygon): Box[] {
  return turnsOnMesh(bounds).map((turns) => ({
    ...bounds,
    west: bounds.west + 360 * turns,
    east: bounds.east + 360 * turns,
  }));
}

const meets = (a: Box, b: Box): boolean =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;

function roundAll(bounds: Float64Array): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let cell = 0; cell < bounds.length / 4; cell++) {
    const box = boxAt(bounds, cell);
    [west, south] = [Math.min(west, box.west), Math.min(south, box.south)];
    [east, north] = [Math.max(east, box.east), Math.max(north, box.north)];
  }
  return { west, south, east, north };
}
