import '../environment.ts';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { handler } from '../../../lambdas/watches/made-good.ts';
import { invoke } from '../invoke.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const hour = (hours: number) => new Date(Date.UTC(2026, 10, 20, hours)).toISOString();
const way = {
  points: [
    [-57, -52],
    [-57, -58],
  ],
  times: [0, 36].map((hours) => Date.parse(hour(hours))),
  ice: [null, 15],
  vehicleType: 'SDA',
};
const ask = (requester?: string) =>
  invoke(handler, 'GET /api/vehicle/SDA/made_good', requester ? { requester } : {});

beforeEach(() => {
  dynamo.reset();
  dynamo.on(GetCommand).resolves({ Item: { vessel_type: 'SDA', vehicle: '{}', creator: 'a' } });
  const watch = { id: 'w', owner: 'a', way: JSON.stringify(way), position: {} };
  dynamo.on(QueryCommand, { IndexName: 'by-owner' }).resolves({ Items: [watch] });
  const reports = [-52, -52.5, -53].map((lat, i) => ({ lat, lon: -57, time: hour(6 * i) }));
  dynamo.on(QueryCommand, { IndexName: undefined }).resolves({ Items: reports });
});

it('what a vehicle made good is told to its creator, of watches of that caller', async () => {
  const { status, json } = await ask('a');
  expect([status, json]).toEqual([
    200,
    {
      vessel_type: 'SDA',
      watches: 1,
      made_good: {
        hours: 12,
        of_predicted_percent: expect.closeTo(50, 6),
        by_ice: [
          {
            concentration: [10, 20],
            nm: expect.closeTo(60, 1),
            hours: expect.closeTo(12, 6),
            predicted_hours: expect.closeTo(6, 6),
          },
        ],
      },
    },
  ]);
  const [first] = dynamo.commandCalls(QueryCommand);
  expect(first!.args[0].input.ExpressionAttributeValues).toEqual({ ':owner': 'a' });
});

it('it is not told to others, nor of a vehicle that is none', async () => {
  const { status, json } = await ask('b');
  expect(status).toBe(403);
  expect(json.error).toBe(
    'Vehicle "SDA" was created by another caller: only that caller may see what it made good.',
  );
  dynamo.on(GetCommand).resolves({});
  expect((await ask('a')).status).toBe(404);
  expect(dynamo.commandCalls(QueryCommand)).toHaveLength(0);
});
