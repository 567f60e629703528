/** What legs are estimated to take, and take at least, in a sea of a few cells that is half as fast from a time on. */
import { describe, expect, it } from 'vitest';
import { planDated } from '../../../lib/engine/plan-dated.ts';
import { type Sea, seaOf } from '../../../lib/engine/sea/sea.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { chooseInTime, inTime, needsPinches } from '../../../lib/voyage/forecast/best-order.ts';
import { DatedEstimates } from '../../../lib/voyage/forecast/dated-estimates.ts';
import { leastOfLegs } from '../../../lib/voyage/forecast/least-legs.ts';
import type { KnownPlans } from '../../../lib/voyage/forecast/plan-waiting.ts';
import {
  type ProvableVoyage,
  proveBySpending,
  proveInTime,
} from '../../../lib/voyage/forecast/prove-stops.ts';
import { planStopsDated } from '../../../lib/voyage/forecast/stops-in-forecast.ts';
import { legPairs } from '../../../lib/voyage/order/choose-order.ts';
import { estimateInTime } from '../../../lib/voyage/order/in-time.ts';
import type { Itinerary } from '../../../lib/voyage/stops/itinerary.ts';
import { type GridCell, gridMesh } from '../../engine/sea/grid-sea.ts';
import { permutations } from '../order/permutations.ts';
import { grid, placedOn, places } from './five-places.ts';
import { itineraryThrough, sailedThrough } from './no-sea.ts';

const seaWith = (...slices: readonly [from: number, cellAt: (x: number, y: number) => GridCell][]): Sea =>
  seaOf(
    slices.map(([, cellAt]) => gridMesh(grid, cellAt)),
    slices.map(([from], mesh) => ({ from, mesh })),
  );
const still = { sea: seaWith([0, () => ({ rate: 3 })]), begins: 10 };
const half = seaWith([0, () => ({ rate: 3 })], [11, () => ({ speed: 0.5, rate: 2 })]);
/** When the voyage begins, in days of the sea. */
const at = { sea: half, begins: 10 };
const placed = (...all: readonly (readonly [number, number])[]) => placedOn(half.mesh, all);
/** The start, three stops and the end; the second is left where it is not come to. */
const comes = placed(...places);
const goes = comes.with(2, placed([1.8, 0.5])[0]!);
const itinerary = { ...itineraryThrough([{}, {}, {}]), comes, goes } as unknown as Itinerary;
const size = 5;
const pairs = [...Array(size * size).keys()]
  .map((leg) => [Math.floor(leg / size), leg % size] as const)
  .filter(([from, to]) => from !== to && from < size - 1 && to > 0);
const sailed = (from: number, to: number, leaves: number, sea = half) =>
  planDated(sea, goes[from]!.used, comes[to]!.used, { leaves }).routes.map(({ track }) => ({
    days: track.timeDays.at(-1)!,
    cost: track.consumption!.at(-1)!,
  })) as [{ days: number; cost: number }, { days: number; cost: number }];

describe('estimates', () => {
  const by = { by: 'fuel', objective: 'fuel', pinches: false } as const;
  const IDLE = 0.5;

  it('do in each sea what its time allows', () => {
    const estimates = new DatedEstimates(at, itinerary, by);
    for (const [from, to] of pairs) {
      const days = estimates.inSlice(0).days[from * size + to]!;
      for (const leaves of [0, 0.5, 2]) {
        const fast = Math.min(days, Math.max(0, 1 - leaves));
        const slow = 2 * (days - fast);
        const { ends, extra } = estimates.leg(from, to, leaves, IDLE);
        expect(ends).toBeCloseTo(leaves + fast + slow, 9);
        expect(extra).toBeCloseTo(3 * fast + 2 * slow - IDLE * (fast + slow), 4);
        expect(ends - leaves).toBeGreaterThan(sailed(from, to, 10 + leaves)[0].days * (1 - 1e-6));
      }
    }
  });

  it('are what a leg took in fact, by as much when it is left at other times', () => {
    const estimates = new DatedEstimates(at, itinerary, by);
    const { ends, extra } = estimates.leg(1, 3, 1.5, IDLE);
    estimates.correct(1, 3, 1.5, IDLE, { days: 2 * (ends - 1.5), cost: 3 * (extra + IDLE * (ends - 1.5)) });
    const own = estimates.leg(1, 3, 2.5, IDLE);
    expect(own.ends - 2.5).toBeCloseTo(2 * (ends - 1.5), 9);
    expect(own.extra + IDLE * (own.ends - 2.5)).toBeCloseTo(3 * (extra + IDLE * (ends - 1.5)), 9);
    const other = new DatedEstimates(at, itinerary, by);
    expect(estimates.leg(3, 1, 1.5, IDLE)).toEqual(other.leg(3, 1, 1.5, IDLE));
  });

  it('wait where there is no way yet, and are of no leg where there is none later', () => {
    const wall = (x: number) => ({ closed: x > 1 && x < 2 });
    const estimatesIn = (sea: Sea) => new DatedEstimates({ sea, begins: 10 }, itinerary, by);
    const opening = estimatesIn(seaWith([0, wall], [11, () => ({})]));
    const days = opening.inSlice(1).days[4]!;
    const { ends, extra } = opening.leg(0, 4, 0, IDLE);
    expect(ends).toBeCloseTo(1 + days, 9);
    expect(extra).toBeCloseTo(IDLE + days - IDLE * (1 + days), 4);
    const closing = estimatesIn(seaWith([0, () => ({})], [11, wall]));
    expect(closing.leg(0, 4, 0, IDLE)).toEqual({ ends: Infinity, extra: Infinity });
    closing.correct(0, 4, 0, IDLE, { days: 5, cost: 5 });
    expect(closing.leg(0, 4, 0, IDLE).ends).toBe(Infinity);
  });
});

