/** A place that the next click on the map is asked for. */
import { signal } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';

export interface WantedPlace {
  /** After `Click`: `where the ship is`. */
  readonly text: string;
  readonly take: (place: LatLon) => void;
}

export const wantedPlace = signal<WantedPlace | null>(null);

/** Gives it to whoever asked; whether somebody did. */
export function givePlace(place: LatLon): boolean {
  const wanted = wantedPlace.peek();
  wantedPlace.value = null;
  wanted?.take(place);
  return wanted !== null;
}

/** No longer asks for it, if that is what is asked for. */
export function stopAskingFor(wanted: WantedPlace): void {
  if (wantedPlace.peek() === wanted) wantedPlace.value = null;
}
