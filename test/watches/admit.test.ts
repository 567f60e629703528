import { expect, it } from 'vitest';
import { keepPlace, MAX_ACTIVE, orderedId } from '../../lib/watches/admit.ts';

const now = new Date(Date.UTC(2026, 10, 20));
const idAt = (ms: number) => orderedId(new Date(now.getTime() + ms));

it('gives ids in the order of time', () => {
  const ids = [0, 1, 255, 256, 1e9].map(idAt);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(idAt(0)).not.toBe(idAt(0));
});

it.each([
  ['caller', 'owner', MAX_ACTIVE.own, 0],
  ['service', null, MAX_ACTIVE.all, 0],
  ['caller', 'owner', MAX_ACTIVE.own, 2],
])('keeps the first up to the limit of a %s', async (_whose, requester, limit, late) => {
  // all but ten are free; some whose requests began last were stored and looked at before the others
  const kept = Array.from({ length: limit - 10 }, (_, k) => idAt(k));
  const [first, last] = [limit, limit + 30].map((from) =>
    Array.from({ length: 30 }, (_, k) => idAt(from + k)),
  );
  const early = last!.slice(0, late);
  const stored = new Set([...kept, ...early]);
  const watches = {
    active: async () => ({ all: [...stored], own: requester === null ? [] : [...stored] }),
  };
  const stay = async (ids: readonly string[]) => {
    const tried = ids.map((id) =>
      keepPlace(watches, id, requester, now).catch((error) => {
        stored.delete(id);
        throw error;
      }),
    );
    const told = await Promise.allSettled(tried);
    return ids.filter((_, k) => told[k]!.status === 'fulfilled');
  };
  expect(await stay(early)).toEqual(early);
  for (const id of first!) stored.add(id);
  expect(await stay(first!.toReversed())).toEqual(first!.slice(0, 10 - late).toReversed());
  expect(stored.size).toBe(limit);
});
