import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseMalformed } from '../src/early-responses.ts';
import type { RequestLog } from '../src/gateway/server.ts';
import { closeServer, listen } from '../src/servers.ts';
import { discard, rawAnswer, source, startTestStack } from './stack.ts';

let stack: Awaited<ReturnType<typeof startTestStack>>;
const requests: RequestLog[] = [];

beforeAll(async () => {
  stack = await startTestStack({ onRequest: (log) => requests.push(log) });
});
afterAll(() => discard(stack));

const eventOf = async (path: string, init?: RequestInit) => {
  const response = await fetch(stack.apiUrl + path, init);
  return ((await response.json()) as { event: Record<string, unknown> }).event;
};

/** Has the function behind POST /things answer the gateway with this. */
const respond = (answer: unknown, headers: Record<string, string> = {}) =>
  fetch(`${stack.apiUrl}/things`, { method: 'POST', body: JSON.stringify(answer), headers });

test('a function gets the event of a REST proxy integration', async () => {
  const event = await eventOf('/things?x=1&x=2&y=%C3%A9', { headers: { 'X-Own': 'a' } });
  const host = new URL(stack.apiUrl).host;
  expect(event).toMatchObject({
    resource: '/things',
    path: '/things',
    httpMethod: 'GET',
    queryStringParameters: { x: '2', y: 'é' },
    multiValueQueryStringParameters: { x: ['1', '2'], y: ['é'] },
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: { path: '/things', stage: 'test', resourcePath: '/things', httpMethod: 'GET' },
  });
  const headers = event.headers as Record<string, string>;
  expect(headers).toMatchObject({ 'X-Own': 'a', host, 'X-Forwarded-Proto': 'http' });
});

test.each([
  ['/things/', '/things', null],
  ['/things/special', '/things/special', null],
  ['/things/special/', '/things/special', null],
  ['/things/R%20R%2BS', '/things/{name}', { name: 'R R+S' }],
  ['/things/a/b', '/{proxy+}', { proxy: 'things/a/b' }],
  ['/else', '/{proxy+}', { proxy: 'else' }],
  // badly encoded: the function gets it as it was sent
  ['/things/%E0%A4%A', '/things/{name}', { name: '%E0%A4%A' }],
])('%s goes to %s', async (path, resource, pathParameters) => {
  expect(await eventOf(path)).toMatchObject({ path, resource, pathParameters });
});

test('an unknown path or method gets the template’s own error', async () => {
  const response = await fetch(`${stack.apiUrl}/things`, { method: 'PUT' });
  expect([response.status, await response.json()]).toEqual([403, { error: 'Missing Authentication Token' }]);
  // its own type, once
  expect(response.headers.get('content-type')).toBe('application/problem+json');
});

test('a body is text, or base64 where its type is a binary one', async () => {
  const post = (type: string, body: string | Uint8Array) =>
    eventOf('/things/x', { method: 'POST', headers: { 'content-type': type }, body: body as string });
  expect(await post('application/json', '{"é":1}')).toMatchObject({
    body: '{"é":1}',
    isBase64Encoded: false,
  });
  const gzip = gzipSync('x');
  expect(await post('application/gzip', gzip)).toMatchObject({
    body: gzip.toString('base64'),
    isBase64Encoded: true,
  });
});

test('the client gets the function’s answer', async () => {
  const response = await respond({
    statusCode: 201,
    headers: { Location: '/x' },
    multiValueHeaders: { Via: ['a', 'b'] },
    body: 'é',
  });
  expect([response.status, response.headers.get('location'), response.headers.get('via')]).toEqual([
    201,
    '/x',
    'a, b',
  ]);
  expect(await response.text()).toBe('é');
  const empty = await respond({ statusCode: 204 });
  expect([empty.status, await empty.text()]).toEqual([204, '']);
});

test('base64 becomes bytes for a client that accepts a binary type first', async () => {
  const body = gzipSync('ice').toString('base64');
  const answer = {
    statusCode: 200,
    headers: { 'Content-Type': 'application/gzip' },
    body,
    isBase64Encoded: true,
  };
  const binary = await respond(answer, { accept: 'application/gzip, */*' });
  expect(Buffer.from(await binary.arrayBuffer()).toString('base64')).toBe(body);
  expect(await (await respond(answer, { accept: 'text/plain' })).text()).toBe(body);
});

test.each([
  ['no status', { body: 'x' }],
  ['a body that is no text', { statusCode: 200, body: { a: 1 } }],
  ['null', null],
])('an answer with %s is a 502', async (_, answer) => {
  expect((await respond(answer)).status).toBe(502);
});

test('a function that crashes is a 502, one that is throttled a 500', async () => {
  stack.failNextInvocation('Respond', 'crash');
  expect((await respond({ statusCode: 200 })).status).toBe(502);
  stack.failNextInvocation('Respond', 'throttle');
  expect((await respond({ statusCode: 200 })).status).toBe(500);
  expect((await respond({ statusCode: 200 })).status).toBe(200);
});

