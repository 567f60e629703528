/** Records that belong to who requested them, in tables with an index `by-owner`: by owner, newest first. */
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';

/** The owner where callers are not told apart: null is no key of an index. */
const EVERYBODY = '-';

export const ownerOf = (requester: string | null): string => requester ?? EVERYBODY;

interface OwnedQuery {
  readonly table: string;
  /** Sort key of the records. */
  readonly sort: string;
  readonly requester: string | null;
  readonly limit: number;
  /** `next` of the page before; null for the first. */
  readonly after: string | null;
}

/** A page of a requester's records. */
export async function pageByOwner<Item>(
  client: DynamoDBDocumentClient,
  { table, sort, requester, limit, after }: OwnedQuery,
): Promise<{ readonly items: readonly Item[]; readonly next: string | null }> {
  const owner = ownerOf(requester);
  const [created = '', id = ''] = after?.split('~') ?? [];
  const query = new QueryCommand({
    TableName: table,
    IndexName: 'by-owner',
    KeyConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': owner },
    ScanIndexForward: false,
    Limit: limit,
    ...(after !== null && { ExclusiveStartKey: { owner, created, id, sort } }),
  });
  const { Items = [], LastEvaluatedKey: last } = await client.send(query);
  return { items: Items as Item[], next: last ? `${last.created}~${last.id}` : null };
}
