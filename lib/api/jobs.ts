import * as z from 'zod';
import { jobId as jobIdInPath } from '../jobs/job-id.ts';
import { jobStatuses } from '../jobs/transitions.ts';
import { exampleBase, exampleJobId, jobId, url } from './fields.ts';
import { operationsOf } from './operation.ts';

const job = z.strictObject({
  id: jobId,
  status: z.enum(jobStatuses),
  created: z.iso.datetime(),
  updated: z.iso.datetime().describe('When the status last changed'),
  route_id: z.int().optional().describe('When SUCCESS'),
  route_url: url.optional().describe('When SUCCESS'),
  info: z
    .strictObject({
      error: z.string(),
      attempts: z.array(z.strictObject({ mesh_id: z.int(), outcome: z.string() })).readonly(),
    })
    .optional()
    .describe('When FAILURE'),
});

const parameters = { job_id: { of: 'job', schema: jobIdInPath, example: exampleJobId } };

export const jobs = operationsOf('jobs', {
  get: {
    method: 'GET',
    path: '/api/job/{job_id}',
    summary: 'The status of a job',
    parameters,
    headers: z.object({
      prefer: z
        .string()
        .optional()
        .describe(
          '`wait=N`: answer when the job is over or N seconds have passed, 20 at most (RFC 7240). Without it a job ' +
            'that is STARTED or RETRY is held for some seconds; `wait=0` answers at once',
        ),
    }),
    answers: {
      200: {
        description: 'The job',
        schema: job,
        example: {
          id: exampleJobId,
          status: 'SUCCESS',
          created: '2024-02-14T10:00:00.000Z',
          updated: '2024-02-14T10:00:01.000Z',
          route_id: 9,
          route_url: `${exampleBase}/route/9`,
        },
        headers: { 'Preference-Applied': 'The wait that was applied, where one was asked for' },
      },
    },
    errors: { 404: 'No such job' },
  },
  cancel: {
    method: 'DELETE',
    path: '/api/job/{job_id}',
    summary: 'Cancel a job',
    parameters,
    answers: {
      202: {
        description: 'The job is cancelled, by this request or an earlier one',
        schema: z.strictObject({ message: z.string(), job_id: jobId, route_id: z.int() }),
        example: { message: 'Job cancelled.', job_id: exampleJobId, route_id: 9 },
      },
    },
    errors: { 403: 'Another caller requested the job', 404: 'No such job', 409: 'The job has ended already' },
  },
});
