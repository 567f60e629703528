import { matrix } from '../../lib/api/matrix.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { seasOf, zonesOf } from '../../lib/aws/seas.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { matrixAnswer } from '../../lib/voyage/matrix/matrix-answer.ts';
import { numbered } from '../../lib/voyage/voyage-request.ts';

const env = environment(
  'MESHES_TABLE',
  'VEHICLES_TABLE',
  'ZONES_TABLE',
  'MESH_BUCKET',
  'WAYPOINT_ADJUSTMENT_LIMIT_NM',
);
/** So that the answer comes before API Gateway's timeout. */
const TIME_BUDGET_MS = 25_000;
/** What does not look at the clock is ended a little later. */
const END_MS = 27_000;

const limitNm = env.WAYPOINT_ADJUSTMENT_LIMIT_NM;
const files = new MeshBucket(s3, env.MESH_BUCKET);
const seas = seasOf(env, files);
const zones = zonesOf(env, files);

export const handler = endpoint(matrix, async ({ body, answer }) => {
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / TIME_BUDGET_MS;
  const leftMs = () => begun + END_MS - performance.now();
  const points = [
    ...body.sources.map(({ lat, lon, name }, k) => ({ what: numbered('source', k, name), lat, lon })),
    ...(body.targets ?? []).map(({ lat, lon, name }, k) => ({ what: numbered('target', k, name), lat, lon })),
  ];
  const wanted = { ...body, points, departure: null, days: 0, limitNm, leftMs };
  const table = await seas.answerOnBest(zones, wanted, ({ mesh, meshId }) =>
    matrixAnswer(mesh, meshId, body, limitNm, passed),
  );
  return answer(200, table);
});
