/** Undo and redo of the plan. A step is what a hand has finished: a drag is one, not one for each place it passed. */
import { batch, computed, signal } from '@preact/signals';
import { applyDraft, type Draft, draft, EMPTY_DRAFT, isSameDraft } from './draft.ts';
import { showKeptAnswer } from './kept-answers.ts';
import { beginOther, keepDraft } from './kept-drafts.ts';
import { closeOffer } from './notices.ts';
import { type KeptBesides, openRoute } from './service-route.ts';

const MOST_STEPS = 200;

interface Steps {
  readonly past: readonly Draft[];
  readonly present: Draft;
  readonly future: readonly Draft[];
}

const steps = signal<Steps>({ past: [], present: EMPTY_DRAFT, future: [] });

export const canUndo = computed(() => steps.value.past.length > 0);
export const canRedo = computed(() => steps.value.future.length > 0);

/** Called for each new step, so that the browser's own history and address follow. */
let onStep: (step: Draft) => void = () => {};

export function followSteps(listener: (step: Draft) => void): void {
  onStep = listener;
}

/** The plan as it is now is a step, unless it is as it was after the last one. */
export function recordStep(): void {
  const { past, present } = steps.peek();
  const next = draft.peek();
  if (isSameDraft(next, present)) return;
  steps.value = { past: [...past, present].slice(-MOST_STEPS), present: next, future: [] };
  keepDraft(next);
  onStep(next);
}

/**
 * Shows a saved route in the place of the plan, which stays among the drafts; false where something else was asked for meanwhile.
 *
 * @param opened what follows, where it is not a step
 */
export async function openSaved(
  routeId: string,
  kept?: KeptBesides,
  opened: () => void = recordStep,
): Promise<boolean> {
  const isShown = await openRoute(routeId, kept);
  if (isShown) {
    beginOther();
    opened();
  }
  return isShown;
}

/** What the page begins with is no step that could be undone. */
export function beginSteps(): void {
  steps.value = { past: [], present: draft.peek(), future: [] };
}

export function undo(): void {
  const { past, present, future } = steps.peek();
  const before = past.at(-1);
  if (before) goTo({ past: past.slice(0, -1), present: before, future: [present, ...future] });
}

export function redo(): void {
  const { past, present, future } = steps.peek();
  const [next, ...later] = future;
  if (next) goTo({ past: [...past, present], present: next, future: later });
}

function goTo(next: Steps): void {
  show(next);
  keepDraft(next.present);
  onStep(next.present);
}

/** The browser went back or forward: the plan of then, which can be undone like any step. */
export function returnTo(step: Draft): void {
  const { past, present } = steps.peek();
  if (isSameDraft(step, present)) return;
  show({ past: [...past, present].slice(-MOST_STEPS), present: step, future: [] });
}

/** Another plan: what was offered of the one before goes with it. */
function show(next: Steps): void {
  batch(() => {
    closeOffer();
    steps.value = next;
    applyDraft(next.present);
    showKeptAnswer();
  });
}
