/** What a person says of a ship under way, before its voyage is planned from there. */
import { computed, signal } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import * as state from './state.ts';

export interface ShipTold {
  /** Null until it is said. */
  readonly place: LatLon | null;
  /** Null: now. */
  readonly time: Date | null;
  /** Whether stops are done, by name, where that is not what the plan says of the time. */
  readonly done: Readonly<Record<string, boolean>>;
  /** Tonnes; null: as the plan says. */
  readonly fuelAboard: number | null;
}

export const NOTHING_TOLD: ShipTold = { place: null, time: null, done: {}, fuelAboard: null };

export interface ShipHere extends ShipTold {
  /** On its way by this route. */
  readonly routeId: string;
}

/** A stop of the voyage that the ship may have behind it. */
export interface StopBehind {
  readonly name: string;
  readonly isDone: boolean;
  /** When the plan leaves it; null where it leaves it out. */
  readonly leaves: Date | null;
  /** Whether that was reported, which is not taken back. */
  readonly isFixed?: boolean;
}

export const NO_PLACE = 'and lon are needed: type it, or pick it on the map';

const told = signal<ShipHere | null>(null);

/** Of the saved route that is shown, if it leaves at a known time; null of others. */
export const shipHere = computed<ShipHere | null>(() => {
  const [service, routes] = [state.service.value, state.answer.value];
  if (service.kind !== 'answered' || !routes?.[0]?.times) return null;
  const { routeId } = service;
  if (told.value?.routeId === routeId) return told.value;
  return { routeId, ...NOTHING_TOLD };
});

export function tellShip(change: Partial<ShipTold>): void {
  const ship = shipHere.peek();
  if (ship) told.value = { ...ship, ...change };
}

/** Whether its form is shown. */
export const shipHereShown = signal(false);
