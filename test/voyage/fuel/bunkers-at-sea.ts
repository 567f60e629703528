/** A sea to run out of fuel on, and what is said of voyages that do. */
import { expect } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';

/** Ice and a current, so that legs differ by time and by fuel. */
const sea = seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), (column, line) => ({
  u: line === 1 ? 1 : 0,
  columns: {
    elevation: -500,
    iceConcentration: column === 2 ? 25 : 0,
    iceThickness: 0.4,
    iceDensity: 900,
  },
}));
export const vehicle = ship({ idle_rate: 3 });
export const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), sea)));
export const start = { lat: -65.5, lon: -3 };
export const end = { lat: -65.5, lon: 3 };

/** What the failure of a plan says; none where it does not fail. */
export function refusalOf(plan: () => unknown): string {
  try {
    plan();
    return 'none';
  } catch (error) {
    expect((error as Error).name).toBe('Impossible');
    return (error as Error).message;
  }
}
