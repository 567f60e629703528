import { expect, test } from 'vitest';
import { parsePosition } from '../../lib/console/parse-position.ts';
import {
  consumptionRateUnit,
  formatAge,
  formatDistance,
  formatDuration,
  formatNumber,
  formatPosition,
  formatSpeed,
  formatTime,
} from '../../lib/console/units.ts';

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
])('%s is read as a position', (text, lat, lon) => {
  const point = parsePosition(text)!;
  expect(point.lat).toBeCloseTo(lat, 9);
  expect(point.lon).toBeCloseTo(lon, 9);
});

test.each(['', 'Rothera', '91, 0', '-60', '60S 200W', '60 61.0 S 20 W', '1,2,3', '10W 20S', '60°S 20'])(
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
});

test('what a vessel consumes a day has the unit of its consumption', () => {
  expect([consumptionRateUnit('fuel'), consumptionRateUnit('battery')]).toEqual(['t/day', 'Ah/day']);
});
