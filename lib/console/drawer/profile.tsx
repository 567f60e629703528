import { signal } from '@preact/signals';
import { readPreference, writePreference } from '../api/session-value.ts';
import * as state from '../state/state.ts';
import { PlaceSlider, PlaceText } from './place-along.tsx';
import { ProfileChart } from './profile-chart.tsx';
import { type Axis, type Quantity, quantitiesOf } from './profile-data.ts';

const FIRST_CHOICE = 'speed,ice,risk-index';
const chosenIds = signal<readonly string[]>((readPreference('profile') ?? FIRST_CHOICE).split(','));
const axis = signal<Axis>('distance');

/** What of the quantities is drawn; one at least. */
function shownOf(quantities: readonly Quantity[]): readonly Quantity[] {
  const chosen = quantities.filter(({ id }) => chosenIds.value.includes(id));
  return chosen.length > 0 ? chosen : quantities.slice(0, 1);
}

/** Quantities along the routes, one above the other; the pointer shows the same place on the map. */
export function Profile() {
  const sea = state.sea.value;
  const routes = state.lines.value;
  if (!sea || routes.length === 0) return null;
  const shown = shownOf(quantitiesOf(routes, sea.mesh));
  return (
    <div class="profile">
      {state.isNarrow.value && <ProfileChoices />}
      <div
        class="charts"
        // many charts scroll, so the keyboard has to reach them
        tabIndex={shown.length > 2 ? 0 : undefined}
      >
        {shown.map((quantity, i) => (
          <ProfileChart
            key={quantity.id}
            quantity={quantity}
            routes={routes}
            axis={axis.value}
            hasXAxis={i === shown.length - 1}
          />
        ))}
      </div>
      <PlaceText axis={axis.value} />
      <PlaceSlider routes={routes} axis={axis.value} />
    </div>
  );
}

/** The quantities, and what they are drawn along; beside the tabs where there is room. */
export function ProfileChoices() {
  const sea = state.sea.value;
  if (!sea) return null;
  const quantities = quantitiesOf(state.lines.value, sea.mesh);
  const shown = shownOf(quantities);
  return (
    <div class="row nowrap profile-choices">
      <fieldset class="chips" aria-label="Quantities">
        {quantities.map(({ id, label, short }) => (
          <button
            key={id}
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={shown.some((each) => each.id === id)}
            onClick={() => toggle(id, shown)}
          >
            {short}
          </button>
        ))}
      </fieldset>
      <select
        aria-label="Axis"
        value={axis.value}
        onChange={(event) => {
          axis.value = event.currentTarget.value as Axis;
        }}
      >
        <option value="distance">By distance</option>
        <option value="time">By time</option>
      </select>
    </div>
  );
}

function toggle(id: string, shown: readonly Quantity[]): void {
  const ids = shown.map((each) => each.id);
  const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
  if (next.length === 0) return; // one at least
  chosenIds.value = next;
  writePreference('profile', next.join(','));
}
