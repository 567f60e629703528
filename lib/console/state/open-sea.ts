/** Fetches a mesh, or takes the one that is kept, and shows it; the engine opens it too. */
import { batch } from '@preact/signals';
import { openMesh } from '../../engine/mesh/mesh.ts';
import { ApiError } from '../api/client.ts';
import { forgetMesh, keepMesh, meshBytes } from '../api/kept-meshes.ts';
import type { MeshSummary } from '../api/types.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';
import { refreshMeshes } from './lists.ts';
import { engine } from './planning.ts';
import * as state from './state.ts';

let loading = new AbortController();
/** The mesh that is shown or being loaded, and the properties of its vehicle. */
let wanted: string | null = null;

const keyOf = ({ id }: MeshSummary, vehicle: Vehicle | null): string => `${id} ${JSON.stringify(vehicle)}`;

/** Whether that is shown, or being loaded. */
export const isWanted = (...sea: Parameters<typeof keyOf>): boolean => keyOf(...sea) === wanted;

/** Shows a mesh, made for a vehicle where it is one of the environment; one that is asked for later takes its place. */
export async function openSea(summary: MeshSummary, vehicle: Vehicle | null): Promise<void> {
  wanted = keyOf(summary, vehicle);
  loading.abort();
  loading = new AbortController();
  const { signal } = loading;
  state.seaLoading.value = true;
  try {
    const bytes = await meshBytes(summary, signal);
    if (signal.aborted) return;
    const copy = bytes.slice(0);
    const request = { kind: 'open', bytes: copy, vehicle } as const;
    const options = { transfer: [copy], key: 'open' };
    // The first mesh is shown at once; the engine loads, and opens it, when there is something to plan. A later one is
    // shown only once it is open, because until then the engine may still plan on the previous one.
    if (state.sea.peek() === null && summary.kind === 'vessel') {
      engine.prepare(request, options);
      showSea(summary, bytes);
      if (state.start.peek() || state.end.peek()) engine.ready();
    } else {
      const opened = await engine.ask(request, options);
      if (signal.aborted || !opened) return;
      if (opened.kind === 'failed') throw new Error(opened.message);
      showSea(summary, opened.made ?? bytes);
    }
    await keepMesh(summary.md5, bytes);
  } catch (error) {
    if (signal.aborted) return;
    state.seaLoading.value = false;
    wanted = null;
    await forgetMesh(summary.md5);
    if (error instanceof ApiError && error.status === 404) await refreshMeshes();
    throw error;
  }
}

function showSea(summary: MeshSummary, bytes: ArrayBuffer): void {
  const mesh = openMesh(new Uint8Array(bytes));
  batch(() => {
    state.sea.value = { summary, mesh };
    state.seaLoading.value = false;
  });
}
