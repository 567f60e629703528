/** The answer to a request for a route. */
import * as z from 'zod';
import type { RequestedRoute } from '../routes/request-route.ts';
import { exampleBase, exampleJobId, jobId, message, url } from './fields.ts';

const submitted = z.strictObject({ id: jobId, 'status-url': url, info: message.optional() });
const reused = submitted.extend({ route_id: z.int(), route_url: url, info: message });
const statusUrl = `${exampleBase}/job/${exampleJobId}`;

export const submissionAnswers = {
  202: {
    description:
      'A job will calculate the route: a new job, or one that is running already (then with `info`)',
    schema: submitted,
    example: { id: exampleJobId, 'status-url': statusUrl },
  },
  200: {
    description: 'A route that was calculated before is reused',
    schema: reused,
    example: {
      id: exampleJobId,
      'status-url': statusUrl,
      route_id: 9,
      route_url: `${exampleBase}/route/9`,
      info: { message: 'A route that was calculated before is reused.' },
    },
  },
};

const JOINED = 'This route is being calculated already; the answer is the running job.';
const REUSED =
  'A route that was calculated before is reused; send "force_new_route": true to calculate a new one.';
const REPEATED = 'A request with the same Idempotency-Key was sent before; the answer is its job.';

export type Submission =
  | { readonly status: 202; readonly body: z.output<typeof submitted> }
  | { readonly status: 200; readonly body: z.output<typeof reused> };

export function submissionOf(
  { outcome, job }: RequestedRoute,
  urls: { readonly status: string; readonly route: string },
): Submission {
  const body = { id: job.id, 'status-url': urls.status };
  if (outcome === 'new') return { status: 202, body };
  const info = { message: { joined: JOINED, reused: REUSED, repeated: REPEATED }[outcome] };
  if (job.status !== 'SUCCESS') return { status: 202, body: { ...body, info } };
  return { status: 200, body: { ...body, route_id: job.routeId, route_url: urls.route, info } };
}
