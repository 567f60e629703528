import { describe, expect, it } from 'vitest';
import type { SailedTrack } from '../../../lib/engine/plan-dated.ts';
import {
  alongForecast,
  blindPart,
  datedRemarks,
  type ForecastTimes,
  gapRemarks,
} from '../../../lib/voyage/forecast/dated-parts.ts';
import { timelineOf } from '../../../lib/voyage/forecast/timeline.ts';
import { BEGIN, MS_PER_DAY } from './daily-meshes.ts';

const at = (days: number) => BEGIN + days * MS_PER_DAY;
const iso = (days: number) => new Date(at(days)).toISOString();

/** The first has nothing of the third day, and the last begins again after another was valid for a day. */
const validities = [
  { from: at(0), to: at(2), rank: '' },
  { from: at(3), to: at(6), rank: '' },
  { from: at(4), to: at(5), rank: '' },
];
const times = {
  forecast: validities.map((own, k) => ({ ...own, id: 7 + k, name: `${k}.json` })),
  timeline: timelineOf(validities),
  since: at(0),
} as unknown as ForecastTimes;

/** A leg of 20 miles and 10 tonnes a day, from 12 hours on. */
const departure = iso(0.5);
const track = {
  coordinates: Array.from({ length: 7 }, (_, k) => [k, -60 - k] as const),
  timeDays: [0, 1, 2, 3, 4, 5, 6],
  distanceM: [0, 1, 2, 3, 4, 5, 6].map((k) => 20 * 1852 * k),
  consumption: [0, 10, 20, 30, 40, 50, 60],
  meshes: [0, 0, 0, 0, 1, 2, 1],
  waits: [],
  closedUnderWay: [],
} as unknown as SailedTrack;

describe('what is told of a route through a forecast', () => {
  it('which meshes hold from when to when, one after the other, and on which each leg is sailed', () => {
    const { meshes, meshAlong } = alongForecast(times, departure, track);
    expect(meshes).toEqual([
      { id: 7, name: '0.json', from: iso(0.5), to: iso(3) },
      { id: 8, name: '1.json', from: iso(3), to: iso(4) },
      { id: 9, name: '2.json', from: iso(4), to: iso(5) },
      { id: 8, name: '1.json', from: iso(5), to: iso(6.5) },
    ]);
    // the middles of its legs: from 12 hours on a day later each
    expect(meshAlong).toEqual([0, 0, 0, 1, 2, 3, 3]);
  });

  it('what is sailed while no mesh is valid', () => {
    const { beyond } = alongForecast(times, departure, track);
    // a gap of the third day, and from the end of the sixth on
    expect(beyond).toEqual({ from: iso(2), hours: expect.closeTo(36, 9), nm: expect.closeTo(30, 9) });
    const short = { ...track, timeDays: track.timeDays.map((days) => days / 4) };
    expect(alongForecast(times, departure, short).beyond).toBeNull();
  });

  it('where it waits, from when to when and why, but no rounding of a time', () => {
    const wait = { vertex: 2, from: 1, until: 1.25 };
    const waits = (['closed', 'no way', 'cheaper'] as const).map((why) => ({ ...wait, why }));
    const rounding = { ...wait, until: 1 + 1e-8, why: 'closed' as const };
    const told = alongForecast(times, departure, { ...track, waits: [...waits, rounding] }).waits;
    const here = { lon: 2, lat: -62, from: iso(1), to: iso(1.25) };
    expect(told).toEqual([
      { ...here, reason: 'The cell ahead is closed until then' },
      { ...here, reason: 'The current ahead is too strong until then' },
      { ...here, reason: 'The route consumes less then' },
    ]);
  });

  it('in sentences, what of it is beyond the forecast and whether a cell closes', () => {
    const along = alongForecast(times, departure, track);
    const [beyond, closes, ...others] = datedRemarks(along, { ...track, closedUnderWay: [3] });
    expect(beyond).toMatch(/^36\.0 hours .*beyond the forecast/);
    expect(closes).toMatch(/closes while the vessel is in it/);
    expect(others).toEqual([]);
    expect(datedRemarks({ ...along, beyond: null }, track)).toEqual([]);
  });

  it('by how much the one is worse that does not know the forecast, and where that first meets what has closed', () => {
    const costOf = ({ consumption }: SailedTrack) => consumption!.at(-1)!;
    const worse = { ...track, timeDays: [0, 9], consumption: [0, 75] };
    expect(blindPart(times, track, worse, costOf)).toEqual({ days: 9, consumption: 75, worse_percent: 25 });
    expect(blindPart(times, worse, track, costOf)!.worse_percent).toBe(0);
    expect(blindPart(times, { ...track, consumption: [0, 0] }, worse, costOf)!.worse_percent).toBe(0);
    const waits = [
      { vertex: 0, from: 1, until: 2, why: 'cheaper' as const },
      { vertex: 1, from: 2, until: 3, why: 'closed' as const },
      { vertex: 2, from: 4, until: 5, why: 'closed' as const },
    ];
    const closed = { lon: 1, lat: -61, time: iso(2) };
    expect(blindPart(times, track, { ...worse, waits }, costOf)!.closed).toEqual(closed);
    expect(blindPart(times, track, { ...worse, consumption: null }, () => 1)!.consumption).toBeNull();
  });

  it('that it may wait, where the gap is wider than ten per cent', () => {
    const remarks = (gapPercent: number | null, voyage: object | null = null) =>
      gapRemarks(
        { optimality: gapPercent === null ? null : { least: 1, gapPercent, endedBy: null } },
        voyage as never,
      ).length;
    expect([null, 9, 10, 11].map((gap) => remarks(gap))).toEqual([0, 0, 0, 1]);
    expect(remarks(11, { max_wait_hours: 1 })).toBe(0);
    expect(remarks(11, { max_wait_hours: 0 })).toBe(1);
  });
});
