/** The areas of an ice chart on a mesh: which of them a place is in, and where their borders are. */
import Flatbush from 'flatbush';
import { Coverage, turnsOnMesh } from '../../zones/geometry/coverage.ts';
import { type Box, boxAt, type Polygon, polygonsOf } from '../../zones/geometry/polygon.ts';
import { halvesBeside } from '../../zones/mesh/divide-box.ts';
import { CodeCount, type Ice, iceOf } from '../egg.ts';
import type { IceChart } from '../ice-chart.ts';

/** A box, and the area of the chart that its middle is in; −1 for none. */
export type ChartPiece = Box & { readonly area: number };

export class ChartAreas {
  /** By area: the ice in it. */
  readonly ice: readonly Ice[];
  private readonly polygons: readonly (readonly Polygon[])[];
  private readonly covers: (Coverage | undefined)[] = [];
  private readonly borders: Coverage;
  private readonly index: Flatbush | null;
  /** By entry of the index: its area. */
  private readonly areaOf: readonly number[];

  /** @param bounds west, south, east, north of cells: what is not near any of them is left out */
  constructor({ areas }: Pick<IceChart, 'areas'>, bounds: Float64Array) {
    const mesh = roundAll(bounds);
    const near = areas
      .map(({ egg, geometry }) => ({ ice: iceOf(egg, new CodeCount()), polygons: polygonsOf(geometry) }))
      .filter(({ ice }) => ice.concentration !== null || ice.thicknessM !== null)
      .map(({ ice, polygons }) => ({
        ice,
        polygons: polygons.filter((each) => boxesOf(each).some((box) => meets(box, mesh))),
      }))
      .filter(({ polygons }) => polygons.length > 0);
    this.ice = near.map(({ ice }) => ice);
    this.polygons = near.map(({ polygons }) => polygons);
    this.borders = new Coverage(this.polygons.flat());
    const entries = this.polygons.flatMap((polygons, area) =>
      polygons.flatMap(boxesOf).map((box) => ({ area, box })),
    );
    this.areaOf = entries.map(({ area }) => area);
    this.index = entries.length === 0 ? null : new Flatbush(entries.length);
    for (const { box } of entries) this.index!.add(box.west, box.south, box.east, box.north);
    this.index?.finish();
  }

  /** A box in pieces along the borders in it; null where no area is near. @param reachM how far a piece may reach beyond a border */
  divide(box: Box, reachM: number): ChartPiece[] | null {
    if (!this.index || this.index.search(box.west, box.south, box.east, box.north).length === 0) return null;
    return this.cut(box, this.borders.edgesNear(box), reachM);
  }

  private cut(box: Box, edges: readonly number[], reachM: number): ChartPiece[] {
    const found = this.borders.borderIn(box, edges);
    const halves = found && halvesBeside(box, found.border, reachM);
    if (!halves)
      return [{ ...box, area: this.areaAt(0.5 * (box.west + box.east), 0.5 * (box.south + box.north)) }];
    const pieces = halves.flatMap((half) => this.cut(half, found.edges, reachM));
    const [first] = pieces;
    return pieces.every(({ area }) => area === first!.area) ? [{ ...box, area: first!.area }] : pieces;
  }

  private areaAt(lon: number, lat: number): number {
    const near = new Set(this.index!.search(lon, lat, lon, lat).map((entry) => this.areaOf[entry]!));
    let last = -1;
    for (const area of near) {
      if (area < last) continue;
      this.covers[area] ??= new Coverage(this.polygons[area]!);
      if (this.covers[area].contains(lon, lat)) last = area;
    }
    return last;
  }
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
