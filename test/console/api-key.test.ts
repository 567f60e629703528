/** The key that the service asks for: what is sent with it, and what is said where it can't be used. */
import { beforeEach, expect, test, vi } from 'vitest';
import { answeredPage } from './answered-page.ts';

answeredPage();

/** Requests that have not been answered: the key of each, and what answers it. */
let asked: { key: string | null; answer: (status: number) => void }[];

beforeEach(() => {
  asked = [];
  const settings = JSON.stringify({ root: '', auth: 'api-key' });
  vi.stubGlobal('document', { hidden: false, querySelector: () => ({ content: settings }) });
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    const key = new Headers(headers).get('X-Api-Key');
    return new Promise((resolve) => {
      const answer = (status: number) =>
        resolve(
          new Response(JSON.stringify({ error: status === 200 ? '' : 'The key is invalid.' }), { status }),
        );
      asked.push({ key, answer });
    });
  });
});

const requests = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));

test('a request that is refused with the key of before does not forget the new one', async () => {
  const { giveKey, keyWanted } = await import('../../lib/console/api/client.ts');
  const { getRoute } = await import('../../lib/console/api/service.ts');
  giveKey('expired');
  const answers = [getRoute(1), getRoute(2)];
  await requests(2);
  asked[0]!.answer(403);
  await vi.waitFor(() => expect(keyWanted.value).toBe('refused'));
  giveKey('new');
  await requests(3);
  asked[1]!.answer(403);
  await requests(4);
  expect(asked.map(({ key }) => key)).toEqual(['expired', 'expired', 'new', 'new']);
  expect(keyWanted.value).toBeNull();
  for (const { answer } of asked) answer(200);
  await Promise.all(answers);
});

test.each(['ключ', 'a\u200bkey', ''])('%j, which no request can have, is asked for again', async (text) => {
  const { connected, giveKey, keyWanted } = await import('../../lib/console/api/client.ts');
  const { getRoute } = await import('../../lib/console/api/service.ts');
  giveKey(text);
  expect(keyWanted.value).toBe('unusable');
  const answer = getRoute(1);
  giveKey('right');
  await requests(1);
  expect([asked[0]!.key, connected.value]).toEqual(['right', true]);
  asked[0]!.answer(200);
  await answer;
});
