import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StackSource, type SynthesisOptions, synthesise } from 'template-runner';

const root = join(import.meta.dirname, '../..');

/** What the synthesised template and its bundles are made from. */
const INPUTS = [
  'bin/app.ts',
  'lambdas',
  'lib',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json', // what is installed
  'tsconfig.json',
];
/** Neither the app nor the handlers may import these (see test/architecture.test.ts). */
const NOT_INPUTS = ['lib/local', 'lib/local-mode'];

/** Configuration of the app: that of `cdk.json`, and over it what is given. */
export async function readContext(given: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const { context } = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8'));
  return { ...context, ...given };
}

/** The synthesised app, made in `outputFolder` or, where nothing has changed, read from there. */
export function synthesiseApp(
  context: Readonly<Record<string, unknown>>,
  outputFolder: string,
  report: Pick<SynthesisOptions, 'onSynthesis' | 'onProgress'> = {},
): Promise<StackSource> {
  const path = (name: string) => join(root, name);
  return synthesise({
    app: path('bin/app.ts'),
    context,
    outputFolder,
    inputs: INPUTS.map(path),
    except: NOT_INPUTS.map(path),
    // esbuild, which is written in Go, collects its garbage twice as often: 240 MB instead of 300, for 0.4 s of processor time
    environment: { POLYNYA_LOCAL: '1', GOGC: '50' },
    ...report,
  });
}
