/** Places the points of a matrix in open cells, where no way need lead from each to each. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { type NamedPlace, placeAll, type Terminal } from '../../engine/waypoints/waypoints.ts';

/**
 * Where all can be reached from each other, there; else each in the water where most of those are that are not moved, if
 * it has a place there; else each in its nearest.
 *
 * @throws WaypointOutsideMesh; RouteInaccessible where no open cell is near a point
 */
export function placeApart(mesh: Mesh, places: readonly NamedPlace[], limitNm: number): Terminal[] {
  const together = orNull(() => placeAll(mesh, places, limitNm));
  if (together) return together;
  const alone = places.map((place) => placeAll(mesh, [place], limitNm)[0]!);
  const crowd = largestWater(mesh, alone);
  if (crowd === null) return alone;
  const anchor = { what: places[crowd]!.what, at: alone[crowd]!.used };
  return places.map((place, k) => {
    const beside = alone[k]!.movedNm > 0 ? orNull(() => placeAll(mesh, [anchor, place], limitNm)) : null;
    return beside?.[1] ?? alone[k]!;
  });
}

/** The number of a point, not moved, of the component of the mesh that has most of them; null where all are moved. */
function largestWater(mesh: Mesh, placed: readonly Terminal[]): number | null {
  const counts = new Map<number, number>();
  const componentOf = ({ cells }: Terminal) => mesh.component[2 * cells[0]! + 1]!;
  let best: number | null = null;
  let most = 0;
  placed.forEach((one, k) => {
    if (one.movedNm > 0) return;
    const count = 1 + (counts.get(componentOf(one)) ?? 0);
    counts.set(componentOf(one), count);
    if (count > most) [best, most] = [k, count];
  });
  return best;
}

function orNull<T>(find: () => T): T | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof RouteInaccessible) return null;
    throw error;
  }
}
