import '../environment.ts';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handler } from '../../../lambdas/watches/select.ts';
import { EVERYWHERE } from '../../../lib/meshes/geo-bounds.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = Date.UTC(2026, 10, 28, 12);

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  dynamo.reset();
  const Items = ['a', 'b'].map((id) => ({ id, owner: '-' }));
  dynamo.on(QueryCommand).resolves({ Items });
});
afterEach(() => void vi.useRealTimers());

it('new data are for all watches, those too that ended within a day: a check may have died before it told', async () => {
  expect(await handler({ bounds: [EVERYWHERE] })).toEqual({ watch_ids: ['a', 'b'] });
  const [query] = dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input);
  expect(query).toMatchObject({
    IndexName: 'active',
    ExpressionAttributeValues: { ':all': 'all', ':now': '2026-11-27T12:00:00.000Z' },
  });
});

it('a watch that is new on its route is looked at alone', async () => {
  expect(await handler({ bounds: [EVERYWHERE], watch_id: 'c' })).toEqual({ watch_ids: ['c'] });
  expect(dynamo.calls()).toHaveLength(0);
});
