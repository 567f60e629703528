import { setTimeout as sleep } from 'node:timers/promises';
import { batches } from '../../lib/api/batches.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { describeBatch } from '../../lib/batches/describe-batch.ts';
import { BatchNotFound } from '../../lib/batches/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { preferredWaitSeconds } from '../../lib/http/prefer.ts';
import { holdJob } from '../../lib/jobs/hold-job.ts';

const env = environment('BATCHES_TABLE');
const table = new BatchTable(dynamo, env.BATCHES_TABLE);
const clock = { now: () => performance.now(), sleep };

export const handler = endpoint(batches.get, async ({ parameters, headers, url, answer }) => {
  const { batch_id } = parameters;
  const waitSeconds = preferredWaitSeconds(headers.prefer);
  const patience = { waitMs: 1000 * (waitSeconds ?? 0), startedHoldMs: 0 };
  const batch = await holdJob(() => table.find(batch_id), patience, clock);
  if (!batch) throw new BatchNotFound(batch_id);
  const parts = batch.counts ? [] : await table.parts(batch_id);
  const body = describeBatch(batch, parts, url(batches.results, { batch_id }), new Date());
  return answer(200, body, {
    'Preference-Applied': waitSeconds === null ? undefined : `wait=${waitSeconds}`,
  });
});
