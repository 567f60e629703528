import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discard, startTestStack } from './stack.ts';

let stack: Awaited<ReturnType<typeof startTestStack>>;
beforeAll(async () => {
  stack = await startTestStack({ pages: 'local' });
  await stack.putObject('runner-test-bucket', 'map/tile', Buffer.from('0123456789'));
});
afterAll(() => discard(stack));

interface Options {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
/** A request with headers that `fetch` does not let a caller set. */
function send(url: string, { method = 'GET', headers = {}, body }: Options = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = request(url, { method, headers }, (response) => {
        let text = '';
        response.on('data', (piece) => {
          text += piece;
        });
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      });
      sent.on('error', reject).end(body);
    },
  );
}
const portOf = (url: string) => new URL(url).port;
const invocation = () => `${stack.awsUrl}/2015-03-31/functions/runner-test-Act/invocations`;
const object = () => `${stack.awsUrl}/runner-test-bucket/map/tile`;

test.each([
  ['another site', 'https://example.org'],
  ['a local page on another port', 'http://localhost:3000'],
  ['a page of no origin', 'null'],
  ['a site whose name begins like ours', 'http://127.0.0.1.example.org'],
])('the AWS port refuses %s', async (_, origin) => {
  // what a page may send without asking first
  const headers = { origin, 'content-type': 'text/plain' };
  const post = { method: 'POST', headers, body: '{"action":"return"}' };
  expect(await send(invocation(), post)).toMatchObject({ status: 403 });
  const remove = await send(`${stack.awsUrl}/runner-test-bucket?delete`, { ...post, body: '<Delete/>' });
  expect(remove.status).toBe(403);
  const read = await send(object(), { headers: { origin } });
  expect(read.status).toBe(403);
  expect(read.headers).not.toHaveProperty('access-control-allow-origin');
  const asks = { origin, 'access-control-request-method': 'PUT' };
  expect((await send(object(), { method: 'OPTIONS', headers: asks })).status).toBe(403);
});

test('the API refuses what a page of another site changes, and requests for another host', async () => {
  const api = `${stack.apiUrl}/things`;
  for (const method of ['POST', 'DELETE']) {
    // without a type of content, a browser sends it without asking first
    const answer = await send(api, { method, headers: { origin: 'https://example.org' } });
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('Pages of other sites') });
  }
  for (const origin of [stack.apiUrl, 'http://localhost:3000']) {
    expect((await send(api, { method: 'POST', headers: { origin } })).status).not.toBe(403);
  }
  const rebound = await send(`${stack.apiUrl}/things/a`, { headers: { host: 'evil.example:8000' } });
  expect(rebound.status).toBe(403);
  expect(JSON.parse(rebound.text)).toEqual({ error: expect.stringContaining('Use localhost') });
});

test.each([
  ['some origins', ['https://chart.example'], 201, 403],
  ['all origins', ['*'], 201, 201],
  ['whatever the stack allows', undefined, 201, 201],
] as const)('where %s may call the API, others may not change anything', async (_, pages, chart, evil) => {
  const other = await startTestStack(pages && { pages });
  const post = async (origin: string) => {
    const answer = { method: 'POST', headers: { origin }, body: '{"statusCode":201}' };
    return (await send(`${other.apiUrl}/things`, answer)).status;
  };
  expect([await post('https://chart.example'), await post('https://evil.example')]).toEqual([chart, evil]);
  expect(await post(other.apiUrl)).toBe(201);
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    const answer = await send(`${other.apiUrl}/else`, {
      method,
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.headers).toHaveProperty('x-amzn-requestid'); // the stack answers: what pages may read is for it to say
  }
  const rebound = await send(`${other.apiUrl}/things/a`, { headers: { host: 'evil.example:8000' } });
  expect(rebound.status).toBe(403);
  await discard(other);
});

test.each(['evil.example', 'evil.example:4566', '192.168.0.7', '127.0.0.1.evil.example'])(
  'the AWS port refuses requests for the host %s',
  async (host) => {
    const answer = await send(object(), { headers: { host } });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Use localhost or 127.0.0.1');
  },
);

test('pages of the API’s own origin may read objects, and nothing else', async () => {
  for (const name of ['localhost', '127.0.0.1']) {
    const origin = `http://${name}:${portOf(stack.apiUrl)}`;
    const read = await send(object(), { headers: { origin, range: 'bytes=2-4' } });
    expect(read).toMatchObject({ status: 206, text: '234' });
    expect(read.headers).toMatchObject({ 'access-control-allow-origin': origin });
    const asks = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'range',
    };
    const preflight = await send(object(), { method: 'OPTIONS', headers: asks });
    expect(preflight).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': origin, 'access-control-allow-headers': 'range' },
    });
    expect((await send(object(), { method: 'DELETE', headers: { origin } })).status).toBe(403);
    expect((await send(invocation(), { method: 'POST', headers: { origin }, body: '{}' })).status).toBe(403);
  }
  expect((await send(object())).text).toBe('0123456789');
});

test('the API is open to pages of this machine and closed to others', async () => {
  const url = `${stack.apiUrl}/things/a`;
  const local = { origin: 'http://localhost:5173' };
  const answer = await send(url, { headers: local });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': local.origin, vary: 'Origin' });
  const asks = {
    ...local,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };
  expect(await send(url, { method: 'OPTIONS', headers: asks })).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' },
  });
  const other = await send(url, { headers: { origin: 'https://example.org' } });
  expect(other.headers).not.toHaveProperty('access-control-allow-origin');
});
