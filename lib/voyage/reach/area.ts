/** The area in which a value is at most a limit, bounded exactly by cells: coasts by their sides, the rest by the contour. */

import { type Costs, costsFor, type Objective } from '../../engine/cost/cost.ts';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { cellBeyond, edgesOf } from '../../engine/mesh/edges.ts';
import { cellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Care } from './care.ts';
import { contourInCell } from './cell-contour.ts';
import { type Bounds, diagonalM } from './cell-points.ts';
import type { Position } from './position.ts';
import { polygonsOf, ringsOf, type Stretch, simplified } from './rings.ts';
import { Shores } from './shores.ts';
import { SideSum } from './side-sum.ts';
import { excessOver, type ValueField } from './value-field.ts';

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
  readonly #costs: Costs;
  readonly #shores: Shores;
  readonly #care: Care;
  /** By cell: the places in it at which areas begin or end. */
  readonly #ends = new Map<number, LatLon[]>();

  constructor(mesh: Mesh, objective: Objective, ends: readonly LatLon[], care: Care) {
    this.#mesh = mesh;
    this.#costs = costsFor(mesh, objective);
    this.#shores = new Shores(mesh);
    this.#care = care;
    for (const end of ends) {
      for (const cell of cellsAt(mesh, end)) this.#ends.set(cell, [...(this.#ends.get(cell) ?? []), end]);
    }
  }

  /**
   * @param scale what errors of the value are a part of
   * @param step by how much the value may differ between neighbouring points: finer for areas that are narrow
   */
  find(values: ValueField, limit: number, scale: number, step: number): Area {
    const whole = new Uint8Array(this.#mesh.openCount);
    const stretches: Stretch[] = [];
    const sides = new SideSum();
    const { cells, least, most, isWhole } = values.ranges;
    // a cell that holds an end may have no value on its border
    const ends = [...this.#ends.keys()].filter((cell) => !cells.includes(cell));
    const visit = (cell: number, low: number, high: number, isReached: boolean) => {
      const hasEnd = this.#ends.has(cell);
      if (isReached && high <= limit && this.#isWhole(values, cell, limit, hasEnd ? Infinity : high)) {
        whole[cell] = 1;
        return;
      }
      if (!(low <= limit + (values.mayDip ? step : 0)) && this.#endsInside(values, cell, limit).length === 0)
        return;
      const window = low <= limit ? null : this.#window(values, cell, limit);
      const part = contourInCell(values, cell, {
        bounds: window ?? this.#boundsOf(cell),
        isWindow: window !== null,
        shores: this.#shores.of(cell),
        isGentle: high - low <= step && !values.mayDip && !hasEnd && !values.isMeeting(cell),
        limit,
        scale,
        step,
        steepest: values.isShared(cell) ? Infinity : this.#mostPerMetre(cell) * (values.mayDip ? 2 : 1),
        care: this.#care,
      });
      for (const line of part.lines) stretches.push({ line, isContour: true });
      for (const [from, to] of part.sides) sides.add(from, to);
    };
    for (const [k, cell] of cells.entries()) visit(cell, least[k]!, most[k]!, isWhole[k]!);
    for (const cell of ends) visit(cell, Infinity, Infinity, false);
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

  /**
   * Of a cell that is below the limit at the field's points: whether it is so inside, and on its coasts, where the field has none.
   * That is sure where its greatest value there is far enough below; else places all over the cell tell.
   */
  #isWhole(values: ValueField, cell: number, limit: number, most: number): boolean {
    const inside = this.#mostInside(cell) * (values.mayDip ? 2 : 1);
    if (most + inside <= limit) return true;
    return placesIn(this.#boundsOf(cell)).every((at) => excessOver(limit, values.inCell(cell, at)) <= 0);
  }

  /** No point of a cell costs more than the greatest cost at the field's points there and this; Infinity where that is not known. */
  #mostInside(cell: number): number {
    // the field has no points on a coast, but at every corner of a cell that has none
    const part = this.#shores.isInland(cell) ? 0.5 : 1;
    return part * diagonalM(this.#boundsOf(cell)) * this.#mostPerMetre(cell);
  }

  /** What a metre costs at most in a cell; Infinity where that is not known. */
  #mostPerMetre(cell: number): number {
    const { motion, perSecond, profile } = this.#costs;
    const slowest = motion[4 * cell]! - Math.hypot(motion[4 * cell + 2]!, motion[4 * cell + 3]!);
    return profile[cell]! < 0 && slowest > 0 ? perSecond[cell]! / slowest : Infinity;
  }

  #boundsOf(cell: number): Bounds {
    return this.#mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as Bounds;
  }

  /** The places in a cell at which an area begins or ends. */
  #endsInside(values: ValueField, cell: number, limit: number): LatLon[] {
    const ends = this.#ends.get(cell) ?? [];
    return ends.filter((end) => excessOver(limit, values.inCell(cell, end)) <= 0);
  }

  /**
   * The part of a cell round the one place where an area begins that still holds the area, which does not reach the
   * cell's own points; null where it is no smaller: in a wide cell it may be smaller than the distance between the points of a grid,
   * or lie among the areas of other origins.
   */
  #window(values: ValueField, cell: number, limit: number): Bounds | null {
    const ends = this.#endsInside(values, cell, limit);
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
      if (!bordersOf(smaller).every((at) => excessOver(limit, values.inCell(cell, at)) > 0)) break;
      window = smaller;
    }
    return window;
  }

  /** The sides of cells that lie wholly in the area, but for those that two such cells share. */
  #addWholeCells(whole: Uint8Array, sides: SideSum): void {
    for (let cell = 0; cell < whole.length; cell++) {
      if (whole[cell] === 0) continue;
      for (const [from, to] of this.#shores.of(cell)) sides.add(from, to);
      for (const edge of edgesOf(this.#mesh, cell)) {
        if (whole[cellBeyond(this.#mesh, edge, cell)] !== 0) continue;
        const side = this.#shores.side(edge, cell);
        if (side) sides.add(side[0], side[1]);
      }
    }
  }
}

/** Of a window, as a part of its cell. */
const SMALLEST_WINDOW = 1e-6;
/** Places on each side of a window. */
const PLACES = 8;
/** Parts of a side of a cell whose ends are looked at. */
const PARTS = [0, 0.25, 0.5, 0.75, 1];

const placesIn = ([west, south, east, north]: Bounds): LatLon[] =>
  PARTS.flatMap((x) =>
    PARTS.map((y) => ({ lon: west + x * (east - west), lat: south + y * (north - south) })),
  );

function bordersOf([west, south, east, north]: Bounds): LatLon[] {
  return Array.from({ length: PLACES }, (_, k) => k / PLACES).flatMap((part) => [
    { lon: west + part * (east - west), lat: south },
    { lon: east, lat: south + part * (north - south) },
    { lon: east - part * (east - west), lat: north },
    { lon: west, lat: north - part * (north - south) },
  ]);
}
