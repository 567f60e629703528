import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startDynamoDb } from 'template-runner';

const attribute = (AttributeName: string, AttributeType: 'S' | 'N') => ({ AttributeName, AttributeType });
const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const });
const include = (...NonKeyAttributes: string[]) => ({ ProjectionType: 'INCLUDE' as const, NonKeyAttributes });

/** As in lib/stack/storage.ts; test/stack/stages.test.ts holds the keys of the template to the same names. */
export const tables: CreateTableCommandInput[] = [
  {
    TableName: 'vehicles',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [attribute('vessel_type', 'S')],
    KeySchema: [hash('vessel_type')],
  },
  {
    TableName: 'zones',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [attribute('name', 'S'), attribute('list', 'S')],
    KeySchema: [hash('name')],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-name',
        KeySchema: [hash('list'), range('name')],
        Projection: include('summary'),
      },
    ],
  },
  {
    TableName: 'requests',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      attribute('pk', 'S'),
      attribute('reuseKey', 'S'),
      attribute('reuseOrder', 'S'),
      attribute('activeShard', 'N'),
      attribute('requestedAt', 'S'),
    ],
    KeySchema: [hash('pk')],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'similar',
        KeySchema: [hash('reuseKey'), range('reuseOrder')],
        Projection: include('id', 'routeId', 'meshId', 'start', 'end'),
      },
      {
        IndexName: 'active',
        KeySchema: [hash('activeShard'), range('requestedAt')],
        Projection: include('id'),
      },
    ],
  },
  {
    TableName: 'meshes',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['key', 'sort', 'rank', 'list', 'created'].map((name) => attribute(name, 'S')),
    KeySchema: [hash('key'), range('sort')],
    LocalSecondaryIndexes: [
      {
        IndexName: 'by-rank',
        KeySchema: [hash('key'), range('rank')],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-created',
        KeySchema: [hash('list'), range('created')],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  },
  {
    TableName: 'watches',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['id', 'sort', 'owner', 'created', 'active', 'endsAt'].map((name) =>
      attribute(name, 'S'),
    ),
    KeySchema: [hash('id'), range('sort')],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-owner',
        KeySchema: [hash('owner'), range('created')],
        Projection: { ProjectionType: 'ALL' },
      },
      {
        IndexName: 'active',
        KeySchema: [hash('active'), range('endsAt')],
        Projection: include('owner'),
      },
    ],
  },
];

/** The tables in an emulator, so that every expression is really evaluated. */
export async function startTables(): Promise<{ client: DynamoDBDocumentClient; stop: () => Promise<void> }> {
  const database = await startDynamoDb();
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  for (const input of tables) await client.send(new CreateTableCommand(input));
  for (const { TableName } of tables) {
    await waitUntilTableExists({ client, maxWaitTime: 5, minDelay: 0.005, maxDelay: 0.01 }, { TableName });
  }
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    stop: async () => {
      client.destroy();
      await database.stop();
    },
  };
}
