import { charts } from '../../lib/api/charts.ts';
import { GzippedJson } from '../../lib/api/content.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ChartStore, chartKeyOf } from '../../lib/ice-charts/chart-store.ts';

const env = environment('MESH_BUCKET');
const files = new MeshBucket(s3, env.MESH_BUCKET);
const store = new ChartStore(files);
/** Of a chart as gzip: its text is several times as long, and an answer may have six megabytes. */
const MAX_BYTES = 500_000;

export const handler = endpoint(charts.get, async ({ parameters, answer }) => {
  const { id } = await store.find(parameters.id);
  const content = await store.content(id);
  if (content.length > MAX_BYTES) return answer(200, { url: await files.link(chartKeyOf(id)) });
  return answer(200, new GzippedJson(content));
});