describe('what legs take at least', () => {
  const costing = (days: number) => () => new Float64Array(size * size).fill(days);
  const how = { costs: costing(9), until: 20, isOver: () => false };

  it('is less than they take whenever they are left, and little less where nothing changes', () => {
    for (const [k, aim] of (['days', 'consumed'] as const).entries()) {
      const [changing, same] = [at, still].map((own) => leastOfLegs(own, itinerary, aim, how));
      for (const [from, to] of pairs) {
        const leg = from * size + to;
        const costAt = (leaves: number, sea = half) =>
          sailed(from, to, leaves, sea)[k]![k === 0 ? 'days' : 'cost'];
        // nothing but the start can be left at once
        for (const leaves of from === 0 ? [10, 13] : [13])
          expect(changing![leg]).toBeLessThan(costAt(leaves));
        expect(same![leg]! / costAt(10, still.sea)).toBeGreaterThan(0.8);
        expect(same![leg]! / costAt(10, still.sea)).toBeLessThan(1);
      }
    }
  });

  it('between stops at one place is nothing, and to both the same', () => {
    const twice = { ...itinerary, comes: comes.with(3, comes[1]!), goes: goes.with(3, goes[1]!) };
    const least = leastOfLegs(at, twice, 'days', how);
    const leg = (from: number, to: number) => least[from * size + to]!;
    expect([leg(1, 3), leg(3, 1)]).toEqual([0, 0]);
    for (const other of [0, 2]) expect(leg(other, 3)).toBe(leg(other, 1));
    expect(leg(0, 1)).toBeGreaterThan(0);
    expect(leg(3, 4)).toBe(leg(1, 4));
  });

  it('is no more than what matters', () => {
    const short = leastOfLegs(at, itinerary, 'days', { ...how, costs: costing(0.1) });
    expect(Math.max(...short)).toBeLessThan(0.2);
  });

  it('is not known where time is up', () => {
    const costs = () => expect.unreachable();
    expect(Math.max(...leastOfLegs(at, itinerary, 'days', { ...how, costs, isOver: () => true }))).toBe(0);
  });
});

describe('the order that is chosen', () => {
  /** Legs that take other times than are estimated. */
  const factor = (from: number, to: number) => (from === 0 && to === 1 ? 3 : 1);
  const estimates = new DatedEstimates(still, itinerary, {
    by: 'traveltime',
    objective: 'traveltime',
    pinches: false,
  });
  const days = (from: number, to: number) => factor(from, to) * estimates.leg(from, to, 0, 1).ends;
  const choose = (own: Itinerary, known: readonly number[] | null = null) => {
    const orders: string[] = [];
    const sail = (order: readonly number[]) => {
      orders.push(order.join(''));
      return sailedThrough(own, days, order);
    };
    const how = { objective: 'traveltime', idle: 1, isOver: () => false, sail } as const;
    const { voyage, costs } = chooseInTime(still, own, how, known);
    return { orders, costs, order: voyage.points.slice(1, -1), days: lengthOf(voyage) };
  };
  const lengthOf = ({ routes }: ProvableVoyage) =>
    routes.reduce((sum, { track }) => sum + track.timeDays.at(-1)!, 0);
  const shortest = Math.min(
    ...[...permutations([1, 2, 3])].map((order) => lengthOf(sailedThrough(itinerary, days, order))),
  );

  it('is that of all that is the best in fact, though its legs seemed to take longer', () => {
    const { orders, days: found, costs } = choose(itinerary);
    expect(found).toBeCloseTo(shortest, 9);
    expect(orders.length).toBeGreaterThan(1);
    expect(new Set(orders).size).toBe(orders.length);
    expect(costs()).toEqual(
      new DatedEstimates(still, itinerary, {
        by: 'traveltime',
        objective: 'traveltime',
        pinches: false,
      }).inSlice(0).days,
    );
    expect(choose(itinerary, [3, 2, 1]).orders[0]).toBe('321');
  });

  it('is a good one where there are too many to look at', () => {
    const many = { ...itinerary, stops: { ...itinerary.stops, sets: null } };
    expect(choose(many).days).toBeCloseTo(shortest, 9);
  });

  it('is looked for eight times at most, and once where there is no time', () => {
    const around = Array.from({ length: 8 }, (_, k) => [0.6 + 0.25 * k, 0.4 + 0.15 * k] as const);
    const all = placed(places[0]!, ...around, places[4]!);
    const own = {
      ...itineraryThrough(around.map(() => ({}))),
      comes: all,
      goes: all,
    } as unknown as Itinerary;
    const choices = (isOver: () => boolean) => {
      let count = 0;
      // what was not sailed seems better, always
      const sail = (order: readonly number[]) => {
        count++;
        return sailedThrough(own, () => 100, order);
      };
      chooseInTime(still, own, { objective: 'traveltime', idle: 1, isOver, sail });
      return count;
    };
    expect(choices(() => false)).toBe(8);
    expect(choices(() => true)).toBe(1);
  });

  it('costs by its legs when they are left', () => {
    const problem = inTime(at, itinerary, { objective: 'traveltime', idle: 1 }, (from, to, leaves) => [
      estimates.leg(from, to, leaves, 1),
    ]);
    let now = 0;
    for (const [from, to] of legPairs(itinerary, [2, 1, 3])) now = estimates.leg(from, to, now, 1).ends;
    expect(estimateInTime(problem, [2, 1, 3]).cost).toBeCloseTo(now, 12);
    expect(needsPinches(at, itinerary)).toBe(false);
  });
});

