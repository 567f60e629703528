/** When a stop is done by who comes at a time, and what that consumes; times of a sea that is 100 days older than the voyage. */
import { describe, expect, it } from 'vitest';
import type { Sea } from '../../../lib/engine/sea/sea.ts';
import { callAt } from '../../../lib/voyage/forecast/calls-in-time.ts';
import { doneAt, itineraryAlong, sailedAt } from '../../../lib/voyage/forecast/itinerary-in-time.ts';
import { openingsOf, type Stretch } from '../../../lib/voyage/order/openings.ts';
import type { Itinerary, Work } from '../../../lib/voyage/stops/itinerary.ts';
import type { Progress, WorkInTime, WorkLog } from '../../../lib/voyage/work/work-in-time.ts';
import { itineraryThrough } from './no-sea.ts';

const BEGINS = 100;
const sea = {
  starts: Float64Array.of(-Infinity, BEGINS + 2, BEGINS + 20, Infinity),
  mesh: { consumption: 'fuel' },
};
const at = { sea: sea as unknown as Sea, begins: BEGINS };
const IDLE = 0.5;

/** A point that is stayed at for two days, open in some stretches. */
const point = (stretches: readonly Stretch[] | null, mayPause = false, more: Partial<Itinerary> = {}) => ({
  ...itineraryThrough([{ stay: 2 }]),
  openings: [null, stretches && openingsOf(stretches, mayPause), null],
  ...more,
});
const column = (value: number) => Float64Array.of(0, value, 0);

/** Days of the sea in which the vessel sails on its line: three days of it, 4 tonnes each; nothing from the twentieth day on. */
const LINE = 3;
function work({ stayBefore = 0, stayAfter = 0 } = {}): Work {
  const sailOn = (from: Progress, until: number, _: number, log: WorkLog | null): Progress => {
    const share = Math.min(1 - from.part, (until - from.now) / LINE);
    const now = from.now + share * LINE;
    if (now > BEGINS + 20) return { ...from, now: Infinity };
    const leg = { days: LINE, lengthM: 9, consumption: 12, speed: 1, turn: 0, mesh: 0, row: 0 };
    log!.sail([0, now], leg as never, share, false);
    const part = from.part + share;
    return { piece: part > 1 - 1e-12 ? 1 : 0, part, inside: 0, now, used: from.used + 12 * share };
  };
  const inTime = {
    start: [0, 0],
    begin: (now: number) => ({ piece: 0, part: 0, inside: -1, now, used: 0 }),
    isDone: ({ piece }: Progress) => piece === 1,
    sailOn,
  } as unknown as WorkInTime;
  const track = { coordinates: [[0, 0]], timeDays: [0, 2.5], consumption: [0, 7] };
  return { kind: 'line', days: 2.5, stayBefore, stayAfter, track, sailing: track, inTime } as unknown as Work;
}
const worked = (stays = {}, more: Partial<Itinerary> = {}) => {
  const own = work(stays);
  const stay = column(own.stayBefore + own.days + own.stayAfter);
  return { ...itineraryThrough([{}]), works: [null, own, null], stay, ...more } as Itinerary;
};

const called = (itinerary: Itinerary) => callAt(at, itinerary, 1, IDLE)!;
/** In days of the voyage. */
const done = (itinerary: Itinerary, arrives: number) => {
  const { begins, until, ends, consumed } = called(itinerary).doneAt(BEGINS + arrives);
  return [begins - BEGINS, until - BEGINS, ends - BEGINS, consumed];
};

describe('a stop without work', () => {
  it('is none where it is only passed, and a stay at any time where nothing limits it', () => {
    expect(callAt(at, point(null, false, { stay: column(0) }), 1, IDLE)).toBeNull();
    const call = called(point(null));
    expect(done(point(null), 1)).toEqual([1, Infinity, 3, 1]);
    expect([call.latest, call.least.days, call.least.corners]).toEqual([Infinity, 2, []]);
  });

  it('is waited for, and come to by a time, where it is only passed too', () => {
    const early = point(null, false, { earliest: column(5), latest: column(7) });
    expect(done(early, 1)).toEqual([5, Infinity, 7, 3]);
    expect(done(early, 6)).toEqual([6, Infinity, 8, 1]);
    const { latest, least } = called(early);
    expect(latest).toBe(BEGINS + 7);
    expect(least).toMatchObject({ days: 2, consumed: 0, perDay: IDLE, corners: [BEGINS + 5] });
    expect(least.endsAt(BEGINS + 1)).toBe(BEGINS + 7);
    expect(callAt(at, point(null, false, { stay: column(0), earliest: column(5) }), 1, IDLE)).not.toBeNull();
    expect(callAt(at, point(null, false, { stay: column(0), latest: column(5) }), 1, IDLE)).not.toBeNull();
  });

  it('ends in an opening that is long enough, until it is too late to begin in that', () => {
    const open = point([
      { from: 1, to: 2 },
      { from: 4, to: 8 },
    ]);
    expect(done(open, 0)).toEqual([4, 6, 6, 3]);
    expect(done(open, 5)).toEqual([5, 6, 7, 1]);
    expect(done(open, 7)).toEqual([7, Infinity, 9, 1]);
    expect(called(open).least.corners.map((time) => time - BEGINS)).toEqual([-Infinity, 1, 4, 0, 6]);
  });

  it('that may be laid down begins in the first and ends in a later one', () => {
    const stretches = [
      { from: 1, to: 2 },
      { from: 4, to: 8 },
    ];
    expect(done(point(stretches, true), 0)).toEqual([1, Infinity, 5, 2.5]);
    const { least } = called(point(stretches, true));
    expect(least.corners).toEqual([-Infinity]);
    expect(least.endsAt(BEGINS)).toBe(BEGINS + 2);
  });
});

