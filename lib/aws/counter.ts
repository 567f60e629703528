import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

/** Adds to the counter that is kept as an item of a table, from 0, and answers its new value. */
export async function addToCounter(
  client: DynamoDBDocumentClient,
  table: string,
  key: Record<string, string | number>,
  amount = 1,
): Promise<number> {
  const increment = new UpdateCommand({
    TableName: table,
    Key: key,
    UpdateExpression: 'ADD last_id :amount',
    ExpressionAttributeValues: { ':amount': amount },
    ReturnValues: 'UPDATED_NEW',
  });
  return (await client.send(increment)).Attributes!.last_id;
}

/** The value of a counter, 0 before it was ever added to. */
export async function readCounter(
  client: DynamoDBDocumentClient,
  table: string,
  key: Record<string, string | number>,
): Promise<number> {
  const get = new GetCommand({ TableName: table, Key: key, ConsistentRead: true });
  return (await client.send(get)).Item?.last_id ?? 0;
}
