import { batches } from '../../lib/api/batches.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { FINAL } from '../../lib/batches/batch.ts';
import { describeBatch } from '../../lib/batches/describe-batch.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const env = environment('BATCHES_TABLE');
const table = new BatchTable(dynamo, env.BATCHES_TABLE);

export const handler = endpoint(batches.list, async ({ query, requester, url, answer }) => {
  const page = await table.list(requester, query.limit, query.next ?? null);
  const now = new Date();
  const described = page.batches.map(async (batch) => {
    const parts = FINAL.includes(batch.status) ? [] : await table.parts(batch.id);
    return describeBatch(batch, parts, url(batches.results, { batch_id: batch.id }), now);
  });
  return answer(200, { batches: await Promise.all(described), ...(page.next && { next: page.next }) });
});
