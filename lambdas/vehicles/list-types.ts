import { vehicles } from '../../lib/api/vehicles.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listVesselTypes } from '../../lib/vehicles/vehicles.ts';

const env = environment('VEHICLES_TABLE');
const table = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint(vehicles['list-types'], async ({ answer }) => {
  const vesselTypes = await listVesselTypes(table);
  const message = vesselTypes.length === 0 ? { message: 'No available vessel types found.' } : {};
  return answer(200, { vessel_types: vesselTypes, ...message });
});
