import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readContext, synthesiseApp } from '../../lib/local-mode/synthesise-app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the synthesised development stage. */
    assembly: string;
    /** Folder in which each service notes what it never used (see test/after-local). */
    unusedFolder: string;
  }
}

/**
 * Synthesises the app for all tests that run the whole stack; only once in a run, because the projects share
 * its folder.
 */
export default async function synthesise(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.POLYNYA_ACCEPTANCE_URL) return undefined; // a deployed service is checked
  const folder = join(tmpdir(), `polynya-assembly-${process.pid}`);
  await synthesiseApp(await readContext({ stage: 'development' }), folder);
  project.provide('assembly', folder);
  // what only the slow tests use, `npm test` does not
  const unusedFolder = join(
    tmpdir(),
    `polynya-unused-${process.pid}${project.name === 'slow' ? '-slow' : ''}`,
  );
  await mkdir(unusedFolder, { recursive: true });
  project.provide('unusedFolder', unusedFolder);
  return async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(unusedFolder, { recursive: true, force: true });
  };
}
