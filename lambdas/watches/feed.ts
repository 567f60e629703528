import { MediaContent } from '../../lib/api/content.ts';
import { routes } from '../../lib/api/routes.ts';
import { watches } from '../../lib/api/watches.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { entityTag, isKnown } from '../../lib/http/entity-tag.ts';
import { writeFeed } from '../../lib/watches/feed.ts';
import { ATOM } from '../../lib/watches/watch-fields.ts';
import { ownWatch } from '../../lib/watches/watches.ts';

const env = environment('WATCHES_TABLE');
const table = new WatchTable(dynamo, env.WATCHES_TABLE);
/** Events in the feed: a reader that comes back once a day misses none. */
const EVENTS = 100;

export const handler = endpoint(watches.feed, async ({ parameters, headers, requester, url, answer }) => {
  const watch = await ownWatch(table, parameters.watch_id, requester);
  const { events } = await table.events(watch.id, EVENTS, null);
  const feed = writeFeed(watch, events, {
    watch: url(watches.get, parameters),
    feed: url(watches.feed, parameters),
    route: (route_id) => url(routes.get, { route_id }),
  });
  const tag = entityTag(feed);
  if (isKnown(headers['if-none-match'], tag)) return answer(304, undefined, { ETag: tag });
  return answer(200, new MediaContent(ATOM, feed), { ETag: tag });
});