describe('work', () => {
  const stays = { stayBefore: 0.5, stayAfter: 0.25 };

  it('takes as long as it does when it is begun, with its stays, and what it waits consumes', () => {
    expect(done(worked(stays), 1)).toEqual([1, Infinity, 4.75, 12 + 0.75 * IDLE]);
    expect(done(worked(stays, { earliest: column(6) }), 1)).toEqual([6, Infinity, 9.75, 12 + 5.75 * IDLE]);
    const { least } = called(worked(stays));
    expect(least).toMatchObject({ days: 3.25, consumed: 7 + 0.75 * IDLE, perDay: 0 });
  });

  it('can be begun as late as it can be done in time', () => {
    expect(called(worked(stays)).latest - BEGINS).toBeCloseTo(16.5, 9);
    expect(called(worked(stays, { latest: column(9) })).latest).toBe(BEGINS + 9);
    expect(called(worked(stays, { latest: column(16.75) })).latest - BEGINS).toBeCloseTo(16.5, 9);
    // who is too late ends as if it took the least
    expect(done(worked(stays), 18)).toEqual([18, Infinity, 21.25, 0]);
  });

  it('is done in one opening, or laid down between them', () => {
    const stretches = [
      { from: 1, to: 2 },
      { from: 4, to: 5 },
      { from: 6, to: 11 },
    ];
    const opened = (mayPause: boolean) =>
      worked(stays, { openings: [null, openingsOf(stretches, mayPause), null] });
    expect(done(opened(false), 0)).toEqual([6, Infinity, 9.75, 12 + 6.75 * IDLE]);
    expect(done(opened(true), 0)).toEqual([1, Infinity, 7.75, 12 + 4.75 * IDLE]);
    expect(sailedAt(at, opened(true), 1, 0, IDLE)!.stretches).toEqual([
      { from: 1, to: 2 },
      { from: 4, to: 5 },
      { from: 6, to: 7.75 },
    ]);
    expect(sailedAt(at, opened(true), 1, 10, IDLE)).toBeNull();
    expect(doneAt(at, opened(true), 1, 10, IDLE)).toEqual({ ends: Infinity, days: 0, used: 0 });
    expect(sailedAt(at, opened(true), 1, 2, IDLE)!.stretches[0]).toEqual({ from: 4, to: 5 });
  });

  it('is laid down while it is stayed at its ends, too', () => {
    const opened = (stretches: readonly Stretch[]) =>
      done(worked(stays, { openings: [null, openingsOf(stretches, true), null] }), 0);
    // a tenth of the last stay is left for the next opening, or of the first
    const last = [
      { from: 1, to: 4.65 },
      { from: 6, to: 11 },
    ];
    expect(opened(last)[2]).toBeCloseTo(6.1, 9);
    const first = [
      { from: 1, to: 1.4 },
      { from: 6, to: 11 },
    ];
    expect(opened(first)[2]).toBeCloseTo(9.35, 9);
  });

  it('is done in an opening that is just as long, to rounding', () => {
    // 4.3 less 4 is not quite 0.3
    const openings = [null, openingsOf([{ from: 1, to: 4.3 }], false), null];
    expect(done(worked({ stayAfter: 0.3 }, { openings }), 0)[2]).toBeCloseTo(4.3, 9);
  });

  it('of a voyage is as it was done then', () => {
    const openings = [null, openingsOf([{ from: 4, to: 12 }], false), null];
    const own = itineraryAlong(at, worked(stays, { openings }), [0, 1], [1], IDLE);
    expect(own.works[1]!.days).toBeCloseTo(3, 12);
    expect(own.works[1]!.log!.days).toBeCloseTo(3, 12);
    expect(own.works[1]!.track.consumption).toEqual([0, 12]);
    expect(own.stay[1]).toBeCloseTo(3.75, 12);
    expect(own.openings[1]).toEqual(openingsOf([{ from: 4, to: 7.75 }], false));
    const dry = { ...at, sea: { ...sea, mesh: { consumption: null } } as unknown as Sea };
    expect(itineraryAlong(dry, worked(stays), [0, 1], [1], IDLE).works[1]!.track.consumption).toBeNull();
  });

  it('that is too late is told as what it is late for', () => {
    const late = worked(stays);
    const own = itineraryAlong(at, late, [0, 1, 2], [18, 1], IDLE);
    expect(own.latest[1]).toBe(18 - 2.5);
    expect(own.works[1]).toBe(late.works[1]);
    expect(late.latest[1]).toBe(Infinity);
  });
});
