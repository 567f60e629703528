/** When to leave: a table of departures of the plan, each planned by the service. */
import { computed, signal } from '@preact/signals';
import type { RouteDocument } from '../api/types.ts';
import { datedFields } from './forecast-part.ts';
import { askedByParts } from './plan-parts.ts';
import * as state from './state.ts';

export type DepartureRow = NonNullable<RouteDocument['departures']>[number];

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 72;

/** As it was typed; null: as it follows from the plan. */
export const firstTyped = signal<Date | null>(null);
export const lastTyped = signal<Date | null>(null);
export const stepHours = signal(6);
/** When to arrive; null: at any time. */
export const arriveFrom = signal<Date | null>(null);
export const arriveUntil = signal<Date | null>(null);

/** The departure of the plan, else the next full hour. */
export const firstDeparture = computed<Date>(
  () => firstTyped.value ?? state.departure.value ?? new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS),
);
export const lastDeparture = computed<Date>(
  () => lastTyped.value ?? new Date(firstDeparture.value.getTime() + DEFAULT_HOURS * HOUR_MS),
);

const ANY_LATER_MS = 365 * 24 * HOUR_MS;

/** What the service is asked for, which has both ends; null where any arrival will do. */
export const arrivalWindow = computed(() => {
  const [from, until] = [arriveFrom.value, arriveUntil.value];
  if (!from && !until) return null;
  const to = until ?? new Date(Math.max(from!.getTime(), lastDeparture.value.getTime()) + ANY_LATER_MS);
  return { from: (from ?? firstDeparture.value).toISOString(), to: to.toISOString() };
});

/** What the table is about: all of the plan but its departure. */
export const tablePlan = computed<string>(() =>
  JSON.stringify([
    state.start.value,
    state.end.value,
    state.vehicleType.value,
    state.pickedMeshId.value,
    { ...askedByParts.value, ...datedFields.value },
    arriveFrom.value,
    arriveUntil.value,
  ]),
);

const table = signal<{ readonly plan: string; readonly rows: readonly DepartureRow[] } | null>(null);

/** Null where none was asked for this plan. */
export const departureRows = computed(() =>
  table.value?.plan === tablePlan.value ? table.value.rows : null,
);

/** Shows a table of the plan as it is now. */
export function showDepartures(rows: readonly DepartureRow[] | null): void {
  table.value = rows && { plan: tablePlan.peek(), rows };
}
