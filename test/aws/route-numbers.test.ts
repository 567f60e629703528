import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RouteNumbers } from '../../lib/aws/route-numbers.ts';
import { startTables } from './local-tables.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let now = 0;
beforeEach(async () => {
  ({ client, stop } = await startTables());
  now = 0;
});
afterEach(() => stop());

const numbers = () => new RouteNumbers(client, 'requests', () => new Date(now));
const take = async (from: RouteNumbers, count: number) => {
  const taken: number[] = [];
  for (let i = 0; i < count; i++) taken.push(await from.next());
  return taken;
};

it('counts from 1 without gaps while requests are rare', async () => {
  const quiet = numbers();
  const taken: number[] = [];
  for (let i = 0; i < 5; i++) {
    taken.push(await quiet.next());
    now += 60_000;
  }
  expect(taken).toEqual([1, 2, 3, 4, 5]);
});

it('leases ever larger blocks while requests come fast: the counter is written a few times only', async () => {
  const send = vi.spyOn(client, 'send');
  const taken = await take(numbers(), 200);
  expect(taken).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  expect(send.mock.calls.filter(([command]) => command instanceof UpdateCommand)).toHaveLength(9);
});

it('gives each number once, to processes and to callers at the same time', async () => {
  const processes = [numbers(), numbers(), numbers()];
  const taken = await Promise.all(processes.flatMap((each) => Array.from({ length: 30 }, () => each.next())));
  expect(new Set(taken).size).toBe(90);
  expect(Math.min(...taken)).toBe(1);
});

it('drops what is left of a block after some seconds, so that newer routes have larger numbers', async () => {
  const [first, second] = [numbers(), numbers()];
  await take(first, 4); // of a block that goes on to 7
  expect(await second.next()).toBe(8);
  now += 5_000;
  expect(await first.next()).toBe(9);
});

it('goes on after the counter could not be written', async () => {
  const failing = numbers();
  vi.spyOn(client, 'send').mockRejectedValueOnce(new Error('no') as never);
  await expect(failing.next()).rejects.toThrow('no');
  expect(await failing.next()).toBe(1);
});
