import { watches } from '../../lib/api/watches.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { endWatch } from '../../lib/watches/watches.ts';

const env = environment('WATCHES_TABLE');
const table = new WatchTable(dynamo, env.WATCHES_TABLE);

export const handler = endpoint(watches.end, async ({ parameters, requester, answer }) => {
  await endWatch(table, parameters.watch_id, requester, new Date());
  return answer(204);
});