test('a body above 10 MB is refused', async () => {
  const response = await fetch(`${stack.apiUrl}/things`, {
    method: 'POST',
    body: 'x'.repeat(10 * 1024 * 1024 + 1),
  });
  expect([response.status, await response.json()]).toEqual([413, { error: 'Request Too Long' }]);
});

const raw = (begin: string, more?: string, { apiUrl }: { readonly apiUrl: string } = stack) =>
  rawAnswer(apiUrl, begin, more);

/** A request with a body without end. */
const endless = [
  'POST /things HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
  `100000\r\n${'x'.repeat(2 ** 20)}\r\n`,
] as const;

test('a body without end is refused at the limit, and the connection closed', async () => {
  const answer = await raw(...endless);
  expect(answer).toMatch(/^HTTP\/1.1 413 .*Request Too Long/s);
});

test.each([
  ['400', 'no Host', ''],
  ['400', 'two hosts', 'Host: localhost\r\nHost: evil.example\r\n'],
  ['400', 'a host with a user', 'Host: evil.example@localhost\r\n'],
  ['400', 'a host with a path', 'Host: localhost/things\r\n'],
  ['400', 'what is no host', 'Host: [x\r\nAuthorization: AWS4-HMAC-SHA256 Credential=a\r\n'],
  ['400', 'two types of content', 'Host: localhost\r\nContent-Type: a/b\r\nContent-Type: c/d\r\n'],
  ['417', 'an expectation', 'Host: localhost\r\nExpect: the-unexpected\r\n'],
])('%s to %s says what is wrong', async (status, _, headers) => {
  const answer = await raw(`GET /things/a HTTP/1.1\r\n${headers}\r\n`);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*connection: close`, 's'));
  expect(answer).toMatch(/\{"error":"[^"]+"\}/);
});

test('100-continue is an expectation that is met', async () => {
  const answer = await raw(
    'POST /things HTTP/1.1\r\nHost: localhost\r\nExpect: 100-Continue\r\nContent-Length: 18\r\nConnection: close\r\n\r\n{"statusCode":201}\n',
  );
  expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /);
});

test('a body that says that it is too large is refused before it comes', async () => {
  const answer = await raw(
    `POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${10 * 2 ** 20 + 1}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 413 .*Request Too Long/s);
});

test('a request that does not come to its end is told so', async () => {
  const server = createServer({ headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 });
  server.on('clientError', refuseMalformed);
  const apiUrl = await listen(server, '127.0.0.1', 0);
  const answer = await raw('GET /things HTTP/1.1\r\nHost: ', undefined, { apiUrl });
  await closeServer(server);
  expect(answer).toMatch(/^HTTP\/1.1 408 .*\{"error":"The request took too long to arrive."\}$/s);
});

test.each(['localhost:80', '127.0.0.1', '[::1]:8000', 'ship-4.localhost'])('%s is a host', async (host) => {
  const answer = await raw(`GET /things/a HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
});

test('a request for a tunnel is refused; one with a whole address is answered, as of its host', async () => {
  expect(await raw('CONNECT a.example:80 HTTP/1.1\r\nHost: a.example\r\n\r\n')).toMatch(
    /^HTTP\/1.1 405 .*\{"error":"CONNECT [^"]+"\}$/s,
  );
  const whole = await raw(
    'GET http://localhost/things/a?b=c HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n',
  );
  expect(whole).toMatch(/^HTTP\/1.1 200 /);
  expect(whole).toContain('"path":"/things/a"');
  expect(whole).toContain('"Host":"localhost"');
});

test('a mock integration answers by itself', async () => {
  const response = await fetch(`${stack.apiUrl}/things`, { method: 'OPTIONS' });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
});

test('the stage’s throttle answers 429, also to a body without end', async () => {
  const settings = {
    ResourcePath: '/*',
    HttpMethod: '*',
    ThrottlingRateLimit: 0.001,
    ThrottlingBurstLimit: 2,
  };
  const { Resources } = source.template;
  const Stage = {
    ...Resources.Stage!,
    Properties: { ...Resources.Stage!.Properties, MethodSettings: [settings] },
  };
  const template = { ...source.template, Resources: { ...Resources, Stage } };
  const throttled = await startTestStack({ source: { ...source, template } });
  const status = async () => (await fetch(`${throttled.apiUrl}/things`, { method: 'OPTIONS' })).status;
  expect([await status(), await status(), await status()]).toEqual([204, 204, 429]);
  expect(await raw(...endless, throttled)).toMatch(/^HTTP\/1.1 429 /);
  await discard(throttled);
});

test('each request is logged', () => {
  expect(requests).toContainEqual({
    method: 'GET',
    url: '/things/',
    status: 200,
    milliseconds: expect.any(Number),
  });
});
