/** Fields that answers of several areas share. */
import * as z from 'zod';

export const exampleBase = 'https://polynya.example/production/api';
export const exampleJobId = '5f0c3f55-7f0e-4a59-9a4e-6a3c2b7d9f10';

export const url = z.url().describe('Absolute URL at the host and stage that the request was sent to');
export const jobId = z.uuid().describe('Identifier of the job');
export const message = z.strictObject({ message: z.string() });
export const degrees = z.number().describe('Decimal degrees');

/** The headers of a request that makes something once, however often it is sent. @param first what repetitions are answered with */
export const repeatable = (first: string) =>
  z.object({
    'idempotency-key': z
      .string()
      .refine((key) => [...key].length <= 255, 'must have at most 255 characters')
      .optional()
      .describe(`A repetition with the same key and body within 24 hours is answered with ${first}`),
  });
