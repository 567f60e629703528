/** The clearance that a voyage asks for, and the widest that there is. */

import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import type { LatLon, Point } from '../engine/geometry/sphere.ts';
import { haversineNm } from '../engine/geometry/sphere.ts';
import { cellsAt } from '../engine/mesh/locate.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { PlanOptions } from '../engine/plan-route.ts';
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import { placeWaypoints } from '../engine/waypoints/waypoints.ts';
import type { Clearance } from '../zones/zoned-mesh.ts';
import type { PlannedRequest } from './plan-voyage.ts';
import { pointsOf } from './voyage-request.ts';
import type { VoyagePlan } from './voyage-route.ts';

/** Round ends and stops no clearance is required within so many times the clearance. */
const EXEMPT = 2;
/** The widest clearance is found to this, nautical miles. */
const EXACT_NM = 0.05;
/** Places on a path that are looked at are so far apart, nautical miles. */
const STEP_NM = 0.1;
const ADJUSTMENT_LIMIT_NM = 300;

/** Null where the request asks for none. */
export function clearanceOf(
  mesh: Mesh,
  request: PlannedRequest,
  { adjustmentLimitNm }: PlanOptions,
): Clearance | null {
  const nm = request.voyage?.clearance_nm ?? null;
  if (nm === null) return null;
  const points: LatLon[] = pointsOf(request).map(({ lat, lon }) => ({ lat, lon }));
  try {
    const { start, end } = placeWaypoints(
      mesh,
      request.start,
      request.end,
      adjustmentLimitNm ?? ADJUSTMENT_LIMIT_NM,
    );
    points.push(start.used, end.used);
  } catch (error) {
    if (!(error instanceof RouteInaccessible)) throw error;
  }
  return withClearance(
    { nm, of: request.voyage?.clearance_of ?? 'land', exempt: points.map((p) => ({ ...p, nm })) },
    nm,
  );
}

/** The same with another width. */
export function withClearance({ of, exempt }: Clearance, nm: number): Clearance {
  return { nm, of, exempt: exempt.map(({ lat, lon }) => ({ lat, lon, nm: EXEMPT * nm })) };
}

/**
 * The widest clearance that leaves a way, less than one that leaves none, by bisection; and where it is narrowest: where the way
 * at that clearance passes what a slightly wider one closes.
 *
 * @param meshWith the mesh with a clearance
 * @param plan a way on a mesh
 */
export function widestClearance(
  tooWideNm: number,
  meshWith: (nm: number) => Mesh,
  plan: (mesh: Mesh) => VoyagePlan,
): { nm: number; at: LatLon } | null {
  let [open, closed] = [0, tooWideNm];
  let way: VoyagePlan | null = null;
  while (closed - open > EXACT_NM || !way) {
    const middle = 0.5 * (open + closed);
    if (closed - open < 0.01) return null;
    try {
      way = plan(meshWith(middle));
      open = middle;
    } catch (error) {
      if (!(error instanceof RouteInaccessible)) throw error;
      closed = middle;
    }
  }
  return { nm: open, at: narrowest(meshWith(closed), way.routes[0]!.track.coordinates) };
}

/** The middle of the stretch of a path that separates a mesh: of the closed stretches, one with other water on each side. */
function narrowest(mesh: Mesh, coordinates: readonly Point[]): LatLon {
  const places = coordinates.slice(1).flatMap((to, k) => placesBetween(coordinates[k]!, to));
  const components = places.map((place) => {
    const cell = cellsAt(mesh, place).find((c) => c < mesh.openCount);
    return cell === undefined ? -1 : mesh.component[2 * cell + 1]!;
  });
  let [first, best] = [-1, -1];
  let before = components[0]!;
  for (let k = 0; k < places.length; k++) {
    if (components[k]! >= 0) {
      if (first >= 0 && (best < 0 || components[k] !== before)) {
        best = Math.floor(0.5 * (first + k - 1));
        if (components[k] !== before && before >= 0) return places[best]!;
      }
      [first, before] = [-1, components[k]!];
    } else if (first < 0) first = k;
  }
  return places[Math.max(0, best)]!;
}

function placesBetween(from: Point, to: Point): LatLon[] {
  const line = new MercatorLine(from, to);
  const nm = haversineNm({ lon: from[0], lat: from[1] }, { lon: to[0], lat: to[1] });
  const count = Math.max(1, Math.ceil(nm / STEP_NM));
  return Array.from({ length: count }, (_, k) => {
    const [lon, lat] = line.at(k / count);
    return { lat, lon };
  });
}
