import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendTo } from '../../lib/aws/signed-api.ts';

const api = { url: 'https://api.example.org/production/', auth: 'api-key', apiKeyId: 'k1' } as const;
const request = { method: 'GET', path: '/api/job/1', headers: { Prefer: 'wait=1' }, body: undefined };

/** What API Gateway answers about the key, one call after the other; the API itself answers each with the key that it got. */
function answering(...keys: readonly [status: number, body: unknown][]) {
  const asked: string[] = [];
  const answers = [...keys];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(url);
    if (url.startsWith(api.url)) return new Response(headers['X-Api-Key']);
    const [status, body] = answers.shift()!;
    return new Response(JSON.stringify(body), { status });
  });
  return asked;
}

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_REGION', 'eu-west-2');
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const KEY_URL = 'https://apigateway.eu-west-2.amazonaws.com/apikeys/k1?includeValue=true';
const CALL_URL = 'https://api.example.org/production/api/job/1';

it('asks for the key once, and sends it with each request', async () => {
  const asked = answering([200, { value: 'secret-key' }]);
  const send = sendTo(api);
  expect(await send(request)).toEqual({ status: 200, text: 'secret-key' });
  expect(await send(request)).toEqual({ status: 200, text: 'secret-key' });
  expect(asked).toEqual([KEY_URL, CALL_URL, CALL_URL]);
});

it('asks for the key again where it was not told', async () => {
  const asked = answering([429, { message: 'Too Many Requests' }], [200, { value: 'secret-key' }]);
  const send = sendTo(api);
  await expect(send(request)).rejects.toThrow("The API key k1 can't be read: 429 Too Many Requests");
  expect(await send(request)).toEqual({ status: 200, text: 'secret-key' });
  expect(asked).toEqual([KEY_URL, KEY_URL, CALL_URL]);
});
