/** The area in which a value is at most a limit, bounded exactly by cells: coasts by their sides, the rest by the contour. */

import type { LatLon } from '../../engine/geometry/sphere.ts';
import { cellBeyond, edgesOf } from '../../engine/mesh/edges.ts';
import { cellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { contourInCell } from './cell-contour.ts';
import type { Bounds } from './cell-points.ts';
import type { Position } from './position.ts';
import { polygonsOf, ringsOf, type Stretch, simplified } from './rings.ts';
import { Shores, SideSum, sidesOf } from './shores.ts';
import type { ValueField } from './value-field.ts';

export interface Area {
  /** Of a MultiPolygon. */
  readonly polygons: Position[][][];
  /** Of a MultiLineString: the contour without coasts. */
  readonly lines: Position[][];
  readonly areaKm2: number;
  /** Whether the area ends where the mesh does, and might go on beyond it. */
  readonly touchesEdge: boolean;
}

/** Draws areas on one mesh. */
export class AreaFinder {
  readonly #mesh: Mesh;
  readonly #shores: Shores;
  /** By cell: the places in it at which areas begin or end. */
  readonly #ends = new Map<number, LatLon[]>();

  constructor(mesh: Mesh, ends: readonly LatLon[]) {
    this.#mesh = mesh;
    this.#shores = new Shores(mesh);
    for (const end of ends) {
      for (const cell of cellsAt(mesh, end)) this.#ends.set(cell, [...(this.#ends.get(cell) ?? []), end]);
    }
  }

  /** @param step by how much the value may differ between neighbouring points: finer for areas that are narrow */
  find(values: ValueField, limit: number, step: number): Area {
    const whole = new Uint8Array(this.#mesh.openCount);
    const stretches: Stretch[] = [];
    const sides = new SideSum();
    for (let cell = 0; cell < this.#mesh.openCount; cell++) {
      const { least, most } = values.rangeOf(cell);
      if (most <= limit && this.#isWhole(values, cell, limit)) whole[cell] = 1;
      else if (least <= limit + step || this.#ends.has(cell)) {
        const window = least <= limit ? null : this.#window(values, cell, limit);
        const bounds = window ?? this.#boundsOf(cell);
        const part = contourInCell(values, cell, bounds, limit, step, window !== null);
        for (const line of part.lines) stretches.push({ line, isContour: true });
        for (const side of part.sides) sides.add(side);
      }
    }
    this.#addWholeCells(whole, sides);
    let touchesEdge = false;
    for (const side of sides.sides()) {
      stretches.push({ line: side, isContour: false });
      touchesEdge ||= this.#shores.isOpenEnd(side);
    }
    const polygons = polygonsOf(ringsOf(stretches));
    return {
      polygons: polygons.map(({ coordinates }) => coordinates),
      lines: stretches.filter(({ isContour }) => isContour).map(({ line }) => simplified(line)),
      areaKm2: polygons.reduce((sum, { areaKm2 }) => sum + areaKm2, 0),
      touchesEdge,
    };
  }

  /** Of a cell that is below the limit at the field's points: whether it is so at its corners and in its middle. */
  #isWhole(values: ValueField, cell: number, limit: number): boolean {
    const [west, south, east, north] = this.#boundsOf(cell);
    const places = [
      { lon: 0.5 * (west + east), lat: 0.5 * (south + north) },
      ...sidesOf(this.#mesh, cell).map(([[lon, lat]]) => ({ lon, lat })),
    ];
    return places.every((at) => values.inCell(cell, at) <= limit);
  }

  #boundsOf(cell: number): Bounds {
    return this.#mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as Bounds;
  }

  /**
   * The part of a cell round the one place where an area begins that still holds the area, which does not reach the
   * cell's own points; null where it is no smaller: in a wide cell it may be smaller than the distance between the points of a grid.
   */
  #window(values: ValueField, cell: number, limit: number): Bounds | null {
    const ends = this.#ends.get(cell) ?? [];
    const [{ lon, lat } = { lon: 0, lat: 0 }] = ends;
    if (ends.length === 0 || ends.some((end) => end.lon !== lon || end.lat !== lat)) return null;
    const [west, south, east, north] = this.#boundsOf(cell);
    let window: Bounds | null = null;
    for (let part = 0.5; part > SMALLEST_WINDOW; part *= 0.5) {
      const [width, height] = [part * (east - west), part * (north - south)];
      const smaller: Bounds = [
        Math.max(west, lon - width),
        Math.max(south, lat - height),
        Math.min(east, lon + width),
        Math.min(north, lat + height),
      ];
      if (!bordersOf(smaller).every((at) => values.inCell(cell, at) > limit)) break;
      window = smaller;
    }
    return window;
  }

  /** The sides of cells that lie wholly in the area, but for those that two such cells share. */
  #addWholeCells(whole: Uint8Array, sides: SideSum): void {
    for (let cell = 0; cell < whole.length; cell++) {
      if (whole[cell] === 0) continue;
      for (const side of this.#shores.of(cell)) sides.add(side);
      for (const edge of edgesOf(this.#mesh, cell)) {
        const side = this.#shores.side(edge, cell);
        if (side && whole[cellBeyond(this.#mesh, edge, cell)] === 0) sides.add(side);
      }
    }
  }
}

/** Of a window, as a part of its cell. */
const SMALLEST_WINDOW = 1e-6;
/** Places on each side of a window. */
const PLACES = 8;

function bordersOf([west, south, east, north]: Bounds): LatLon[] {
  return Array.from({ length: PLACES }, (_, k) => k / PLACES).flatMap((part) => [
    { lon: west + part * (east - west), lat: south },
    { lon: east, lat: south + part * (north - south) },
    { lon: east - part * (east - west), lat: north },
    { lon: west, lat: north - part * (north - south) },
  ]);
}
