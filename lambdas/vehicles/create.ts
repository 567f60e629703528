import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createVehicle } from '../../lib/vehicles/vehicles.ts';

const env = environment('VEHICLES_TABLE', 'ALLOWED_ORIGINS');
const vehicles = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint('vehicles/create', env, async ({ body, urls }) => {
  const outcome = await createVehicle(vehicles, body);
  const json = { vessel_type: body.vessel_type };
  if (outcome === 'replaced') return { status: 200, json };
  return { status: 201, json, headers: { Location: urls.vehicle(body.vessel_type) } };
});
