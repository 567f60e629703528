import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { readable } from '../readable.ts';

/** Parts of the page in a file of their own, which the first view does without: it comes when one of them is first shown. */
export function loadedLater<Parts>(load: () => Promise<Parts>) {
  const loaded = signal<Parts | null>(null);
  const problem = signal<string | null>(null);
  const begin = () => {
    if (loaded.peek()) return;
    problem.value = null;
    load().then(
      (parts) => {
        loaded.value = parts;
      },
      (error: Error) => {
        problem.value = error.message;
      },
    );
  };
  return <Props extends object>(choose: (parts: Parts) => ComponentType<Props>): ComponentType<Props> =>
    function LoadedLater(props) {
      useEffect(begin, []);
      if (loaded.value) {
        const Part = choose(loaded.value);
        return <Part {...props} />;
      }
      if (problem.value === null) return <p class="quiet loading">Loading…</p>;
      return (
        <p class="field-problem" role="alert">
          {readable(problem.value)}
        </p>
      );
    };
}
