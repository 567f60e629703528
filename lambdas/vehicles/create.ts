import { vehicles } from '../../lib/api/vehicles.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createVehicle } from '../../lib/vehicles/vehicles.ts';

const env = environment('VEHICLES_TABLE', 'VEHICLES_PER_REQUESTER');
const table = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint(vehicles.create, async ({ body, requester, url, answer }) => {
  const outcome = await createVehicle(table, body, requester, env.VEHICLES_PER_REQUESTER, new Date());
  const { vessel_type } = body;
  if (outcome === 'replaced') return answer(200, { vessel_type });
  return answer(201, { vessel_type }, { Location: url(vehicles.get, { vessel_type }) });
});
