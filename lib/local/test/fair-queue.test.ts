import { expect, test } from 'vitest';
import { FairQueue } from '../src/lambda/fair-queue.ts';

test('groups are served in turn, each in the order of its own things, and a new one after those that wait', () => {
  const queue = new FairQueue<string | undefined, string>();
  for (const thing of ['a1', 'a2', 'a3', 'a4']) queue.push('a', thing);
  queue.push(undefined, 'nobody 1');
  queue.push('b', 'b1');
  const next = () => queue.shift(queue.groups()[0]);
  expect([next(), next()]).toEqual(['a1', 'nobody 1']);
  queue.push('c', 'c1');
  queue.push('b', 'b2');
  expect([next(), next(), next(), next(), next(), next()]).toEqual(['b1', 'a2', 'c1', 'b2', 'a3', 'a4']);
  expect(queue.isEmpty).toBe(true);
});
