import { expect, it } from 'vitest';
import { readTime, readTimeOrDay } from '../../lib/time/read-time.ts';

it.each([
  ['2026-11-21T10:00', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21t10:00z', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00:30.123456789Z', '2026-11-21T10:00:30.123Z'],
  ['2026-11-21T00:30+05:30', '2026-11-20T19:00:00.000Z'],
  ['2026-11-21T10:00-0330', '2026-11-21T13:30:00.000Z'],
  ['2026-11-21T24:00', '2026-11-22T00:00:00.000Z'],
  ['2024-02-29T10:00', '2024-02-29T10:00:00.000Z'],
])('%s is the time %s', (text, time) => expect(readTime(text)?.toISOString()).toBe(time));

it.each([
  '2026-02-29T10:00',
  '2026-02-30T10:00Z',
  '2026-04-31T10:00+01:00',
  '2026-13-01T10:00',
  '2026-11-32T10:00',
  '2026-11-21T25:00',
  '2026-11-21T23:59:60Z',
  '2026-11-21T10:00+24:00',
  '0000-01-01T00:00Z',
  '+010000-01-01T00:00Z',
  '2026-11-21',
  '2026-11-21 10:00',
  '20261121T1000',
  'tomorrow',
  '',
])('%j is no time', (text) => expect(readTime(text)).toBeNull());

it('a day may stand for its first moment', () => {
  expect(readTimeOrDay('2024-02-14')?.toISOString()).toBe('2024-02-14T00:00:00.000Z');
  expect(readTimeOrDay('2024-02-14T05:05')?.toISOString()).toBe('2024-02-14T05:05:00.000Z');
  for (const text of ['2024-02-30', '2024-2-1', '2024', 'yesterday']) expect(readTimeOrDay(text)).toBeNull();
});
