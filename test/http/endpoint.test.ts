import '../lambdas/environment.ts';
import type { Context } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { operationsOf } from '../../lib/api/operation.ts';
import { logger } from '../../lib/aws/logger.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { expectFound } from '../lambdas/expect-found.ts';
import { invoke, proxyEvent } from '../lambdas/invoke.ts';

const answers = { 200: { description: 'What was sent', schema: z.looseObject({}), example: {} } };
const echo = operationsOf('test', {
  query: {
    method: 'GET',
    path: '/test/query',
    summary: 'Reads a query and a header',
    query: z.strictObject({
      hours: z.coerce.number('must be a number').default(24),
      tag: z.preprocess((sent) => (sent === undefined ? [] : [sent].flat()), z.array(z.string())),
    }),
    headers: z.object({ prefer: z.string().optional() }),
    answers,
    errors: {},
  },
  file: {
    method: 'GET',
    path: '/test/{name}',
    otherPaths: ['/'],
    summary: 'Reads a parameter that one of its paths does not have',
    parameters: { name: { of: 'file', schema: z.string().default('index'), example: 'a' } },
    answers,
    errors: {},
  },
});

describe('a request', () => {
  const handler = endpoint(echo.query, async ({ query, headers, requester, answer }) =>
    answer(200, { ...query, ...headers, requester }),
  );
  const send = (query: Record<string, string[]>, more: object = {}) =>
    invoke(handler, 'GET /test/query', { event: { multiValueQueryStringParameters: query, ...more } });

  it('has its query by the schema, a repeated field as an array', async () => {
    expect((await send({})).json).toEqual({ hours: 24, tag: [], requester: null });
    expect((await send({ hours: ['3'], tag: ['a', 'b'] })).json).toMatchObject({ hours: 3, tag: ['a', 'b'] });
    expect((await send({ tag: ['a'] })).json.tag).toEqual(['a']);
  });

  it('with a bad query is a 400 that names each field', async () => {
    const { status, json } = await send({ hours: ['x'], hour: ['1'] });
    expect(status).toBe(400);
    expect(json.details.map(({ field }: { field: string }) => field)).toEqual(['hours', 'hour']);
  });

  it('with a query where the operation has none is a 400, too', async () => {
    const file = endpoint(echo.file, async ({ answer }) => answer(200, {}));
    const sent = { event: { multiValueQueryStringParameters: { limit: ['3'] } } };
    expect(await invoke(file, 'GET /test/a', sent)).toMatchObject({
      status: 400,
      json: { details: [{ field: 'limit', message: 'is not a known field' }] },
    });
    expect(await invoke(file, 'GET /test/a')).toMatchObject({ status: 200 });
  });

  it('has the headers that the operation names, in any case of letters', async () => {
    const received = await invoke(handler, 'GET /test/query', { headers: { PREFER: 'wait=3', Accept: '*' } });
    expect(received.json).toMatchObject({ prefer: 'wait=3' });
    expect(received.json).not.toHaveProperty('accept');
  });

  it.each([
    [{ apiKeyId: 'key-1', userArn: null }, 'key-1'],
    [{ userArn: 'arn:aws:iam::1:user/a' }, 'arn:aws:iam::1:user/a'],
    [{ apiKeyId: null, userArn: null }, null],
  ])('of %j is of the requester %j', async (identity, requester) => {
    const { requestContext } = proxyEvent('GET /test/query');
    const received = await send({}, { requestContext: { ...requestContext, identity } });
    expect(received.json.requester).toBe(requester);
  });
});

it('one handler serves the further paths of an operation', async () => {
  const handler = endpoint(echo.file, async ({ parameters, url, answer }) =>
    answer(200, { ...parameters, url: url(echo.file, { name: 'b' }) }),
  );
  const root = await invoke(handler, 'GET /', { resource: '/' });
  expect(root.json).toEqual({ name: 'index', url: 'https://api.example/dev/test/b' });
  const file = await invoke(handler, 'GET /test/a', { resource: '/test/{name}' });
  expect(file.json).toEqual({ name: 'a', url: 'https://api.example/dev/test/b' });
});

it('a handler that would exceed its time limit answers 503 before it', async () => {
  const handler = endpoint(echo.query, () => new Promise(() => {}));
  const context = { getRemainingTimeInMillis: () => 500 } as Context;
  const result = await handler(proxyEvent('GET /test/query'), context);
  expect(result).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '5' } });
});

describe('the log', () => {
  const refusal = 'Invalid request: correct hour (see details).';
  const linesOf = async (serve: Parameters<typeof endpoint<typeof echo.query>>[1], query: object = {}) => {
    const line = vi.spyOn(logger, 'info');
    const event = { multiValueQueryStringParameters: query };
    await invoke(endpoint(echo.query, serve), 'GET /test/query', { requester: 'key-1', event });
    const lines = line.mock.calls.filter(([message]) => message === 'request').map(([, fields]) => fields);
    line.mockRestore();
    return lines;
  };
  const line = {
    requester: 'key-1',
    method: 'GET',
    path: '/test/query',
    milliseconds: expect.any(Number),
  };

  it('has a line for each request: who sent it, and what it was answered', async () => {
    expect(await linesOf(async ({ answer }) => answer(200, {}))).toEqual([{ ...line, status: 200 }]);
  });

  it('says why a request was refused, so that an operator finds that too', async () => {
    const [refused] = await linesOf(async ({ answer }) => answer(200, {}), { hour: ['1'] });
    expect(refused).toEqual({ ...line, status: 400, refused: refusal });
    expectFound('request', refused);
  });

  it('leaves the reason of a defect to the line of its error', async () => {
    const broken = linesOf(async () => {
      throw new Error('broken');
    });
    expect(await broken).toEqual([{ ...line, status: 500 }]);
  });
});
