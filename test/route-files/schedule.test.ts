import ical, { type VEvent } from 'node-ical';
import { describe, expect, it } from 'vitest';
import type { RouteEntry } from '../../lib/route-files/route-entry.ts';
import { scheduleOf } from '../../lib/route-files/schedule.ts';
import { type ScheduleOptions, scheduleFile } from '../../lib/route-files/schedule-file.ts';
import { scheduleToPaste } from '../../lib/route-files/write-schedule-csv.ts';
import { routeEntry, southward } from './route-entry.ts';

const departure = '2026-11-21T10:00:00.000Z';
const [start, , end] = southward.map(([lon, lat]) => ({ lat, lon }));
const long = 'Survey; of the shelf, from "A\\B" to the ice – long enough to be folded, as 75 octets are few';

/** 40 km in 2.4 hours to a stop that waits 6 hours, stays 1, sails its line in 3, and stays 2; 40 km on to the end. */
const voyage: RouteEntry = {
  ...routeEntry([southward[0]!, southward[1]!, southward[1]!, southward[2]!]),
  departure,
  stops: [
    { name: 'Falklands', ...start!, arrives_days: 0, leaves_days: 0 },
    {
      name: long,
      lat: -60,
      lon: -62.365,
      arrives_days: 0.1,
      wait_hours: 6,
      stay_hours: 1,
      leaves_days: 0.6,
      work: { kind: 'line', nm: 24, hours: 3 },
    },
    { name: 'Rothera', ...end!, arrives_days: 0.7, leaves_days: 0.7 },
  ],
  path: {
    features: [
      {
        geometry: { coordinates: [southward[0]!, southward[1]!, southward[1]!, southward[2]!] },
        properties: { traveltime: [0, 0.1, 0.6, 0.7], distance: [0, 37_040, 37_040, 92_600] },
      },
    ],
  },
};
const options: ScheduleOptions = { departure: null, now: new Date('2026-11-20T00:00Z') };

const eventsOf = (route: RouteEntry, changed: Partial<ScheduleOptions> = {}) => {
  const { text } = scheduleFile(route, 'ics', { ...options, ...changed });
  return Object.values(ical.parseICS(text)).filter((one) => one?.type === 'VEVENT');
};
// biome-ignore lint/suspicious/noExplicitAny: texts of a calendar may come with parameters
const shown = ({ summary, start, end }: any) => [summary, start.toISOString(), end.toISOString()];

describe('the schedule as a table', () => {
  const { text, name } = scheduleFile(voyage, 'csv', options);
  const lines = text.trimEnd().split('\r\n');

  it('is pasted into a spreadsheet with the same fields between tabs, a line a row', () => {
    const stops = voyage.stops!.map((stop, k) =>
      k === 1 ? { ...stop, name: '=HYPERLINK("x")\tof\ntwo' } : stop,
    );
    const schedule = scheduleOf({ ...voyage, stops }, null);
    const rows = scheduleToPaste(schedule)
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows.map(({ length }) => length)).toEqual(lines.map(() => rows[0]!.length));
    expect(rows[0]!.join(',')).toBe(lines[0]);
    expect(rows[1]!.join(',')).toBe(lines[1]);
    // a name is one field, and no formula
    expect(rows[2]![0]).toBe(`'=HYPERLINK("x") of two`);
  });

  it('has a line for each end and stop: what it waits for, works, and the way to it', () => {
    expect(name).toBe('route-12 Falklands to Rothera (traveltime) schedule.csv');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^name,what,latitude,longitude,/);
    expect(lines[2]).toContain(',line,-60,-62.365,');
    expect(lines[2]).toContain(
      ',20.000,2.400,2.400,2026-11-21T12:24:00Z,6.000,its window opens at 2026-11-21T18:24:00Z,' +
        '0.000,yes,3.000,24.000,2026-11-21T19:24:00Z,2026-11-21T22:24:00Z,14.400,2026-11-22T00:24:00Z',
    );
    expect(lines[3]).toMatch(/^Rothera,arrival,.*,30\.000,2\.400,16\.800,2026-11-22T02:48:00Z,/);
  });

  it('has hours alone where no departure is known', () => {
    const { text } = scheduleFile(routeEntry(southward), 'csv', options);
    expect(text).not.toContain('2026');
    expect(text.trimEnd().split('\r\n').at(-1)).toMatch(/,4\.800,4\.800,,0\.000,,0\.000,,,,,,4\.800,,,$/);
  });

  it('tells a wait for daylight, for how long work is laid down, and when it is done after that', () => {
    const [first, stop, last] = voyage.stops!;
    // at 20:24 for two hours, an hour after the line was begun
    const pauses = [{ from_days: 10.4 / 24, to_days: 12.4 / 24 }];
    const paused = { ...stop!, waits_for: 'daylight' as const, leaves_days: 0.6 + 2 / 24, pauses };
    const { text } = scheduleFile({ ...voyage, stops: [first!, paused, last!] }, 'csv', options);
    expect(text.split('\r\n')[2]).toContain(
      ',6.000,it gets light at 2026-11-21T18:24:00Z,2.000,yes,3.000,24.000,2026-11-21T19:24:00Z,2026-11-22T00:24:00Z,',
    );
  });

  it('has the waits for the sea in the order of time', () => {
    const wait = { lat: -60, lon: -62, from: '2026-11-21T13:00Z', to: '2026-11-21T14:00Z', reason: 'ice' };
    const { text } = scheduleFile({ ...voyage, waits: [wait] }, 'csv', options);
    expect(text.split('\r\n')[3]).toMatch(/^Wait 1,wait,.*,2026-11-21T13:00:00Z,1\.000,ice,/);
  });
});

