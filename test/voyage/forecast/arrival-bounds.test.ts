import { expect, it } from 'vitest';
import { ArrivalBounds } from '../../../lib/voyage/forecast/arrival-bounds.ts';
import type { Itinerary } from '../../../lib/voyage/stops/itinerary.ts';

/** Points by the places at which they are: the start, three stops, and the end. */
const comes = [0, 1, 2, 1, 3].map((lon) => ({ used: { lat: -60, lon } }));
const itinerary = { count: 3, comes, goes: comes } as unknown as Itinerary;
/** By leg: ten times the point from which it leads, and that to which. */
const least = Float64Array.from({ length: 25 }, (_, leg) => 10 * Math.floor(leg / 5) + (leg % 5));
const bounds = () => new ArrivalBounds(itinerary, least);

it('a leg ends no sooner than by what it takes at least, and one between points at a place takes nothing', () => {
  expect(bounds().ends(1, 2, 0.5)).toBe(12.5);
  expect(bounds().ends(1, 3, 0.5)).toBe(0.5);
  expect(bounds().isKnown(1, 2, 0.5, 9)).toBe(false);
  expect(bounds().isKnown(1, 3, 0.5, 0)).toBe(true);
});

it('what was proved of a leg holds of those that are left then or later, from whichever stop at its places', () => {
  const own = bounds();
  own.learn(3, 2, { leaves: 1, ends: 14 });
  own.learn(1, 2, { leaves: 2, ends: 13 });
  for (const from of [1, 3])
    expect([0.9, 1, 1.5, 2, 3].map((leaves) => own.ends(from, 2, leaves))).toEqual([12.9, 14, 14, 14, 15]);
  expect(own.ends(2, 1, 1)).toBe(22);
  expect(own.ends(0, 2, 1)).toBe(3);
});

it('it is known for about a time that is no further from when it was left', () => {
  const own = bounds();
  own.learn(1, 2, { leaves: 1, ends: 14 });
  const isKnown = (leaves: number) => own.isKnown(3, 2, leaves, 0.25);
  expect([0.9, 1, 1.2, 1.25, 1.3].map(isKnown)).toEqual([false, true, true, true, false]);
  expect(own.isKnown(2, 1, 1, 0.25)).toBe(false);
});
