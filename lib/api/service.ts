import * as z from 'zod';
import { operationsOf } from './operation.ts';

export const service = operationsOf('service', {
  health: {
    method: 'GET',
    answersHead: true, // as monitors ask
    path: '/health',
    summary: 'Whether every part of the service answers',
    public: true,
    answers: {
      200: {
        description: 'Every table, bucket and state machine answers',
        schema: z.strictObject({
          status: z.literal('ok'),
          version: z.string().describe('Of the service'),
          newest_mesh: z
            .strictObject({ id: z.int(), created: z.iso.datetime(), age_hours: z.number() })
            .nullable()
            .describe('An old mesh, or none, is no fault of the service'),
        }),
        example: {
          status: 'ok',
          version: '1.0.0',
          newest_mesh: { id: 3, created: '2024-02-14T05:05:00.000Z', age_hours: 4.9 },
        },
      },
    },
    errors: { 503: 'The error names each part that does not answer' },
  },
});
