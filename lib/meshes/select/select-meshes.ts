/** The selection rule: which meshes are tried for a route, and in which order. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { contains, type GeoBounds } from '../geo-bounds.ts';
import type { MeshKind } from '../mesh-record.ts';

/**
 * Meshes tried for one route at most. Each is tried only after every smaller one had no way through, each try takes
 * a calculation, and the search for a route to reuse looks at every mesh of the list: ten bound both.
 */
export const MAX_CANDIDATES = 10;

/** One mesh of the list for a route. */
export interface MeshCandidate {
  readonly id: number;
  readonly kind: MeshKind;
  readonly vesselKey: string | null;
  readonly bounds: GeoBounds;
  readonly areaKm2: number;
  /** UTC date of creation, `yyyy-mm-dd`. */
  readonly day: string;
}

/**
 * The newest meshes of one kind, vessel and extent. Older ones of the same extent contain the same points and can
 * never be selected, so that a daily mesh of one region is one such entry however many days there were.
 */
export interface NewestOfExtent extends Omit<MeshCandidate, 'id'> {
  /** The meshes made on `day`. */
  readonly ids: readonly number[];
}

/** Whether meshes of a kind and vessel count for a request. */
export type AcceptMesh = (mesh: Pick<MeshCandidate, 'kind' | 'vesselKey'>) => boolean;

/** A request without a vehicle takes every ready-made vessel mesh. */
export const acceptVesselMeshes: AcceptMesh = ({ kind }) => kind === 'vessel';

/**
 * The meshes to try for a route, in order: of those that contain all points, the ones made on the latest calendar
 * date (UTC), smallest area first; of equal areas, vessel meshes before environment meshes, then the one imported last.
 *
 * @param ranked in the order of `rankOf`, descending; the search stops as soon as nothing further can be selected
 */
export function selectMeshes(
  ranked: Iterable<NewestOfExtent>,
  points: readonly LatLon[],
  accepts: AcceptMesh = acceptVesselMeshes,
): MeshCandidate[] {
  const selected: MeshCandidate[] = [];
  for (const { ids, ...extent } of ranked) {
    if (selected.length > 0 && extent.day !== selected[0].day) break;
    if (!accepts(extent) || !points.every((point) => contains(extent.bounds, point))) continue;
    const newest = ids.toSorted((a, b) => b - a).slice(0, MAX_CANDIDATES);
    selected.push(...newest.map((id) => ({ id, ...extent })));
    if (selected.length >= MAX_CANDIDATES) break;
  }
  return selected.sort(byPriority).slice(0, MAX_CANDIDATES);
}

function byPriority(a: MeshCandidate, b: MeshCandidate): number {
  return a.areaKm2 - b.areaKm2 || kindRank(b) - kindRank(a) || b.id - a.id;
}

const kindRank = ({ kind }: { readonly kind: MeshKind }): number => (kind === 'vessel' ? 1 : 0);

/** Equal for meshes of one kind, vessel and extent. */
export function extentKeyOf({
  kind,
  vesselKey,
  bounds,
}: Pick<NewestOfExtent, 'kind' | 'vesselKey' | 'bounds'>): string {
  const { latMin, latMax, lonMin, lonMax } = bounds;
  return [kind, vesselKey ?? '-', latMin, latMax, lonMin, lonMax].join('#');
}

/** More than the area of the Earth, km². */
const AREA_LIMIT_KM2 = 1e9;

/** Sorting these texts in descending order sorts by date, newest first, then by area, smallest first, then by kind. */
export function rankOf(extent: Pick<NewestOfExtent, 'day' | 'areaKm2' | 'kind'>): string {
  const smallness = (AREA_LIMIT_KM2 - extent.areaKm2).toFixed(3).padStart(13, '0');
  return `${extent.day}#${smallness}#${kindRank(extent)}`;
}
