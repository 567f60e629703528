/** Which zones of the plan count at no time of the voyage. */
import { computed } from '@preact/signals';
import { countsWithin } from '../../zones/in-season.ts';
import { shownZones } from './plan-zones.ts';
import { totalDays } from './shown-route.ts';
import * as state from './state.ts';

/** As text, which stays the same while a route that follows the hand gets longer and shorter. */
const namesOut = computed<string>(() => {
  const departure = state.departure.value?.toISOString() ?? null;
  const days = Math.max(0, ...state.routes.value.map(totalDays));
  const out = shownZones.value.filter((zone) => !countsWithin(zone, departure, days));
  return JSON.stringify(out.map(({ name }) => name));
});

/** Names of those whose season is another than that of the voyage: no route heeds them. */
export const outOfSeason = computed<ReadonlySet<string>>(() => new Set(JSON.parse(namesOut.value)));
