import { batches } from '../../lib/api/batches.ts';
import { BatchBucket } from '../../lib/aws/batch-bucket.ts';
import { BatchExecutions } from '../../lib/aws/batch-executions.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { ClaimTable, SORTED } from '../../lib/aws/claim-table.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { resolvePorts } from '../../lib/aws/resolve-ports.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { acceptLines } from '../../lib/batches/input/accept-lines.ts';
import { makeBatch } from '../../lib/batches/make-batch.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const env = environment(
  'BATCHES_TABLE',
  'BATCH_BUCKET',
  'BATCH_WORKFLOW_ARN',
  'MESHES_TABLE',
  'VEHICLES_TABLE',
  'ZONES_TABLE',
  'MESH_BUCKET',
);
const resolves = resolvePorts(env);
const ports = {
  batches: new BatchTable(dynamo, env.BATCHES_TABLE),
  claims: new ClaimTable(dynamo, env.BATCHES_TABLE, SORTED),
  files: new BatchBucket(s3, env.BATCH_BUCKET),
  workflow: new BatchExecutions(stepFunctions, env.BATCH_WORKFLOW_ARN),
  lines: () => acceptLines(resolves, resolves.meshes.candidates.bind(resolves.meshes)),
};

export const handler = endpoint(batches.create, async ({ body, headers, requester, url, answer }) => {
  const caller = { requester, idempotencyKey: headers['idempotency-key'] || null };
  const { batch, upload } = await makeBatch(ports, body, caller, new Date());
  const batchUrl = url(batches.get, { batch_id: batch.id });
  const made = {
    id: batch.id,
    'batch-url': batchUrl,
    ...(upload && { upload: { ...upload, fields: { ...upload.fields } } }),
  };
  return answer(201, made, { Location: batchUrl });
});
