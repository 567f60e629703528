/** Voyages at chosen speeds through seas of rectangular cells that change each day. */
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { type DatedOptions, planDated } from '../../../lib/engine/plan-dated.ts';
import { seaOf as changing, type Sea } from '../../../lib/engine/sea/sea.ts';
import { SeaCurves } from '../../../lib/speed/in-time/sea-curves.ts';
import { VoyagesInTime } from '../../../lib/speed/in-time/voyages-in-time.ts';
import type { Vehicle } from '../../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { type SeaCell, seaOf, ship } from '../seas.ts';

export type SeaCellAt = (column: number, line: number, day: number) => SeaCell;

/** A mesh for each day. */
export function changingSea(
  lons: readonly number[],
  lats: readonly number[],
  days: number,
  cellAt: SeaCellAt,
  vehicle: Vehicle = ship(),
): Sea {
  const meshes = Array.from({ length: days }, (_, day) => {
    const source = seaOf(lons, lats, (column, line) => cellAt(column, line, day));
    return openMesh(compileMesh(meshForVessel(vesselOf(vehicle), source)));
  });
  return changing(
    meshes,
    meshes.map((_, mesh) => ({ from: mesh, mesh })),
  );
}

export function voyagesOn(
  sea: Sea,
  [from, to]: readonly [LatLon, LatLon],
  options: DatedOptions = {},
  vehicle: Vehicle = ship(),
) {
  const plan = planDated(sea, from, to, { certificate: true, ...options });
  const vessel = vesselOf(vehicle);
  const curves = new SeaCurves(sea, vessel, 0.2 * vessel.maxSpeedKmh);
  const known = plan.routes.map((route) => [route]);
  const voyages = new VoyagesInTime(curves, [{ from, to, call: null }], known, {
    leaves: 0,
    idleRate: 0,
    certificate: true,
    ...options,
    isOver: () => false,
    msLeft: () => Infinity,
    fewestDays: plan.routes[0]!.optimality?.least ?? 0,
  });
  const fastest = plan.routes[0]!.track;
  return { plan, voyages, curves, days: fastest.timeDays.at(-1)!, fuel: fastest.consumption!.at(-1)! };
}
