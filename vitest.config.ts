import { defineConfig } from 'vitest/config';

/** Tests that take minutes: `npm test` leaves them out. */
const SLOW = 'test/**/*.slow.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', 'lib/local/test/**/*.test.ts'],
          exclude: ['test/local/**', 'test/acceptance/**', 'test/stack/**', 'test/console/browser/**', SLOW],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'stack',
          include: ['test/stack/**/*.test.ts'],
          isolate: false, // the CDK takes seconds to load; once will do
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'local',
          include: ['test/local/**/*.test.ts'],
          globalSetup: ['test/local/synthesise.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'slow', // `npm run test:slow`
          include: [SLOW],
          testTimeout: 3_600_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: ['test/local/synthesise.ts'],
          testTimeout: 120_000, // a deployed service may start cold
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['test/console/browser/**/*.test.ts'],
          globalSetup: ['test/local/synthesise.ts'],
          fileParallelism: false, // two browsers at once only slow each other down
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
