import { expect, it } from 'vitest';
import { PointQueue } from '../../../lib/engine/search/point-queue.ts';
import { randomNumbers } from '../random-mesh.ts';

it('takes points in the order of their costs, each once, though costs are lowered meanwhile', () => {
  const random = randomNumbers(7);
  const count = 2000;
  const cost = new Float64Array(count).fill(Infinity);
  const queue = new PointQueue(count);
  const isTaken = new Uint8Array(count);
  const put = (p: number, value: number) => {
    if (isTaken[p] || value >= cost[p]!) return;
    cost[p] = value;
    queue.put(p, value);
  };
  for (let k = 0; k < 20; k++) put(Math.floor(random() * count), random() * 1e-3);
  let last = 0;
  let taken = 0;
  for (let p = queue.take(); p >= 0; p = queue.take()) {
    expect(isTaken[p]).toBe(0);
    isTaken[p] = 1;
    taken++;
    expect(cost[p]).toBeGreaterThanOrEqual(last);
    last = cost[p]!;
    // legs of very different lengths, some of length 0
    for (let k = 0; k < 8; k++) put(Math.floor(random() * count), last + 10 ** (-9 * random()) * (k % 4));
  }
  expect(taken).toBeGreaterThan(0.9 * count);
  expect(cost.filter((value) => value < Infinity)).toHaveLength(taken);
});

it('is empty at first, and takes a cost of 0', () => {
  const queue = new PointQueue(2);
  expect(queue.take()).toBe(-1);
  queue.put(1, 0);
  expect([queue.take(), queue.take()]).toEqual([1, -1]);
});
