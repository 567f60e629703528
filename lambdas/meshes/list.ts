import { meshes } from '../../lib/api/meshes.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshRecords } from '../../lib/aws/mesh-records.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { acceptMeshesFor } from '../../lib/routes/choose-meshes.ts';
import { getVehicle } from '../../lib/vehicles/vehicles.ts';

const env = environment('MESHES_TABLE', 'VEHICLES_TABLE');
const table = new MeshRecords(dynamo, env.MESHES_TABLE);
const vehicles = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint(meshes.list, async ({ query, answer }) => {
  const vehicle = query.vehicle_type === undefined ? null : await getVehicle(vehicles, query.vehicle_type);
  const isListed = vehicle ? acceptMeshesFor(vehicle) : () => true;
  const page = await table.page(query.limit, query.next);
  const entries = page.meshes.filter(isListed).map((mesh) => ({
    id: mesh.id,
    name: mesh.name,
    kind: mesh.kind,
    md5: mesh.md5,
    created: mesh.created,
    valid_from: mesh.validDateStart,
    valid_to: mesh.validDateEnd,
    bounds: mesh.bounds,
    area_km2: mesh.areaKm2,
    cells: mesh.cellCount,
    vessel_type: mesh.vesselType,
    consumption: mesh.consumption,
    missing: mesh.missingDataSources,
    removed: mesh.removed,
  }));
  return answer(200, { meshes: entries, ...(page.next && { next: page.next }) });
});
