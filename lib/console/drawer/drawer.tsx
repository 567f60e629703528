import { signal } from '@preact/signals';
import * as state from '../state/state.ts';
import { Profile } from './profile.tsx';
import { Waypoints } from './waypoints.tsx';

const tab = signal<'profile' | 'waypoints'>('profile');

/** Below the map: the profile along the route, and its waypoints. */
export function Drawer() {
  const open = state.drawerOpen.value;
  const route = state.chosenRoute.value;
  const isPlanned = state.start.value && state.end.value;
  if (!route && !isPlanned) return null;
  return (
    <section class={`drawer card ${open ? '' : 'folded'}`} aria-label="Profile and passage">
      <header>
        <div class="tabs" role="tablist" aria-label="Along the route">
          {(['profile', 'waypoints'] as const).map((id) => (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={tab.value === id}
              onClick={() => {
                tab.value = id;
                state.drawerOpen.value = true;
              }}
            >
              {id === 'profile' ? 'Profile' : 'Passage'}
            </button>
          ))}
        </div>
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
      {open && !route && <p class="drawer-empty quiet">There is no route between these ends.</p>}
      {open && route && (tab.value === 'profile' ? <Profile /> : <Waypoints route={route} />)}
    </section>
  );
}
