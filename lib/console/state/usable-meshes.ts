/**
 * The meshes on which a route of the chosen vehicle can be planned. The service decides, because it compares
 * the vehicle's properties.
 */
import { computed, signal } from '@preact/signals';
import { withRetries } from '../api/client.ts';
import { listMeshes } from '../api/service.ts';
import type { MeshSummary } from '../api/types.ts';
import * as state from './state.ts';

/** The service's last answer: the vehicle and meshes that it is about, and which of the meshes are usable. */
const answer = signal<{ readonly question: string; readonly ids: ReadonlySet<number> } | null>(null);
let asking = new AbortController();

/** Null without a vehicle, and until its properties are known. */
const question = computed(() => {
  const { value } = state.vehicle;
  return value && JSON.stringify([value, state.meshes.value.map(({ id }) => id)]);
});

/** Null while unknown. */
export const usableMeshes = computed<readonly MeshSummary[] | null>(() => {
  const all = state.meshes.value;
  if (state.vehicleType.value === null) return all.filter(({ kind }) => kind === 'vessel');
  if (question.value === null || answer.value?.question !== question.value) return null;
  const { ids } = answer.value;
  return all.filter(({ id }) => ids.has(id));
});

/** Asks the service again when the vehicle, its properties or the meshes have changed. */
export async function followVehicle(): Promise<void> {
  const asked = question.value;
  if (asked === null || answer.peek()?.question === asked) return;
  asking.abort();
  asking = new AbortController();
  const { signal: aborted } = asking;
  const meshes = await withRetries(() => listMeshes(state.vehicleType.peek()), aborted);
  if (!aborted.aborted) answer.value = { question: asked, ids: new Set(meshes.map(({ id }) => id)) };
}
