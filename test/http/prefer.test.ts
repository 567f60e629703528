import { expect, test } from 'vitest';
import { preferredWaitSeconds } from '../../lib/http/prefer.ts';

test.each([
  ['wait=10', 10],
  ['WAIT = 3', 3],
  ['respond-async, wait="7"; strict', 7],
  ['wait=0', 0],
  ['wait=21', 20],
  ['wait=999999999', 20],
  ['wait=2, wait=9', 2],
  ['wait=-1', null],
  ['wait=1.5', null],
  ['wait', null],
  ['waiting=3', null],
  ['', null],
  [undefined, null],
])('%j waits for %j seconds', (prefer, seconds) => {
  expect(preferredWaitSeconds(prefer)).toBe(seconds);
});
