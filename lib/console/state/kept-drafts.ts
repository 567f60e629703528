/** Drafts that stay in this browser: the last plans, each as it was left. None of them is a request of the service. */
import { effect } from '@preact/signals';
import type { Draft } from './draft.ts';
import { keptList } from './kept-list.ts';

const MOST = 20;

export interface KeptDraft {
  readonly id: number;
  /** ISO 8601. */
  readonly changed: string;
  readonly draft: Draft;
}

const list = keptList<KeptDraft>('drafts', (each) => typeof each?.id === 'number' && each.draft);
export const keptDrafts = list.shown;
/** The one that is being changed. */
let current = nextId();
/** When it was last kept; null before. */
let kept: string | null = null;

/** Another than that of any other tab, whenever that was opened. */
function nextId(): number {
  return Date.now() + Math.random();
}

// a draft that another tab goes on with is that tab's: what is changed here is a plan of its own
effect(() => {
  const stored = keptDrafts.value.find(({ id }) => id === current);
  if (stored && kept !== null && stored.changed !== kept) beginOther();
});

/** A plan is kept from its second end on. */
export function keepDraft(draft: Draft): void {
  if (!draft.start || !draft.end) return;
  const others = list.now().filter(({ id }) => id !== current);
  kept = new Date().toISOString();
  list.write([{ id: current, changed: kept, draft }, ...others].slice(0, MOST));
}

/** What comes now is another plan: the one of before stays as it is. */
export function beginOther(): void {
  current = nextId();
  kept = null;
}

export function continueDraft(id: number): void {
  current = id;
  kept = keptDrafts.peek().find((each) => each.id === id)?.changed ?? null;
}

export function deleteDraft(id: number): void {
  list.write(list.now().filter((each) => each.id !== id));
  if (id === current) beginOther();
}
