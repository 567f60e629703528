import '../environment.ts';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { handler as get } from '../../../lambdas/watches/get.ts';
import { handler } from '../../../lambdas/watches/list.ts';
import { invoke } from '../invoke.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const last = { created: '2026-11-28T11:00:00.000Z', id: '6e29ae9b-2d75-403b-885b-50bb4b64e54e' };
const ask = (query: Record<string, string[]>) =>
  invoke(handler, 'GET /api/watch', { requester: 'a', event: { multiValueQueryStringParameters: query } });

beforeEach(() => {
  dynamo.reset();
  dynamo.on(QueryCommand).resolves({ Items: [], LastEvaluatedKey: last });
});

it('a list of watches goes on after the page before', async () => {
  const { json } = await ask({ limit: ['1'] });
  await ask({ next: [json.next] });
  const [, second] = dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input);
  expect(second!.ExclusiveStartKey).toEqual({ owner: 'a', ...last, sort: 'watch' });
});

it.each(['garbage', '', `${last.created}~`, `~${last.id}`])(
  'a page after "%s", which no answer had, is refused',
  async (next) => {
    const { status, json } = await ask({ next: [next] });
    expect([status, json.details]).toEqual([
      400,
      [{ field: 'next', message: 'must be the `next` of an earlier answer' }],
    ]);
  },
);

it.each(['garbage', '', 'zz', '2026-11-28', `${last.created}~${last.id}`])(
  'a page of events after "%s", which no answer had, is refused',
  async (next) => {
    const event = { multiValueQueryStringParameters: { next: [next] } };
    const { status, json } = await invoke(get, `GET /api/watch/${last.id}`, { requester: 'a', event });
    expect([status, json.details]).toEqual([
      400,
      [{ field: 'next', message: 'must be the `next` of an earlier answer' }],
    ]);
  },
);
