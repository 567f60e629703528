import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteItemCommand,
  DynamoDBClient,
  paginateListTables,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import type { DataFolder } from '../data-folder.ts';
import { DamagedData } from '../errors.ts';
import { REGION } from '../identities.ts';
import type { ResolvedStack } from '../resolved-stack.ts';

const EXPIRY_SWEEP_MS = 3_600_000;

type Index = { IndexName?: string | undefined; KeySchema?: unknown };

/** Keys of each of the stack's tables, as text. They cannot change once a table has items. */
export const tableKeys = (stack: ResolvedStack): Record<string, string> =>
  Object.fromEntries(
    stack
      .ofType('AWS::DynamoDB::Table')
      .map(({ identity, properties }) => [
        identity.ref,
        JSON.stringify([
          properties.KeySchema,
          sortedKeys(properties.GlobalSecondaryIndexes),
          sortedKeys(properties.LocalSecondaryIndexes),
        ]),
      ]),
  );

const sortedKeys = (indexes: readonly Index[] = []) =>
  indexes.map(({ IndexName, KeySchema }) => JSON.stringify([IndexName, KeySchema])).sort();

/** Creates the stack's tables that do not exist yet. @throws DamagedData when a stored table is missing */
async function createTables(client: DynamoDBClient, stack: ResolvedStack, data: DataFolder): Promise<void> {
  const existing = new Set<string>();
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    for (const name of TableNames) existing.add(name);
  }
  for (const { identity, properties } of stack.ofType('AWS::DynamoDB::Table')) {
    const TableName = identity.ref;
    if (existing.has(TableName)) continue;
    if (data.hadTable(TableName)) {
      throw new DamagedData(data.path, data.folder('dynamodb'), `has lost the table ${TableName}`);
    }
    const wanted: CreateTableCommandInput = {
      TableName,
      AttributeDefinitions: properties.AttributeDefinitions,
      KeySchema: properties.KeySchema,
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: indexes(properties.GlobalSecondaryIndexes),
      LocalSecondaryIndexes: indexes(properties.LocalSecondaryIndexes),
    };
    await client.send(new CreateTableCommand(wanted));
  }
}

/** Indexes without their throughput, which on-demand tables do not accept. */
const indexes = <T extends object>(list: T[] | undefined) =>
  list?.map((index) => ({ ...index, ProvisionedThroughput: undefined }));

/** Deletes the items whose time to live has passed; DynamoDB does so within days. */
async function deleteExpiredItems(
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
          .catch(() => {}); // rewritten in the meantime
      }
    }
  }
}

/** Creates the tables, and deletes expired items, now and every hour. */
export async function prepareTables(
  endpoint: string,
  stack: ResolvedStack,
  data: DataFolder,
  onStop: (cleanup: () => unknown) => void,
): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials });
  onStop(() => client.destroy());
  await createTables(client, stack, data);
  const sweep = () => deleteExpiredItems(client, stack).catch(() => {}); // the next run will delete them
  const timer = setInterval(sweep, EXPIRY_SWEEP_MS);
  onStop(() => clearInterval(timer));
  void sweep();
}
