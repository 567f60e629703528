/** Orders of stops whose legs take longer when they are left later, as each is planned for its time, against all orders. */
import { describe, expect, it } from 'vitest';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { DatedEstimates } from '../../../lib/voyage/forecast/dated-estimates.ts';
import type { DatedLegs } from '../../../lib/voyage/forecast/dated-legs.ts';
import { proveFastest } from '../../../lib/voyage/forecast/prove-order.ts';
import type { ProvableVoyage } from '../../../lib/voyage/forecast/prove-stops.ts';
import { worthiestInTime } from '../../../lib/voyage/forecast/worthiest-in-time.ts';
import { worthiestOfMany } from '../../../lib/voyage/forecast/worthiest-of-many.ts';
import { worthOf } from '../../../lib/voyage/order/stop-sets.ts';
import type { Itinerary } from '../../../lib/voyage/stops/itinerary.ts';
import { costOfVoyage, missedWindows } from '../../../lib/voyage/stops/sail-stops.ts';
import { StopInaccessible } from '../../../lib/voyage/stops/stop-inaccessible.ts';
import { gridMesh } from '../../engine/sea/grid-sea.ts';
import { permutations } from '../order/permutations.ts';
import { grid, placedOn } from './five-places.ts';
import { itineraryThrough, sailedThrough } from './no-sea.ts';

const BEGINS = 10;
const at = { sea: seaOf([gridMesh(grid, () => ({}))], [{ from: 0, mesh: 0 }]), begins: BEGINS };
const comes = placedOn(at.sea.mesh);
const placed = (...args: Parameters<typeof itineraryThrough>) =>
  ({ ...itineraryThrough(...args), comes, goes: comes }) as Itinerary;
const stops = [{ value: 3, stay: 0.5 }, { value: 2 }, { value: 1, stay: 0.25 }];
const by = { by: 'traveltime', objective: 'traveltime', pinches: false } as const;
const still = new DatedEstimates(at, placed(stops), by);

/** Longer by half from the second day on; there is no way to the first stop from the third one. */
const daysAt = (from: number, to: number, leaves: number) =>
  from === 3 && to === 1
    ? Infinity
    : still.leg(from, to, 0, 1).ends * (leaves < 1 ? 1 : from === 0 ? 1.2 : 1.5);
function sailIn(itinerary: Itinerary) {
  return (order: readonly number[]): ProvableVoyage => {
    let now = 0;
    const days = new Map<number, number>();
    const points = [0, ...order, itinerary.count + 1];
    for (const [k, to] of points.slice(1).entries()) {
      days.set(to, daysAt(points[k]!, to, now));
      const arrives = now + days.get(to)!;
      now = Math.max(arrives, itinerary.earliest[to]!) + itinerary.stay[to]!;
    }
    return sailedThrough(itinerary, (_, to) => days.get(to)!, order);
  };
}
function legsWith(isOver = () => false) {
  const planned: string[] = [];
  const plan = (from: number, to: number, _: string, leaves: number) => {
    planned.push([from, to, leaves].join());
    const days = daysAt(from, to, leaves);
    if (days === Infinity) throw new StopInaccessible('no way');
    const prove = ({ earliest }: { earliest: number }) => ({ least: daysAt(from, to, earliest - BEGINS) });
    return { route: { track: { timeDays: [0, days] } }, prove };
  };
  return { planned, legs: { isOver, plan } as unknown as DatedLegs };
}

/** All sets of stops in all orders. */
const all = [[], [1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]].flatMap((set) => [...permutations(set)]);
const inTime = (voyage: ProvableVoyage) => missedWindows(voyage).length === 0;
const costs = () => still.inSlice(0).days;

describe('the fastest order', () => {
  it.each([
    ['of stops', {}],
    ['with one that is waited for', { earliest: 4 }],
    ['with one that has to be come to soon', { latest: 2.3 }],
  ])('%s is found from a bad one, and proved', (_, window) => {
    const itinerary = placed([{ ...stops[0]!, value: 0 }, { value: 0, ...window }, { value: 0 }]);
    const sail = sailIn(itinerary);
    const { planned, legs } = legsWith();
    const known = { voyage: sail([3, 2, 1]), costs };
    const { best, least } = proveFastest(at, itinerary, known, legs, sail, null);
    const days = Math.min(
      ...all
        .filter(({ length }) => length === 3)
        .map(sail)
        .filter(inTime)
        .map(costOfVoyage),
    );
    expect(inTime(best)).toBe(true);
    expect(costOfVoyage(best)).toBeCloseTo(days, 9);
    expect(least).toBeLessThanOrEqual(days * (1 + 1e-9));
    expect(least).toBeGreaterThan(days * (1 - 2e-4));
    expect(new Set(planned).size).toBe(planned.length);
  });

  it('is the known one where there is no time left', () => {
    const itinerary = placed([{}, {}, {}]);
    const sail = sailIn(itinerary);
    const known = { voyage: sail([3, 2, 1]), costs };
    const over = legsWith(() => true);
    expect(proveFastest(at, itinerary, known, over.legs, sail, null)).toEqual({
      best: known.voyage,
      least: 0,
    });
    expect(over.planned).toEqual([]);
  });

  it('has a bound by trees where there are too many to look at, with its stays', () => {
    const boundWith = (stay: number) => {
      const itinerary = placed([{ stay }, {}, {}]);
      const many = { ...itinerary, stops: { ...itinerary.stops, sets: null } };
      const sail = sailIn(many);
      const known = { voyage: sail([1, 3, 2]), costs };
      const { best, least } = proveFastest(at, many, known, legsWith().legs, sail, null);
      expect(best).toBe(known.voyage);
      const orders = all.filter(({ length }) => length === 3).map((order) => costOfVoyage(sail(order)));
      expect(least).toBeLessThan(Math.min(...orders));
      return least;
    };
    expect(boundWith(0)).toBeGreaterThan(2);
    expect(boundWith(2) - boundWith(0)).toBeCloseTo(2, 6);
  });
});

