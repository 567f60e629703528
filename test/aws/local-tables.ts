import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startDynamoDb } from 'template-runner';

const key = (name: string, type: 'S' | 'N') => ({
  attribute: { AttributeName: name, AttributeType: type },
  hash: { AttributeName: name, KeyType: 'HASH' as const },
});

function table(TableName: string, name: string, type: 'S' | 'N'): CreateTableCommandInput {
  const { attribute, hash } = key(name, type);
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [attribute],
    KeySchema: [hash],
  };
}

function routesTable(): CreateTableCommandInput {
  const base = table('routes', 'id', 'N');
  const cell = key('start_cell', 'S');
  const created = key('created', 'S');
  return {
    ...base,
    AttributeDefinitions: [...base.AttributeDefinitions!, cell.attribute, created.attribute],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-start-cell',
        KeySchema: [cell.hash, { ...created.hash, KeyType: 'RANGE' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  };
}

/** The tables of vehicles, routes and jobs in an emulator, so that every expression is really evaluated. */
export async function startTables(): Promise<{ client: DynamoDBDocumentClient; stop: () => Promise<void> }> {
  const database = await startDynamoDb();
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  for (const input of [table('vehicles', 'vessel_type', 'S'), table('jobs', 'id', 'S'), routesTable()]) {
    await client.send(new CreateTableCommand(input));
  }
  await new Promise((resolve) => setTimeout(resolve, 50)); // the tables become ACTIVE a turn later
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    stop: async () => {
      client.destroy();
      await database.stop();
    },
  };
}
