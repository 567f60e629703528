import type { LatLon } from '../../engine/geometry/sphere.ts';
import { contains } from '../../meshes/geo-bounds.ts';
import { holdingAt, rankOf, timelineOf, validityOf } from '../../voyage/forecast/timeline.ts';
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

/** The meshes that belong together with one: those of its region, for its vessel, that say when they hold. */
export const forecastOf = (mesh: MeshSummary, meshes: readonly MeshSummary[]): readonly MeshSummary[] =>
  meshes.filter((each) => keyOf(each) === keyOf(mesh) && validityOf(each.valid_from, each.valid_to));

const keyOf = ({ kind, vessel_type, bounds }: MeshSummary): string =>
  JSON.stringify([kind, vessel_type, bounds]);

/** Of the meshes that belong together with one the one that holds at an instant. */
export function meshAt(instant: Date, mesh: MeshSummary, meshes: readonly MeshSummary[]): MeshSummary {
  const forecast = forecastOf(mesh, meshes);
  if (forecast.length === 0) return mesh;
  const validities = forecast.map((each) => ({
    ...validityOf(each.valid_from, each.valid_to)!,
    rank: rankOf(each),
  }));
  return forecast[holdingAt(timelineOf(validities), instant.getTime()).mesh]!;
}

const isMade = ({ kind }: MeshSummary): number => (kind === 'vessel' ? 1 : 0);

const byPriority = (a: MeshSummary, b: MeshSummary): number =>
  a.area_km2 - b.area_km2 || isMade(b) - isMade(a) || b.id - a.id;

/** As lists have them: what was made last first; of a forecast, which is made at once, the first day first. */
export const asListed = (meshes: readonly MeshSummary[]): readonly MeshSummary[] =>
  meshes.toSorted(
    (a, b) =>
      b.created.localeCompare(a.created) ||
      (a.valid_from ?? '').localeCompare(b.valid_from ?? '') ||
      b.id - a.id,
  );
