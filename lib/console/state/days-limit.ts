/** The days that a voyage may take which may leave out stops. */
import { batch, computed, effect, signal } from '@preact/signals';
import { forgetAnswer } from './service-route.ts';
import { totalDays } from './shown-route.ts';
import { speed } from './speed.ts';
import * as state from './state.ts';
import { mayLeaveOut } from './stops.ts';

const HOURS_PER_DAY = 24;

export function setDays(days: number | null): void {
  batch(() => {
    forgetAnswer();
    const { hours: _, arriveBy: __, ...others } = speed.peek();
    speed.value = days === null ? others : { ...others, hours: days * HOURS_PER_DAY };
  });
}

/** About how many days it takes to do all of them: the shown voyage, with what it leaves out. */
const needed = computed(() => {
  const route = state.chosenRoute.value;
  if (!route?.worth) return 0;
  const more = route.worth.leftOut.map(({ needs_hours: hours }) => (hours ?? 0) / HOURS_PER_DAY);
  return totalDays(route) + more.reduce((sum, days) => sum + days, 0);
});

/** The most that was seen of it, so that a slider does not shrink below the hand. */
export const daysForAll = signal(0);

effect(() => {
  if (!mayLeaveOut.value) daysForAll.value = 0;
  else if (needed.value > daysForAll.peek()) daysForAll.value = needed.value;
});
