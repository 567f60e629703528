/** Grids of equal cells near the equator, with a current or a speed that depends on place and time. */
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { EARTH_RADIUS_M } from '../../../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';

/** A cell of a grid at (x, y): its current, speed through the water and rate, in the units of the problem. */
export interface GridCell {
  readonly u?: number;
  readonly v?: number;
  readonly speed?: number;
  readonly rate?: number;
  readonly closed?: boolean;
}

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** West, south, east, north, in units of length. */
  readonly box: readonly [number, number, number, number];
  /** Degrees in a unit of length; the smaller, the flatter. */
  readonly degrees?: number;
}

const DEGREES = 0.1;
const UNIT_SPEED = 10 * (1852 / 3600);

/** The days in a unit of time: own speed 1 is 10 knots. */
export function unitDays({ degrees = DEGREES }: Grid): number {
  return (((degrees * Math.PI) / 180) * (EARTH_RADIUS_M / UNIT_SPEED)) / 86_400;
}

/** The place of a point. */
export const placeAt = ({ degrees = DEGREES }: Grid, x: number, y: number): LatLon => ({
  lat: degrees * y,
  lon: degrees * x,
});

export function gridMesh(grid: Grid, cellAt: (x: number, y: number) => GridCell): Mesh {
  return openMesh(compileMesh(gridSource(grid, cellAt)));
}

export function gridSource(
  { columns, rows, box, degrees = DEGREES }: Grid,
  cellAt: (x: number, y: number) => GridCell,
): MeshSource {
  const n = columns * rows;
  const [west, south, east, north] = box;
  const xs = Array.from({ length: columns + 1 }, (_, i) => west + ((east - west) * i) / columns);
  const ys = Array.from({ length: rows + 1 }, (_, i) => south + ((north - south) * i) / rows);
  const bounds = new Float64Array(4 * n);
  const currents = new Float64Array(2 * n);
  const speeds = new Float64Array(8 * n);
  const rates = new Float64Array(8 * n);
  const accessible = new Uint8Array(n);
  const start = new Int32Array(n + 1);
  const cell: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      bounds.set([xs[c]! * degrees, ys[r]! * degrees, xs[c + 1]! * degrees, ys[r + 1]! * degrees], 4 * i);
      const own = cellAt(0.5 * (xs[c]! + xs[c + 1]!), 0.5 * (ys[r]! + ys[r + 1]!));
      accessible[i] = own.closed ? 0 : 1;
      currents.set([UNIT_SPEED * (own.u ?? 0), UNIT_SPEED * (own.v ?? 0)], 2 * i);
      speeds.fill(own.closed ? 0 : UNIT_SPEED * (own.speed ?? 1), 8 * i, 8 * i + 8);
      rates.fill(own.rate ?? 1, 8 * i, 8 * i + 8);
      for (let dr = -1; dr <= 1; dr++) {
        for (let dc = -1; dc <= 1; dc++) {
          const [rr, cc] = [r + dr, c + dc];
          if ((dr !== 0 || dc !== 0) && rr >= 0 && rr < rows && cc >= 0 && cc < columns)
            cell.push(rr * columns + cc);
        }
      }
      start[i + 1] = cell.length;
    }
  }
  const neighbours = { start, cell: Int32Array.from(cell), direction: new Int8Array(cell.length).fill(1) };
  const ids = Array.from({ length: n }, (_, i) => String(i));
  return { ids, bounds, currents, neighbours, accessible, speeds, rates, consumption: 'fuel' };
}
