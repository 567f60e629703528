/** An open sea and one with currents, for voyages with lines and areas. */
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyagePlan } from '../../../lib/voyage/voyage-route.ts';
import { request } from '../../routes/world.ts';
import { type SeaCell, seaOf, ship, spaced } from '../../speed/seas.ts';

export const IDLE = 5;
export const start = { lat: -64.5, lon: -3.5 };
export const end = { lat: -60.5, lon: 3.5 };
const vehicle = ship({ idle_rate: IDLE });

export function meshOf(cellAt: (column: number, line: number) => SeaCell = () => ({})): Mesh {
  const sea = seaOf(spaced(-4, 4, 8), spaced(-66, -58, 8), (column, line) => ({
    columns: { elevation: -500 },
    ...cellAt(column, line),
  }));
  return openMesh(compileMesh(meshForVessel(vesselOf(ship()), sea)));
}

export const open = meshOf();
export const flowing = meshOf((column, line) => ({
  u: ((column % 3) - 1) * 0.8,
  v: ((line % 3) - 1) * 0.8,
}));

/** The plan from start to end. */
export function planned(mesh: Mesh, fields: object, certificate = true): VoyagePlan {
  const { voyage } = request(fields);
  return planVoyage(mesh, { start, end, vehicle, voyage }, { certificate });
}
