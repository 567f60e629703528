/** The voyage in time: where the ship is at an instant, and the ice data that hold then. */
import { computed, signal } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { pointAt, valueWhere } from './along-route.ts';
import type { ShownRoute, UsedMesh } from './shown-route.ts';
import * as state from './state.ts';

const DAY_MS = 86_400_000;

/** Milliseconds since 1970; null until a hand has taken hold of the timeline. */
const instant = signal<number | null>(null);

/** When the chosen route is at each of its points; null where no departure is known. */
const times = computed<readonly number[] | null>(() => {
  const [route, departure] = [state.chosenRoute.value, state.departure.value];
  if (!route) return null;
  return route.times ?? (departure && timesFrom(departure, route));
});

/** Of a line that is compared: it leaves when the voyage does. */
const timesFrom = (departure: Date, { timeDays }: ShownRoute): readonly number[] =>
  timeDays.map((days) => departure.getTime() + days * DAY_MS);

export interface VoyageTime {
  readonly departure: number;
  readonly arrival: number;
}

/** Null where the voyage has no times, or takes none. */
export const voyageTime = computed<VoyageTime | null>(() => {
  const [departure, arrival] = [times.value?.[0], times.value?.at(-1)];
  return departure === undefined || arrival === undefined || arrival <= departure
    ? null
    : { departure, arrival };
});

interface Moment {
  readonly time: number;
  readonly place: LatLon;
  /** Null of a voyage on one mesh. */
  readonly mesh: UsedMesh | null;
}

/** The instant of the timeline, within the voyage. */
export const moment = computed<Moment | null>(() => {
  const [route, voyage] = [state.chosenRoute.value, voyageTime.value];
  if (!route || !voyage || instant.value === null) return null;
  const time = Math.min(voyage.arrival, Math.max(voyage.departure, instant.value));
  const metres = valueWhere(route.distanceM, times.value!, time);
  const mesh = route.forecast?.meshes.findLast(({ from }) => Date.parse(from) <= time) ?? null;
  return { time, place: pointAt(route, metres), mesh };
});

/** Shows the voyage at an instant; null ends that. */
export function showInstant(time: number | null): void {
  instant.value = time;
}
