import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { deleteVehicle } from '../../lib/vehicles/vehicles.ts';

const env = environment('VEHICLES_TABLE', 'ALLOWED_ORIGINS');
const vehicles = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint('vehicles/delete', env, async ({ parameters }) => {
  await deleteVehicle(vehicles, parameters.vessel_type);
  return { status: 204 };
});
