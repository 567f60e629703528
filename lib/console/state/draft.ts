/** What is being planned, as one value: what undo, the browser's history and the kept drafts hold. */
import { batch, computed } from '@preact/signals';
import { type KeptParts, keptParts, showParts } from './plan-parts.ts';
import { dropPreview } from './planning.ts';
import { forgetAnswer } from './service-route.ts';
import * as state from './state.ts';
import { notesPart } from './waypoint-notes.ts';

/** All that a person has decided; a panel that adds to the plan adds a part. JSON holds it. */
export interface Draft extends KeptParts {
  readonly start: state.RouteEnd | null;
  readonly end: state.RouteEnd | null;
  readonly vehicle: string | null;
  readonly mesh: number | null;
  /** ISO 8601, UTC. */
  readonly departure: string | null;
  readonly own: state.OwnWaypoints | null;
}

export const draft = computed<Draft>(() => ({
  start: state.start.value,
  end: state.end.value,
  vehicle: state.vehicleType.value,
  mesh: state.pickedMeshId.value,
  departure: state.departure.value?.toISOString() ?? null,
  own: state.ownWaypoints.value,
  ...keptParts.value,
}));

export const EMPTY_DRAFT: Draft = {
  start: null,
  end: null,
  vehicle: null,
  mesh: null,
  departure: null,
  own: null,
};

export const isSameDraft = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Shows a plan in the place of the present one; one that differs in its notes alone keeps its routes. */
export function applyDraft(plan: Draft): void {
  const { start, end, vehicle, mesh, departure, own } = plan;
  batch(() => {
    notesPart.show(plan.notes);
    if (isSameDraft(plan, draft.peek())) return;
    dropPreview();
    forgetAnswer();
    state.start.value = start;
    state.end.value = end;
    state.vehicleType.value = vehicle;
    state.pickedMeshId.value = mesh;
    state.departure.value = departure === null ? null : new Date(departure);
    state.ownWaypoints.value = own;
    showParts(plan);
    if (!own) state.ownLine.value = null;
    state.plannedAnew.value++;
  });
}
