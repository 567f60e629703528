import { vehicles } from '../../lib/api/vehicles.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getVehicle } from '../../lib/vehicles/vehicles.ts';

const env = environment('VEHICLES_TABLE');
const table = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint(vehicles.get, async ({ parameters, answer }) =>
  answer(200, await getVehicle(table, parameters.vessel_type)),
);
