import * as z from 'zod';
import { batchRequest } from '../batches/batch-fields.ts';
import { exampleBase, repeatable, url } from './fields.ts';
import { operationsOf } from './operation.ts';
import { limit, nextOwned } from './paging.ts';

export { MAX_UPLOAD_BYTES } from '../batches/batch-fields.ts';

/** The largest body that makes a batch. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

const exampleId = '4c0f3a52-6d1e-4b57-9a2f-0f9f6f6f2d11';
const id = z.uuid();
const parameters = {
  batch_id: { of: 'batch', schema: z.uuid().toLowerCase(), example: exampleId },
};
const fault = z.strictObject({
  line: z.int().describe('From 1'),
  key: z.string(),
  reason: z.string(),
  details: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
});
const batch = z.strictObject({
  id,
  name: z.string(),
  status: z
    .enum(['PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'REVOKED'])
    .describe('SUCCESS: every line is answered, some perhaps as failed; FAILURE: the input was refused'),
  created: z.iso.datetime(),
  requested_by: z.string().nullable(),
  total: z.int().nullable().describe('Lines; null until they are counted'),
  done: z.int(),
  failed: z.int(),
  no_way: z.int(),
  per_second: z.number().nullable(),
  ends_about: z.iso.datetime().nullable(),
  results_url: url.optional().describe('Once there are results'),
  info: z
    .strictObject({ error: z.string(), faults: z.array(fault).readonly().optional() })
    .optional()
    .describe('When FAILURE'),
  notes: z.array(z.string()).optional().describe('What its results leave out'),
});
const exampleBatch = {
  id: exampleId,
  name: 'Ten winters',
  status: 'STARTED',
  created: '2026-11-27T08:00:00.000Z',
  requested_by: null,
  total: 50_000,
  done: 12_000,
  failed: 2,
  no_way: 310,
  per_second: 640,
  ends_about: '2026-11-27T08:20:00.000Z',
  results_url: `${exampleBase}/batch/${exampleId}/results`,
} as const;
const prefer = z.object({
  prefer: z
    .string()
    .optional()
    .describe('`wait=N`: answer when the batch is over or N seconds have passed, 20 at most (RFC 7240)'),
});
const next = z.string().max(200).optional().describe('`next` of the page before');
const conflict = 'The batch has ended already';

export const batches = operationsOf('batches', {
  create: {
    method: 'POST',
    path: '/api/batch',
    summary: 'Plan many routes together',
    headers: repeatable('the first batch'),
    body: {
      schema: batchRequest,
      maxBytes: MAX_BATCH_BYTES,
      example: {
        name: 'Ten winters',
        study: {
          request: {
            start_lat: -51.7,
            start_lon: -57.7,
            end_lat: -67.8,
            end_lon: -68.1,
            vehicle_type: 'SDA',
          },
          over: { meshes: [1, 2, 3] },
        },
      },
    },
    answers: {
      201: {
        description: 'The batch, and where its file is to be uploaded',
        schema: z.strictObject({
          id,
          'batch-url': url,
          upload: z
            .strictObject({ url: z.string(), fields: z.record(z.string(), z.string()) })
            .optional()
            .describe('A form: POST its fields, then the file as `file`; good for an hour'),
        }),
        example: { id: exampleId, 'batch-url': `${exampleBase}/batch/${exampleId}` },
        headers: { Location: 'The batch' },
      },
    },
    errors: {
      400: 'Fields that are not valid; of a strict batch, requests that are not valid',
      413: 'The body is larger than 4 MiB: upload it',
      415: 'Not JSON',
      422: 'The Idempotency-Key was sent before with another body',
    },
  },
  list: {
    method: 'GET',
    path: '/api/batch',
    summary: 'Your batches, newest first',
    query: z.strictObject({ limit, next: nextOwned }),
    answers: {
      200: {
        description: 'A page of them',
        schema: z.strictObject({ batches: z.array(batch), next: z.string().optional() }),
        example: { batches: [exampleBatch] },
      },
    },
    errors: {},
  },
  get: {
    method: 'GET',
    path: '/api/batch/{batch_id}',
    summary: 'How far a batch is',
    parameters,
    headers: prefer,
    answers: {
      200: {
        description: 'The batch',
        schema: batch,
        example: exampleBatch,
        headers: { 'Preference-Applied': 'The wait that was applied, where one was asked for' },
      },
    },
    errors: { 404: 'No such batch' },
  },
  start: {
    method: 'POST',
    path: '/api/batch/{batch_id}/start',
    summary: 'Start a batch that waits for it',
    parameters,
    answers: {
      202: {
        description: 'It is started, by this request or an earlier one',
        schema: batch,
        example: exampleBatch,
      },
    },
    errors: {
      403: 'Another caller made the batch',
      404: 'No such batch',
      409: `${conflict}, or its file has not been uploaded`,
    },
  },
  results: {
    method: 'GET',
    path: '/api/batch/{batch_id}/results',
    summary: 'The results of a batch, or what is done so far',
    parameters,
    query: z.strictObject({ limit, next }),
    answers: {
      200: {
        description: 'Links that are good for 15 minutes',
        schema: z.strictObject({
          manifest: z.array(z.strictObject({ url: z.string(), rows: z.int(), bytes: z.int() })),
          next: z.string().optional().describe('Where there are more parts: for the next page'),
          documents: z
            .array(z.strictObject({ url: z.string(), bytes: z.int() }))
            .optional()
            .describe('JSON Lines with whole routes, where they are asked for'),
          summary_url: z.string().optional().describe('CSV, once the batch is over'),
          spread_url: z
            .string()
            .optional()
            .describe('JSON (see Spread), of a study over meshes once it is over'),
        }),
        example: { manifest: [{ url: 'https://bucket.s3.amazonaws.com/…', rows: 2000, bytes: 812_000 }] },
      },
    },
    errors: { 404: 'No such batch' },
  },
  failures: {
    method: 'GET',
    path: '/api/batch/{batch_id}/failures',
    summary: 'The lines of a batch that failed',
    parameters,
    query: z.strictObject({ limit, next }),
    answers: {
      200: {
        description: 'A page of them',
        schema: z.strictObject({ failures: z.array(fault), next: z.string().optional() }),
        example: {
          failures: [{ line: 7, key: '7', reason: 'Line 7: start_lat is required.' }],
        },
      },
    },
    errors: { 404: 'No such batch' },
  },
  cancel: {
    method: 'DELETE',
    path: '/api/batch/{batch_id}',
    summary: 'Stop a batch; what is done stays',
    parameters,
    answers: {
      202: {
        description: 'It is cancelled, by this request or an earlier one',
        schema: z.strictObject({ message: z.string(), batch_id: id }),
        example: { message: 'Batch cancelled.', batch_id: exampleId },
      },
    },
    errors: { 403: 'Another caller made the batch', 404: 'No such batch', 409: conflict },
  },
});
