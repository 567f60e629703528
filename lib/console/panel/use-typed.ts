import { useState } from 'preact/hooks';

interface Asked<T> {
  /** What the value is, as it is written. */
  readonly shown: string;
  /** The value that a text means, null for none; undefined where it means nothing. */
  readonly read: (text: string) => T | null | undefined;
  readonly onCommit: (value: T | null) => void;
}

/**
 * What is typed into the field of a value: Enter or leaving the field sets it, Escape drops it. A text that means nothing stays
 * until the value is set elsewhere, on the map or by undo: then the field shows that.
 */
export function useTyped<T>({ shown, read, onCommit }: Asked<T>) {
  const [typed, setTyped] = useState<{ text: string; over: string; isWrong: boolean } | null>(null);
  const kept = typed?.over === shown ? typed : null;
  if (typed && !kept) setTyped(null);
  const text = kept?.text ?? shown;
  const isWrong = kept?.isWrong ?? false;
  const commit = (given: string) => {
    const plain = given.trim();
    const value = plain === shown ? undefined : plain === '' ? null : read(given);
    const wrong = value === undefined && plain !== shown;
    setTyped(wrong ? { text: given, over: shown, isWrong: true } : null);
    if (value !== undefined) onCommit(value);
  };
  const input = {
    autocomplete: 'off' as const,
    spellcheck: false,
    value: text,
    onInput: (event: { currentTarget: HTMLInputElement }) =>
      setTyped({ text: event.currentTarget.value, over: shown, isWrong }),
    onKeyDown: (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
      if (event.key === 'Enter') commit(event.currentTarget.value);
      if (event.key === 'Escape') setTyped(null);
    },
    onBlur: (event: { currentTarget: HTMLInputElement }) => commit(event.currentTarget.value),
  };
  return { text, isWrong, commit, input };
}
