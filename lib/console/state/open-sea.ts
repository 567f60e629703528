/** Fetches a mesh, or takes the one that is kept, and shows it; the engine opens it too. */
import { batch } from '@preact/signals';
import { openMesh } from '../../engine/mesh/mesh.ts';
import type { IceChart } from '../../ice-charts/ice-chart.ts';
import { ApiError } from '../api/client.ts';
import { loadChart } from '../api/kept-charts.ts';
import { forgetSea, keepSea, meshBytes } from '../api/kept-meshes.ts';
import type { MeshSummary } from '../api/types.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';
import { chosenChart } from './chart-part.ts';
import { refreshMeshes } from './lists.ts';
import { say } from './notices.ts';
import { engine } from './planning.ts';
import * as state from './state.ts';

let loading = new AbortController();
/** The mesh that is shown or being loaded, the properties of its vehicle, and the ice chart over it. */
let wanted: string | null = null;

const keyOf = ({ id, kind }: MeshSummary, vehicle: Vehicle | null, chart: string | null): string =>
  `${id} ${JSON.stringify(vehicle)} ${kind === 'environment' ? chart : null}`;

/** Whether that is shown, or being loaded. */
export const isWanted = (...sea: Parameters<typeof keyOf>): boolean => keyOf(...sea) === wanted;

/**
 * Shows a mesh, laid under an ice chart and made for a vehicle where it is one of the environment; one that is asked for later
 * takes its place.
 */
export async function openSea(
  summary: MeshSummary,
  vehicle: Vehicle | null,
  chartId: string | null,
): Promise<void> {
  wanted = keyOf(summary, vehicle, chartId);
  loading.abort();
  loading = new AbortController();
  const { signal } = loading;
  state.seaLoading.value = true;
  try {
    const bytes = await meshBytes(summary, signal);
    const chart = summary.kind === 'environment' && chartId !== null ? await chartOf(chartId, signal) : null;
    if (signal.aborted) return;
    const copy = bytes.slice(0);
    const request = { kind: 'open', bytes: copy, vehicle, chart } as const;
    const options = { transfer: [copy], key: 'open' };
    // The first mesh is shown at once; the engine loads, and opens it, when there is something to plan. A later one is
    // shown only once it is open, because until then the engine may still plan on the previous one.
    if (state.sea.peek() === null && summary.kind === 'vessel') {
      engine.prepare(request, options);
      showSea(summary, bytes, null);
      if (state.start.peek() || state.end.peek()) engine.ready();
    } else {
      const opened = await engine.ask(request, options);
      if (signal.aborted || !opened) return;
      if (opened.kind === 'failed') throw new Error(opened.message);
      showSea(summary, opened.made ?? bytes, chart);
    }
    await keepSea(summary.md5, bytes);
  } catch (error) {
    if (signal.aborted) return;
    state.seaLoading.value = false;
    wanted = null;
    await forgetSea(summary.md5);
    if (error instanceof ApiError && error.status === 404) await refreshMeshes();
    throw error;
  }
}

/** An ice chart by its id; one that is gone is no longer part of the plan. */
async function chartOf(id: string, signal: AbortSignal): Promise<IceChart> {
  try {
    return await loadChart(id, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      say('error', 'The ice chart that was chosen is gone from the service: the ice is that of the mesh.');
      chosenChart.value = null;
    }
    throw error;
  }
}

function showSea(summary: MeshSummary, bytes: ArrayBuffer, chart: IceChart | null): void {
  const mesh = openMesh(new Uint8Array(bytes));
  batch(() => {
    state.sea.value = { summary, mesh, chart };
    state.seaLoading.value = false;
  });
}
