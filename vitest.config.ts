import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/**
 * The processes of the tests, and those that they start, keep there what Node compiles: each module is compiled once, not by
 * each of them anew.
 */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Tests that take minutes: `npm test` leaves them out. */
const SLOW = 'test/**/*.slow.test.ts';

/** Tests that have more runs or cases in `npm run test:slow`. */
const THOROUGH = globSync('test/**/*.test.ts').filter((path) =>
  readFileSync(path, 'utf8').includes("/thorough.ts'"),
);

/** `npm run test:all`: each file runs once, with all its cases, in its own project: there files share modules, which takes less time. */
const isAll = Boolean(process.env.POLYNYA_TEST_ALL);
const provide = { isThorough: isAll };

/** Slow tests that start a service. What they alone use of the stack is noted apart (test/local/synthesise.ts). */
const SLOW_SERVICES = 'test/{bench,console,local,local-mode}/**/*.slow.test.ts';
/** What a project leaves to the project of slow tests. */
const LEFT_OUT = isAll ? SLOW_SERVICES : SLOW;

/**
 * Tests of code without state or environment: they share the modules of their worker, so each module is
 * loaded once.
 */
const PURE = [
  'api',
  'bench',
  'chart',
  'engine',
  'locations',
  'meshes',
  'route-files',
  'sample-mesh',
  'time',
  'vehicles',
  'speed',
  'vessel',
  'voyage',
  'zones',
].map((folder) => `test/${folder}/**/*.test.ts`);

/** Tests of what reads its environment when it is imported (test/lambdas/environment.ts, the same for all). */
const HANDLERS = ['lambdas', 'cli'].map((folder) => `test/${folder}/**/*.test.ts`);

/** Tests that replace whole modules, or the environment of some: each file has modules of its own. */
const REPLACING = [
  'test/lambdas/jobs/jobs.test.ts',
  'test/lambdas/routes/reach.test.ts',
  'test/metrics/metrics.test.ts',
  'test/voyage/forecast/rounds-of-clearance.test.ts',
];

/** Of the projects that have tests of properties. */
const setupFiles = ['test/seeded.ts'];
/** Maximum time of a test or a hook; only reached if it fails, even on a busy machine. */
const TIMEOUT_MS = 120_000;
/** The same of tests with all their cases. */
const LONG_MS = 3_600_000;
/** Maximum time that a test waits; as well. */
const expectation = { poll: { timeout: 20_000, interval: 50 } };

/** Tests of the page's parts, which are JSX, or loaded again as by another tab: Vitest itself imports those. */
const PAGE = 'test/console/*.test.ts';

/**
 * Node itself imports the modules, as it does outside of tests. Vitest's own imports make each call from one module into
 * another a look-up, which takes a fifth of the processor time of tests of the engine.
 */
const experimental = { viteModuleRunner: false };

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(), // by default one core is left to the process that collects results
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'pure',
          experimental,
          expect: expectation,
          setupFiles,
          provide,
          include: PURE,
          exclude: [...REPLACING, LEFT_OUT],
          isolate: false,
          testTimeout: isAll ? LONG_MS : TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'handlers',
          experimental,
          expect: expectation,
          provide,
          include: HANDLERS,
          exclude: [...REPLACING, LEFT_OUT],
          isolate: false,
          testTimeout: isAll ? LONG_MS : TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'replacing',
          expect: expectation,
          include: REPLACING,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'page',
          expect: expectation,
          setupFiles,
          provide,
          include: [PAGE],
          isolate: false,
          testTimeout: isAll ? LONG_MS : TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'unit',
          experimental,
          expect: expectation,
          setupFiles,
          provide,
          include: ['test/**/*.test.ts', 'lib/local/test/**/*.test.ts'],
          exclude: [
            ...PURE,
            ...HANDLERS,
            ...REPLACING,
            'test/local/**',
            'test/acceptance/**',
            'test/after-local/**',
            'test/stack/**',
            'test/console/**',
            LEFT_OUT,
          ],
          isolate: false,
          testTimeout: isAll ? LONG_MS : TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'stack',
          experimental,
          expect: expectation,
          include: ['test/stack/**/*.test.ts'],
          exclude: [LEFT_OUT],
          isolate: false, // the CDK takes seconds to load, so it is loaded only once
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'local',
          experimental,
          expect: expectation,
          include: ['test/local/**/*.test.ts'],
          exclude: [SLOW],
          provide,
          globalSetup: ['test/local/synthesise.ts'],
          isolate: false, // each file has a service of its own; only the modules are shared
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'slow', // `npm run test:slow`
          experimental,
          expect: expectation,
          setupFiles,
          include: isAll ? [SLOW_SERVICES] : [SLOW, ...THOROUGH],
          provide: { isThorough: true },
          globalSetup: ['test/local/synthesise.ts'],
          testTimeout: LONG_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'acceptance',
          expect: expectation,
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: ['test/local/synthesise.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'console',
          expect: expectation,
          include: ['test/console/browser/**/*.test.ts'],
          exclude: [SLOW],
          globalSetup: ['test/local/synthesise.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'after-local', // what the tests of the whole stack have left unused
          include: ['test/after-local/**/*.test.ts'],
          globalSetup: ['test/local/synthesise.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
