import { charts } from '../../lib/api/charts.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ChartStore } from '../../lib/ice-charts/chart-store.ts';
import { storeChart } from '../../lib/ice-charts/store-chart.ts';

const env = environment('MESH_BUCKET');
const store = new ChartStore(new MeshBucket(s3, env.MESH_BUCKET));

export const handler = endpoint(charts.create, async ({ body, query, requester, url, answer }) => {
  const named = { fileName: query.name ?? null, referenceTime: query.reference_time ?? null };
  const { summary, isNew } = await storeChart(store, body.chart, named, requester, new Date());
  if (!isNew) return answer(200, summary);
  return answer(201, summary, { Location: url(charts.get, { id: summary.id }) });
});
