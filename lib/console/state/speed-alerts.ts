/** What has to be known of the speed: a time that can't be met, fuel that does not last, and a wish that is not used. */
import type { Alert } from './alert.ts';
import { asksFuel } from './fuel.ts';
import { speed } from './speed.ts';
import * as state from './state.ts';
import { mayLeaveOut } from './stops.ts';

export function speedAlerts(): Alert[] {
  const { hours, arriveBy, most, least } = speed.value;
  const wishes = [hours, arriveBy, most, least].some((wish) => wish !== undefined);
  const end = state.end.value;
  if (!end) return [];
  const unmet = state.preview.value?.unmet;
  if (unmet && asksFuel() && /\bfuel\b/.test(unmet)) {
    const text = `${unmet} The routes shown take more.`;
    return [{ id: 'fuel', kind: 'danger', text, place: end }];
  }
  if (!wishes) return [];
  if (state.vehicleType.value === null && !mayLeaveOut.value) {
    const text =
      'The speed that was chosen is not used, because no vessel is chosen: these ice data know theirs at full speed only.';
    return [{ id: 'speed unused', kind: 'caution', text, place: end }];
  }
  if (!unmet) return [];
  const shown = mayLeaveOut.value ? 'without that limit' : 'at full speed';
  const text = `${unmet} The routes shown are those ${shown}.`;
  return [{ id: 'too short', kind: 'danger', text, place: end }];
}
