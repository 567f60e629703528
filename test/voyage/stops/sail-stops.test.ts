/** A voyage through stops whose legs take given days: its calls, its track, and what is told of windows that it misses. */
import { describe, expect, it } from 'vitest';
import type { Track } from '../../../lib/engine/path/track.ts';
import { openingsOf, type Stretch } from '../../../lib/voyage/order/openings.ts';
import type { Itinerary } from '../../../lib/voyage/stops/itinerary.ts';
import { leftOutOf } from '../../../lib/voyage/stops/left-out.ts';
import { onlyStops } from '../../../lib/voyage/stops/only-stops.ts';
import { leastInOrder } from '../../../lib/voyage/stops/plan-stops.ts';
import { requireWindows } from '../../../lib/voyage/stops/require-windows.ts';
import {
  callsOf,
  costOfVoyage,
  endedByOf,
  longestWaits,
  missedWindows,
  type Sailed,
  sailStops,
} from '../../../lib/voyage/stops/sail-stops.ts';
import type { Opening } from '../../../lib/voyage/voyage-route.ts';
import { itineraryThrough, sailedThrough } from '../forecast/no-sea.ts';

const IDLE = 0.5;

/** A track along a parallel, a day, a kilometre and 10 tonnes from each degree to the next. */
const along = (...lons: readonly number[]): Track => ({
  coordinates: lons.map((lon) => [lon, -60]),
  timeDays: lons.map((_, k) => k),
  distanceM: lons.map((lon) => 1000 * Math.abs(lon - lons[0]!)),
  consumption: lons.map((_, k) => 10 * k),
  speedKmh: lons.map((_, k) => (k === 0 ? 0 : 1)),
  cells: lons.map((lon, k) => (k === 0 ? -1 : lon)),
});
const route = (track: Track, more: object = {}) =>
  ({ track, unsmoothed: track, sailing: track, pinches: [], complete: true, ...more }) as never;
const voyage = (itinerary: Itinerary, tracks: readonly Track[], more: Partial<Sailed> = {}): Sailed => ({
  points: [...tracks.keys(), tracks.length],
  routes: tracks.map((track) => route(track)),
  itinerary: { ...itinerary, comes: itinerary.names, goes: itinerary.names } as unknown as Itinerary,
  objective: 'fuel',
  idleRate: IDLE,
  ...more,
});
/** One stop that is stayed at for days, open in some stretches. */
const opened = (
  stay: number,
  stretches: readonly Stretch[],
  mayPause: boolean,
  decidedBy: Opening[] = [],
) => ({
  ...itineraryThrough([{ stay }]),
  openings: [null, openingsOf(stretches, mayPause), null],
  decidedBy: [[], decidedBy, []],
});
const stretches = [
  { from: 2, to: 3 },
  { from: 5, to: 9 },
];

