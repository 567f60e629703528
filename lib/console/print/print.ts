/** Print, by the page's button or the browser's own: the sheet is laid out on paper before, and taken off it after. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import * as state from '../state/state.ts';

let sheet: Promise<typeof import('./sheet.tsx')> | null = null;
let loaded: typeof import('./sheet.tsx') | null = null;

function load(): Promise<typeof import('./sheet.tsx')> {
  sheet ??= import('./sheet.tsx').then((module) => {
    loaded = module;
    return module;
  });
  return sheet;
}

export async function printPlan(): Promise<void> {
  await load();
  print();
}

/** Where a browser has no service worker: the page has what it needs for planning by then. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 10_000));

/**
 * The sheet's code, with the coastline of its chart, is as large as a mesh: it is taken from what the service worker has kept,
 * or loaded when it is asked for.
 */
export function preparePrinting(paper: HTMLElement): void {
  const stop = effect(() => {
    if (state.chosenRoute.value === null) return;
    const kept: Promise<unknown> = navigator.serviceWorker?.ready ?? rest();
    kept.then(load).catch(() => {});
    queueMicrotask(() => stop());
  });
  addEventListener('beforeprint', () => {
    // the browser does not wait
    if (loaded) loaded.layOutSheet(paper);
    else if (state.chosenRoute.peek()) {
      paper.textContent = 'The passage plan is being prepared: print again in a moment.';
      load().catch(() => {});
    } else {
      paper.textContent =
        'There is no passage plan to print yet: set both ends of the route, and print again.';
    }
  });
  addEventListener('afterprint', () => {
    render(null, paper); // or the next sheet would change what is no longer there
    paper.replaceChildren();
  });
}
