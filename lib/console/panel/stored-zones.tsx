import { signal } from '@preact/signals';
import type { ZoneSummary } from '../../zones/zone-store.ts';
import { seasonText } from '../day-of-year.ts';
import { KIND_LABELS, standingNames, storedList, storedOn, withoutStanding } from '../state/plan-zones.ts';
import { outOfSeason } from '../state/zone-seasons.ts';
import { leaveOutStanding, switchStored } from '../state/zones.ts';

/** More are looked for by name. */
const MANY = 6;

const wanted = signal('');

/** The zones that the service keeps, the protected areas among them, each with a switch. */
export function StoredZones() {
  const list = storedList.value;
  const holds = withoutStanding.value ? [] : standingNames.value;
  if (list === null) return <p class="quiet">Loading the zones of the service…</p>;
  if (list.length === 0) return <p class="hint">The service keeps no zones.</p>;
  const words = wanted.value.toLowerCase().split(/\s+/);
  const found = list.filter(({ name, kind }) =>
    words.every((word) => `${name} ${KIND_LABELS[kind]}`.toLowerCase().includes(word)),
  );
  const names = found.map(({ name }) => name).filter((name) => !holds.includes(name));
  const isOn = names.length > 0 && names.every((name) => storedOn.value.includes(name));
  return (
    <fieldset class="stored-zones">
      <legend>Protected areas and other zones of the service</legend>
      {standingNames.value.length > 0 && (
        <label class="switch">
          <input
            type="checkbox"
            checked={!withoutStanding.value}
            onChange={(event) => leaveOutStanding(!event.currentTarget.checked)}
          />
          <span>
            Standing zones <span class="quiet">hold for every route: {standingNames.value.length}</span>
          </span>
        </label>
      )}
      <div class="row nowrap">
        {list.length > MANY && (
          <input
            type="search"
            aria-label="Look for a zone"
            placeholder="Look for a name"
            value={wanted.value}
            onInput={(event) => {
              wanted.value = event.currentTarget.value;
            }}
          />
        )}
        <button type="button" disabled={names.length === 0} onClick={() => switchStored(names, !isOn)}>
          {isOn ? 'None' : `All ${names.length}`}
        </button>
      </div>
      <ul class="zone-list">
        {found.map((zone) => (
          <StoredZone key={zone.name} zone={zone} holds={holds.includes(zone.name)} />
        ))}
      </ul>
      {found.length === 0 && <p class="hint">No zone has that name.</p>}
    </fieldset>
  );
}

/** @param holds for every route, this one included */
function StoredZone({ zone, holds }: { zone: ZoneSummary; holds: boolean }) {
  const { name, kind, max_speed_kn: knots, season } = zone;
  const facts = [
    KIND_LABELS[kind].toLowerCase(),
    holds && 'standing',
    knots && `${knots} kn`,
    season && seasonText(season),
    outOfSeason.value.has(name) && 'out of season',
  ].filter(Boolean);
  return (
    <li>
      <label class="switch">
        <input
          type="checkbox"
          checked={holds || storedOn.value.includes(name)}
          disabled={holds}
          onChange={(event) => switchStored([name], event.currentTarget.checked)}
        />
        <span class={`zone-swatch ${kind}`} aria-hidden="true" />
        <span>
          {name} <span class="quiet">{facts.join(', ')}</span>
        </span>
      </label>
    </li>
  );
}
