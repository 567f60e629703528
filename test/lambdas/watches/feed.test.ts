import '../environment.ts';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { handler } from '../../../lambdas/watches/feed.ts';
import { invoke } from '../invoke.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const id = '6e29ae9b-2d75-403b-885b-50bb4b64e54e';
const ask = (headers: Record<string, string> = {}) =>
  invoke(handler, `GET /api/watch/${id}/feed`, { headers });

it('a feed that a reader has is not sent again, until something changed', async () => {
  const created = '2026-11-28T11:00:00.000Z';
  const Item = { id, name: 'Relief', requester: null, owner: '-', created, way: '{}' };
  dynamo.on(GetCommand).resolves({ Item });
  dynamo.on(QueryCommand).resolves({ Items: [] });
  const { status, headers } = await ask();
  const tag = headers.ETag as string;
  expect([status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
  const again = await ask({ 'If-None-Match': `"other", W/${tag}` });
  expect([again.status, again.headers.ETag, again.text]).toEqual([304, tag, '']);
  expect((await ask({ 'If-None-Match': '*' })).status).toBe(304);
  expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200);

  const event = { time: created, status: 'dearer', was: 'holds', sentence: 'More.', meshes: [] };
  dynamo.on(QueryCommand).resolves({ Items: [{ event }] });
  const changed = await ask({ 'If-None-Match': tag });
  expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('More.')]);
  expect(changed.headers.ETag).not.toBe(tag);
});
