/** Seas of rectangular cells for tests of speed. */
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { type Environment, unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import type { EnvironmentSource } from '../../lib/engine/mesh/mesh-source.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { speedsOf } from '../../lib/speed/choose-speeds.ts';
import { passageThrough } from '../../lib/speed/passage.ts';
import { SpeedCurves } from '../../lib/speed/speed-curves.ts';
import { Voyages } from '../../lib/speed/voyages.ts';
import { type Vehicle, vehicle } from '../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { sdaFields } from '../vessel/vehicles.ts';

export interface SeaCell {
  readonly u?: number;
  readonly v?: number;
  readonly columns?: Partial<Record<keyof Environment['columns'], number>>;
}

/** Cells between given meridians and parallels; `cellAt` says what is in the one of a column and a line. */
export function seaOf(
  lons: readonly number[],
  lats: readonly number[],
  cellAt: (column: number, line: number) => SeaCell = () => ({}),
): EnvironmentSource {
  const [columns, lines] = [lons.length - 1, lats.length - 1];
  const n = columns * lines;
  const at = (i: number) => [i % columns, Math.floor(i / columns)] as const;
  const cells = Array.from({ length: n }, (_, i) => cellAt(...at(i)));
  const names = new Set(cells.flatMap((cell) => Object.keys(cell.columns ?? {})));
  const known = { ...unknownEnvironment(n).columns } as Record<string, Float64Array | null>;
  for (const name of names) {
    known[name] = Float64Array.from(cells, (cell) => cell.columns?.[name as never] ?? Number.NaN);
  }
  return {
    ids: cells.map((_, i) => String(i)),
    bounds: Float64Array.from(
      cells.flatMap((_, i) => {
        const [column, line] = at(i);
        return [lons[column]!, lats[line]!, lons[column + 1]!, lats[line + 1]!];
      }),
    ),
    currents: Float64Array.from(cells.flatMap(({ u = 0, v = 0 }) => [u, v])),
    neighbours: neighboursOf(columns, lines),
    environment: { cellCount: n, columns: known as Environment['columns'], zones: new Map() },
  };
}

/** Cases as in the file format: column and line of the neighbour, and its direction. */
const DIRECTIONS = [
  [1, 1, 1],
  [1, 0, 2],
  [1, -1, 3],
  [0, -1, 4],
  [-1, -1, -1],
  [-1, 0, -2],
  [-1, 1, -3],
  [0, 1, -4],
] as const;

function neighboursOf(columns: number, lines: number): EnvironmentSource['neighbours'] {
  const start = [0];
  const cell: number[] = [];
  const direction: number[] = [];
  for (let i = 0; i < columns * lines; i++) {
    for (const [dx, dy, towards] of DIRECTIONS) {
      const [x, y] = [(i % columns) + dx, Math.floor(i / columns) + dy];
      if (x < 0 || y < 0 || x >= columns || y >= lines) continue;
      cell.push(y * columns + x);
      direction.push(towards);
    }
    start.push(cell.length);
  }
  return { start: Int32Array.from(start), cell: Int32Array.from(cell), direction: Int8Array.from(direction) };
}

/** Evenly spaced numbers, both ends included. */
export const spaced = (from: number, to: number, parts: number): number[] =>
  Array.from({ length: parts + 1 }, (_, k) => from + (k / parts) * (to - from));

export const ship = (fields: object = {}): Vehicle => vehicle.parse({ ...sdaFields, ...fields });

/** A route at full speed, and the speeds that are chosen for a multiple of its time. */
export function voyageOn(
  source: EnvironmentSource,
  [start, end]: readonly [LatLon, LatLon],
  {
    times,
    tradeOff,
    leastKmh,
  }: { readonly times?: number; readonly tradeOff?: number; readonly leastKmh?: number },
  vehicleOf = ship(),
) {
  const vessel = vesselOf(vehicleOf);
  const mesh = openMesh(compileMesh(meshForVessel(vessel, source)));
  const plan = planRoute(mesh, start, end, { certificate: true });
  const fastest = plan.routes[0]!.track;
  const days = fastest.timeDays.at(-1)!;
  const curves = new SpeedCurves(mesh, vessel, leastKmh ?? 0.2 * vessel.maxSpeedKmh);
  const known = plan.routes.map((route) => ({ order: [], routes: [route] }));
  const voyages = new Voyages(curves, known, passageThrough([start, end]), { certificate: true });
  const chosen = speedsOf(voyages, {
    withinDays: times === undefined ? null : times * days,
    tradeOff: tradeOff ?? null,
    stays: { days: 0, consumption: 0 },
    fastestGapPercent: plan.routes[0]!.optimality!.gapPercent,
  });
  const within = chosen.within && { ...chosen.within, track: chosen.within.legs[0]!.track };
  return { ...chosen, within, mesh, vessel, plan, days, fuel: fastest.consumption!.at(-1)! };
}
