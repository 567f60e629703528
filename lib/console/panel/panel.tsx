import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import { clickWord } from '../click-words.ts';
import { Drawer } from '../drawer/drawer.tsx';
import { alerts } from '../state/alerts.ts';
import { consumptionUnit } from '../state/consumption.ts';
import { totalConsumption, totalDays } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { capital } from '../units.ts';
import { TryPassage } from './empty-state.tsx';
import { keepPlaceOfFocus } from './keep-place.ts';
import { loadedLater } from './loaded-later.tsx';
import { RouteTab } from './route-tab.tsx';
import { SectionBar } from './section-bar.tsx';

const otherTab = loadedLater(() => import('./other-tabs.ts'));

/** Panels of their own; one that is added here, and in `other-tabs.ts`, is all that the page needs to know of it. */
const TABS: readonly (readonly [typeof state.panelTab.value, string, ComponentType])[] = [
  ['route', 'Route', RouteTab],
  ['recent', 'Saved', otherTab(({ RecentTab }) => RecentTab)],
  ['vehicles', 'Vessels', otherTab(({ VehiclesTab }) => VehiclesTab)],
  ['meshes', 'Ice data', otherTab(({ MeshesTab }) => MeshesTab)],
  ['batches', 'Batches', otherTab(({ BatchesTab }) => BatchesTab)],
  ['watches', 'Watches', otherTab(({ WatchesTab }) => WatchesTab)],
];

/** The side panel, on a narrow screen a sheet at the bottom: the plan and its answer, what was saved, vessels, ice data, batches, watches. */
export function Panel() {
  const open = state.panelOpen.value;
  const [, , Current] = TABS.find(([id]) => id === state.panelTab.value)!;
  const isSheet = state.isNarrow.value;
  useEffect(() => {
    const tab = document.getElementById(`tab-${state.panelTab.value}`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open, state.panelTab.value]);
  useEffect(() => {
    const content = document.getElementById('panel-content');
    return content ? keepPlaceOfFocus(content) : undefined;
  }, [open]);
  return (
    <aside class={`panel card ${open ? '' : 'folded'}`} aria-label="Route and vessel">
      <header {...(isSheet && sheetGestures)}>
        <h1>Polynya</h1>
        {!open && <Summary />}
        <button
          type="button"
          class="fold"
          aria-expanded={open}
          aria-label={open ? 'Fold the panel away' : 'Show the panel'}
          onClick={() => {
            state.panelOpen.value = !open;
          }}
        >
          {foldSign(open, isSheet)}
        </button>
      </header>
      {open && (
        <>
          <div
            class="tabs"
            role="tablist"
            aria-label="Panel"
            onKeyDown={moveBetweenTabs}
            {...(isSheet && sheetGestures)}
          >
            {TABS.map(([id, label]) => (
              <button
                key={id}
                id={`tab-${id}`}
                type="button"
                role="tab"
                aria-selected={state.panelTab.value === id}
                aria-controls="panel-content"
                tabIndex={state.panelTab.value === id ? 0 : -1}
                onClick={() => {
                  state.panelTab.value = id;
                }}
              >
                {label}
              </button>
            ))}
          </div>
          {state.panelTab.value === 'route' && <SectionBar />}
          <div
            id="panel-content"
            class="panel-content"
            role="tabpanel"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
            tabIndex={0}
            aria-labelledby={`tab-${state.panelTab.value}`}
          >
            <Current />
            {isSheet && state.panelTab.value === 'route' && <Drawer />}
          </div>
        </>
      )}
    </aside>
  );
}

/** What is no tap, pixels. */
const SWIPE_PX = 24;
let swipeBegan = 0;
let isSwipe = false;

/** By a finger the sheet is pulled up and down, and a tap on what it says while it is folded opens it. */
const sheetGestures = {
  onPointerDown: ({ clientY }: PointerEvent) => {
    swipeBegan = clientY;
  },
  // neither scrolled nor flung by the browser, to which a tap right after a fling only ends that
  onTouchMove: (event: TouchEvent) => event.cancelable && event.preventDefault(),
  onPointerUp: ({ clientY }: PointerEvent) => {
    const down = clientY - swipeBegan;
    isSwipe = Math.abs(down) > SWIPE_PX;
    if (isSwipe) state.panelOpen.value = down < 0;
  },
  // no sooner: what lies below the finger once the sheet is open would get the click
  onClick: ({ target }: MouseEvent) => {
    if (!isSwipe && !(target as Element).closest('button')) state.panelOpen.value = true;
  },
};

const foldSign = (open: boolean, isSheet: boolean): string => {
  if (isSheet) return open ? '▾' : '▴';
  return open ? '‹' : '›';
};

/** Of all alerts; their order is that of what they are about. */
const heaviest = () =>
  (['danger', 'caution', 'note'] as const).find((wanted) =>
    alerts.value.some(({ kind }) => kind === wanted),
  )!;

/** While the panel is folded: the answer in a line, or what to do. */
function Summary() {
  const route = state.chosenRoute.value;
  if (route) {
    const consumption = totalConsumption(route);
    const unit = consumptionUnit.value;
    return (
      <p class="summary answered">
        <strong>{formatDuration(totalDays(route))}</strong>
        {consumption !== null && ` · ${formatNumber(consumption, 1)} ${unit}`}
        {alerts.value.length > 0 && (
          <span class={`alert-count ${heaviest()}`}>
            <span class="mark" aria-hidden="true" /> {alerts.value.length}
            <span class="visually-hidden"> {alerts.value.length === 1 ? 'alert' : 'alerts'}</span>
          </span>
        )}
      </p>
    );
  }
  const verb = capital(clickWord.value);
  const asks = state.start.value ? `${verb} the end.` : `${verb} the map: start, then end.`;
  return (
    <>
      <p class="summary">{state.previewProblem.value ?? asks}</p>
      {!state.start.value && !state.end.value && <TryPassage />}
    </>
  );
}

/** Left and right move between the tabs, as in the ARIA pattern for tabs. */
function moveBetweenTabs(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const now = TABS.findIndex(([id]) => id === state.panelTab.peek());
  const [next] = TABS[(now + step + TABS.length) % TABS.length]!;
  state.panelTab.value = next;
  document.getElementById(`tab-${next}`)?.focus();
}
