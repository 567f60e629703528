import type { LatLon } from '../../engine/geometry/sphere.ts';

/** What a person has to know before trusting a route. */
export interface Alert {
  readonly id: string;
  readonly kind: 'danger' | 'caution' | 'note';
  readonly text: string;
  /** Where its pin is. */
  readonly place: LatLon;
}
