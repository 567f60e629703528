import { watches } from '../../lib/api/watches.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { describeEvent, describeWatch } from '../../lib/watches/describe-watch.ts';
import { MadeGoodSum } from '../../lib/watches/made-good.ts';
import { ownWatch } from '../../lib/watches/watches.ts';

const env = environment('WATCHES_TABLE');
const table = new WatchTable(dynamo, env.WATCHES_TABLE);

export const handler = endpoint(watches.get, async ({ parameters, query, requester, answer }) => {
  const watch = await ownWatch(table, parameters.watch_id, requester);
  const positions = watch.position ? await table.positions(watch.id) : [];
  const made_good = new MadeGoodSum().add(watch.way, positions).told();
  const { events, next } = await table.events(watch.id, query.limit, query.next ?? null);
  const described = describeWatch(watch, new Date());
  const page = { events: events.map(describeEvent), ...(next && { next }) };
  return answer(200, { ...described, made_good, ...page });
});
