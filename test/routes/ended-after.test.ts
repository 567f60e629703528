import { expect, it } from 'vitest';
import { endedAfter } from '../../lib/routes/ended-after.ts';

const tooLong = () => new Error('too long');

it('work that does not return is ended, and what comes after it is not', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => endedAfter(20, endless, tooLong)).toThrow('too long');
  expect(endedAfter(60_000, () => 7, tooLong)).toBe(7);
});

it('errors of the work are its own', () => {
  const error = new RangeError('no');
  const failing = () => {
    throw error;
  };
  expect(() => endedAfter(60_000, failing, tooLong)).toThrow(error);
});

it('work for which no time is left is not begun', () => {
  const begun = () => expect.fail('begun');
  for (const none of [0, -5, -Infinity]) expect(() => endedAfter(none, begun, tooLong)).toThrow('too long');
});
