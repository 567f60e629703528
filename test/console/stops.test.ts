import { expect, test } from 'vitest';
import { problemOf, readStopList } from '../../lib/console/stops/read-stop-list.ts';
import {
  bestIndex,
  brokenOrder,
  changedStop,
  inOrder,
  withoutStop,
  withStopAt,
  withStops,
} from '../../lib/console/stops/stop-list.ts';
import { stopsFromText, stopsToText } from '../../lib/console/stops/stop-text.ts';

const place = { lat: -62.5, lon: -40.25 };

test.each([
  ['-62.5, -40.25', undefined],
  ['CTD 5, -62.5, -40.25', 'CTD 5'],
  ['-62.5 -40.25 CTD 5', 'CTD 5'],
  ["Station 12 62°30.0'S 040°15.0'W", 'Station 12'],
  ['62°30\'00"S 040°15\'00"W; deep mooring', 'deep mooring'],
  ['M3\tS62 30.0 W040 15.0', 'M3'],
  ['6230.0S 04015.0W (LDEO)', '(LDEO)'],
  ['62,5S 40,25W – ice edge', 'ice edge'],
])('%j is a stop', (line, name) => {
  expect(readStopList(line)).toEqual({ stops: [{ ...place, ...(name && { name }) }], notRead: [] });
});

test('lines that are no position are told with their numbers, blank ones and remarks are passed over', () => {
  const { stops, notRead } = readStopList('# plan\n\n-62.5, -40.25\nsomewhere\r\n-95, 10\n');
  expect(stops).toEqual([place]);
  expect(notRead).toEqual([
    { line: 4, text: 'somewhere', problem: 'is no position' },
    { line: 5, text: '-95, 10', problem: 'is no position' },
  ]);
  expect(problemOf(notRead)).toBe('Line 4 is no position: somewhere, and 1 more');
});

test('a stay that can not be read makes no stop without one', () => {
  const { stops, notRead } = readStopList('name,lat,lon,stay\nM1,-62.5,-40.25,long\nM2,-62.5,-40.25,2\n');
  expect(stops).toEqual([{ ...place, name: 'M2', stay_hours: 2 }]);
  expect(problemOf(notRead)).toBe('Line 2 has a stay that is no number of hours: M1,-62.5,-40.25,long');
});

test.each([
  [
    'Station,Latitude,Longitude,Stay (h)\n"CTD ""5"", deep",-62.5,-40.25,6',
    { name: 'CTD "5", deep', stay_hours: 6 },
  ],
  ['lon;lat;name\n-40,25;-62,5;M3', { name: 'M3' }],
  ["lat\tlon\n62°30.0'S\t040°15.0'W", {}],
])('a table with a heading: %j', (text, rest) => {
  expect(readStopList(text)).toEqual({ stops: [{ ...place, ...rest }], notRead: [] });
});

const list = withStops([], [{ ...place, name: 'M3' }, place, { ...place, name: 'M3' }]);

test('each stop has a name of its own, which others that come after it follow', () => {
  expect(list.map(({ name }) => name)).toEqual(['M3', 'Stop 1', 'M3 (2)']);
  const tied = changedStop(list, 'M3 (2)', { after: ['M3'] });
  expect(changedStop(tied, 'M3', { name: 'M4' })[2]!.after).toEqual(['M4']);
  expect(withoutStop(tied, 'M3')[1]!.after).toEqual([]);
  expect(brokenOrder(tied)).toBeNull();
  expect(brokenOrder(withStopAt(tied, 'M3', 2))).toEqual({ stop: 'M3 (2)', after: 'M3' });
  expect(inOrder(tied, ['M3 (2)', 'M3']).map(({ name }) => name)).toEqual(['M3 (2)', 'M3', 'Stop 1']);
});

test('a further stop is added where the way grows least', () => {
  const at = (lon: number) => ({ lat: -60, lon });
  const two = withStops([], [at(10), at(20)]);
  expect([5, 15, 25].map((lon) => bestIndex(at(0), two, at(30), at(lon)))).toEqual([0, 1, 2]);
});

test('a link holds all of a stop, and what makes no sense is not read', () => {
  const times = { not_before: '2026-12-25T06:00:00.000Z', not_after: '2026-12-26T06:00:00.000Z' };
  const full = changedStop(
    changedStop(list, 'Stop 1', { stay_hours: 6.5, ...times, name: 'A; b, 50 %' }),
    'M3 (2)',
    { after: ['M3', 'A; b, 50 %'] },
  );
  expect(stopsFromText(stopsToText(full))).toEqual(full);
  expect(stopsFromText('-62.5,-40.25')).toEqual(withStops([], [place]));
  for (const text of ['', 'x', '1,2;3', '-91,0']) expect(stopsFromText(text)).toBeUndefined();
});