describe('what fuel is left and taken', () => {
  const aboard = [500, 480.25, 461].map((fuel_left_tonnes, k) => ({
    ...voyage.stops![k]!,
    fuel_left_tonnes,
    ...(k === 1 && { refuelled_tonnes: 12.5 }),
  }));

  it('is a column, and in the words of an event', () => {
    const { text } = scheduleFile({ ...voyage, stops: aboard }, 'csv', options);
    const ends = text.trimEnd().split('\r\n');
    expect(ends.map((line) => line.split(',').slice(-2).join())).toEqual([
      'fuel_left_t,fuel_taken_t',
      '500.000,',
      '480.250,12.500',
      '461.000,',
    ]);
    const events = eventsOf({ ...voyage, stops: aboard }) as VEvent[];
    expect(events.map(({ description }) => /[\d.]+ t of fuel/.exec(`${description}`)?.[0])).toEqual([
      '500.0 t of fuel',
      undefined,
      '480.3 t of fuel',
      '480.3 t of fuel',
      '461.0 t of fuel',
    ]);
    expect(events[2]!.description).toMatch(/\n12\.5 t of fuel taken before leaving$/);
  });

  it('of a route without stops is that of its ends', () => {
    const { text } = scheduleFile({ ...routeEntry(southward), fuel_left_tonnes: 100 }, 'csv', options);
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(',').at(-2)),
    ).toEqual(['fuel_left_t', '104.000', '100.000']);
  });
});

describe('the schedule as a calendar', () => {
  it('has an event for each end, wait, stay and line', () => {
    expect(eventsOf(voyage).map(shown)).toEqual([
      ['Falklands', departure, departure],
      [`Wait: ${long}`, '2026-11-21T12:24:00.000Z', '2026-11-21T18:24:00.000Z'],
      [long, '2026-11-21T18:24:00.000Z', '2026-11-22T00:24:00.000Z'],
      [`${long} (line)`, '2026-11-21T19:24:00.000Z', '2026-11-21T22:24:00.000Z'],
      ['Rothera', '2026-11-22T02:48:00.000Z', '2026-11-22T02:48:00.000Z'],
    ]);
  });

  it('has the times of the table, to the nearest second', () => {
    const late = { ...voyage, departure: '2026-11-21T10:00:00.600Z' };
    const rows = scheduleFile(late, 'csv', options).text.trimEnd().split('\r\n');
    expect(rows.at(-1)).toContain(',2026-11-22T02:48:01Z,');
    expect(shown(eventsOf(late).at(-1)).slice(1)).toEqual([
      '2026-11-22T02:48:01.000Z',
      '2026-11-22T02:48:01.000Z',
    ]);
  });

  it('says where, why and how far', () => {
    const wait = eventsOf(voyage)[1] as VEvent;
    expect(wait.description).toBe(
      '20.0 NM and 2.4 hours to it\nWaits 6 hours: its window opens at 2026-11-21T18:24:00Z',
    );
    expect(wait.geo).toEqual({ lat: -60, lon: -62.365 });
    expect(wait.location).toBe("60°00.000'S 62°21.900'W");
  });

  it('has lines of 75 octets at most', () => {
    const { text } = scheduleFile(voyage, 'ics', options);
    expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  });

  it('has a name of one line, whatever the places are called, and no control characters', () => {
    const name = 'A\u0000B, C; D\r\nX-INJECTED:1';
    const [first, ...others] = voyage.stops!;
    const { text } = scheduleFile(
      { ...voyage, name, stops: [{ ...first!, name }, ...others] },
      'ics',
      options,
    );
    const lines = text.replaceAll('\r\n ', '').split(/\r?\n/);
    expect(lines).toContain('NAME:A B\\, C\\; D\\nX-INJECTED:1');
    expect(lines).toContain('SUMMARY:A B\\, C\\; D\\nX-INJECTED:1');
    expect(lines.filter((line) => line.startsWith('X-INJECTED'))).toEqual([]);
  });

  it('of another plan moves the events: the same identifiers, other times, a later change', () => {
    const later = { ...voyage, id: '13', departure: '2026-11-22T10:00:00.000Z' };
    const [before, after] = [eventsOf(voyage), eventsOf(later, { now: new Date('2026-11-20T00:01Z') })];
    const uids = before.map((event) => (event as VEvent).uid);
    expect(new Set(uids).size).toBe(5);
    expect(after.map((event) => (event as VEvent).uid)).toEqual(uids);
    expect(shown(after[0])).toEqual(['Falklands', later.departure, later.departure]);
    const sequence = (event: unknown) => Number((event as { sequence: string }).sequence);
    expect(sequence(after[0])).toBeGreaterThan(sequence(before[0]));
  });

  it('of another ship has events of its own', () => {
    const uidsOf = (vessel_type?: string) =>
      eventsOf({ ...voyage, ...(vessel_type && { vehicle: { vessel_type } }) }).map(
        (event) => (event as VEvent).uid,
      );
    const uids = [uidsOf(), uidsOf('SDA'), uidsOf('Laura Bassi')].flat();
    expect(new Set(uids).size).toBe(15);
    expect(uidsOf('SDA')).toEqual(uids.slice(5, 10));
  });

  it('needs a departure', () => {
    expect(() => eventsOf(routeEntry(southward))).toThrow(/say when the ship leaves/);
    expect(eventsOf(routeEntry(southward), { departure: new Date(departure) })).toHaveLength(2);
  });
});

it('is no picture', () => {
  expect(() => scheduleFile(voyage, 'kml', options)).toThrow(/csv or ics, not as kml/);
});
