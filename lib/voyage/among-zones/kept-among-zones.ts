/** What was found out among zones, so that the next request with the same ones needs fewer plans. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import { geometryText } from '../../zones/geometry/geometry-text.ts';
import { KeptByMesh } from '../../zones/kept-by-mesh.ts';
import type { NearRoutes } from '../../zones/mesh/near-routes.ts';
import type { Zone } from '../../zones/zone.ts';
import { type Clearance, type Division, OPEN_BORDERS, OPEN_NEAR_CLEARANCE } from '../../zones/zoned-mesh.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan } from '../voyage-route.ts';

/**
 * By mesh: what was planned on it. One without closed zones is the same whatever is closed, as when a zone is drawn; and one among
 * zones when another is switched on and off.
 */
const plans = new KeptByMesh<Remembered>(50);

interface Remembered {
  readonly plan: VoyagePlan;
  /** Whether all speeds that were asked for were chosen. */
  readonly hasSpeeds: boolean;
  /** Whether its certificates were asked for. */
  readonly isProved: boolean;
}

interface Asked {
  readonly request: Pick<PlannedRequest, 'start' | 'end' | 'vehicle' | 'voyage'>;
  readonly limitNm: number;
}

/** All that is asked for but its zones. What a vehicle consumes while it stays does not change its mesh, but its plan. */
const keyOf = ({ request: { start, end, vehicle, voyage }, limitNm }: Asked): string =>
  JSON.stringify([start, end, vehicle, limitNm, { ...voyage, zones: null }]);

export const remembered = (mesh: Mesh, asked: Asked): Remembered | null =>
  plans.get(mesh, keyOf(asked)) ?? null;

/** What ended because time was up would be better another time. */
export function remember(mesh: Mesh, asked: Asked, planned: Remembered): void {
  const isWhole = planned.plan.routes.every(
    ({ complete, optimality }) => complete && optimality?.endedBy !== 'time',
  );
  const isCurveWhole = planned.plan.tradeOff?.every(({ complete }) => complete) ?? true;
  if (isWhole && isCurveWhole) plans.set(mesh, keyOf(asked), planned);
}

/** Where the borders in the mesh of a plan were divided finely. */
const divisions = new KeptByMesh<NearRoutes>(12);

/** How the last plan between these places, among these zones, divided the mesh: where other routes were does not matter to it. */
export function settledFor(
  mesh: Mesh,
  zones: readonly Zone[],
  clearance: Clearance | null,
  departure: string | null,
  places: readonly LatLon[],
) {
  const ends = JSON.stringify(places.map(({ lat, lon }) => [lat, lon]));
  const key = JSON.stringify([
    zones.map(({ kind, geometry, season }) => [kind, geometryText(geometry), season]),
    clearance,
    departure,
    ends,
  ]);
  return {
    near: divisions.get(mesh, key) ?? (clearance ? OPEN_NEAR_CLEARANCE : OPEN_BORDERS),
    /** With more routes. */
    and: (near: NearRoutes, tracks: readonly Pick<Track, 'coordinates'>[]) => near.and(tracks, ends),
    keep: ({ near }: Division): void => {
      if (near) divisions.set(mesh, key, near);
    },
  };
}
