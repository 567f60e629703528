import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that take minutes: `npm test` leaves them out. */
const SLOW = 'test/**/*.slow.test.ts';

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

/** Maximum time that a test waits; only reached if the test fails. */
const expectation = { poll: { timeout: 20_000, interval: 50 } };

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(), // by default one core is left to the process that collects results
    projects: [
      {
        test: {
          name: 'pure',
          expect: expectation,
          include: PURE,
          exclude: [SLOW],
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'unit',
          expect: expectation,
          include: ['test/**/*.test.ts', 'lib/local/test/**/*.test.ts'],
          exclude: [
            ...PURE,
            'test/local/**',
            'test/acceptance/**',
            'test/after-local/**',
            'test/stack/**',
            'test/console/browser/**',
            SLOW,
          ],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'stack',
          expect: expectation,
          include: ['test/stack/**/*.test.ts'],
          exclude: [SLOW],
          isolate: false, // the CDK takes seconds to load, so it is loaded only once
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'local',
          expect: expectation,
          include: ['test/local/**/*.test.ts'],
          globalSetup: ['test/local/synthesise.ts'],
          isolate: false, // each file has a service of its own; only the modules are shared
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'slow', // `npm run test:slow`
          expect: expectation,
          include: [SLOW],
          globalSetup: ['test/local/synthesise.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          expect: expectation,
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: ['test/local/synthesise.ts'],
          testTimeout: 120_000, // a deployed service may start cold
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'console',
          expect: expectation,
          include: ['test/console/browser/**/*.test.ts'],
          exclude: [SLOW],
          globalSetup: ['test/local/synthesise.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
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
