import { matrix } from '../../lib/api/matrix.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { seasOf, zonesOf } from '../../lib/aws/seas.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { chartPart } from '../../lib/routes/chart-info.ts';
import { TIME_TO_ANSWER_MS, TIME_TO_REFUSE_MS } from '../../lib/routes/ended-after.ts';
import { matrixAnswer } from '../../lib/voyage/matrix/matrix-answer.ts';
import { numbered } from '../../lib/voyage/voyage-request.ts';

const env = environment(
  'MESHES_TABLE',
  'VEHICLES_TABLE',
  'ZONES_TABLE',
  'MESH_BUCKET',
  'WAYPOINT_ADJUSTMENT_LIMIT_NM',
);

const limitNm = env.WAYPOINT_ADJUSTMENT_LIMIT_NM;
const files = new MeshBucket(s3, env.MESH_BUCKET);
const seas = seasOf(env, files);
const zones = zonesOf(env, files);

export const handler = endpoint(matrix, async ({ body, timeLeftMs, answer }) => {
  const budgetMs = timeLeftMs() - TIME_TO_ANSWER_MS;
  const passed = () => 1 - (timeLeftMs() - TIME_TO_ANSWER_MS) / budgetMs;
  const leftMs = () => timeLeftMs() - TIME_TO_REFUSE_MS;
  const points = [
    ...body.sources.map(({ lat, lon, name }, k) => ({ what: numbered('source', k, name), lat, lon })),
    ...(body.targets ?? []).map(({ lat, lon, name }, k) => ({ what: numbered('target', k, name), lat, lon })),
  ];
  const wanted = { ...body, points, departure: null, days: 0, limitNm, leftMs };
  const table = await seas.answerOnBest(zones, wanted, ({ mesh, meshId, chart }) => ({
    ...matrixAnswer(mesh, meshId, body, limitNm, passed),
    ...chartPart(chart, new Date()),
  }));
  return answer(200, table);
});
