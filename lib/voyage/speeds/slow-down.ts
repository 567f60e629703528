/** The speeds and the consumption of a vehicle in cells of its mesh where it goes no faster than a limit. */

import { ENVIRONMENT_COLUMNS, type Environment } from '../../engine/mesh/environment.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Vehicle } from '../../vehicles/vehicle.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { dependsOnSpeed } from '../../vessel/depends-on-speed.ts';
import { performanceOf } from '../../vessel/performance.ts';
import type { SlowDown } from '../../zones/mesh/motion.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import { vehicleUnderWay } from './speed-wish.ts';

const KMH_PER_MPS = 3.6;
/** Relative difference beyond which the mesh was not made by our models for this vehicle. */
const SAME = 1e-6;
/** Cells that are looked at to tell whether a mesh was made by our models for a vehicle. */
const SAMPLES = 200;

/**
 * Null where the mesh was made elsewhere: it does not say what the vehicle consumes at another speed.
 *
 * @param vehicle null on a ready-made mesh
 */
export function slowDownOf(mesh: Mesh, vehicle: Vehicle | null): SlowDown {
  return (cells, limitMps) => {
    if (!vehicle) return null;
    const vessel = vesselOf(vehicle);
    const environment = environmentOf(mesh, cells);
    const open = new Uint8Array(cells.length);
    const atFullSpeed = performanceOf(vessel, environment, open);
    const isOurs = cells.every((cell, i) => {
      const fastest = Math.max(...atFullSpeed.speeds.subarray(8 * i, 8 * i + 8)) / KMH_PER_MPS;
      return Math.abs(fastest - mesh.motion[4 * cell]!) <= SAME * fastest;
    });
    if (!isOurs) return null;
    const maxSpeedKmh = Math.min(vessel.maxSpeedKmh, limitMps * KMH_PER_MPS);
    const { speeds, rates } = performanceOf({ ...vessel, maxSpeedKmh }, environment, open);
    return { speeds: speeds.map((kmh) => kmh / KMH_PER_MPS), rates };
  };
}

/** Whether a vehicle can sail at other speeds than those of its mesh. @param mesh before zones change it */
export function choosesSpeedOn(mesh: Mesh, { vehicle, voyage }: PlannedRequest): boolean {
  const underWay = vehicleUnderWay(vehicle, voyage);
  if (!underWay || !dependsOnSpeed(vesselOf(underWay))) return false;
  const step = Math.max(1, Math.floor(mesh.openCount / SAMPLES));
  const cells = Int32Array.from({ length: Math.ceil(mesh.openCount / step) }, (_, k) => k * step);
  return slowDownOf(mesh, underWay)(cells, Infinity) !== null;
}

function environmentOf({ environment }: Mesh, cells: Int32Array): Environment {
  const columns = Object.fromEntries(
    ENVIRONMENT_COLUMNS.map((name) => {
      const column = environment.columns[name];
      return [name, column && Float64Array.from(cells, (cell) => column[cell]!)];
    }),
  ) as Environment['columns'];
  return { cellCount: cells.length, columns, zones: new Map() };
}
