import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';

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
