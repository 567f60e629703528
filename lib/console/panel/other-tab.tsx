import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

type OtherTabs = typeof import('./other-tabs.ts');

const loaded = signal<OtherTabs | null>(null);
const problem = signal<string | null>(null);

function load(): void {
  problem.value = null;
  import('./other-tabs.ts').then(
    (tabs) => {
      loaded.value = tabs;
    },
    (error: Error) => {
      problem.value = error.message;
    },
  );
}

/** A tab beside that of the route: the first view does without its code, which comes when such a tab is first opened. */
export const otherTab = (name: keyof OtherTabs): ComponentType =>
  function OtherTab() {
    useEffect(load, []);
    const Tab = loaded.value?.[name];
    if (Tab) return <Tab />;
    if (problem.value === null) return <p class="quiet loading">Loading…</p>;
    return (
      <p class="field-problem" role="alert">
        This could not be loaded: {problem.value}. Choose the tab of the route and then this one, to try
        again.
      </p>
    );
  };
