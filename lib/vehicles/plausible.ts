import { VesselUnusable } from '../vessel/errors.ts';
import { requireIdleRate, requirePlausible } from '../vessel/figures.ts';
import type { Vessel } from '../vessel/vessel.ts';
import type { Vehicle } from './vehicle.ts';
import { vesselOf } from './vessel-of.ts';

/**
 * Refuses a vehicle whose figures are beyond any vessel's. One whose unit or hull type is not known may be stored, and
 * is refused when something is computed for it.
 *
 * @throws VesselUnusable
 */
export function requireMeant(vehicle: Vehicle): void {
  let vessel: Vessel;
  try {
    vessel = vesselOf(vehicle);
  } catch (error) {
    if (error instanceof VesselUnusable) return;
    throw error;
  }
  requirePlausible(vessel);
  requireIdleRate(vessel.consumption.of, vehicle.idle_rate ?? 0);
}
