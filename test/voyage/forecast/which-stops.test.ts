/** What decides which stops a voyage calls at, and which of two voyages is better, where legs take given days. */
import { describe, expect, it } from 'vitest';
import { inTime, isBetter, shortOf } from '../../../lib/voyage/forecast/best-order.ts';
import { leftOutInTime } from '../../../lib/voyage/forecast/left-out-in-time.ts';
import { boundedWorth, shortened, withoutStaysBut } from '../../../lib/voyage/forecast/worthiest-in-time.ts';
import type { Itinerary } from '../../../lib/voyage/stops/itinerary.ts';
import { itineraryThrough, nowhere, sailedThrough } from './no-sea.ts';

/** Places on a line, a day apart: the start at 0, then the stops, the end at the start. */
const daysOn = (places: readonly number[]) => (from: number, to: number) =>
  Math.abs((places[from] ?? 0) - (places[to] ?? 0));

const bunkers = {
  spare: 20,
  room: 5,
  calls: new Float64Array(9).fill(1),
  taken: new Float64Array(9),
  idle: 2,
};

describe('which of two voyages is better', () => {
  const itinerary = itineraryThrough([{ value: 1, latest: 3 }, { value: 2 }, { earliest: 9 }], 20);
  const days = daysOn([0, 2, 4, 6]);
  const sailed = (order: readonly number[], more = {}) => sailedThrough(itinerary, days, order, more);
  const better = (one: readonly number[], other: readonly number[]) => [
    isBetter(sailed(one), sailed(other)),
    isBetter(sailed(other), sailed(one)),
  ];

  it('is the one that is less late, else the one that is worth more, else the cheaper one', () => {
    // it comes to the first stop too late, however much is done
    expect(better([1], [2, 1])).toEqual([true, false]);
    expect(better([2, 1], [2, 3, 1])).toEqual([true, false]);
    expect(better([1, 2], [1])).toEqual([true, false]);
    expect(better([1, 2, 3], [2])).toEqual([true, false]);
    expect(better([1, 2], [1, 2, 3])).toEqual([true, false]);
    expect(better([1, 2], [1, 2])).toEqual([false, false]);
  });

  it('is the one that goes less below the reserve, whatever it is worth, but not if it is later', () => {
    const bunkersIn = () => ({ ...bunkers, calls: new Float64Array(9) });
    const [thirsty, frugal] = [sailed([1, 2], { tonnes: 5 }), sailed([1], { tonnes: 5 })];
    expect(isBetter(thirsty, frugal, bunkersIn)).toBe(false);
    expect(isBetter(frugal, thirsty, bunkersIn)).toBe(true);
    expect(isBetter(thirsty, frugal)).toBe(true);
    expect(isBetter(sailed([2, 1], { tonnes: 1 }), thirsty, bunkersIn)).toBe(false);
  });

  it('goes below the reserve by the most that is lacking of what its legs, its calls and its waits burn', () => {
    const short = (order: readonly number[], own = bunkers) =>
      shortOf(sailed(order, { tonnes: 5 }), () => own);
    // 6 days at sea, 3 days of waiting, and 2 calls
    expect(short([3])).toBe(12 * 5 + 3 * 2 + 2 - 20);
    expect(short([1])).toBe(4 * 5 + 2 - 20);
    expect(short([])).toBe(0);
    const taken = new Float64Array(9).with(3, 50);
    expect(short([3], { ...bunkers, taken })).toBe(6 * 5 + 3 * 2 + 1 - 20);
    expect(shortOf(sailed([3]), null)).toBe(0);
  });
});

describe('an order that is too late', () => {
  const stops = [{ value: 3 }, { value: 1 }, { value: 2, after: [2] }, {}];
  const through = (limit: number) => {
    const itinerary = itineraryThrough(stops, limit);
    const sail = (order: readonly number[]) => sailedThrough(itinerary, daysOn([0, 1, 2, 3, 4]), order);
    return shortened(itinerary, sail, [1, 2, 3, 4]).points.slice(1, -1);
  };

  it('is done without what is worth least and comes before nothing else, until it is in time', () => {
    expect(through(8)).toEqual([1, 2, 3, 4]);
    expect(through(7.9)).toEqual([4]);
    const near = itineraryThrough(stops, 6);
    const orders: string[] = [];
    const sail = (order: readonly number[]) => {
      orders.push(order.join(''));
      return sailedThrough(near, () => 2, order);
    };
    expect(shortened(near, sail, [1, 2, 3, 4]).points).toEqual([0, 1, 4, 5]);
    expect(orders).toEqual(['1234', '124', '14']);
  });
});

describe('what a set of stops is worth', () => {
  const itinerary = itineraryThrough([{ value: 0.1, stay: 1 }, { value: 0.2, stay: 2 }, { stay: 3 }]);

  it('is at least the bound of all', () => {
    expect(boundedWorth(itinerary, [1, 2, 3], 0.4)).toEqual({ value: 0.3, bound: 0.4 });
    expect(boundedWorth(itinerary, [1, 2, 3], 0.2)).toEqual({ value: 0.3, bound: 0.3 });
    expect(boundedWorth(itinerary, [1], null)).toEqual({ value: 0.1, bound: null });
  });

  it('stays only where it calls', () => {
    expect([...withoutStaysBut(itinerary, [2, 3]).stay]).toEqual([0, 0, 2, 3, 0]);
    const whole = itineraryThrough([{ stay: 1 }]);
    expect(withoutStaysBut(whole, [])).toBe(whole);
  });
});

describe('what is left out', () => {
  const places = [0, 1, 2, 5, 3];
  const told = (itinerary: Itinerary, order: readonly number[]) => {
    const days = daysOn(places);
    const by = { objective: 'traveltime', idle: 1 } as const;
    const problem = inTime(nowhere, itinerary, by, (from, to, leaves) => [
      { ends: leaves + days(from, to), extra: 0 },
    ]);
    const sail = (order: readonly number[]) => sailedThrough(itinerary, days, order);
    return leftOutInTime(itinerary, problem, sail(order), sail);
  };

  it('says by how much the voyage would be longer with it in the order that is then the best', () => {
    const itinerary = itineraryThrough([{ value: 3, stay: 0.5 }, { value: 2, stay: 1 }, { value: 1 }, {}], 7);
    expect(told(itinerary, [4])).toEqual([
      { name: 'S1', value: 3, needsHours: 12, reason: 'time' },
      { name: 'S2', value: 2, needsHours: 24, reason: 'time' },
      { name: 'S3', value: 1, needsHours: 96, reason: 'time' },
    ]);
    expect(told(itinerary, [4, 1, 3, 2])).toEqual([]);
    // the known voyage takes a longer way
    expect(told(itinerary, [4, 1, 3])).toEqual([{ name: 'S2', value: 2, needsHours: 0, reason: 'time' }]);
  });

  it('says whether what comes before it is left out too, or its own window is missed', () => {
    const itinerary = itineraryThrough(
      [{ value: 3 }, { value: 2, after: [1] }, { value: 1, latest: 4 }, {}],
      7,
    );
    expect(told(itinerary, [4])).toEqual([
      { name: 'S1', value: 3, needsHours: 0, reason: 'time' },
      { name: 'S2', value: 2, needsHours: null, reason: 'after' },
      { name: 'S3', value: 1, needsHours: null, reason: 'window' },
    ]);
    expect(told(itinerary, [1, 4])[0]).toEqual({ name: 'S2', value: 2, needsHours: 0, reason: 'time' });
  });
});
