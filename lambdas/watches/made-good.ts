import { watches } from '../../lib/api/watches.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requireOwnVehicle } from '../../lib/vehicles/vehicles.ts';
import { madeGoodOf } from '../../lib/watches/vehicle-made-good.ts';

const env = environment('WATCHES_TABLE', 'VEHICLES_TABLE');
const table = new WatchTable(dynamo, env.WATCHES_TABLE);
const vehicles = new VehicleTable(dynamo, env.VEHICLES_TABLE);

export const handler = endpoint(watches['made-good'], async ({ parameters, requester, answer }) => {
  const { vessel_type } = parameters;
  await requireOwnVehicle(vehicles, vessel_type, requester, 'see what it made good');
  return answer(200, { vessel_type, ...(await madeGoodOf(table, vessel_type, requester)) });
});
