import { charts } from '../../lib/api/charts.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ChartStore } from '../../lib/ice-charts/chart-store.ts';

const env = environment('MESH_BUCKET');
const store = new ChartStore(new MeshBucket(s3, env.MESH_BUCKET));

export const handler = endpoint(charts.list, async ({ answer }) =>
  answer(200, { charts: await store.list() }),
);
