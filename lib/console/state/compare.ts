/** Plans the variants of the voyage, one after the other, in an engine of their own: the preview does not wait for them. */
import { batch, effect, untracked } from '@preact/signals';
import { type Mesh, openMesh } from '../../engine/mesh/mesh.ts';
import { WITHOUT_FUEL } from '../../voyage/fuel/without-fuel.ts';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import { withRetries } from '../api/client.ts';
import { loadChart } from '../api/kept-charts.ts';
import { meshBytes } from '../api/kept-meshes.ts';
import { listMeshes } from '../api/service.ts';
import type { MeshSummary } from '../api/types.ts';
import { readable } from '../readable.ts';
import { settings } from '../settings.ts';
import { seaName } from './alerts.ts';
import { alternativesWanted } from './alternatives.ts';
import { askedChart } from './chart-part.ts';
import { chooseMesh } from './choose-mesh.ts';
import { recordStep } from './history.ts';
import { reportError, say } from './notices.ts';
import { documentMesh, newEngine } from './planning.ts';
import { forgetAnswer } from './service-route.ts';
import { fromEntry } from './shown-route.ts';
import * as state from './state.ts';
import {
  isSameVariant,
  MOST_VARIANTS,
  type Variant,
  type VariantAnswer,
  variantAnswers,
  variantLine,
  variants,
} from './variants.ts';

const engine = newEngine();
/** What the engine has open. */
let open: { readonly key: string; readonly mesh: Mesh } | null = null;
let round = new AbortController();

/** How many other ways beside the best are looked for. */
export function askOtherWays(count: number): void {
  batch(() => {
    forgetAnswer();
    alternativesWanted.value = count;
  });
  recordStep();
}

export function addVariant(variant: Variant): void {
  if (variants.peek().some((each) => isSameVariant(each, variant))) {
    say('info', 'That is compared already.');
  } else if (variants.peek().length < MOST_VARIANTS) {
    variants.value = [...variants.peek(), variant];
    recordStep();
  }
}

export function removeVariant(index: number): void {
  variants.value = variants.peek().filter((_, i) => i !== index);
  recordStep();
}

/** Plans them anew when the voyage has changed and the hand has let go. */
export function followVariants(): void {
  effect(() => {
    const asked = variants.value;
    const [start, end] = [state.start.value, state.end.value];
    state.voyage.value;
    state.plannedAnew.value;
    const isKnown = state.meshes.value.length > 0 && state.vehicles.value !== null;
    if (state.dragging.value || !isKnown) return;
    untracked(() => {
      round.abort();
      round = new AbortController();
      const isAsked = asked.length > 0 && start && end;
      if (isAsked) planAll(asked, { start, end }, round.signal).catch(reportError);
      else if (variantAnswers.peek().length > 0) variantAnswers.value = [];
    });
  });
}

type Ends = { readonly start: state.RouteEnd; readonly end: state.RouteEnd };

async function planAll(asked: readonly Variant[], ends: Ends, signal: AbortSignal): Promise<void> {
  const before = variantAnswers.peek();
  batch(() => {
    variantAnswers.value = asked.map((variant, i) => {
      const same = before[i] && isSameVariant(before[i].variant, variant) ? before[i] : null;
      return same ?? { variant, line: variantLine(i), label: labelOf(variant), route: null, problem: null };
    });
  });
  for (const [i, variant] of asked.entries()) {
    const answer = await answerTo(variant, i, ends, signal);
    if (signal.aborted) return;
    variantAnswers.value = variantAnswers.peek().with(i, answer);
  }
}

/** `research-ship, ice data of 13 Feb 2024, least fuel` */
function labelOf({ vehicle, mesh, best }: Variant): string {
  const summary = state.meshes.peek().find(({ id }) => id === mesh);
  const parts = [vehicle ?? 'Vessel of the ice data', summary && seaName({ summary })];
  const what = best === 'fastest' ? 'fastest' : 'consumes least';
  return [...parts, what].filter(Boolean).join(', ');
}

async function answerTo(
  variant: Variant,
  index: number,
  ends: Ends,
  signal: AbortSignal,
): Promise<VariantAnswer> {
  const answer = { variant, line: variantLine(index), label: labelOf(variant) };
  const failed = (problem: string): VariantAnswer => ({ ...answer, route: null, problem });
  try {
    const vehicle = state.vehicles.peek()!.find(({ vessel_type }) => vessel_type === variant.vehicle) ?? null;
    if (variant.vehicle !== null && !vehicle) return failed('The service has no such vessel.');
    const summary = await meshFor(variant, ends, signal);
    if (!summary) return failed('The service has no ice data for it that contain the voyage.');
    const chartId = askedChart.peek();
    if (chartId !== null && summary.kind === 'vessel') return failed(NO_CHART);
    const key = `${summary.id} ${JSON.stringify(vehicle)} ${chartId}`;
    if (open?.key !== key) {
      const chart = chartId === null ? null : await loadChart(chartId, signal);
      const bytes = await meshBytes(summary, signal);
      const copy = bytes.slice(0);
      open = null;
      const opened = await engine.ask({ kind: 'open', bytes: copy, vehicle, chart }, { transfer: [copy] });
      if (opened?.kind !== 'opened') return failed(opened?.message ?? 'The ice data could not be opened.');
      open = { key, mesh: openMesh(new Uint8Array(opened.made ?? bytes)) };
    }
    const { mesh } = open;
    const planned = await engine.ask({
      kind: 'plan',
      ...ends,
      vehicle,
      voyage: onlyItself(state.voyage.peek()),
      mesh: documentMesh({ summary, mesh }),
      adjustmentLimitNm: settings.adjustmentLimitNm,
      zones: [],
      isMoving: false,
    });
    if (planned?.kind !== 'planned') return failed(readable(planned?.message ?? ''));
    const entry = variant.best === 'least' ? planned.routes.find(({ type }) => type !== 'traveltime') : null;
    const route = { ...fromEntry(entry ?? planned.routes[0]!), line: answer.line, label: answer.label, mesh };
    const movedNm = Math.max(planned.start.movedNm, planned.end.movedNm);
    return { ...answer, route, problem: null, movedNm };
  } catch (error) {
    return failed((error as Error).message);
  }
}

const NO_CHART =
  'An ice chart can only be laid over data of the sea alone, for a vessel of the service: choose both, or no chart.';

/** Neither other ways nor that of the least money; what is in the bunkers is of the ship of the plan. */
const onlyItself = (voyage: Voyage | null): Voyage | null =>
  voyage && { ...voyage, ...WITHOUT_FUEL, alternatives: null, price: null };

/** The mesh that was chosen, or the one that the service would take. */
async function meshFor(
  { vehicle, mesh }: Variant,
  { start, end }: Ends,
  signal: AbortSignal,
): Promise<MeshSummary | null> {
  const all = state.meshes.peek();
  if (mesh !== null) return all.find(({ id }) => id === mesh) ?? null;
  const usable =
    vehicle === null
      ? all.filter(({ kind }) => kind === 'vessel')
      : await withRetries(() => listMeshes(vehicle), signal);
  const isCharted = vehicle !== null && askedChart.peek() !== null;
  const suitable = isCharted ? usable.filter(({ kind }) => kind === 'environment') : usable;
  return chooseMesh(suitable, [start, end]);
}
