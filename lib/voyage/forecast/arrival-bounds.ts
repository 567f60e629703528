/**
 * When a point can be come to at the earliest that is sailed to from another one, left at a time or later: by the days that the leg takes
 * at least, whenever it is left, and by what was proved of it for a time before.
 */
import { computed } from '../../engine/computed.ts';
import { sizeOf } from '../order/problem.ts';
import { firstAtPlaceOf, type Itinerary, isAtPlace } from '../stops/itinerary.ts';

/** What is proved of a leg: left at a time or later, it ends at a time or later; days since the voyage began. */
interface Known {
  readonly leaves: number;
  readonly ends: number;
}

export class ArrivalBounds {
  private readonly itinerary: Itinerary;
  private readonly least: Float64Array;
  /** By leg. */
  private readonly known = new Map<number, Known[]>();

  /** @param least days of each leg, whenever it is left */
  constructor(itinerary: Itinerary, least: Float64Array) {
    this.itinerary = itinerary;
    this.least = least;
  }

  /** When a leg ends at the earliest that is left at a time or later. */
  ends(from: number, to: number, leaves: number): number {
    const leg = this.legOf(from, to);
    if (leg < 0) return leaves;
    const known = this.known.get(leg) ?? [];
    return known.reduce(
      (latest, one) => (one.leaves <= leaves ? Math.max(latest, one.ends) : latest),
      leaves + this.least[leg]!,
    );
  }

  /** Whether something was proved of a leg for about the time at which it is left: from so many days before it on. */
  isKnown(from: number, to: number, leaves: number, about: number): boolean {
    const leg = this.legOf(from, to);
    const known = this.known.get(leg) ?? [];
    return leg < 0 || known.some((one) => one.leaves <= leaves && one.leaves >= leaves - about);
  }

  learn(from: number, to: number, fact: Known): void {
    computed(this.known, this.legOf(from, to), () => []).push(fact);
  }

  /** That of the first points at the same places; −1 where both are at one. */
  private legOf(from: number, to: number): number {
    const { itinerary } = this;
    if (isAtPlace(itinerary.goes[from]!, itinerary.comes[to]!)) return -1;
    return firstAtPlaceOf(itinerary, from) * sizeOf(itinerary) + firstAtPlaceOf(itinerary, to);
  }
}
