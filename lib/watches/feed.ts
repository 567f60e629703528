/** The events of a watch as an Atom feed (RFC 4287). */
import { writeXml } from '../files/xml.ts';
import type { Watch, WatchEvent } from './watch.ts';
import { ATOM } from './watch-fields.ts';

interface Addresses {
  readonly watch: string;
  readonly feed: string;
  readonly route: (routeId: number) => string;
}

/** @param events newest first */
export function writeFeed(watch: Watch, events: readonly WatchEvent[], addresses: Addresses): string {
  const id = `urn:uuid:${watch.id}`;
  return writeXml({
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id,
      title: watch.name,
      updated: events[0]?.time ?? watch.created,
      author: { name: 'Polynya' },
      link: [
        { '@rel': 'self', '@type': ATOM, '@href': addresses.feed },
        { '@rel': 'alternate', '@type': 'application/json', '@href': addresses.watch },
      ],
      entry: events.map((event) => ({
        id: `${id}#${event.time}`,
        title: `${watch.name}: ${event.status} (was ${event.was})`,
        updated: event.time,
        published: event.time,
        category: { '@term': event.status },
        summary: event.sentence,
        link: linksOf(event, addresses),
      })),
    },
  });
}

function linksOf({ route_id }: WatchEvent, { watch, route }: Addresses) {
  const alternate = { '@rel': 'alternate', '@type': 'application/json', '@href': watch };
  if (route_id === undefined) return [alternate];
  return [alternate, { '@rel': 'related', '@type': 'application/json', '@href': route(route_id) }];
}
