import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readAssembly } from 'template-runner';
import { expect, inject, test } from 'vitest';
import { synthesiseIn } from '../../bench/service/service.ts';

/** Another seed at each run, so that every run tries something new. */
const seed = process.env.SEED ?? String(randomInt(1_000_000_000));

test.each([
  ['chaos', ['--runs', '3']],
  ['fuzz-service', ['--inputs', '50']],
  ['load', ['--jobs', '16', '--clients', '8']],
])('%s finds nothing', async (program, flags) => {
  console.log(`${program}: seed ${seed}`);
  const file = join(import.meta.dirname, `../../bench/${program}.ts`);
  const run = promisify(execFile)(process.execPath, [file, '--seed', seed, ...flags], {
    maxBuffer: 1e8,
    env: { ...process.env, POLYNYA_ASSEMBLY: inject('assembly') },
  });
  const output = await run.then(
    () => 'nothing found',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
  expect(output, `seed ${seed}`).toBe('nothing found');
});

test('services that run at the same time share no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polynya-bench-'));
  const sources = [
    await readAssembly(inject('assembly')),
    await synthesiseIn(folder, { throttleRate: '1000' }),
  ];
  await rm(folder, { recursive: true });
  const folders = sources.flatMap(({ assets }) => [...assets.values()]);
  // the bundle that all functions share, and the page's
  expect(folders.length).toBeGreaterThan(2);
  expect(new Set(folders).size).toBe(folders.length);
});
