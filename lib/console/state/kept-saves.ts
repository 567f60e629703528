/**
 * Requests that were saved: each stays in this browser until the service has answered it, so that one that is made without a
 * connection outlives the page, and is sent once there is one.
 */
import { signal } from '@preact/signals';
import { readPreference, writePreference } from '../api/session-value.ts';
import type { RouteRequestBody } from '../api/types.ts';

const KEY = 'saves';

export interface KeptSave {
  readonly id: string;
  /** ISO 8601. */
  readonly asked: string;
  readonly body: RouteRequestBody;
}

export const keptSaves = signal<readonly KeptSave[]>(read());

function read(): KeptSave[] {
  try {
    const kept: unknown = JSON.parse(readPreference(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.id === 'string' && each.body) : [];
  } catch {
    return []; // what another version left, or nothing that can be read
  }
}

export function keepSave(body: RouteRequestBody): KeptSave {
  const save = { id: `${Date.now()}-${Math.random()}`, asked: new Date().toISOString(), body };
  write([...others(save.id), save]);
  return save;
}

export const dropSave = (id: string): void => write(others(id));

const others = (id: string): KeptSave[] => stored().filter((each) => each.id !== id);

/** Another tab of this browser may have changed them: what is stored is right, where anything can be. */
const stored = (): readonly KeptSave[] => (readPreference(KEY) === null ? keptSaves.peek() : read());

export const isKept = (id: string): boolean => stored().some((each) => each.id === id);

function write(saves: readonly KeptSave[]): void {
  keptSaves.value = saves;
  writePreference(KEY, JSON.stringify(saves));
}

/**
 * Does something for a save unless it was sent meanwhile, or another tab is at it: one tab sends it, once.
 *
 * @returns null where there is nothing to do
 */
export async function withSave<T>(id: string, act: () => Promise<T>): Promise<T | null> {
  const { locks } = navigator; // browsers have them in a secure context only
  if (!locks) return isKept(id) ? act() : null;
  return locks.request(`polynya-save ${id}`, { ifAvailable: true }, async (lock) =>
    lock && isKept(id) ? act() : null,
  );
}
