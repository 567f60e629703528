import { randomUUID } from 'node:crypto';
import type { Submission } from '../../lib/jobs/job.ts';

export const submission = (different: Partial<Submission> = {}): Submission => ({
  jobId: randomUUID(),
  routeId: 9,
  requestedAt: new Date().toISOString(),
  start: { lat: -51.731, lon: -57.706 },
  end: { lat: -67.764, lon: -68.02 },
  startName: 'Falklands',
  endName: null,
  tags: ['a'],
  meshIds: [3, 1],
  startCell: '85cf4d83fffffff',
  expiresAt: Math.floor(Date.now() / 1000) + 86_400,
  ...different,
});