describe('a voyage with a stop', () => {
  it('arrives, waits, stays and leaves, and its track has a point of each', () => {
    const sailed = voyage(
      { ...itineraryThrough([{ stay: 1, earliest: 3 }]), decidedBy: [[], [], []] } as unknown as Itinerary,
      [along(0, 1), along(1, 2, 3)],
    );
    const [, call] = callsOf(sailed, [along(0, 1), along(1, 2, 3)]);
    expect(call).toEqual({ arrives: 1, wait: 2, stay: 1, pauses: [], leaves: 4 });
    expect(costOfVoyage(sailed)).toBe(30 + 3 * IDLE);
    expect(costOfVoyage({ ...sailed, objective: 'traveltime' })).toBe(6);
    const { track, stops, legs, optimality, complete } = sailStops(sailed, 21);
    expect(track.timeDays).toEqual([0, 1, 4, 5, 6]);
    expect(track.consumption).toEqual([0, 10, 11.5, 21.5, 31.5]);
    expect(track.speedKmh).toEqual([0, 1, 0, 1, 1]);
    expect(track.distanceM).toEqual([0, 1000, 1000, 2000, 3000]);
    expect(track.cells).toEqual([-1, 1, 1, 2, 3]);
    expect(optimality).toEqual({ least: 21, gapPercent: expect.closeTo(50, 9), endedBy: null });
    expect(complete).toBe(true);
    expect(
      stops!.map(({ name, vertex, arrivesDays, waitDays, stayDays, leavesDays }) => [
        name,
        vertex,
        arrivesDays,
        waitDays,
        stayDays,
        leavesDays,
      ]),
    ).toEqual([
      ['Start', 0, 0, 0, 0, 0],
      ['S1', 1, 1, 2, 1, 4],
      ['End', 4, 6, 0, 0, 6],
    ]);
    expect(stops![1]!.waitsFor).toBe('window');
    expect(stops![2]).not.toHaveProperty('waitsFor');
    expect(stops![1]).not.toHaveProperty('pauses');
    expect(legs).toEqual([
      { from: 'Start', to: 'S1', days: 1, consumption: 10, metres: 1000, gapPercent: null },
      { from: 'S1', to: 'End', days: 2, consumption: 20, metres: 2000, gapPercent: null },
    ]);
  });

  it('of a mesh without consumption tells of none', () => {
    const dry = { ...along(0, 1), consumption: null };
    const sailed = voyage(itineraryThrough([]), [dry], { objective: 'traveltime' });
    const { track, legs, optimality } = sailStops(sailed, null);
    expect([track.consumption, legs![0]!.consumption, optimality]).toEqual([null, null, undefined]);
    expect(costOfVoyage({ ...sailed, objective: 'fuel' })).toBe(0);
  });

  it('has a gap where something was proved, and says what ended a proof', () => {
    const sailed = voyage(itineraryThrough([]), [along(0, 1, 2)]);
    expect(sailStops(sailed, 0).optimality).toBeNull();
    expect(sailStops(sailed, 25).optimality).toMatchObject({ gapPercent: 0 });
    const nowhere = voyage(itineraryThrough([]), [along(0)]);
    expect(sailStops(nowhere, 0).optimality).toEqual({ least: 0, gapPercent: 0, endedBy: null });
    expect(sailStops(nowhere, 0).track.coordinates).toHaveLength(2);
    const proved = (endedBy: string | null) =>
      route(along(0, 1), { optimality: { least: 5, gapPercent: 7, endedBy } });
    expect(endedByOf([proved(null), proved('time'), route(along(0))])).toBe('time');
    expect(endedByOf([proved(null), route(along(0))])).toBeNull();
    const ended = { ...sailed, routes: [proved('time')] };
    expect(sailStops(ended, 5).optimality).toMatchObject({ endedBy: 'time' });
    expect(sailStops(ended, 5).legs![0]!.gapPercent).toBe(7);
    const cut = { ...sailed, routes: [route(along(0, 1), { complete: false })] };
    expect(sailStops(cut, null).complete).toBe(false);
  });

  it('waits for an opening that is long enough, or lays down its work until the next', () => {
    const decidedBy: Opening[] = [
      { reason: 'window', stretches: [{ from: 0, to: 9 }] },
      { reason: 'daylight', stretches },
    ];
    const legs = [along(0, 1), along(1, 2)];
    const whole = voyage(opened(2, stretches, false, decidedBy), legs);
    expect(callsOf(whole, legs)[1]).toEqual({ arrives: 1, wait: 4, stay: 2, pauses: [], leaves: 7 });
    expect(longestWaits(whole)).toEqual([{ point: 1, from: 1, days: 4, reason: 'daylight' }]);
    const parts = voyage(opened(2, stretches, true, decidedBy), legs);
    const pause = { from: 3, to: 5, done: 1 };
    expect(callsOf(parts, legs)[1]).toEqual({ arrives: 1, wait: 1, stay: 2, pauses: [pause], leaves: 6 });
    expect(longestWaits(parts)).toEqual([{ point: 1, from: 3, days: 2, reason: 'daylight' }]);
    const { stops } = sailStops(parts, null);
    expect(stops![1]).toMatchObject({
      waitsFor: 'daylight',
      pauses: [{ fromDays: 3, toDays: 5, reason: 'daylight' }],
    });
    // too late: as if it were always open
    const late = voyage(opened(2, [{ from: 0, to: 1.5 }], false), legs);
    expect(callsOf(late, legs)[1]).toMatchObject({ wait: 0, leaves: 3 });
    expect(longestWaits(late)).toEqual([]);
  });

  it('lays down a line on the way, after its first stay or in its middle', () => {
    const work = {
      kind: 'line',
      track: along(1, 2, 3),
      sailing: along(1, 3),
      days: 2,
      stayBefore: 0.5,
      stayAfter: 0.25,
    };
    const withWork = (open: readonly Stretch[]) => {
      const itinerary = { ...opened(2.75, open, true), works: [null, work, null] } as unknown as Itinerary;
      return sailStops(voyage(itinerary, [along(0, 1), along(3, 4)]), null);
    };
    const inLine = withWork([
      { from: 1, to: 3 },
      { from: 5, to: 9 },
    ]);
    // half a day of its first stay, a day and a half of the line, then it lies for two days
    expect(inLine.track.coordinates.map(([lon]) => lon)).toEqual([
      0,
      1,
      1,
      2,
      expect.closeTo(2.5, 9),
      expect.closeTo(2.5, 9),
      3,
      3,
      4,
    ]);
    expect(inLine.track.timeDays).toEqual([0, 1, 1.5, 2.5, 3, 5, 5.5, 5.75, 6.75]);
    expect(inLine.track.consumption!.at(-1)).toBe(40 + 2.75 * IDLE);
    const { begins, ends } = inLine.stops![1]!.work!;
    expect([begins, ends]).toEqual([2, 6]);
    expect(inLine.stops![1]).toMatchObject({ stayDays: 0.5, arrivesDays: 1, leavesDays: 5.75 });
    const inStay = withWork([
      { from: 1, to: 1.25 },
      { from: 5, to: 9 },
    ]);
    expect(inStay.track.timeDays).toEqual([0, 1, 5.25, 6.25, 7.25, 7.5, 8.5]);
  });
});

