/** What has to be known of the stops: windows that are missed, and those that were moved. */
import { formatDuration } from '../../route-files/shown-text.ts';
import { formatDistance, formatTime } from '../units.ts';
import { type Alert, kindOfMove } from './alert.ts';
import * as state from './state.ts';
import { stops } from './stops.ts';

const METRES_PER_NM = 1852;
const DAY_MS = 86_400_000;
/** A second. */
const LATE_DAYS = 1 / 86_400;

export function stopAlerts(): Alert[] {
  return [...missedWindows(), ...movedStops()];
}

/** Windows that the shown route misses. */
function missedWindows(): Alert[] {
  const departure = state.departure.value;
  const calls = state.chosenRoute.value?.stops ?? [];
  if (!departure) return [];
  return stops.value.flatMap(({ name, not_after: notAfter }): Alert[] => {
    const call = calls.find((each) => each.name === name);
    if (!call || !notAfter) return [];
    const arrives = departure.getTime() + call.arrives_days * DAY_MS;
    const late = (arrives - Date.parse(notAfter)) / DAY_MS;
    if (late < LATE_DAYS) return [];
    const text =
      `${name} is reached on ${formatTime(new Date(arrives))}, ${formatDuration(late)} after its window ends. ` +
      'Leave earlier, shorten a stay or widen the window.';
    return [{ id: `window ${name}`, kind: 'danger', text, place: call }];
  });
}

function movedStops(): Alert[] {
  const calls = state.chosenRoute.value?.stops?.slice(1, -1) ?? [];
  return calls.flatMap(({ name, requested, moved_nm: movedNm }): Alert[] => {
    if (!(movedNm > 0)) return [];
    const distance = formatDistance(state.units.value, movedNm * METRES_PER_NM);
    const text = `${name} was moved ${distance} to open water: it lies in a closed cell.`;
    return [{ id: `moved stop ${name}`, kind: kindOfMove(movedNm), text, place: requested }];
  });
}
