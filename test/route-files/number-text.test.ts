import { expect, it } from 'vitest';
import {
  coordinate,
  course,
  decimal,
  degreesAndMinutes,
  hoursText,
  utc,
} from '../../lib/route-files/number-text.ts';

it.each([
  [-51.731, 'lat', "51°43.860'S"],
  [57.9999999, 'lon', "58°00.000'E"],
  [-0.5, 'lon', "0°30.000'W"],
  [0, 'lat', "0°00.000'N"],
] as const)('%d (%s) is %s', (degrees, axis, text) => {
  expect(degreesAndMinutes(degrees, axis)).toBe(text);
});

it('decimals have no exponent, no trailing zeros and no minus zero', () => {
  expect([1e-7, 12, 0.5, -1e-12, 100].map((value) => decimal(value, 9))).toEqual([
    '0.0000001',
    '12',
    '0.5',
    '0',
    '100',
  ]);
});

it('a longitude that rounds to 180 is −180', () => {
  expect(coordinate(179.9999999999)).toBe('-180');
});

it('a course that rounds to 360 is 0', () => {
  expect([0, 90, 359.94, 359.96].map((degrees) => course(degrees, 1))).toEqual([
    '0.0',
    '90.0',
    '359.9',
    '0.0',
  ]);
});

it('a time is that of the nearest second', () => {
  expect(utc(new Date('2024-02-19T01:59:59.999Z'))).toBe('2024-02-19T02:00:00Z');
});

it('one hour is an hour', () => {
  expect([0.9999999999, 1.5, 30].map(hoursText)).toEqual(['1 hour', '1.5 hours', '30 hours']);
});
