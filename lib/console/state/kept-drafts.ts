/** Drafts that stay in this browser: the last plans, each as it was left. None of them is a request of the service. */
import { signal } from '@preact/signals';
import { readPreference, writePreference } from '../api/session-value.ts';
import type { Draft } from './draft.ts';

const KEY = 'drafts';
const MOST = 20;

export interface KeptDraft {
  readonly id: number;
  /** ISO 8601. */
  readonly changed: string;
  readonly draft: Draft;
}

export const keptDrafts = signal<readonly KeptDraft[]>(read());
/** The one that is being changed. */
let current = nextId();

function read(): KeptDraft[] {
  try {
    const kept: unknown = JSON.parse(readPreference(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.id === 'number' && each.draft) : [];
  } catch {
    return []; // what another version left, or nothing that can be read
  }
}

function nextId(): number {
  return 1 + Math.max(0, ...keptDrafts.peek().map(({ id }) => id));
}

/** A plan is kept from its second end on. */
export function keepDraft(draft: Draft): void {
  if (!draft.start || !draft.end) return;
  const others = keptDrafts.peek().filter(({ id }) => id !== current);
  write([{ id: current, changed: new Date().toISOString(), draft }, ...others].slice(0, MOST));
}

/** What comes now is another plan: the one of before stays as it is. */
export function beginOther(): void {
  current = nextId();
}

export function continueDraft(id: number): void {
  current = id;
}

export function deleteDraft(id: number): void {
  write(keptDrafts.peek().filter((each) => each.id !== id));
  if (id === current) beginOther();
}

function write(drafts: readonly KeptDraft[]): void {
  keptDrafts.value = drafts;
  writePreference(KEY, JSON.stringify(drafts));
}
