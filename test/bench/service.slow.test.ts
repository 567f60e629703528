import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { BenchService } from '../../bench/service/service.ts';

/** Another seed at each run, so that every run tries something new. */
const seed = process.env.SEED ?? String(randomInt(1_000_000_000));

test.each([
  ['chaos', ['--runs', '10']],
  ['fuzz-service', ['--inputs', '150']],
  ['load', ['--jobs', '40', '--clients', '20']],
])('%s finds nothing', async (program, flags) => {
  console.log(`${program}: seed ${seed}`);
  const file = join(import.meta.dirname, `../../bench/${program}.ts`);
  const run = promisify(execFile)(process.execPath, [file, '--seed', seed, ...flags], { maxBuffer: 1e8 });
  const output = await run.then(
    () => 'nothing found',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
  expect(output, `seed ${seed}`).toBe('nothing found');
});

test('services that run at the same time share no file', async () => {
  const services = [await BenchService.start({}), await BenchService.start({ throttleRate: '1000' })];
  const folders = services.flatMap(({ assets }) => assets);
  await Promise.all(services.map((service) => service.end()));
  // the bundle that all functions share, and the page's
  expect(folders.length).toBeGreaterThan(2);
  expect(new Set(folders).size).toBe(folders.length);
});
