import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', 'lib/local/test/**/*.test.ts'],
          exclude: ['test/local/**', 'test/acceptance/**', 'test/stack/**', 'test/console/browser/**'],
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
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: ['test/local/synthesise.ts'],
          testTimeout: 120_000, // a deployed service may start cold
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
