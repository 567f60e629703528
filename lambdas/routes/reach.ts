import { MediaContent } from '../../lib/api/content.ts';
import { reach } from '../../lib/api/reach.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { seasOf, zonesOf } from '../../lib/aws/seas.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { namedWeight } from '../../lib/http/headers.ts';
import { linkIfLarge } from '../../lib/http/link-if-large.ts';
import { chartPart } from '../../lib/routes/chart-info.ts';
import { TIME_TO_ANSWER_MS, TIME_TO_REFUSE_MS } from '../../lib/routes/ended-after.ts';
import { reachGeoJson } from '../../lib/voyage/reach/reach-geojson.ts';
import { numbered } from '../../lib/voyage/voyage-request.ts';

const env = environment(
  'MESHES_TABLE',
  'VEHICLES_TABLE',
  'ZONES_TABLE',
  'MESH_BUCKET',
  'WAYPOINT_ADJUSTMENT_LIMIT_NM',
);
const HOURS_PER_DAY = 24;
const DAYS_PER_YEAR = 366;

const limitNm = env.WAYPOINT_ADJUSTMENT_LIMIT_NM;
const files = new MeshBucket(s3, env.MESH_BUCKET);
const seas = seasOf(env, files);
const zones = zonesOf(env, files);

const JSON_TYPES = ['application/json', 'application/geo+json'];

export const handler = endpoint(reach, async ({ body, headers, timeLeftMs, answer }) => {
  const isOver = () => timeLeftMs() < TIME_TO_ANSWER_MS;
  const leftMs = () => timeLeftMs() - TIME_TO_REFUSE_MS;
  const points = [
    ...body.origins.map(({ lat, lon, name }, k) => ({ what: numbered('origin', k, name), lat, lon })),
    ...(body.destination ? [{ what: 'destination', ...body.destination }] : []),
  ];
  const hours = body.contours.map(({ metric, value }) => (metric === 'hours' ? value : Infinity));
  const days = Math.min(DAYS_PER_YEAR, Math.max(...hours) / HOURS_PER_DAY);
  const wanted = { ...body, points, days, limitNm, leftMs };
  const collection = await seas.answerOnBest(zones, wanted, ({ meshId, mesh, chart }) => ({
    ...reachGeoJson(mesh, body, limitNm, { isOver }),
    mesh_id: meshId,
    ...chartPart(chart, new Date()),
  }));
  if (namedWeight(headers.accept, ['image/svg+xml']) > namedWeight(headers.accept, JSON_TYPES)) {
    // imported here because the world map is large and other requests do not need it
    const { drawReachChart } = await import('../../lib/chart/reach-chart.ts');
    return answer(200, new MediaContent('image/svg+xml', drawReachChart(collection, body.origins)));
  }
  return answer(200, await linkIfLarge(files, collection));
});
