/** What is proved of a path that is known, by other costs than those by which it was found. */
import { Certifier, type Optimality } from '../engine/certificate/certificate.ts';
import { costsFor } from '../engine/cost/cost.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { evaluatePath, PathNotSailable } from '../engine/path/evaluate.ts';
import type { ObjectiveRoute } from '../engine/route-plan.ts';
import { placeWaypoints } from '../engine/waypoints/waypoints.ts';

/**
 * How much more time a route's path takes on a mesh than any other from its start to its end.
 *
 * @param mesh with the cells of the mesh of the route
 * @returns null where nothing is proved
 */
export function provePath(
  mesh: Mesh,
  { track: { coordinates }, pinches }: ObjectiveRoute,
  isOver: () => boolean,
): Optimality | null {
  const costs = costsFor(mesh, 'traveltime');
  const [start, end] = [coordinates[0]!, coordinates.at(-1)!].map(([lon, lat]) => ({ lat, lon }));
  try {
    const track = evaluatePath(mesh, costs, coordinates);
    const claim = { ...placeWaypoints(mesh, start!, end!, 0), pinches: pinches.length > 0 };
    return new Certifier(mesh, claim).certify(costs, track.timeDays.at(-1)!, track, { isOver });
  } catch (error) {
    // a profile of headings may close one beside a strong current
    if (error instanceof PathNotSailable) return null;
    throw error;
  }
}
