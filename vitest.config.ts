import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/local/**'],
          testTimeout: 30_000,
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
    ],
  },
});
