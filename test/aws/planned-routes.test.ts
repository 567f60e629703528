import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { plannedRoutes } from '../../lib/aws/planned-routes.ts';
import type { Job } from '../../lib/jobs/job.ts';

const route = { routes: [{ type: 'traveltime' }] };
const documents = { get: async () => gzipSync(JSON.stringify(route)) };
const read = (job: object | null, from: Parameters<typeof plannedRoutes>[1] = documents) =>
  plannedRoutes({ byRouteId: async () => job as Job | null }, from)(7);

it('a route is read once it is calculated: one that failed, or is not there any more, is none', async () => {
  expect(await read({ id: 'j', status: 'SUCCESS' })).toEqual(route);
  for (const status of ['PENDING', 'FAILURE', 'REVOKED']) expect(await read({ id: 'j', status })).toBeNull();
  expect(await read(null)).toBeNull();
  expect(await read({ id: 'j', status: 'SUCCESS' }, { get: async () => null })).toBeNull();
});
