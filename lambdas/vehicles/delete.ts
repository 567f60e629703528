import { vehicles } from '../../lib/api/vehicles.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { deleteVehicle } from '../../lib/vehicles/vehicles.ts';

const env = environment('VEHICLES_TABLE');
const table = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint(vehicles.delete, async ({ parameters, requester, answer }) => {
  await deleteVehicle(table, parameters.vessel_type, requester);
  return answer(204);
});
