import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DataFolder } from '../src/data-folder.ts';
import { type ExecutionRecord, ExecutionStore } from '../src/states/execution-store.ts';

const record = (name: string, state: string): ExecutionRecord => ({
  name,
  executionArn: `arn:${name}`,
  stateMachineArn: 'arn',
  input: '{}',
  startDate: Date.now(),
  status: 'RUNNING',
  position: { state, input: {}, enteredAt: 0 },
});

test('a change is on disk when its write resolves, and the last of many changes is kept', async () => {
  const path = await mkdtemp(join(tmpdir(), 'executions-'));
  const data = await DataFolder.open({ path, dataVersion: '', fresh: false, onNotice: () => {} });
  const folder = data.folder('executions', 'machine');
  const store = await ExecutionStore.open(data, folder);
  const stored = async (name: string) =>
    JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')).position.state;

  await store.put(record('a', '1'));
  expect(await stored('a')).toBe('1');
  const writes = Array.from({ length: 20 }, (_, i) => store.put(record('a', String(i + 2))));
  const other = store.put(record('b', '1'));
  await writes[10];
  expect(Number(await stored('a'))).toBeGreaterThanOrEqual(12);
  await Promise.all([...writes, other]);
  expect([await stored('a'), await stored('b')]).toEqual(['21', '1']);
  expect((await readdir(folder)).sort()).toEqual(['a.json', 'b.json']);

  void store.put(record('a', 'last'));
  await store.flush();
  expect(await stored('a')).toBe('last');
  await data.release();
  await rm(path, { recursive: true });
});
