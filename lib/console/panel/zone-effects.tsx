import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { formatDuration, formatNumber, formatPosition } from '../../route-files/shown-text.ts';
import { consumptionUnit } from '../state/consumption.ts';
import { activeZones } from '../state/plan-zones.ts';
import type { ShownZone } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { formatDistance } from '../units.ts';

/** What the zones do to the chosen route: what going round them costs, and where the others are entered. */
export function ZoneEffects() {
  const route = state.chosenRoute.value;
  if (!route || activeZones.value.length === 0) return null;
  const { zones, label } = route;
  return (
    <div class="zone-effects" aria-live="polite">
      <h2>{label}</h2>
      {zones.length === 0 && <p class="quiet">No zone changes it, and it enters none.</p>}
      <ul>
        {zones.map((zone) => (
          <li key={zone.name}>
            <strong>{zone.name}</strong> {effectText(zone)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What going round a zone costs, or where it is entered. */
export const effectText = (zone: ShownZone): string => (zone.entered ? entryText(zone) : costText(zone));

function costText({ costs_hours: hours = 0, costs_consumption: consumption }: ShownZone): string {
  const unit = consumptionUnit.value;
  const more = (value: number) => (value < 0 ? 'less' : 'more');
  const time = `${formatDuration(Math.abs(hours) / 24)} ${more(hours)}`;
  if (consumption === undefined) return `costs ${time}.`;
  return `costs ${time}, ${formatNumber(Math.abs(consumption), 1)} ${unit} ${more(consumption)}.`;
}

function entryText({ entered = [], nm_inside: nm = 0, hours_inside: hours = 0 }: ShownZone): string {
  const places = entered.map((at) => `${formatPosition(at)} after ${formatDuration(at.days)}`);
  const inside = `${formatDistance(state.units.value, nm * METRES_PER_NM)}, ${formatDuration(hours / 24)} in it`;
  return `entered at ${places.join(', ')}; ${inside}.`;
}
