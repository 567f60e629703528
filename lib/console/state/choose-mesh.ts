import type { LatLon } from '../../engine/geometry/sphere.ts';
import { contains } from '../../meshes/geo-bounds.ts';
import type { MeshSummary } from '../api/types.ts';

const utcDay = ({ created }: MeshSummary): string => created.slice(0, 'yyyy-mm-dd'.length);

/**
 * The mesh that the service would try first for the given points, by the specification's rule: of the meshes
 * that contain all points, those of the latest day; of these the smallest; of equals a vessel mesh, then the
 * one imported last. Without points: the newest. Null if there is none.
 */
export function chooseMesh(meshes: readonly MeshSummary[], points: readonly LatLon[]): MeshSummary | null {
  const covering = meshes.filter(({ bounds }) => points.every((point) => contains(bounds, point)));
  const latest = covering.map(utcDay).sort().at(-1);
  const candidates = covering.filter((mesh) => utcDay(mesh) === latest);
  return candidates.sort(byPriority)[0] ?? null;
}

const isMade = ({ kind }: MeshSummary): number => (kind === 'vessel' ? 1 : 0);

const byPriority = (a: MeshSummary, b: MeshSummary): number =>
  a.area_km2 - b.area_km2 || isMade(b) - isMade(a) || b.id - a.id;
