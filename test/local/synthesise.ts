import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the synthesised development stage. */
    assembly: string;
  }
}

/** Synthesises the app once for all tests that run the whole stack. */
export default async function synthesise(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.POLYNYA_ACCEPTANCE_URL) return undefined; // a deployed service is checked
  const folder = await mkdtemp(join(tmpdir(), 'polynya-assembly-'));
  await promisify(execFile)(process.execPath, ['bin/app.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, CDK_OUTDIR: folder },
  });
  project.provide('assembly', folder);
  return () => rm(folder, { recursive: true, force: true });
}
