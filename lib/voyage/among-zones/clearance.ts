/** The clearance that a voyage asks for, and the widest that there is. */
import { haversineNm, type LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { placeAll } from '../../engine/waypoints/waypoints.ts';
import { areaOf } from '../../zones/area-of.ts';
import type { Circle } from '../../zones/mesh/buffered-area.ts';
import type { ClearanceOf } from '../../zones/mesh/buffers.ts';
import type { SlowDown } from '../../zones/mesh/motion.ts';
import { Boxes } from '../../zones/widest/boxes.ts';
import { roomOn } from '../../zones/widest/room.ts';
import { LITTLE_NM, type Place, type Widest, widestClearance } from '../../zones/widest/widest-clearance.ts';
import type { Zone } from '../../zones/zone.ts';
import { type Clearance, type Division, zonedMesh } from '../../zones/zoned-mesh.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import { pointsOf, workLinesOf } from '../voyage-request.ts';

/** Round ends and stops no clearance is required within so many times the clearance. */
const EXEMPT = 2;

/** Cells are divided finely so far round narrow places, nautical miles; one of those closer together stands for all. */
const NARROW_NM = 1;

/** Null where the request asks for none. */
export function clearanceOf(mesh: Mesh, request: PlannedRequest, limitNm: number): Clearance | null {
  const nm = request.voyage?.clearance_nm ?? null;
  if (nm === null) return null;
  const works = workLinesOf(request.voyage).flatMap(({ line }) => [line[0]!, line.at(-1)!]);
  const ends = works.map(([lon, lat]) => ({ lat, lon }));
  const places = [...pointsOf(request), ...ends, ...placesOf(mesh, request, limitNm)];
  return keptFrom(nm, request.voyage?.clearance_of, places);
}

/** A clearance that is not required near some places. */
export function keptFrom(
  nm: number,
  of: ClearanceOf | null | undefined,
  places: readonly LatLon[],
): Clearance {
  const exempt = places.map(({ lat, lon }) => ({ lat, lon, nm: EXEMPT * nm }));
  return { nm, of: of ?? 'land', exempt, narrow: [] };
}

/** A mesh on which room is looked for. */
interface OnMesh {
  readonly mesh: Mesh;
  readonly request: PlannedRequest;
  /** How far an end may be moved, nautical miles. */
  readonly limitNm: number;
  readonly slowDown: SlowDown;
}

/**
 * The widest clearance, up to the one asked for, that leaves a way between the places of a voyage; null where no clearance is asked for,
 * or none does.
 *
 * @param holding the zones that count
 */
export function widestAmong(
  { mesh, request, limitNm, slowDown }: OnMesh,
  clearance: Clearance | null,
  holding: readonly Zone[],
): Widest | null {
  if (!clearance) return null;
  const { nm, of, exempt } = clearance;
  const closed = holding.filter(({ kind }) => kind === 'closed');
  const on = zonedMesh(mesh, { zones: closed, clearance: null, near: null }, slowDown);
  const boxes = new Boxes(on, roomOn(mesh, of, closed.map(areaOf)), exempt, nm + LITTLE_NM);
  const [start, ...others] = placesOf(on, request, limitNm);
  let least: Widest | null = null;
  for (const place of others) {
    const widest = widestClearance(boxes, start!, place, { mostNm: least?.nm ?? nm, exemptTimes: EXEMPT });
    if (!widest) return null;
    if (!least || widest.nm < least.nm) least = widest;
  }
  return least;
}

/** The start, the end and the stops in open cells; none where not all can be reached. */
function placesOf(mesh: Mesh, request: PlannedRequest, limitNm: number): Place[] {
  const named = pointsOf(request).map(({ what, lat, lon }) => ({ what, at: { lat, lon } }));
  try {
    return placeAll(mesh, named, limitNm).map(({ used, cells }) => ({ ...used, cells }));
  } catch (error) {
    if (error instanceof RouteInaccessible) return [];
    throw error;
  }
}

/** Divided finely where it is narrow. */
export const withNarrow = (division: Division, widest: Widest): Division => ({
  ...division,
  clearance: { ...division.clearance!, narrow: narrowPlaces(widest) },
});

/** Where cells have to be divided finely, as there is little more room than the clearance. */
function narrowPlaces({ narrow }: Widest): Circle[] {
  const kept: Circle[] = [];
  for (const place of narrow) {
    if (kept.every((other) => haversineNm(other, place) > 0.5 * NARROW_NM))
      kept.push({ ...place, nm: NARROW_NM });
  }
  return kept;
}
