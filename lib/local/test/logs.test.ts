import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FunctionLogs } from '../src/logs.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logs-'));
});
afterEach(() => rm(folder, { recursive: true }));

const linesOf = (logs: FunctionLogs) => logs.read('Act').map(({ line }) => line);

test('lines can be read a moment after they were written, in their order', async () => {
  const logs = new FunctionLogs(folder);
  for (const line of ['one', 'two', 'three']) logs.write('Act', line);
  await expect.poll(() => linesOf(logs)).toEqual(['one', 'two', 'three']);
  logs.write('Act', 'four');
  await expect.poll(() => linesOf(logs)).toHaveLength(4);
  await logs.close();
});

test('what is written after a write that failed is in the log', async () => {
  const logs = new FunctionLogs(folder);
  await mkdir(join(folder, 'Act.log')); // in the place of the file
  logs.write('Act', 'lost');
  await logs.close();
  await rmdir(join(folder, 'Act.log'));
  logs.write('Act', 'found');
  await logs.close();
  expect(linesOf(logs)).toEqual(['found']);
});

test('closing writes what was held back', async () => {
  const logs = new FunctionLogs(folder);
  logs.write('Act', 'one');
  await logs.close();
  expect(linesOf(new FunctionLogs(folder))).toEqual(['one']);
});
