import { signal } from '@preact/signals';
import { loadedLater } from '../panel/loaded-later.tsx';
import * as state from '../state/state.ts';
import { Profile, ProfileChoices } from './profile.tsx';

const TABS = { profile: 'Profile', waypoints: 'Passage', schedule: 'Schedule' } as const;
const tab = signal<keyof typeof TABS>('profile');
const table = loadedLater(() => import('./tables.ts'));
const Schedule = table((parts) => parts.Schedule);
const Waypoints = table((parts) => parts.Waypoints);

/** Below the map: the profile along the route, its waypoints, and the schedule of a voyage. */
export function Drawer() {
  const open = state.drawerOpen.value;
  const route = state.chosenRoute.value;
  if (!route) return state.start.value && state.end.value ? <NoRoute /> : null;
  const tabs = (Object.keys(TABS) as (keyof typeof TABS)[]).filter((id) => id !== 'schedule' || route.stops);
  const shown = tabs.includes(tab.value) ? tab.value : 'profile';
  return (
    <section class={`drawer card ${open ? '' : 'folded'}`} aria-label="Profile and passage">
      <header>
        <div class="tabs" role="tablist" aria-label="Along the route">
          {tabs.map((id) => (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={shown === id}
              onClick={() => {
                tab.value = id;
                state.drawerOpen.value = true;
              }}
            >
              {TABS[id]}
            </button>
          ))}
        </div>
        {open && shown === 'profile' && !state.isNarrow.value && <ProfileChoices />}
        <button
          type="button"
          class="fold"
          aria-expanded={open}
          aria-label={open ? 'Fold the drawer away' : 'Show the drawer'}
          onClick={() => {
            state.drawerOpen.value = !open;
          }}
        >
          {open ? '▾' : '▴'}
        </button>
      </header>
      {open && shown === 'profile' && <Profile />}
      {open && shown === 'waypoints' && <Waypoints route={route} />}
      {open && shown === 'schedule' && <Schedule route={route} hasTools />}
    </section>
  );
}

/** It keeps its place while one is planned; where there is none, it leaves the map to look for one. */
function NoRoute() {
  const problem = state.previewProblem.value;
  const isFolded = problem !== null || !state.drawerOpen.value;
  return (
    <section class={`drawer card ${isFolded ? 'folded' : ''}`} aria-label="Profile and passage">
      <p class="drawer-empty quiet">{problem ?? 'There is no route yet.'}</p>
    </section>
  );
}