describe('windows that are missed', () => {
  const days = () => 2;
  const told = (itinerary: Itinerary, direct = days) => {
    try {
      requireWindows({ ...sailedThrough(itinerary, days, [1, 2]), objective: 'traveltime' }, direct);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const decidedBy = [[], [], [], []];
  const through = (...args: Parameters<typeof itineraryThrough>) =>
    ({ ...itineraryThrough(...args), decidedBy }) as Itinerary;

  it('are told: by how much, and whether it could be in time at all', () => {
    expect(told(through([{ latest: 2 }, { latest: 4 }], 6))).toBeNull();
    expect(told(through([{ latest: 1.5 }, { latest: 1 }]))).toBe(
      'Even sailing there directly, the end of the last window would be missed: S1 by 12.00 hours, S2 by 24.00 hours.',
    );
    expect(told(through([{}, { latest: 3 }]))).toBe(
      'No voyage meets all windows: the best attempt misses S2 by 24.00 hours.',
    );
    expect(missedWindows(sailedThrough(through([{}, { latest: 3 }]), days, [1, 2]))).toEqual([
      { point: 2, days: 1 },
    ]);
  });

  it('are those of the whole voyage', () => {
    const text = (how: string) =>
      `What has to be done takes 144.00 hours ${how}, the voyage may take 120.00 hours: allow more, or give more stops a value, so that they may be left out.`;
    expect(told(through([{}, {}], 5))).toBe(text('at least'));
    const many = through([{}, {}], 5);
    expect(told({ ...many, stops: { ...many.stops, sets: null } })).toBe(
      text('in the best order that was found'),
    );
  });

  it('are never open, or not for long enough', () => {
    const never = (open: readonly Stretch[], reasons: readonly Opening['reason'][]) => {
      const own = through([{ stay: 2, latest: -Infinity }, {}]);
      const by = reasons.map((reason) => ({ reason, stretches: [] }));
      return told({
        ...own,
        openings: [null, openingsOf(open, false), null, null],
        decidedBy: [[], by, [], []],
      });
    };
    expect(never([], ['wind'])).toBe(
      'Stop "S1" is never open after the departure: no time is left by its limit of wind.',
    );
    expect(never([{ from: -2, to: -1 }], ['daylight', 'window'])).toBe(
      'Stop "S1" is never open after the departure: its daylight and its windows have no time in common.',
    );
    expect(
      never(
        [
          { from: -2, to: 1 },
          { from: 3, to: 4.5 },
        ],
        ['window'],
      ),
    ).toBe(
      'What is done at stop "S1" takes 48.00 hours, but at most 36.00 hours are open at a time: allow longer, or let it pause (may_pause).',
    );
  });

  it('are a polar night where it is waited for for more than a day', () => {
    const dark = (
      from: number,
      reason: Opening['reason'] = 'daylight',
      days: readonly Stretch[] = [{ from, to: 99 }],
    ) => {
      const own = through([{ stay: 1 }, {}]);
      const stretch = [{ from, to: 99 }];
      const by = [{ reason, stretches: days }];
      return told({
        ...own,
        openings: [null, openingsOf(stretch, false), null, null],
        decidedBy: [[], by, [], []],
      });
    };
    expect([dark(3), dark(5, 'ice')]).toEqual([null, null]);
    // the wind lasts for days, and drops in the night
    const windy = [
      { from: 0, to: 2.2 },
      { from: 2.9, to: 4.2 },
      { from: 4.5, to: 99 },
    ];
    expect(dark(4.5, 'daylight', windy)).toBeNull();
    expect(dark(4.5)).toMatch(
      /^Stop "S1" would be waited at for 2\.5 days until there is enough daylight: .* 24\.00 hours of its work/,
    );
  });
});

describe('what is left out', () => {
  const places = [0, 1, 2, 5, 3];
  const problemOf = (stops: Parameters<typeof itineraryThrough>[0], limit: number, isMany = false) => {
    const itinerary = itineraryThrough(stops, limit);
    const size = itinerary.count + 2;
    const days = Float64Array.from({ length: size * size }, (_, leg) =>
      Math.abs((places[Math.floor(leg / size)] ?? 0) - (places[leg % size] ?? 0)),
    );
    const own = isMany ? { ...itinerary, stops: { ...itinerary.stops, sets: null } } : itinerary;
    return { ...own, ways: [{ days, cost: days }], idle: 1, work: new Float64Array(size), leastValue: 0 };
  };

  it.each([false, true])('says by how much the voyage would be longer with it (many: %s)', (isMany) => {
    const problem = problemOf([{ value: 3, stay: 0.5 }, { value: 2, stay: 1 }, { value: 1 }, {}], 7, isMany);
    expect(leftOutOf(problem, problem, [4])).toEqual([
      { name: 'S1', value: 3, needsHours: 12, reason: 'time' },
      { name: 'S2', value: 2, needsHours: 24, reason: 'time' },
      { name: 'S3', value: 1, needsHours: 96, reason: 'time' },
    ]);
    const needs = (days: number) => ({ needsTonnes: 5 * days, reason: 'fuel' as const });
    expect(leftOutOf(problem, problem, [1, 2, 4], needs)).toEqual([
      { name: 'S3', value: 1, needsHours: null, needsTonnes: 20, reason: 'fuel' },
    ]);
  });

  it('says whether what comes before it is left out too, or its own window is missed', () => {
    const problem = problemOf([{ value: 3 }, { value: 2, after: [1] }, { value: 1, latest: 4 }, {}], 7);
    expect(leftOutOf(problem, problem, [4]).map(({ reason }) => reason)).toEqual(['time', 'after', 'window']);
  });

  it('of a request are those stops that are not among others, and what is left must all be done', () => {
    const stop = (name: string, after: string[] = []) => ({ name, after, value: 1 });
    const request = { voyage: { stops: [stop('A'), stop('B', ['A', 'C']), stop('C')] } } as never;
    expect(onlyStops(request, new Set(['B', 'C']))).toEqual([
      { name: 'B', after: ['C'] },
      { name: 'C', after: [] },
    ]);
    expect(onlyStops(request, new Set())).toBeNull();
  });
});

it('what an order consumes at least are its legs, its stays and its work, and waits that no slower leg saves', () => {
  const own = itineraryThrough([{ stay: 1, earliest: 5 }, { stay: 2 }]);
  const least = (rate: number, idle: number) => {
    const problem = { ...own, idle, leastValue: 0, work: Float64Array.of(0, 10, 20, 0) };
    return leastInOrder(problem, [2, 1], (from, to) => 1 + from + to, rate, [0, 3, 6, 7]);
  };
  const legs = 3 + 4 + 5 + 30;
  // a leg that takes longer costs more than waiting: two days at sea, a stay of two, and a wait until the fifth
  expect(least(3, 1)).toBeCloseTo(legs + 2 + 1 + (5 - 3 / 3 - 2 - 4 / 3), 9);
  expect(least(1, 3)).toBe(legs + 3 * 3);
  expect(least(0, 0)).toBe(legs);
  const without = { ...own, idle: 1, leastValue: 0, work: new Float64Array(4) };
  expect(leastInOrder(without, [2, 1], (from) => (from === 2 ? null : 1), 1, [0, 0, 0, 0])).toBe(0);
});
