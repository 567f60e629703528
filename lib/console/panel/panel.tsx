import * as state from '../state/state.ts';
import { MeshesTab } from './meshes-tab.tsx';
import { RecentTab } from './recent-tab.tsx';
import { RouteTab } from './route-tab.tsx';
import { VehiclesTab } from './vehicles-tab.tsx';

const TABS = [
  ['route', 'Route', RouteTab],
  ['recent', 'Recent', RecentTab],
  ['vehicles', 'Vehicles', VehiclesTab],
  ['meshes', 'Meshes', MeshesTab],
] as const;

/** The side panel: the request and its answer, recent routes, vehicles, meshes. */
export function Panel() {
  const open = state.panelOpen.value;
  const [, , Current] = TABS.find(([id]) => id === state.panelTab.value)!;
  return (
    <aside class={`panel card ${open ? '' : 'folded'}`} aria-label="Route and vessel">
      <header>
        <h1>Polynya</h1>
        <button
          type="button"
          class="fold"
          aria-expanded={open}
          aria-label={open ? 'Fold the panel away' : 'Show the panel'}
          onClick={() => {
            state.panelOpen.value = !open;
          }}
        >
          {open ? '‹' : '›'}
        </button>
      </header>
      {open && (
        <>
          <div class="tabs" role="tablist" aria-label="Panel" onKeyDown={moveBetweenTabs}>
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
          <div
            id="panel-content"
            class="panel-content"
            role="tabpanel"
            aria-labelledby={`tab-${state.panelTab.value}`}
          >
            <Current />
          </div>
        </>
      )}
    </aside>
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
