import type { LatLon } from '../../engine/geometry/sphere.ts';
import { contains } from '../../meshes/geo-bounds.ts';
import type { MeshSummary } from '../api/types.ts';

const utcDay = ({ created }: MeshSummary): string => created.slice(0, 'yyyy-mm-dd'.length);

/**
 * The mesh that the service would try first for the given points (the specification's rule): of those that contain all
 * points the ones of the latest day, the smallest of these, of equals the one with the lesser id. Without points: the newest. Null where there is none.
 */
export function chooseMesh(meshes: readonly MeshSummary[], points: readonly LatLon[]): MeshSummary | null {
  const covering = meshes.filter(({ bounds }) => points.every((point) => contains(bounds, point)));
  const latest = covering.map(utcDay).sort().at(-1);
  const candidates = covering.filter((mesh) => utcDay(mesh) === latest);
  return candidates.sort((a, b) => a.area_km2 - b.area_km2 || a.id - b.id)[0] ?? null;
}
