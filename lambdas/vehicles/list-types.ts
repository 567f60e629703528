import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listVesselTypes } from '../../lib/vehicles/vehicles.ts';

const env = environment('VEHICLES_TABLE', 'ALLOWED_ORIGINS');
const vehicles = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint('vehicles/list-types', env, async () => {
  const vesselTypes = await listVesselTypes(vehicles);
  const message = vesselTypes.length === 0 ? { message: 'No available vessel types found.' } : {};
  return { status: 200, json: { vessel_types: vesselTypes, ...message } };
});
