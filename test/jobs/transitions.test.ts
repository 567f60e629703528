import { expect, it } from 'vitest';
import { isOver, jobStatuses, predecessors } from '../../lib/jobs/transitions.ts';

it('has the three active statuses lead to the three final ones', () => {
  expect(jobStatuses.filter(isOver)).toEqual(['SUCCESS', 'FAILURE', 'REVOKED']);
  for (const final of jobStatuses.filter(isOver)) {
    expect(predecessors(final)).toEqual(['PENDING', 'STARTED', 'RETRY']);
  }
});

it('begins PENDING, never to be again, and retries only what was started', () => {
  expect(predecessors('PENDING')).toEqual([]);
  expect(predecessors('STARTED')).toEqual(['PENDING', 'STARTED', 'RETRY']);
  expect(predecessors('RETRY')).toEqual(['STARTED', 'RETRY']);
});
