/** Lists that this browser keeps for all its tabs. What is stored is right, where anything can be: a tab may be behind. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { readPreference, writePreference } from '../api/session-value.ts';

export interface KeptList<T> {
  /** As this tab shows it; it follows what other tabs do. */
  readonly shown: ReadonlySignal<readonly T[]>;
  /** As it is now. */
  now(): readonly T[];
  write(items: readonly T[]): void;
}

/** @param isItem whether what was stored, perhaps by another version, can be used */
export function keptList<T>(key: string, isItem: (stored: Partial<T> | null) => unknown): KeptList<T> {
  const read = (): T[] => {
    try {
      const kept: unknown = JSON.parse(readPreference(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isItem) : [];
    } catch {
      return []; // nothing that can be read
    }
  };
  const shown = signal<readonly T[]>(read());
  // only other tabs' changes are told
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === key) shown.value = read();
  });
  return {
    shown,
    now: () => (readPreference(key) === null ? shown.peek() : read()),
    write(items) {
      shown.value = items;
      writePreference(key, JSON.stringify(items));
    },
  };
}
