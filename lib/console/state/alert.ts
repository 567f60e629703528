import type { LatLon } from '../../engine/geometry/sphere.ts';

/** What a person has to know before trusting a route. */
export interface Alert {
  readonly id: string;
  readonly kind: 'danger' | 'caution' | 'note';
  readonly text: string;
  /** Where its pin is. */
  readonly place: LatLon;
}

/** An end or a stop that is moved farther than from a pier to the open sea makes another voyage. */
const FAR_NM = 10;

export const kindOfMove = (movedNm: number): Alert['kind'] => (movedNm > FAR_NM ? 'danger' : 'caution');
