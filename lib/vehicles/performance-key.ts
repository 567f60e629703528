import { VesselUnusable } from '../vessel/errors.ts';
import type { Vessel } from '../vessel/vessel.ts';
import { vesselInfo } from './vehicle.ts';
import { keyOf } from './vehicle-key.ts';
import { vesselOf } from './vessel-of.ts';

/**
 * Key of everything that decides speed, consumption and access: vessels with the same key have the same mesh. The name, and how
 * the properties are written (unit, order, defaults), don't count.
 */
export const performanceKey = (vessel: Vessel): string => keyOf(vessel);

/** The same for the vessel that a mesh file was made for; null where its `config.vessel_info` does not say enough. */
export function performanceKeyOfMesh(info: Readonly<Record<string, unknown>>): string | null {
  const parsed = vesselInfo.safeParse({ vessel_type: 'unnamed', ...info });
  if (!parsed.success) return null;
  try {
    return performanceKey(vesselOf(parsed.data));
  } catch (error) {
    if (error instanceof VesselUnusable) return null;
    throw error;
  }
}
