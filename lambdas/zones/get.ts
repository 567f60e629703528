import { zones } from '../../lib/api/zones.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { ZoneTable } from '../../lib/aws/zone-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getZone } from '../../lib/zones/zones.ts';

const env = environment('ZONES_TABLE');
const table = new ZoneTable(dynamo, env.ZONES_TABLE);

export const handler = endpoint(zones.get, async ({ parameters, answer }) =>
  answer(200, await getZone(table, parameters.name)),
);
