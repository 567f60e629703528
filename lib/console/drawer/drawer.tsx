import { signal } from '@preact/signals';
import { LINES } from '../map/palette.ts';
import * as state from '../state/state.ts';
import { Profile } from './profile.tsx';
import { Waypoints } from './waypoints.tsx';

const tab = signal<'profile' | 'waypoints'>('profile');

/** Below the map: the profile along the route, and its waypoints. */
export function Drawer() {
  const open = state.drawerOpen.value;
  const route = state.chosenRoute.value;
  if (!route) return null;
  return (
    <section class={`drawer card ${open ? '' : 'folded'}`} aria-label="Profile and waypoints">
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
              {id === 'profile' ? 'Profile' : `Waypoints: ${LINES[route.line].label}`}
            </button>
          ))}
        </div>
        <Departure />
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
      {open && (tab.value === 'profile' ? <Profile /> : <Waypoints route={route} />)}
    </section>
  );
}

/** The hour of departure, UTC; ETAs follow from it. */
function Departure() {
  const { value } = state.departure;
  return (
    <label class="departure">
      Departure (UTC)
      <input
        type="datetime-local"
        value={value ? value.toISOString().slice(0, 16) : ''}
        onChange={(event) => {
          const time = new Date(`${event.currentTarget.value}Z`);
          state.departure.value = Number.isNaN(time.getTime()) ? null : time;
        }}
      />
    </label>
  );
}
