import { defineConfig } from 'vitest/config';

/** Of `bench/mutants.ts`: the tests that it names, without those that take minutes, or measure what code takes that is not changed. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.POLYNYA_MUTANTS_TESTS ?? '[]'),
    exclude: ['test/**/*.slow.test.ts', 'test/**/*.time.test.ts'],
    testTimeout: 120_000, // as in vitest.config.ts: Stryker ends what a change makes endless
  },
});
