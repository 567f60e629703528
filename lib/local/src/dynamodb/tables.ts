import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteItemCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  paginateScan,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { LocalStackError } from '../errors.ts';
import type { ResolvedResource, ResolvedStack } from '../resolved-stack.ts';

type Index = { IndexName?: string | undefined; KeySchema?: unknown };

/** Makes the stack's tables, but for those that are there from an earlier start. */
export async function createTables(client: DynamoDBClient, stack: ResolvedStack): Promise<void> {
  for (const resource of stack.ofType('AWS::DynamoDB::Table')) await createTable(client, resource);
}

async function createTable(
  client: DynamoDBClient,
  { identity, properties }: ResolvedResource,
): Promise<void> {
  const TableName = identity.ref;
  const wanted = {
    TableName,
    AttributeDefinitions: properties.AttributeDefinitions,
    KeySchema: properties.KeySchema,
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: indexes(properties.GlobalSecondaryIndexes),
    LocalSecondaryIndexes: indexes(properties.LocalSecondaryIndexes),
  } satisfies CreateTableCommandInput;
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (keysOf(Table!) !== keysOf(wanted)) {
      throw new LocalStackError(
        `The table ${TableName} in the data folder has other keys than the template's: delete the folder, or choose another.`,
      );
    }
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client.send(new CreateTableCommand(wanted));
  }
}

/** Indexes without what on-demand tables have no use for. */
const indexes = <T extends object>(list: T[] | undefined) =>
  list?.map((index) => ({ ...index, ProvisionedThroughput: undefined }));

/** Everything about a table that can't be changed once it has items. */
function keysOf(table: TableDescription | CreateTableCommandInput): string {
  const sorted = (list: readonly Index[] | undefined) =>
    (list ?? []).map(({ IndexName, KeySchema }) => JSON.stringify([IndexName, KeySchema])).sort();
  return JSON.stringify([
    table.KeySchema,
    sorted(table.GlobalSecondaryIndexes),
    sorted(table.LocalSecondaryIndexes),
  ]);
}

/** Deletes the items whose time to live is over, as DynamoDB does now and then. */
export async function deleteExpiredItems(
  client: DynamoDBClient,
  stack: ResolvedStack,
  now = Date.now(),
): Promise<void> {
  for (const { identity, properties } of stack.ofType('AWS::DynamoDB::Table')) {
    const ttl = properties.TimeToLiveSpecification;
    if (!ttl?.Enabled) continue;
    const TableName = identity.ref;
    const expired = {
      ExpressionAttributeNames: { '#ttl': ttl.AttributeName },
      ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1000)) } },
    };
    const names: string[] = properties.KeySchema.map((key: { AttributeName: string }) => key.AttributeName);
    for await (const page of paginateScan(
      { client },
      { TableName, FilterExpression: '#ttl < :now', ...expired },
    )) {
      for (const item of page.Items ?? []) {
        const Key = Object.fromEntries(names.map((name) => [name, item[name]!]));
        await client
          .send(new DeleteItemCommand({ TableName, Key, ConditionExpression: '#ttl < :now', ...expired }))
          .catch(() => {}); // written anew in the meantime
      }
    }
  }
}
