/** What a person says of a ship under way, before its voyage is planned from there. */
import { computed, signal } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import * as state from './state.ts';

export interface ShipHere {
  /** On its way by this route. */
  readonly routeId: string;
  /** Null until it is said. */
  readonly place: LatLon | null;
  /** Null: now. */
  readonly time: Date | null;
  /** Whether stops are done, by name, where that is not what the plan says of the time. */
  readonly done: Readonly<Record<string, boolean>>;
  /** Tonnes; null: as the plan says. */
  readonly fuelAboard: number | null;
}

const told = signal<ShipHere | null>(null);

/** Of the saved route that is shown, if it leaves at a known time; null of others. */
export const shipHere = computed<ShipHere | null>(() => {
  const [service, routes] = [state.service.value, state.answer.value];
  if (service.kind !== 'answered' || !routes?.[0]?.times) return null;
  const { routeId } = service;
  if (told.value?.routeId === routeId) return told.value;
  return { routeId, place: null, time: null, done: {}, fuelAboard: null };
});

export function tellShip(change: Partial<Omit<ShipHere, 'routeId'>>): void {
  const ship = shipHere.peek();
  if (ship) told.value = { ...ship, ...change };
}

/** Whether its form is shown. */
export const shipHereShown = signal(false);
