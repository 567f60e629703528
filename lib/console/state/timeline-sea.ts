/** The ice data that hold at the instant of the timeline: fetched when they are looked at first, and kept. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { openMesh } from '../../engine/mesh/mesh.ts';
import { keepSea, meshBytes } from '../api/kept-meshes.ts';
import type { MeshSummary } from '../api/types.ts';
import { readable } from '../readable.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';
import { newEngine } from './planning.ts';
import type { UsedMesh } from './shown-route.ts';
import * as state from './state.ts';
import { moment, showInstant, voyageTime } from './timeline.ts';

/** So many stay open: those of a forecast of ten days, and two others. */
const MOST_OPEN = 12;

/** Makes meshes for a vessel; the one that plans keeps the mesh that it has. */
const engine = newEngine();
/** By mesh and vessel, in the order in which they came. */
const opened = new Map<string, state.OpenedMesh>();
/** Why the ice data of the instant are not shown. */
export const thenProblem = signal<string | null>(null);

const meshThen = computed(() => moment.value?.mesh ?? null);

/** Whether the map does not show the ice data of the instant yet. */
export const thenLoading = computed(
  () =>
    meshThen.value !== null &&
    thenProblem.value === null &&
    state.shownSea.value?.summary.id !== meshThen.value.id,
);

/** The map shows the sea of the instant; without a voyage it shows that of now. */
export function followTimeline(): void {
  effect(() => {
    if (!voyageTime.value) showInstant(null);
  });
  effect(() => {
    const [used, begins, vehicle] = [meshThen.value, state.sea.value, state.vehicle.value];
    const loading = new AbortController();
    untracked(() => {
      if (!used || used.id === begins?.summary.id) show(null);
      else openThen(used, vehicle, loading.signal).catch((error: Error) => tell(error, used, loading.signal));
    });
    return () => loading.abort();
  });
}

async function openThen(used: UsedMesh, vehicle: Vehicle | null, signal: AbortSignal): Promise<void> {
  const key = `${used.id} ${JSON.stringify(vehicle)}`;
  const known = opened.get(key);
  if (known) {
    show(known);
    return;
  }
  thenProblem.value = null;
  const summary = state.meshes.peek().find(({ id }) => id === used.id);
  if (!summary) throw new Error('The service no longer has them.');
  const bytes = await meshBytes(summary, signal);
  const own = await madeFor(vehicle, summary, bytes);
  const sea = { summary, mesh: openMesh(new Uint8Array(own)), chart: null };
  opened.set(key, sea);
  for (const oldest of [...opened.keys()].slice(0, -MOST_OPEN)) opened.delete(oldest);
  if (!signal.aborted) show(sea);
  await keepSea(summary.md5, bytes);
}

/** The mesh of the vessel, where the mesh is one of the sea alone. */
async function madeFor(
  vehicle: Vehicle | null,
  { kind }: MeshSummary,
  bytes: ArrayBuffer,
): Promise<ArrayBuffer> {
  if (kind === 'vessel') return bytes;
  const copy = bytes.slice(0);
  const answer = await engine.ask({ kind: 'open', bytes: copy, vehicle, chart: null }, { transfer: [copy] });
  if (answer?.kind !== 'opened') throw new Error(answer?.message);
  return answer.made ?? bytes;
}

function show(sea: state.OpenedMesh | null): void {
  batch(() => {
    state.seaThen.value = sea;
    thenProblem.value = null;
  });
}

function tell({ message }: Error, { name }: UsedMesh, { aborted }: AbortSignal): void {
  if (!aborted) thenProblem.value = readable(`The map does not show the ice data ${name}. ${message}`);
}
