import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

test('sample_mesh makes the folder that it writes to', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'sample-mesh-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'new', 'meshes');
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/sample_mesh.ts', '-o', folder]);
  const names = await readdir(folder);
  expect(names).toHaveLength(2);
  expect(stdout.trim().split('\n').sort()).toEqual(names.map((name) => join(folder, name)).sort());
});
