import { evaluate } from '../../lib/api/evaluate.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { seasOf } from '../../lib/aws/seas.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import type { Track } from '../../lib/engine/path/track.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { chooseRoute } from '../../lib/route-files/choose-route.ts';
import type { ReadRoute } from '../../lib/route-files/read-route.ts';
import type { RouteFileRead } from '../../lib/route-files/read-route-file.ts';
import { TIME_TO_ANSWER_MS, TIME_TO_REFUSE_MS } from '../../lib/routes/ended-after.ts';
import { durationText, evaluateRoute } from '../../lib/routes/evaluate-route.ts';
import { inIce } from '../../lib/routes/route-ice.ts';
import type { Sea } from '../../lib/routes/seas.ts';
import {
  cumulative,
  type Quantities,
  quantitiesOf,
  timesAlong,
  trackGeoJson,
} from '../../lib/routes/track-geojson.ts';
import { pointsOf } from '../../lib/voyage/voyage-request.ts';

const env = environment('MESHES_TABLE', 'VEHICLES_TABLE', 'MESH_BUCKET');
/** The most that calculating the best routes may take. */
const TIME_BUDGET_MS = 15_000;
/** What to send instead, where that is not enough. */
const LESS = 'send the route in parts, or with fewer points';

const seas = seasOf(env, new MeshBucket(s3, env.MESH_BUCKET));

export const handler = endpoint(evaluate, async ({ body, query, timeLeftMs, answer }) => {
  const route = chooseRoute(body.route.routes, query.route ?? null);
  const { waypoints } = route;
  const departure = body.departure ?? query.departure;
  const sea = await seas.best({
    vehicle_type: body.vehicle_type ?? query.vehicle_type ?? null,
    mesh_id: body.custom_mesh_id ?? query.custom_mesh_id ?? null,
    ice_chart: body.ice_chart ?? query.ice_chart ?? null,
    points: pointsOf({ start: waypoints[0]!, end: waypoints.at(-1)!, voyage: null }),
  });
  const evaluated = () => {
    const result = evaluatedOn(sea, waypoints, departure, timeLeftMs);
    return { ...result, ...readFrom(body.route, route, result.time_days) };
  };
  return answer(200, seas.inTime(timeLeftMs() - TIME_TO_REFUSE_MS, evaluated, LESS));
});

/** What was understood of the file, and how its times compare with the time that the route takes here. */
function readFrom({ format, notes }: RouteFileRead, route: ReadRoute, timeDays: number) {
  const { name, given, greatCircles, days } = route;
  return {
    info: notes.length > 0 ? { info: notes.join(' ') } : null,
    file: {
      format,
      name,
      waypoints: given,
      great_circles: greatCircles,
      ...(days !== null && { days, faster_percent: (100 * (days - timeDays)) / days }),
    },
  };
}

function evaluatedOn(
  { mesh, meshId, vehicle }: Sea,
  waypoints: readonly LatLon[],
  departure: Date | null,
  timeLeftMs: () => number,
) {
  const track = evaluateRoute(mesh, waypoints);
  const timeBudgetMs = Math.min(TIME_BUDGET_MS, timeLeftMs() - TIME_TO_ANSWER_MS);
  const best = planRoute(mesh, waypoints[0]!, waypoints.at(-1)!, { timeBudgetMs });
  const quantities = quantitiesOf(mesh.consumption, vehicle?.fuel_type);
  const compared = best.routes.map((route) => [route.objective, costsOf(mesh, quantities, route.track)]);
  const { distance_m: _, ...costs } = costsOf(mesh, quantities, track);
  return {
    route: geoJsonOf(quantities, track, departure),
    ...costs,
    time_str: durationText(costs.time_days),
    mesh_id: meshId,
    compared: Object.fromEntries(compared),
  };
}

function costsOf(mesh: Mesh, { consumption, co2PerTonne }: Quantities, track: Track) {
  const ice = inIce(track, mesh);
  const consumed = track.consumption?.at(-1) ?? null;
  return {
    time_days: track.timeDays.at(-1)!,
    distance_m: track.distanceM.at(-1)!,
    fuel_tonnes: consumption === 'fuel' ? consumed : null,
    ...(consumption === 'battery' && consumed !== null && { battery_ah: consumed }),
    ...(co2PerTonne && consumed !== null && { co2_tonnes: co2PerTonne * consumed }),
    ...(ice && { in_ice: ice }),
  };
}

function geoJsonOf(quantities: Quantities, track: Track, departure: Date | null) {
  return trackGeoJson(track, {
    ...cumulative(track, quantities),
    ...(departure && { time: timesAlong(track, departure.toISOString()) }),
    speed: track.speedKmh,
  });
}
