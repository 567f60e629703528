/** What a person calls a waypoint, and what is to be remembered there; by position, so that it stays while others move. */
import { signal } from '@preact/signals';

export interface WaypointNote {
  readonly name?: string;
  readonly remark?: string;
}

export const waypointNotes = signal<Readonly<Record<string, WaypointNote>>>({});

/** A thousandth of a degree is a hundred metres: a waypoint that moved less is the same. */
export const waypointKey = ({ lat, lon }: { lat: number; lon: number }): string =>
  `${lat.toFixed(3)},${lon.toFixed(3)}`;

export const waypointName = (key: string): string | undefined => waypointNotes.value[key]?.name;
export const remarkOf = (key: string): string => waypointNotes.value[key]?.remark ?? '';

export function setWaypointNote(key: string, note: WaypointNote): void {
  const { [key]: before, ...others } = waypointNotes.peek();
  const { name, remark } = { ...before, ...note };
  const next = { ...(name && { name }), ...(remark && { remark }) };
  waypointNotes.value = Object.keys(next).length > 0 ? { ...others, [key]: next } : others;
}
