import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getVehicle } from '../../lib/vehicles/vehicles.ts';

const env = environment('VEHICLES_TABLE', 'ALLOWED_ORIGINS');
const vehicles = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint('vehicles/get', env, async ({ parameters }) => ({
  status: 200,
  json: await getVehicle(vehicles, parameters.vessel_type),
}));
