import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { readXml } from '../../lib/files/xml.ts';
import { writeFeed } from '../../lib/watches/feed.ts';
import type { Watch, WatchEvent } from '../../lib/watches/watch.ts';

const schema = [
  { fileName: 'atom.rng', contents: readFileSync(new URL('atom.rng', import.meta.url), 'utf8') },
];
const faultsOf = async (feed: string) => {
  const xml = [{ fileName: 'feed.xml', contents: feed }];
  return (await validateXML({ xml, schema, extension: 'relaxng' })).errors.map(({ message }) => message);
};

const id = '019aa3f2-5c00-7b4d-9a2f-0f9f6f6f2d11';
const created = '2026-11-28T06:00:00.000Z';
const watchUrl = `https://api.example/dev/api/watch/${id}`;
const addresses = {
  watch: watchUrl,
  feed: `${watchUrl}/feed`,
  route: (route: number) => `https://api.example/dev/api/route/${route}`,
};
const feedOf = (name: string, events: readonly WatchEvent[]) =>
  writeFeed({ id, name, created } as Watch, events, addresses);
const event = (time: string, changes: Partial<WatchEvent> = {}): WatchEvent => ({
  time,
  status: 'dearer',
  was: 'holds',
  sentence: 'The rest takes 64.5 h; 61.9 h were planned.',
  rest: { hours: 64.5, tonnes: null, planned_hours: 61.9, planned_tonnes: null },
  meshes: [1],
  ...changes,
});
const newest = '2026-11-29T00:20:00.000Z';
const two = [
  event(newest, { status: 'closed', was: 'dearer', route_id: 12 }),
  event('2026-11-29T00:10:00.000Z'),
];

type Link = { readonly [name: string]: string };
interface Feed {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly author: { readonly name: string };
  readonly link: readonly Link[];
  readonly entry?: readonly (Omit<Feed, 'entry'> & {
    readonly published: string;
    readonly summary: string;
  })[];
}
const read = (text: string) => (readXml(text) as unknown as { feed: Feed }).feed;

it('is valid Atom, with one event, several, and none', async () => {
  for (const events of [[], two.slice(0, 1), two])
    expect(await faultsOf(feedOf('Relief', events))).toEqual([]);
  expect(await faultsOf(feedOf('Relief', two).replace(/<updated>.*?<\/updated>/, ''))).not.toEqual([]);
});

it('has ids of their own that never change, times with their zone, and whole addresses', () => {
  const feed = read(feedOf('Relief', two));
  const entries = feed.entry!;
  expect(feed).toMatchObject({ id: `urn:uuid:${id}`, updated: newest, author: { name: 'Polynya' } });
  expect(read(feedOf('Relief', [])).updated).toBe(created);
  expect(entries.map(({ updated, published }) => [updated, published])).toEqual(
    two.map(({ time }) => [time, time]),
  );
  const ids = [feed, ...entries].map((each) => each.id);
  expect(new Set(ids).size).toBe(3);
  expect(read(feedOf('Renamed', two)).entry!.map((each) => each.id)).toEqual(ids.slice(1));
  const links = [feed, ...entries].flatMap(({ link }) => link);
  for (const address of [...ids, ...links.map((link) => link['@href']!)])
    expect(URL.canParse(address), address).toBe(true);
  for (const time of [feed, ...entries].map(({ updated }) => updated))
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
  expect(feed.link).toContainEqual({
    '@rel': 'self',
    '@type': 'application/atom+xml',
    '@href': addresses.feed,
  });
  // an entry without content has an alternate (RFC 4287, 4.1.2), and no two of one type
  for (const { link } of entries)
    expect([link].flat().filter((each) => each['@rel'] === 'alternate')).toHaveLength(1);
});

it.each([
  'Relief <b>of</b> Rothera & "co" — it’s > all',
  'a &amp; b &#65; ]]> <![CDATA[ x ]]>',
  'Ærø 北极 🚢 \u0085 \u2028 end',
  'bell\u0007, tab\t, null\u0000, \u000b, \u001f, \uffff and half a pair \ud83d',
])('has the name and the sentences as they are, but for what XML has not: %j', async (text) => {
  const feed = feedOf(text, [event(newest, { sentence: text })]);
  expect(await faultsOf(feed)).toEqual([]);
  const known = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML has not
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ');
  const { title, entry } = read(feed) as unknown as {
    title: string;
    entry: { title: string; summary: string };
  };
  expect([title, entry.summary]).toEqual([known, known]);
  expect(entry.title).toBe(`${known}: dearer (was holds)`);
});
