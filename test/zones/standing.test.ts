/** Standing zones as requests and operators find them, with what keeps them in memory. */
import { expect, it } from 'vitest';
import {
  makeStanding,
  removeZones,
  StandingDigest,
  type StandingItems,
  StandingZones,
} from '../../lib/zones/standing.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { boxPolygon } from './areas.ts';

const zone = (name: string, more: object = {}): Zone => ({
  name,
  kind: 'closed',
  geometry: boxPolygon(10, -61, 12, -60),
  ...more,
});

function memory() {
  const stored = new Map<string, Zone>();
  const sets = new Map<string, readonly Zone[]>();
  let held: string | null = null;
  const items: StandingItems = {
    digest: async () => held,
    replaceDigest: async (before, after) => {
      if (before !== held) return false;
      held = after;
      return true;
    },
    putStanding: async (each) => void stored.set(each.name, each),
    removeAny: async (name) => stored.delete(name),
    allStanding: async () => [...stored.values()],
    find: async (name) => stored.get(name) ?? null,
    taken: async () => ({ all: [...stored.keys()] }),
  };
  return {
    items,
    sets: {
      read: async (digest: string) => sets.get(digest) ?? null,
      write: async (digest: string, zones: readonly Zone[]) => void sets.set(digest, zones),
    },
    namesHeld: () => (held === null ? null : sets.get(held)!.map(({ name }) => name)),
    held: () => held,
  };
}

it('what holds is by name, whatever the order in which zones came, and nothing once none stands', async () => {
  const [one, other] = [memory(), memory()];
  await makeStanding(
    one.items,
    one.sets,
    ['C', 'A'].map((name) => zone(name)),
  );
  await makeStanding(one.items, one.sets, [zone('B')]);
  await makeStanding(
    other.items,
    other.sets,
    ['B', 'C', 'A'].map((name) => zone(name)),
  );
  expect(one.namesHeld()).toEqual(['A', 'B', 'C']);
  expect(one.held()).toBe(other.held());
  await makeStanding(other.items, other.sets, [zone('B', { kind: 'report' })]);
  expect(one.held()).not.toBe(other.held());
  expect(one.held()).toMatch(/^[0-9a-f]{32}$/);
  expect(await removeZones(one.items, one.sets, ['A', 'none', 'B'])).toEqual([true, false, true]);
  expect(one.namesHeld()).toEqual(['C']);
  expect(await removeZones(one.items, one.sets, ['C'])).toEqual([true]);
  expect(one.held()).toBeNull();
});

it('what is too large is refused before anything is stored', async () => {
  const { items, sets, held } = memory();
  // a byte too many, by its source
  const least = JSON.stringify(zone('A', { source: '' })).length;
  const sized = (bytes: number) => zone('A', { source: 'x'.repeat(bytes - least) });
  await expect(makeStanding(items, sets, [zone('B'), sized(200_001)])).rejects.toThrow(
    'Zone "A" has 200001 bytes as compact JSON, expected at most 200000',
  );
  expect([await items.allStanding(), held()]).toEqual([[], null]);
  await makeStanding(items, sets, [sized(200_000)]);
  expect(await items.allStanding()).toHaveLength(1);
});

it('points together are those of others that stand, and of those that take a place', async () => {
  const { items, sets } = memory();
  const ring = (points: number) => [...new Array(points).fill([1, 1]), [1, 1]];
  const of = (name: string, points: number) =>
    zone(name, { geometry: { type: 'Polygon', coordinates: [ring(points)] } });
  for (const name of ['A', 'B', 'C', 'D']) await makeStanding(items, sets, [of(name, 24_000)]);
  await makeStanding(items, sets, [of('E', 4000)]);
  await makeStanding(items, sets, [of('E', 3000)]);
  await expect(makeStanding(items, sets, [of('E', 4001)])).rejects.toThrow(
    'The standing zones would have 100001 points together, expected at most 100000.',
  );
});

it('an operator gives up where others change what holds each time', async () => {
  const { items, sets } = memory();
  let rounds = 0;
  const busy: StandingItems = {
    ...items,
    replaceDigest: async (before, after) => ++rounds > 9 && items.replaceDigest(before, after),
  };
  await makeStanding(busy, sets, [zone('A')]);
  expect(rounds).toBe(10);
  rounds = -100;
  await expect(makeStanding(busy, sets, [zone('B')])).rejects.toThrow(
    'Others keep changing the standing zones: try again.',
  );
});

it('requests look at what holds every two seconds', async () => {
  let [time, looks] = [0, 0];
  const digest = new StandingDigest({ digest: async () => `${++looks}` }, () => time);
  const seen = [];
  for (time of [0, 1999, 2000, 3000, 4000]) seen.push(await digest.current());
  expect(seen).toEqual(['1', '1', '2', '2', '3']);
  expect(await new StandingDigest({ digest: async () => null }).current()).toBeNull();
});

it('the latest zones are read once, and lost ones are told', async () => {
  const read: string[] = [];
  const zones = new StandingZones({
    read: async (digest) => {
      read.push(digest);
      return digest === 'lost' ? null : [zone(digest)];
    },
  });
  for (const digest of ['a', 'a', 'b', 'a', 'a'])
    expect((await zones.of(digest)).map(({ name }) => name)).toEqual([digest]);
  await expect(zones.of('lost')).rejects.toThrow('(standing-zones/lost.json.gz)');
  expect((await zones.of('a')).map(({ name }) => name)).toEqual(['a']);
  expect(read).toEqual(['a', 'b', 'a', 'lost']);
});
