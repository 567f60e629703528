/** The answer to a reach request: the areas on a mesh, as GeoJSON. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../../engine/waypoints/errors.ts';
import { placeAll } from '../../engine/waypoints/waypoints.ts';
import { NotOnMesh } from '../not-on-mesh.ts';
import { numbered } from '../voyage-request.ts';
import { FULL_CARE, LITTLE_CARE } from './care.ts';
import type { Position } from './position.ts';
import { type ReachMetric, reachOn } from './reach.ts';
import type { ReachRequest } from './reach-fields.ts';

export interface ReachFeature {
  readonly type: 'Feature';
  readonly geometry:
    | { readonly type: 'MultiPolygon'; readonly coordinates: Position[][][] }
    | { readonly type: 'MultiLineString'; readonly coordinates: Position[][] };
  readonly properties: {
    readonly metric: ReachMetric;
    readonly contour: number;
    /** Index of the origin. */
    readonly origin: number;
    readonly name: string | null;
    /** Nautical miles by which the origin was moved out of a closed cell. */
    readonly moved_nm: number;
    readonly area_km2: number;
    /** Whether the area ends where the mesh does. */
    readonly touches_edge: boolean;
  };
}

export interface ReachCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly ReachFeature[];
}

/** The request asks for something that this mesh, or the sea, does not have. */
export class ReachImpossible extends NotOnMesh {
  override readonly name = 'ReachImpossible';
}

/**
 * @param adjustmentLimitNm how far a place in a closed cell may be moved
 * @param isOver whether time is up
 * @param isMoving whether the answer follows a hand: it is then rough
 * @throws ReachImpossible, ReachTooLarge
 */
export function reachGeoJson(
  mesh: Mesh,
  request: ReachRequest,
  adjustmentLimitNm: number,
  { isOver, isMoving = false }: { isOver?: () => boolean; isMoving?: boolean } = {},
): ReachCollection {
  const [{ metric }] = request.contours as [ReachRequest['contours'][number]];
  const objective = request.of ?? 'traveltime';
  const consumption = metric === 'fuel' || metric === 'battery' ? metric : objective;
  if (consumption !== 'traveltime' && consumption !== mesh.consumption) {
    throw new ReachImpossible(
      mesh.consumption
        ? `This vessel consumes ${mesh.consumption}, not ${consumption}: ask for that.`
        : 'The mesh does not say what the vessel consumes: ask for hours or nm.',
    );
  }
  const placed = request.origins.map((origin, k) =>
    placeAt(mesh, origin, numbered('origin', k, origin.name), request.destination, adjustmentLimitNm),
  );
  const reaches = reachOn(
    mesh,
    {
      origins: placed.map(({ used }, k) => ({ ...used, delayHours: request.origins[k]!.delay_hours ?? 0 })),
      metric,
      contours: request.contours.map(({ value }) => value),
      objective,
      isReverse: request.reverse ?? false,
      destination: placed[0]!.destination,
      care: isMoving ? LITTLE_CARE : FULL_CARE,
    },
    isOver,
  );
  const isLines = request.polygons === false;
  const features = reaches.map(
    ({ contour, origin, polygons, lines, areaKm2, touchesEdge }): ReachFeature => ({
      type: 'Feature',
      geometry: isLines
        ? { type: 'MultiLineString', coordinates: lines }
        : { type: 'MultiPolygon', coordinates: polygons },
      properties: {
        metric,
        contour,
        origin,
        name: request.origins[origin]!.name,
        moved_nm: placed[origin]!.movedNm,
        area_km2: areaKm2,
        touches_edge: touchesEdge,
      },
    }),
  );
  return { type: 'FeatureCollection', features };
}

/** An origin, and the destination if there is one, in open cells between which there is a way. */
function placeAt(
  mesh: Mesh,
  { lat, lon }: LatLon,
  what: string,
  destination: LatLon | null,
  limitNm: number,
) {
  const places = [{ what, at: { lat, lon } }];
  if (destination) places.push({ what: 'destination', at: destination });
  try {
    const [origin, end] = placeAll(mesh, places, limitNm);
    return { used: origin!.used, movedNm: origin!.movedNm, destination: end?.used ?? null };
  } catch (error) {
    const isNoPlace = error instanceof RouteInaccessible || error instanceof WaypointOutsideMesh;
    if (isNoPlace) throw new ReachImpossible(error.message);
    throw error;
  }
}
