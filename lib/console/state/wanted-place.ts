/** A place that the next click on the map is asked for. */
import { signal } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';

export interface WantedPlace {
  /** After `Click`: `where the ship is`. */
  readonly text: string;
  readonly take: (place: LatLon) => void;
}

export const wantedPlace = signal<WantedPlace | null>(null);
