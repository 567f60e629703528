/**
 * `npm run mutants -- lib/jobs lib/routes/reuse-key.ts`: changes the code in small ways, one at a time, and tells which
 * changes no test notices. The tests are those of the same names: test/jobs and test/lambdas/jobs for lib/jobs,
 * test/routes/reuse-key.test.ts for lib/routes/reuse-key.ts, test/jobs/sweep.test.ts and sweep-backlog.test.ts for
 * lib/jobs/sweep.ts. `lib/jobs/sweep.ts:1-120` changes these lines only. Tests that are named, too, take the place of
 * those: `npm run mutants -- lib/vessel/ice.ts test/vessel/models.test.ts`.
 *
 * `--sample 50` tries only 50 of the mutants, which `--seed` draws (1, unless it is given): the same ones each time, as
 * long as the code is the same.
 */
import { existsSync, globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { Random } from './service/random.ts';

const { positionals: named, values: options } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const isTest = (path: string) => path.startsWith('test/');
const paths = named.filter((path) => !isTest(path));
if (paths.length === 0 || paths.some((path) => !path.startsWith('lib/'))) {
  console.error('Name folders or files below lib: npm run mutants -- lib/jobs');
  process.exit(1);
}
const IN_FILE = /\.ts(:\d+-\d+)?$/;

/** The tests that have the name of a file or of its folder, where there are such, or else all of the folder. */
function testsOf(path: string): string[] {
  const [, area = '', inner = ''] = path.split('/');
  const own = [
    path.replace(/^lib/, 'test').replace(IN_FILE, '{,-*}.test.ts'),
    `test/${area}/${area}.test.ts`,
  ];
  if (IN_FILE.test(path) && globSync(own).length > 0) return own;
  const folder = inner && existsSync(`test/${area}/${inner}`) ? `${area}/${inner}` : area;
  return [`test/${folder}/**/*.test.ts`, `test/lambdas/${folder}/**/*.test.ts`];
}
process.env.POLYNYA_MUTANTS_TESTS = JSON.stringify(
  named.some(isTest) ? named.filter(isTest) : [...new Set(paths.flatMap(testsOf))],
);

/** Stryker tries the mutants that its instrumenter lists; it has no option that leaves out some of one place. */
function tryOnly(sample: number, random: Random): void {
  const { instrument } = Instrumenter.prototype;
  Instrumenter.prototype.instrument = async function (...args) {
    const { files, mutants } = await instrument.apply(this, args);
    const left = [...mutants];
    const drawn = Array.from({ length: Math.min(sample, left.length) }, () =>
      left.splice(random.below(left.length), 1),
    );
    return { files, mutants: drawn.flat() };
  };
}
if (options.sample) tryOnly(Number(options.sample), new Random(Number(options.seed)));

const results = await new Stryker({
  mutate: paths.map((path) => (IN_FILE.test(path) ? path : `${path.replace(/\/$/, '')}/**/*.ts`)),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'bench/mutants.vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true, // constants: each would need all tests again
  concurrency: 1,
  dryRunTimeoutMinutes: 60, // all tests of lib/voyage, each by itself, in code that counts what it runs
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  ignorePatterns: ['docs', 'cdk.out', '.polynya', 'test/console'],
  tempDirName: 'node_modules/.cache/mutants',
  tsconfigFile: 'none', // TypeScript 7 has no functions that Stryker could rewrite it with; the sandbox needs no other
  disableTypeChecks: false,
}).runMutationTest();

const count = (status: string) => results.filter((each) => each.status === status).length;
const killed = count('Killed') + count('Timeout');
const all = killed + count('Survived') + count('NoCoverage');
console.log(`${killed} of ${all} mutants were noticed, ${((100 * killed) / all).toFixed(1)} %.`);
