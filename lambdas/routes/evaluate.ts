import { evaluate } from '../../lib/api/evaluate.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import type { Track } from '../../lib/engine/path/track.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { MAX_CELLS_WHILE_WAITING } from '../../lib/meshes/load/load-mesh.ts';
import { MeshCache } from '../../lib/meshes/load/mesh-cache.ts';
import { loadMeshFor, meshKeyFor } from '../../lib/meshes/load/mesh-for-vehicle.ts';
import { chooseMeshes } from '../../lib/routes/choose-meshes.ts';
import { MeshNotFound } from '../../lib/routes/errors.ts';
import { durationText, evaluateRoute } from '../../lib/routes/evaluate-route.ts';
import { inIce } from '../../lib/routes/route-ice.ts';
import {
  cumulative,
  type Quantities,
  quantitiesOf,
  timesAlong,
  trackGeoJson,
} from '../../lib/routes/track-geojson.ts';
import type { Vehicle } from '../../lib/vehicles/vehicle.ts';
import { getVehicle } from '../../lib/vehicles/vehicles.ts';
import { pointsOf } from '../../lib/voyage/voyage-request.ts';

const env = environment('MESHES_TABLE', 'VEHICLES_TABLE', 'MESH_BUCKET');
/** Limit for calculating the best routes, so that the answer comes before API Gateway's timeout. */
const TIME_BUDGET_MS = 15_000;

const files = new MeshBucket(s3, env.MESH_BUCKET);
const meshes = new MeshTable(dynamo, env.MESHES_TABLE, files);
const vehicles = new VehicleTable(dynamo, env.VEHICLES_TABLE);
const loadPorts = {
  files,
  log: logger,
  maxCells: MAX_CELLS_WHILE_WAITING,
};
const openMeshes = new MeshCache();

export const handler = endpoint(evaluate, async ({ body, query, answer }) => {
  const { waypoints } = body.route;
  const [start, end] = [waypoints[0]!, waypoints.at(-1)!];
  const vehicleType = body.vehicle_type ?? query.vehicle_type;
  const vehicle = vehicleType ? await getVehicle(vehicles, vehicleType) : null;
  const points = pointsOf({ start, end, voyage: null });
  const wanted = { meshId: body.custom_mesh_id ?? query.custom_mesh_id ?? null, points, vehicle };
  const [meshId] = await chooseMeshes(meshes, wanted);
  const mesh = await openMesh(meshId!, vehicle);
  const track = evaluateRoute(mesh, waypoints);
  const best = planRoute(mesh, start, end, { timeBudgetMs: TIME_BUDGET_MS });
  const quantities = quantitiesOf(mesh.consumption, vehicle?.fuel_type);
  const compared = best.routes.map((route) => [route.objective, costsOf(quantities, route.track)]);
  const { distance_m: _, ...costs } = costsOf(quantities, track);
  const ice = inIce(track, mesh);
  return answer(200, {
    route: geoJsonOf(quantities, track, body.departure ?? query.departure),
    ...costs,
    ...(ice && { in_ice: ice }),
    time_str: durationText(costs.time_days),
    mesh_id: meshId!,
    compared: Object.fromEntries(compared),
  });
});

async function openMesh(meshId: number, vehicle: Vehicle | null): Promise<Mesh> {
  const record = await meshes.byId(meshId);
  if (!record) throw new MeshNotFound(meshId);
  return openMeshes.open(meshKeyFor(record, vehicle), record.cellCount, () =>
    loadMeshFor(loadPorts, record, vehicle),
  );
}

function costsOf({ consumption, co2PerTonne }: Quantities, track: Track) {
  const consumed = track.consumption?.at(-1) ?? null;
  return {
    time_days: track.timeDays.at(-1)!,
    distance_m: track.distanceM.at(-1)!,
    fuel_tonnes: consumption === 'fuel' ? consumed : null,
    ...(consumption === 'battery' && consumed !== null && { battery_ah: consumed }),
    ...(co2PerTonne && consumed !== null && { co2_tonnes: co2PerTonne * consumed }),
  };
}

function geoJsonOf(quantities: Quantities, track: Track, departure: Date | null) {
  return trackGeoJson(track, {
    ...cumulative(track, quantities),
    ...(departure && { time: timesAlong(track, departure.toISOString()) }),
    speed: track.speedKmh,
  });
}