it('no leg is planned but those of voyages where no proof is asked for', () => {
  const [start, end] = [comes[0]!.used, comes.at(-1)!.used];
  const { voyage } = routeRequest.parse({
    ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
    stops: [1, 2, 3].map((point) => comes[point]!.used),
    stop_order: 'best',
  });
  const plannedWith = (certificate: boolean) => {
    const known: KnownPlans = new Map();
    planStopsDated(
      at,
      { start, end, vehicle: null, voyage },
      {
        ...{ certificate, known, adjustmentLimitNm: 0, weather: [], mostWait: 0, idleRate: 0 },
        ...{ timeBudgetMs: Infinity, now: () => 0 },
      },
    );
    return known.size;
  };
  expect(plannedWith(false)).toBeLessThan(plannedWith(true));
});

describe('the proof of an order', () => {
  const stays = {
    ...itineraryThrough([{ stay: 0.5 }, { earliest: 4 }, { stay: 1 }]),
    comes,
    goes,
  } as Itinerary;
  /** Of each leg, how much is proved; and from when on, and until when, it was asked for. */
  function provable(least: readonly (number | null)[]) {
    const asked: { earliest?: number; until?: number }[] = [];
    const legs = least.map((own, k) => ({
      prove: (bounded: object) => {
        asked[k] = bounded;
        return own === null ? null : { least: own, gapPercent: 1, endedBy: null };
      },
    }));
    const voyage = sailedThrough(stays, () => 2, [1, 2, 3], { idleRate: 0.5, objective: 'fuel', tonnes: 2 });
    return { asked, voyage: { ...voyage, provable: legs } as unknown as ProvableVoyage };
  }

  it('of its days is that of each leg from the time on at which it can be left', () => {
    const { asked, voyage } = provable([1, 1.5, 0.75, 2]);
    const { leaves, least, legs } = proveInTime(at, stays, voyage);
    // half a day is stayed at the first stop, and the second is waited for
    expect(leaves).toEqual([0, 1.5, 4, 5.75]);
    expect(least).toBe(7.75);
    expect(asked.map(({ earliest }) => earliest! - 10)).toEqual(leaves);
    expect(legs.map((leg) => leg!.least)).toEqual([1, 1.5, 0.75, 2]);
    expect(proveInTime(at, stays, provable([1, null, 0.75, null]).voyage)).toMatchObject({
      leaves: [0, 1.5, 4, 5.75],
      least: 5.75,
    });
  });

  it('of what it consumes is that of each leg while less is consumed than by a known voyage', () => {
    const all = [1, 1.5, 0.75, 2];
    const { asked, voyage } = provable(all);
    const inTime = proveInTime(at, stays, voyage);
    const { legs, least } = proveBySpending(at, stays, voyage, voyage, inTime, 0);
    expect(legs.map((leg) => leg!.least)).toEqual(all);
    // the legs, and all days in which these do not consume their least: no voyage arrives before the fastest
    expect(least).toBeCloseTo(5.25 + 0.5 * (inTime.least - 5.25 / 2), 9);
    expect(asked.map(({ earliest }) => earliest)).toEqual(inTime.leaves.map((days) => 10 + days));
    // 16 tonnes without the stays, of which the legs behind consume their least: 3 a day at first, then 2; the second stop is left from 14 on
    expect(asked.map(({ until }) => until)).toEqual([15.375, 16.875, 21, 23.5]);
    const later = provable(all);
    proveBySpending(at, stays, later.voyage, voyage, inTime, 1);
    expect(later.asked.map(({ until }) => until)).toEqual([16.875, 18.375, 22.5, 25]);
  });
});
