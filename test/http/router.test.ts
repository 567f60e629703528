import '../lambdas/environment.ts';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { router } from '../../lib/http/router.ts';
import { proxyEvent } from '../lambdas/invoke.ts';

const answering = (body: string) => vi.fn(async () => ({ statusCode: 200, body }));
const loadFallback = vi.fn(async () => answering('fallback'));
const handler = router(
  [
    ['GET', '/api/zone', answering('list')],
    ['GET', '/api/zone/{name}', answering('get')],
    ['DELETE', '/api/zone/{name}', answering('delete')],
  ],
  loadFallback,
);

const send = async (request: string, resource: string) => {
  const event: APIGatewayProxyEvent = proxyEvent(request, { resource });
  return (await handler(event, {} as Context)).body;
};

it('calls the handler of the method and of the path that the gateway matched, whatever comes before the path', async () => {
  expect(await send('GET /api/zone/', '/api/zone')).toBe('list');
  expect(await send('GET /base/api/zone/zone', '/api/zone/{name}')).toBe('get');
  expect(await send('DELETE /api/zone/get', '/api/zone/{name}')).toBe('delete');
  expect(loadFallback).not.toHaveBeenCalled();
});

it.each(['PUT', 'OPTIONS', 'HEAD', 'POST'])('leaves %s to the fallback', async (method) => {
  expect(await send(`${method} /api/zone`, '/api/zone')).toBe('fallback');
});

it('gives the handler the event and the context as they came', async () => {
  const seen = answering('');
  const event = proxyEvent('GET /a', { resource: '/a' });
  const context = { awsRequestId: 'x' } as Context;
  await router([['GET', '/a', seen]], loadFallback)(event, context);
  expect(seen).toHaveBeenCalledExactlyOnceWith(event, context);
});