describe('of stops that may be left out', () => {
  const worth = ({ itinerary, points }: ProvableVoyage) => worthOf(itinerary.stops, points.slice(1, -1));
  const truthIn = (itinerary: Itinerary) => {
    const whole = all
      .filter((order) => itinerary.stops.value.every((value, stop) => value > 0 || order.includes(stop + 1)))
      .map(sailIn(itinerary))
      .filter(inTime);
    const value = Math.max(...whole.map(worth));
    return { value, days: Math.min(...whole.filter((one) => worth(one) === value).map(costOfVoyage)) };
  };

  it.each([2.8, 3.4, 4.5, 5, 9])('those are done that are worth most within %d days', (limit) => {
    const itinerary = placed(stops, limit);
    const sail = sailIn(itinerary);
    const truth = truthIn(itinerary);
    const how = { legs: legsWith().legs, costs, isProved: true, sail };
    const { best, least, worthOf: told } = worthiestInTime(at, itinerary, itinerary.stops.sets!, how);
    expect([worth(best), costOfVoyage(best)]).toEqual([truth.value, expect.closeTo(truth.days, 9)]);
    expect(least).toBeLessThanOrEqual(truth.days * (1 + 1e-9));
    expect(least).toBeGreaterThan(truth.days * (1 - 3e-4));
    const order = best.points.slice(1, -1);
    const { value, bound, leftOut } = told(order);
    expect([value, bound]).toEqual([truth.value, truth.value]);
    expect(leftOut.map(({ name }) => name)).toEqual(
      ['S1', 'S2', 'S3'].filter((_, k) => !order.includes(k + 1)),
    );
    const unproved = worthiestInTime(at, itinerary, itinerary.stops.sets!, { ...how, isProved: false });
    expect([unproved.least, unproved.worthOf(order).bound]).toEqual([0, null]);
  });

  it('what has to be done is done, however long it takes', () => {
    const itinerary = placed([{ value: 3 }, { latest: 0.1 }, { value: 1, after: [2] }], 2);
    const how = { legs: legsWith().legs, costs, isProved: true, sail: sailIn(itinerary) };
    const { best, least } = worthiestInTime(at, itinerary, itinerary.stops.sets!, how);
    expect(best.points).toEqual([0, 2, 4]);
    expect(least).toBe(0);
    const late = placed([{ value: 3 }, {}, { value: 1 }], 1);
    const shortest = worthiestInTime(at, late, late.stops.sets!, { ...how, sail: sailIn(late) }).best;
    expect(shortest.points).toEqual([0, 2, 4]);
  });

  it.each([2.8, 3.4, 9])('those of many are as good within %d days', (limit) => {
    const itinerary = placed(stops, limit);
    const many = { ...itinerary, stops: { ...itinerary.stops, sets: null } };
    const truth = truthIn(itinerary);
    const how = { legs: legsWith().legs, costs, isProved: true, sail: sailIn(many) };
    const estimates = new DatedEstimates(at, many, by);
    const { best, least, worthOf: told } = worthiestOfMany(at, many, estimates, how);
    expect([worth(best), costOfVoyage(best)]).toEqual([truth.value, expect.closeTo(truth.days, 9)]);
    expect(least).toBeLessThanOrEqual(truth.days * (1 + 1e-9));
    const order = best.points.slice(1, -1);
    const { value, bound, leftOut } = told(order);
    expect(value).toBe(truth.value);
    expect(bound).toBeGreaterThanOrEqual(value);
    expect(leftOut.length + order.length).toBe(3);
    const unproved = worthiestOfMany(at, many, estimates, { ...how, isProved: false });
    expect([unproved.least, unproved.worthOf(order).bound]).toEqual([0, null]);
  });

  it('those of many are looked for again with what legs took in fact', () => {
    const itinerary = placed([{ value: 1 }, { value: 1 }, { value: 1 }], 99);
    const many = { ...itinerary, stops: { ...itinerary.stops, sets: null } };
    const orders: (readonly number[])[] = [];
    // the way to where the first one begins is much longer than it seems
    const sail = (order: readonly number[]) => {
      orders.push(order);
      const days = (from: number, to: number) =>
        still.leg(from, to, 0, 1).ends * (from === 0 && to === orders[0]![0] ? 5 : 1);
      return sailedThrough(many, days, order);
    };
    const how = { legs: legsWith().legs, costs, isProved: false, sail };
    const { best } = worthiestOfMany(at, many, new DatedEstimates(at, many, by), how);
    expect(best.points).toHaveLength(5);
    expect(best.points[1]).not.toBe(orders[0]![0]);
    const over = { ...how, legs: legsWith(() => true).legs };
    orders.length = 0;
    worthiestOfMany(at, many, new DatedEstimates(at, many, by), over);
    expect(orders).toHaveLength(1);
  });
});
