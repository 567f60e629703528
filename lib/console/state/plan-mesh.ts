/** The ice data that a plan is previewed on: of those that belong together, the ones that hold at the departure. */
import { computed } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { validityOf } from '../../voyage/forecast/timeline.ts';
import type { MeshSummary } from '../api/types.ts';
import { chooseMesh, forecastOf, meshAt } from './choose-mesh.ts';
import * as state from './state.ts';

/** The mesh that the service would use at the departure; null where none contains all points. */
export function planMesh(usable: readonly MeshSummary[], points: readonly LatLon[]): MeshSummary | null {
  const mesh = chooseMesh(usable, points);
  const departure = state.departure.value;
  return mesh && departure ? meshAt(departure, mesh, usable) : mesh;
}

/** Whether the sea that is shown is of a forecast, and holds now. */
export function isForecastOfNow(): boolean {
  const summary = state.sea.peek()?.summary;
  const span = summary && validityOf(summary.valid_from, summary.valid_to);
  const now = Date.now();
  return !!span && span.from <= now && now < span.to && forecastOf(summary, state.meshes.peek()).length > 1;
}

/** Whether the service knows more of the voyage than the preview, which is of the sea of the departure. */
export const isInForecast = computed(() => {
  const sea = state.sea.value;
  if (!sea || state.pickedMeshId.value !== null || !state.departure.value) return false;
  return forecastOf(sea.summary, state.meshes.value).length > 1;
});
