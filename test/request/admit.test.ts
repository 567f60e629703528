import { expect, it } from 'vitest';
import { keepPlace, orderedId, type Places } from '../../lib/request/admit.ts';

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
  ['caller', 'own', 20, 0],
  ['service', 'all', 1000, 0],
  ['caller', 'own', 20, 2],
] as const)('keeps the first up to the limit of a %s', async (_whose, whose, limit, late) => {
  // all but ten are free; some whose requests began last were stored and looked at before the others
  const kept = Array.from({ length: limit - 10 }, (_, k) => idAt(k));
  const [first, last] = [limit, limit + 30].map((from) =>
    Array.from({ length: 30 }, (_, k) => idAt(from + k)),
  );
  const early = last!.slice(0, late);
  const stored = new Set([...kept, ...early]);
  const places: Places = {
    taken: async () => ({ all: [], own: [], [whose]: [...stored] }),
    limits: { own: 20, all: 1000 },
    refusal: (full, most) => new Error(`${full}: ${most}`),
  };
  const stay = async (ids: readonly string[]) => {
    const told = await Promise.allSettled(
      ids.map((id) => keepPlace(places, id, async () => void stored.delete(id))),
    );
    for (const each of told)
      if (each.status === 'rejected') expect(each.reason.message).toBe(`${whose}: ${limit}`);
    return ids.filter((_, k) => told[k]!.status === 'fulfilled');
  };
  expect(await stay(early)).toEqual(early);
  for (const id of first!) stored.add(id);
  expect(await stay(first!.toReversed())).toEqual(first!.slice(0, 10 - late).toReversed());
  expect(stored.size).toBe(limit);
});

it('gives way to none that are later, however slowly they give way', async () => {
  const ids = Array.from({ length: 6 }, (_, k) => idAt(k));
  let looks = 0;
  const places: Places = {
    taken: async () => ({ all: [], own: ids.slice(0, ids.length - looks++) }),
    limits: { own: 3, all: 1000 },
    refusal: (full, most) => new Error(`${full}: ${most}`),
  };
  await keepPlace(places, ids[2]!, () => Promise.reject(new Error('gave way')));
  expect(looks).toBe(4);
});
