import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalStack } from 'template-runner';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addForecast } from '../../lib/local-mode/sample-forecast.ts';

const folder = await mkdtemp(join(tmpdir(), 'polynya-forecast-'));
afterAll(() => rm(folder, { recursive: true }));

let steps: string[];
let done: string[];
let outcome: string;
const stack = {
  stackName: 'p',
  outputs: { MeshBucketName: 'b', ImportFunctionName: 'f' },
  environment: () => ({ MESH_PREFIX: 'm/', METADATA_PREFIX: 'd/' }),
  putObject: async (_: string, key: string) => void done.push(key),
  invoke: async (_: string, event: unknown) => {
    done.push(JSON.stringify(event));
    return { results: [{ outcome }] };
  },
} as unknown as LocalStack;
const add = (now: string) => addForecast(stack, folder, new Date(now), (step) => steps.push(step));

beforeEach(() => {
  [steps, done, outcome] = [[], [], 'imported'];
});

test('a forecast that is refused is not noted as there', async () => {
  outcome = 'refused';
  await expect(add('2026-11-27T13:00:00Z')).rejects.toThrow('The sample forecast was not imported');
});

test("today's mesh is imported last, so that it is the newest; once a day", async () => {
  await add('2026-11-27T13:00:00Z');
  const mesh = (day: string) => `m/southern-ocean-forecast-${day}.env.json.gz`;
  expect(done).toHaveLength(14);
  expect(done.slice(0, 2)).toEqual([mesh('2026-11-28'), mesh('2026-11-29')]);
  expect(done.slice(8)).toEqual([
    mesh('2026-12-06'),
    'd/upload_metadata_20261127T000000.yaml.gz',
    '{}',
    mesh('2026-11-27'),
    'd/upload_metadata_20261127T000001.yaml.gz',
    '{}',
  ]);
  await add('2026-11-27T23:59:00Z');
  expect(done).toHaveLength(14);
  await add('2026-11-28T00:00:00Z');
  expect(done).toHaveLength(28);
  expect(steps).toEqual([
    'Making and importing a forecast of ten days from 2026-11-27.',
    'Making and importing a forecast of ten days from 2026-11-28.',
  ]);
});
