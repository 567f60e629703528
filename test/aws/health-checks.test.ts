import { expect, test } from 'vitest';
import { failedChecks } from '../../lib/aws/health-checks.ts';

test('names the checks that fail, throw or do not end in time', async () => {
  const checks = {
    fine: async () => 1,
    refused: async () => Promise.reject(new Error('no')),
    stalled: () => new Promise(() => {}),
  };
  expect(await failedChecks(checks, 1)).toEqual(['refused', 'stalled']);
});
