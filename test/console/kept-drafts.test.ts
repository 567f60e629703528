import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from '../../lib/console/state/draft.ts';

type Tab = typeof import('../../lib/console/state/kept-drafts.ts');

const stored = new Map<string, string>();
const listeners: ((event: { key: string }) => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.push(listener));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  stored.clear();
  listeners.length = 0;
});

/** A tab of the browser: the page's modules once more, with the storage that all tabs share. */
async function openTab(): Promise<Tab> {
  vi.resetModules();
  return import('../../lib/console/state/kept-drafts.ts');
}

/** As the browser tells the other tabs. */
const tellOthers = () => {
  for (const listener of listeners) listener({ key: 'drafts' });
};

const draftFrom = (lat: number) => ({ start: { lat, lon: -50 }, end: { lat: -70, lon: -30 } }) as Draft;
const latitudes = ({ keptDrafts }: Tab) => keptDrafts.value.map(({ draft }) => draft.start!.lat);

test('drafts of two tabs that were opened at once lie beside each other', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.keepDraft(draftFrom(-60));
  other.keepDraft(draftFrom(-61));
  one.keepDraft(draftFrom(-62));
  expect(latitudes(await openTab())).toEqual([-62, -61]);
  tellOthers();
  expect(latitudes(other)).toEqual([-62, -61]);
  one.deleteDraft(one.keptDrafts.value[0]!.id);
  expect(latitudes(await openTab())).toEqual([-61]);
});

test('two tabs that go on with one draft make two of it', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  const first = await openTab();
  first.keepDraft(draftFrom(-60));
  const second = await openTab();
  second.continueDraft(second.keptDrafts.value[0]!.id);
  vi.advanceTimersByTime(1000);
  second.keepDraft(draftFrom(-61));
  tellOthers();
  vi.advanceTimersByTime(1000);
  first.keepDraft(draftFrom(-62));
  first.keepDraft(draftFrom(-63));
  expect(latitudes(await openTab())).toEqual([-63, -61]);
});
