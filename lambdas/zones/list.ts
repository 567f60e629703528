import { zones } from '../../lib/api/zones.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { ZoneTable } from '../../lib/aws/zone-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const env = environment('ZONES_TABLE');
const table = new ZoneTable(dynamo, env.ZONES_TABLE);

export const handler = endpoint(zones.list, async ({ query, answer }) => {
  const page = await table.list(query.limit, query.next ?? null);
  return answer(200, { zones: page.zones, ...(page.next !== null && { next: page.next }) });
});
