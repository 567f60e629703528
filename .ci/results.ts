/**
 * Reads results of `npm test` (Vitest's JSON).
 *
 *   node .ci/results.ts failed RESULTS           prints the files with a failed test
 *   node .ci/results.ts sum RESULTS [REPEATED]   prints why tests failed, then "N passed, M failed"
 *
 * REPEATED are the results of the failed files, run once more: they count instead of the first ones. A file that
 * could not even be loaded counts as one failed test.
 */
import { existsSync, readFileSync } from 'node:fs';
import { argv } from 'node:process';

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

const filesOf = (path: string): TestFile[] => JSON.parse(readFileSync(path, 'utf8')).testResults;
const hasFailed = ({ status }: { status: string }) => status === 'failed';
const hasPassed = ({ status }: { status: string }) => status === 'passed';

function printReasons(files: readonly TestFile[], when: string): void {
  for (const { name, message, assertionResults } of files.filter(hasFailed)) {
    console.log(`failed ${when}: ${name} ${message}`);
    for (const { fullName, failureMessages } of assertionResults.filter(hasFailed)) {
      console.log(`failed ${when}: ${fullName}\n${failureMessages.join('\n')}`);
    }
  }
}

function sum(path: string, repeatedPath?: string): void {
  const first = filesOf(path);
  const repeated = repeatedPath && existsSync(repeatedPath) ? filesOf(repeatedPath) : [];
  printReasons(first, 'at first');
  printReasons(repeated, 'again');
  const files = [...first.filter(({ name }) => !repeated.some((file) => file.name === name)), ...repeated];
  const passed = files.flatMap((file) => file.assertionResults.filter(hasPassed)).length;
  const failed = files
    .filter(hasFailed)
    .map((file) => Math.max(1, file.assertionResults.filter(hasFailed).length))
    .reduce((total, count) => total + count, 0);
  console.log(`${passed} passed, ${failed} failed`);
}

const [command, ...paths] = argv.slice(2);
if (command === 'failed') for (const { name } of filesOf(paths[0]!).filter(hasFailed)) console.log(name);
else sum(paths[0]!, paths[1]);
