import { evaluate } from '../../lib/api/evaluate.ts';
import { checkEvaluation } from '../../lib/api/evaluate-schema.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { seasOf, zonesOf } from '../../lib/aws/seas.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requireTogether } from '../../lib/http/validation.ts';
import { chooseRoute } from '../../lib/route-files/choose-route.ts';
import { TIME_TO_ANSWER_MS, TIME_TO_REFUSE_MS } from '../../lib/routes/ended-after.ts';
import { evaluation } from '../../lib/routes/evaluation.ts';
import { pointsOf } from '../../lib/voyage/voyage-request.ts';

const env = environment('MESHES_TABLE', 'VEHICLES_TABLE', 'ZONES_TABLE', 'MESH_BUCKET');
/** The most that calculating the best routes may take. */
const TIME_BUDGET_MS = 15_000;
/** What to send instead, where that is not enough. */
const LESS = 'send the route in parts, with fewer points or fewer zones';

const files = new MeshBucket(s3, env.MESH_BUCKET);
const seas = seasOf(env, files);
const zonePorts = zonesOf(env, files);

export const handler = endpoint(evaluate, async ({ body, query, timeLeftMs, answer }) => {
  const { route: file } = body;
  const route = chooseRoute(file.routes, query.route ?? null);
  const { waypoints } = route;
  const departure = body.departure ?? query.departure;
  const zones = await seas.zonesFor(zonePorts, {
    zones: body.zones,
    standing_zones: body.standing_zones ?? (query.standing_zones === false ? false : null),
  });
  const on = {
    vehicle_type: body.vehicle_type ?? query.vehicle_type ?? null,
    mesh_id: body.custom_mesh_id ?? query.custom_mesh_id ?? null,
    ice_chart: body.ice_chart ?? query.ice_chart ?? null,
    points: pointsOf({ start: waypoints[0]!, end: waypoints.at(-1)!, voyage: null }),
  };
  const mesh_ids = body.mesh_ids ?? query.mesh_ids ?? null;
  requireTogether((report) =>
    checkEvaluation({ ...on, custom_mesh_id: on.mesh_id, mesh_ids, departure }, report),
  );
  const leaves = departure?.toISOString();
  const sea = await seas.best(on, leaves ? { departure: leaves, mesh_ids } : null);
  const asked = {
    file,
    route,
    zones,
    departure,
    now: new Date(),
    clearance_nm: body.clearance_nm ?? query.clearance_nm ?? null,
    clearance_of: body.clearance_of ?? query.clearance_of ?? null,
    timeBudgetMs: () => Math.min(TIME_BUDGET_MS, timeLeftMs() - TIME_TO_ANSWER_MS),
  };
  return answer(
    200,
    seas.inTime(timeLeftMs() - TIME_TO_REFUSE_MS, () => evaluation(sea, asked), LESS),
  );
});
