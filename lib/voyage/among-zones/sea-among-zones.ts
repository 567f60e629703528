/** A mesh as zones and clearance make it, for a question about many places. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../../engine/waypoints/errors.ts';
import { placeAll } from '../../engine/waypoints/waypoints.ts';
import type { Vehicle } from '../../vehicles/vehicle.ts';
import type { Zone } from '../../zones/zone.ts';
import { type Clearance, zonedMesh } from '../../zones/zoned-mesh.ts';
import type { SeaFields } from '../sea-fields.ts';
import { slowDownOf } from '../speeds/slow-down.ts';
import type { VoyagePoint } from '../voyage-request.ts';
import { keptFrom } from './clearance.ts';

export interface AmongZones extends Pick<SeaFields, 'clearance_nm' | 'clearance_of'> {
  readonly zones: readonly Zone[];
  /** Near these, no clearance is required. */
  readonly points: readonly VoyagePoint[];
  readonly vehicle: Vehicle | null;
  /** How far a place in a closed cell may be moved. */
  readonly limitNm: number;
}

/** All closed zones and speed limits are put into the mesh: whatever is asked, no way enters a closed one. */
export function seaAmongZones(mesh: Mesh, asked: AmongZones): Mesh {
  const { zones, vehicle } = asked;
  const clearance = clearanceRound(mesh, asked);
  if (zones.length === 0 && !clearance) return mesh;
  return zonedMesh(mesh, { zones, clearance, near: null }, slowDownOf(mesh, vehicle));
}

function clearanceRound(
  mesh: Mesh,
  { clearance_nm, clearance_of, points, limitNm }: AmongZones,
): Clearance | null {
  if (!clearance_nm) return null;
  const places = points.flatMap(({ what, lat, lon }) => [
    { lat, lon },
    ...movedTo(mesh, { what, at: { lat, lon } }, limitNm),
  ]);
  return keptFrom(clearance_nm, clearance_of, places);
}

/** Where a place in a closed cell is moved to; none where there is no sea near it, which is told by whoever needs it. */
function movedTo(mesh: Mesh, place: Parameters<typeof placeAll>[1][number], limitNm: number) {
  try {
    return placeAll(mesh, [place], limitNm).map(({ used }) => used);
  } catch (error) {
    if (error instanceof RouteInaccessible || error instanceof WaypointOutsideMesh) return [];
    throw error;
  }
}
