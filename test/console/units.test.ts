import { expect, test } from 'vitest';
import { parseTime } from '../../lib/console/parse-time.ts';
import { readable } from '../../lib/console/readable.ts';
import {
  consumptionRateUnit,
  formatAge,
  formatDistance,
  formatSpeed,
  formatTime,
} from '../../lib/console/units.ts';
import { parsePosition } from '../../lib/files/position.ts';
import { formatDuration, formatNumber, formatPosition } from '../../lib/route-files/shown-text.ts';
import {
  MeshNotFound,
  NoMeshAvailable,
  NoMeshForVehicle,
  PointOutsideMesh,
  WrongMeshKind,
} from '../../lib/routes/errors.ts';
import type { VoyagePoint } from '../../lib/voyage/voyage-request.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  [{ lat: -67.764, lon: -68.02 }, '67°45.840′S 068°01.200′W'],
  [{ lat: 78.929, lon: 11.928 }, '78°55.740′N 011°55.680′E'],
  [{ lat: -59.9999999, lon: 179.9999999 }, '60°00.000′S 180°00.000′E'],
  [{ lat: -0, lon: -0.0000001 }, '00°00.000′N 000°00.000′E'],
])('the position %j is written %s', (point, text) => {
  expect(formatPosition(point)).toBe(text);
});

test.each([
  ['-67.764, -68.02', -67.764, -68.02],
  ['−67.764 −68.02', -67.764, -68.02],
  ['67°45.840′S 068°01.200′W', -67.764, -68.02],
  ['67 45.84 S, 68 1.2 W', -67.764, -68.02],
  ["51-43.860'S 57-42.360'W", -51.731, -57.706],
  ['67.764S 68.02W', -67.764, -68.02],
  ['67°45′50.4″S 68°01′12″W', -67.764, -68.02],
  ['S67°45.84 W068°01.2', -67.764, -68.02],
  ["S 67° 45.84', W 68° 1.2'", -67.764, -68.02],
  ['6745.84S 06801.20W', -67.764, -68.02],
  ['67°45,84′S 68°01,2′W', -67.764, -68.02],
  ['68°01.2W 67°45.84S', -67.764, -68.02],
  ['-67.764°/-68.02°', -67.764, -68.02],
  ['-67,764; -68,02', -67.764, -68.02],
  ['-67.764, 291.98', -67.764, -68.02],
  ['(−67.764, −68.02)', -67.764, -68.02],
  ['lat: -67.764, lon: -68.02', -67.764, -68.02],
  ["-67° 45.84', -68° 1.2'", -67.764, -68.02],
  ['67°45.84`S 68°01.2`W', -67.764, -68.02],
  ['674550.4S 0680112W', -67.764, -68.02],
])('%s is read as a position', (text, lat, lon) => {
  const point = parsePosition(text)!;
  expect(point.lat).toBeCloseTo(lat, 9);
  expect(point.lon).toBeCloseTo(lon, 9);
});

test.each(['', 'Rothera', '91, 0', '-60', '60S 200W', '60 61.0 S 20 W', '1,2,3', '10S 20S', '60°S 20'])(
  '%j is no position',
  (text) => {
    expect(parsePosition(text)).toBeNull();
  },
);

test('what is written is read back', () => {
  const point = { lat: -64.123456, lon: 57.654321 };
  const read = parsePosition(formatPosition(point))!;
  expect(Math.abs(read.lat - point.lat)).toBeLessThan(1e-5);
  expect(Math.abs(read.lon - point.lon)).toBeLessThan(1e-5);
});

test.each([
  [3 + 4 / 24 + 12 / 1440, '3 d 4 h 12 min'],
  [1 / 24, '1 h 0 min'],
  [0, '0 min'],
  [1.99999, '2 d 0 h 0 min'],
])('%d days are written %s', (days, text) => {
  expect(plain(formatDuration(days))).toBe(text);
});

test('quantities have units of either system', () => {
  expect(plain(formatDistance('nautical', 1_852_000))).toBe('1 000.0 NM');
  expect(plain(formatDistance('metric', 1_852_000))).toBe('1 852.0 km');
  expect(formatSpeed('nautical', 1852 / 3600)).toBe('1.0 kn');
  expect(formatSpeed('metric', 1)).toBe('3.6 km/h');
  expect(plain(formatNumber(-1234567.89, 1))).toBe('−1 234 567.9');
  expect(formatNumber(-0.04, 1)).toBe('0.0');
});

test('times are UTC, ages are whole', () => {
  const time = new Date('2024-02-14T05:05:00Z');
  expect(formatTime(time)).toBe('14 Feb 2024 05:05 UTC');
  expect(formatAge(time, new Date('2024-02-14T05:05:30Z'))).toBe('just now');
  expect(formatAge(time, new Date('2024-02-14T06:04:00Z'))).toBe('59 minutes ago');
  expect(formatAge(time, new Date('2024-02-15T05:06:00Z'))).toBe('1 day ago');
  expect(formatAge(time, new Date('2026-02-13T05:06:00Z'))).toBe('730 days ago');
  expect(formatAge(time, new Date('2044-02-14T05:06:00Z'))).toBe('20 years ago');
});

