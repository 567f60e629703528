import { BatchBucket } from '../../lib/aws/batch-bucket.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshRecords } from '../../lib/aws/mesh-records.ts';
import { plannerOf } from '../../lib/aws/planner-of.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { priceRoutes } from '../../lib/batches/price-routes.ts';
import { withTransientNames } from '../../lib/jobs/transient-failures.ts';

const env = environment(
  'BATCHES_TABLE',
  'BATCH_BUCKET',
  'MESHES_TABLE',
  'MESH_BUCKET',
  'WAYPOINT_ADJUSTMENT_LIMIT_NM',
  'CALCULATION_SECONDS',
);
const files = new MeshBucket(s3, env.MESH_BUCKET);
const meshes = new MeshRecords(dynamo, env.MESHES_TABLE);
const planner = plannerOf(env, files);
const ports = {
  batches: new BatchTable(dynamo, env.BATCHES_TABLE),
  files: new BatchBucket(s3, env.BATCH_BUCKET),
  meshById: (id: number) => meshes.byId(id),
  open: planner.open.bind(planner),
};

interface Task {
  readonly batch_id: string;
  readonly meshes: readonly { readonly mesh_id: number }[];
}

/** Invoked by a child of the workflow of batches: prices the routes of a study on some of its meshes. */
export const handler = ({ batch_id, meshes: some }: Task): Promise<void> =>
  withTransientNames(async () => {
    for (const { mesh_id } of some) await priceRoutes(ports, batch_id, mesh_id);
  });
