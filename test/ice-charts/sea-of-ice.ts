/** Environment meshes and charts on which everything is known. */
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import { type Mesh, openMesh } from '../../lib/engine/mesh/mesh.ts';
import type { EnvironmentSource } from '../../lib/engine/mesh/mesh-source.ts';
import type { Egg } from '../../lib/ice-charts/egg.ts';
import type { IceArea } from '../../lib/ice-charts/ice-chart.ts';
import { chartedSource } from '../../lib/ice-charts/overlay/charted-source.ts';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { closedRing } from '../../lib/zones/geometry/polygon.ts';
import { sdaFields } from '../vessel/vehicles.ts';

interface Grid {
  readonly west: number;
  readonly south: number;
  readonly columns: number;
  readonly rows: number;
  /** Degrees of longitude and latitude of a cell. */
  readonly width?: number;
  readonly height?: number;
  readonly concentration?: number;
  readonly thicknessM?: number;
  readonly elevation?: number;
  readonly density?: number;
}

/** Cells with the same ice everywhere; a longitude beyond 180 is turned. */
export function seaOfIce({
  west,
  south,
  columns,
  rows,
  width = 1,
  height = 0.5,
  concentration = 0,
  thicknessM = 0.5,
  elevation = -3000,
  density = 900,
}: Grid): EnvironmentSource {
  const count = columns * rows;
  const bounds = new Float64Array(4 * count);
  const start = new Int32Array(count + 1);
  const cell: number[] = [];
  const direction: number[] = [];
  const wrap = (lon: number) => (lon >= 180 ? lon - 360 : lon);
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    const lon = wrap(west + width * x);
    bounds.set([lon, south + height * y, lon + width, south + height * (y + 1)], 4 * i);
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        const [a, b] = [x + dx, y + dy];
        if ((dx === 0 && dy === 0) || a < 0 || b < 0 || a >= columns || b >= rows) continue;
        cell.push(b * columns + a);
        direction.push(dx !== 0 && dy !== 0 ? dx * (dy > 0 ? 1 : 3) : dx !== 0 ? 2 * dx : -4 * dy);
      }
    }
    start[i + 1] = cell.length;
  }
  const filled = (value: number) => new Float64Array(count).fill(value);
  return {
    ids: Array.from({ length: count }, (_, i) => String(i)),
    bounds,
    currents: new Float64Array(2 * count),
    environment: {
      ...unknownEnvironment(count),
      columns: {
        ...unknownEnvironment(count).columns,
        elevation: filled(elevation),
        iceConcentration: filled(concentration),
        iceThickness: filled(thicknessM),
        iceDensity: filled(density),
      },
    },
    neighbours: { start, cell: Int32Array.from(cell), direction: Int8Array.from(direction) },
  };
}

/** Polar class 5, 24 km/h. */
export const polarShip = vesselOf(vehicle.parse({ ...sdaFields, ice_class: 'PC5' }));

/** The same, in ice up to 94 %. */
export const polarShipThatBreaksIce = vesselOf(
  vehicle.parse({ ...sdaFields, ice_class: 'PC5', max_ice_conc: 94, force_limit: 1e9 }),
);

export const compiledFor = (source: EnvironmentSource, vessel = polarShip): Mesh =>
  openMesh(compileMesh(meshForVessel(vessel, source)));

export const charted = (source: EnvironmentSource, ...areas: readonly IceArea[]): EnvironmentSource =>
  chartedSource(source, { areas });

export const egg = (
  total: string,
  ...parts: readonly (readonly [concentration: string, stage: string])[]
): Egg => ({
  coding: 'SIGRID-3',
  total,
  parts: parts.map(([concentration, stage]) => ({ concentration, stage })),
});

export const area = (given: Egg, ...ring: readonly (readonly [lon: number, lat: number])[]): IceArea => ({
  egg: given,
  polygons: [[closedRing([...ring, ring[0]!])]],
});

export const box = (given: Egg, west: number, south: number, east: number, north: number): IceArea =>
  area(given, [west, south], [east, south], [east, north], [west, north]);