test('what a vessel consumes a day has the unit of its consumption', () => {
  expect([consumptionRateUnit('fuel'), consumptionRateUnit('battery')]).toEqual(['t/day', 'Ah/day']);
});

const now = new Date('2026-11-22T23:30:00Z');

test.each([
  ['24 Dec 18:00', '2026-12-24T18:00'],
  ['24 Dec 18:00 UTC', '2026-12-24T18:00'],
  ['24 december 2027 1800', '2027-12-24T18:00'],
  ['24.12.2026 18:00', '2026-12-24T18:00'],
  ['24.12. 18:00', '2026-12-24T18:00'],
  ['2026-12-24T18:00Z', '2026-12-24T18:00'],
  ['2026-12-24 18:00', '2026-12-24T18:00'],
  ['2026-12-24', '2026-12-24T00:00'],
  ['3 Feb', '2027-02-03T00:00'],
  ['24 Dec 1800', '2026-12-24T18:00'],
  ['24 Dec 1800Z', '2026-12-24T18:00'],
  ['24 Dec 2027', '2027-12-24T00:00'],
  ['Dec 24, 2027 18:00', '2027-12-24T18:00'],
  ['241800Z DEC 26', '2026-12-24T18:00'],
  ['241800ZDEC', '2026-12-24T18:00'],
  ['2026-12-24T18:00+03:00', '2026-12-24T15:00'],
  ['24 Dec 18.00', '2026-12-24T18:00'],
  ['06:15', '2026-11-23T06:15'],
  ['now', '2026-11-22T23:30'],
])('%s is read as a time', (text, wanted) => {
  expect(parseTime(text, now)?.toISOString().slice(0, 16)).toBe(wanted);
});

test.each(['', 'soon', '31 Feb 12:00', '12 Foo', '24 Dec 25:00', '12/24/2026', '2026-13-01'])(
  '%j is no time',
  (text) => expect(parseTime(text, now)).toBeNull(),
);

test('a time that is written is read back, with its year or without', () => {
  for (const text of ['2026-12-24T18:00:00Z', '2024-02-14T05:05:00Z', '2027-01-01T00:00:00Z']) {
    expect(parseTime(formatTime(new Date(text), now), now)).toEqual(new Date(text));
  }
  expect(formatTime(new Date('2026-12-24T18:00:00Z'), now)).toBe('24 Dec 18:00 UTC');
});

test.each([
  'Failed to fetch dynamically imported module: https://polynya.example/console/chunk-1A2B.js', // Chromium
  'error loading dynamically imported module: https://polynya.example/console/chunk-1A2B.js', // Firefox
  'Importing a module script failed.', // Safari
])('that a part of the page did not come is said in its words, with what to do: %s', (message) => {
  expect(readable(message)).toBe(
    'A part of the page could not be loaded: open the page again, once there is a connection.',
  );
});

test('sentences of the service have positions in degrees and decimal minutes, and the words of the page', () => {
  expect(readable('No open cell lies within 100 NM of the end point (-62.5, 40).')).toBe(
    'No open cell lies within 100 NM of the end point 62°30.000′S 040°00.000′E.',
  );
  expect(readable('The voyage is refused: 5.2 hours of the voyage are on no mesh that is valid then.')).toBe(
    'The voyage is refused: 5.2 hours of the voyage are beyond the forecast.',
  );
  expect(readable('a gap of no width at -62.5000, 40.0000.')).toBe(
    'a gap of no width at 62°30.000′S 040°00.000′E.',
  );
  expect(readable('The end point lies outside the mesh. This mesh has no data on waves; no mesh.json.')).toBe(
    'The end point lies outside the ice data. These ice data have no data on waves; no mesh.json.',
  );
});

test.each([
  [
    new PointOutsideMesh({ what: 'end point', lat: -62.5, lon: 40 } as VoyagePoint, 5).message,
    'The end point 62°30.000′S 040°00.000′E lies outside the ice data.',
  ],
  [
    new NoMeshForVehicle('SDA').message,
    'There are no ice data for the vessel "SDA": those that contain its points were made for other vessels, and there are none of the sea alone.',
  ],
  [
    new WrongMeshKind({ id: 5, vesselType: null }, null).message,
    'These are data of the sea alone: choose a vessel.',
  ],
  [new NoMeshAvailable('the end').message, 'There are no ice data: the end.'],
  [new MeshNotFound(5).message, 'These ice data are no longer on the service.'],
  [
    'Speeds can be chosen on an environment mesh only, and no environment mesh contains all points: insert one, or leave the speed to the vessel.',
    'Speeds can be chosen on data of the sea alone, and none contain all places: add some, or leave the speed to the vessel.',
  ],
  [
    'No route leads from the start to the end on any mesh that covers them.',
    'No route leads from the start to the end on any ice data that cover them.',
  ],
  [
    'The risk index (RIO) is indicative: the ice thickness of a mesh is a seasonal table as a rule',
    'The risk index (RIO) is indicative: the ice thickness is a seasonal table as a rule',
  ],
  ['Mesh 3, tried first, has no way', 'The ice data that were tried first have no way'],
])('%s: no mesh is named to a navigator', (sentence, wanted) => {
  expect(readable(sentence)).toBe(wanted);
});
