import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  type ReturnValuesOnConditionCheckFailure,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LocalDynamoDb, startDynamoDb } from '../src/index.ts';

let database: LocalDynamoDb;
let client: DynamoDBClient;
const TableName = 'items';
const stored = { id: { S: 'a' }, version: { N: '3' } };

beforeAll(async () => {
  database = await startDynamoDb();
  client = new DynamoDBClient({
    endpoint: database.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'anyone', secretAccessKey: 'anything' },
  });
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  // the table becomes ACTIVE a moment later
  await vi.waitFor(() => client.send(new PutItemCommand({ TableName, Item: stored })), { interval: 5 });
});
afterAll(() => database.stop());

const condition = (ReturnValuesOnConditionCheckFailure?: ReturnValuesOnConditionCheckFailure) => ({
  TableName,
  ConditionExpression: '#v = :one',
  ExpressionAttributeNames: { '#v': 'version' },
  ExpressionAttributeValues: { ':one': { N: '1' } },
  ...(ReturnValuesOnConditionCheckFailure && { ReturnValuesOnConditionCheckFailure }),
});
const Key = { id: stored.id };
type Returned = ReturnValuesOnConditionCheckFailure | undefined;
const writes: [string, (id: string, returned: Returned) => Promise<unknown>][] = [
  ['PutItem', (id, r) => client.send(new PutItemCommand({ ...condition(r), Item: { id: { S: id } } }))],
  ['UpdateItem', (id, r) => client.send(new UpdateItemCommand({ ...condition(r), Key: { id: { S: id } } }))],
  ['DeleteItem', (id, r) => client.send(new DeleteItemCommand({ ...condition(r), Key: { id: { S: id } } }))],
];
const failure = (write: Promise<unknown>) =>
  write.then(
    () => 'no failure',
    (error: unknown) => error,
  );

test.each(writes)(
  '%s: a failed condition returns the stored item, where it was asked for',
  async (_, write) => {
    const name = 'ConditionalCheckFailedException';
    expect(await failure(write('a', 'ALL_OLD'))).toMatchObject({ name, Item: stored });
    for (const returned of ['NONE', undefined] as const) {
      const error = await failure(write('a', returned));
      expect(error).toMatchObject({ name });
      expect(error).not.toHaveProperty('Item', expect.anything());
    }
    const missing = await failure(write('not stored', 'ALL_OLD'));
    expect(missing).toMatchObject({ name });
    expect(missing).not.toHaveProperty('Item', expect.anything());
  },
);

test('a condition that holds writes, and returns what ReturnValues asks for', async () => {
  const update = new UpdateItemCommand({
    TableName,
    Key,
    ConditionExpression: '#v = :three',
    UpdateExpression: 'SET #v = :four',
    ExpressionAttributeNames: { '#v': 'version' },
    ExpressionAttributeValues: { ':three': { N: '3' }, ':four': { N: '4' } },
    ReturnValues: 'ALL_OLD',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  expect((await client.send(update)).Attributes).toEqual(stored);
  expect(await failure(client.send(update))).toMatchObject({ Item: { version: { N: '4' } } });
});
