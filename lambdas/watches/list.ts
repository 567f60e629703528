import { watches } from '../../lib/api/watches.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { describeWatch } from '../../lib/watches/describe-watch.ts';

const env = environment('WATCHES_TABLE');
const table = new WatchTable(dynamo, env.WATCHES_TABLE);

export const handler = endpoint(watches.list, async ({ query, requester, answer }) => {
  const page = await table.list(requester, query.limit, query.next ?? null);
  const now = new Date();
  const described = page.watches.map((watch) => describeWatch(watch, now));
  return answer(200, { watches: described, ...(page.next && { next: page.next }) });
});
