import { BatchBucket } from '../../lib/aws/batch-bucket.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { resolvePorts } from '../../lib/aws/resolve-ports.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { expandBatch } from '../../lib/batches/expand-batch.ts';
import { acceptLines } from '../../lib/batches/input/accept-lines.ts';
import { withTransientNames } from '../../lib/jobs/transient-failures.ts';

const env = environment(
  'BATCHES_TABLE',
  'BATCH_BUCKET',
  'MESHES_TABLE',
  'VEHICLES_TABLE',
  'ZONES_TABLE',
  'MESH_BUCKET',
);
const resolves = resolvePorts(env);
const { meshes } = resolves;

/** Invoked by the workflow of batches. `over`: there is nothing to plan, because the batch has ended. */
export const handler = ({ batch_id }: { readonly batch_id: string }) =>
  withTransientNames(async () => {
    const candidates = await meshes.candidatesNow();
    const ports = {
      batches: new BatchTable(dynamo, env.BATCHES_TABLE),
      files: new BatchBucket(s3, env.BATCH_BUCKET),
      lines: acceptLines(resolves, candidates),
      meshes: () => meshes.all(),
      meshById: (id: number) => meshes.byId(id),
    };
    const expanded = await expandBatch(ports, batch_id, new Date());
    return expanded ? { ...expanded, over: false } : { items: 0, per_child: 1, prices: false, over: true };
  });
