/**
 * Requests that were saved: each stays in this browser until the service has answered it, so that one that is made without a
 * connection outlives the page, and is sent once there is one.
 */
import type { RouteRequestBody } from '../api/types.ts';
import { keptList } from './kept-list.ts';

export interface KeptSave {
  readonly id: string;
  /** ISO 8601. */
  readonly asked: string;
  readonly body: RouteRequestBody;
}

const list = keptList<KeptSave>('saves', (each) => typeof each?.id === 'string' && each.body);
export const keptSaves = list.shown;

export function keepSave(body: RouteRequestBody): KeptSave {
  const save = { id: `${Date.now()}-${Math.random()}`, asked: new Date().toISOString(), body };
  list.write([...others(save.id), save]);
  return save;
}

export const dropSave = (id: string): void => list.write(others(id));

const others = (id: string): KeptSave[] => list.now().filter((each) => each.id !== id);

export const isKept = (id: string): boolean => list.now().some((each) => each.id === id);

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
