/** Print, by the page's button or the browser's own: the sheet is laid out on paper before, and taken off it after. */
import { effect } from '@preact/signals';
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

/** The sheet's code, with the coastline of its chart, is loaded when there is something to print and nothing else to do. */
export function preparePrinting(paper: HTMLElement): void {
  const stop = effect(() => {
    if (state.chosenRoute.value === null) return;
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
    idle(() => load().catch(() => {}));
    queueMicrotask(() => stop());
  });
  addEventListener('beforeprint', () => {
    // the browser does not wait
    if (loaded) loaded.layOutSheet(paper);
    else
      paper.textContent =
        'There is no passage plan to print yet: set both ends of the route, and print again.';
  });
  addEventListener('afterprint', () => paper.replaceChildren());
}
