import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';

/** The next integer, from 1, of the counter that is kept as an item of a table; numbers are never given twice. */
export async function nextInteger(
  client: DynamoDBDocumentClient,
  table: string,
  key: Record<string, string | number>,
): Promise<number> {
  const increment = new UpdateCommand({
    TableName: table,
    Key: key,
    UpdateExpression: 'ADD last_id :one',
    ExpressionAttributeValues: { ':one': 1 },
    ReturnValues: 'UPDATED_NEW',
  });
  return (await client.send(increment)).Attributes!.last_id;
}
