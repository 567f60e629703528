import { expect, it } from 'vitest';
import { isFinal, isUsable, jobStatuses, predecessors } from '../../lib/jobs/transitions.ts';

it('has the three active statuses lead to the three final ones', () => {
  expect(jobStatuses.filter(isFinal)).toEqual(['SUCCESS', 'FAILURE', 'REVOKED']);
  for (const final of jobStatuses.filter(isFinal)) {
    expect(predecessors(final)).toEqual(['PENDING', 'STARTED', 'RETRY']);
  }
});

it('begins with PENDING, which no status leads to, and retries only what was started', () => {
  expect(predecessors('PENDING')).toEqual([]);
  expect(predecessors('STARTED')).toEqual(['PENDING', 'STARTED', 'RETRY']);
  expect(predecessors('RETRY')).toEqual(['STARTED', 'RETRY']);
});

it('offers a route to later requests unless its job failed or was cancelled', () => {
  expect(jobStatuses.filter(isUsable)).toEqual(['PENDING', 'STARTED', 'RETRY', 'SUCCESS']);
});
