import { zones } from '../../lib/api/zones.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { ZoneTable } from '../../lib/aws/zone-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { createZone } from '../../lib/zones/zones.ts';

const env = environment('ZONES_TABLE', 'ZONES_PER_REQUESTER');
const table = new ZoneTable(dynamo, env.ZONES_TABLE);

export const handler = endpoint(zones.create, async ({ body, requester, url, answer }) => {
  const outcome = await createZone(table, body, requester, env.ZONES_PER_REQUESTER, new Date());
  const { name } = body;
  if (outcome === 'replaced') return answer(200, { name });
  return answer(201, { name }, { Location: url(zones.get, { name }) });
});
