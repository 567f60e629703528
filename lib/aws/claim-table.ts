/** Claims on requests, items of the requests table. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Claim, Claims } from '../routes/claims.ts';
import { ifConditionHolds } from './conditional-write.ts';

type ClaimItem = Claim & { readonly pk: string };

export class ClaimTable implements Claims {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  async find(key: string, now: Date): Promise<Claim | null> {
    const get = new GetCommand({ TableName: this.table, Key: { pk: claimKey(key) }, ConsistentRead: true });
    const item = (await this.client.send(get)).Item as ClaimItem | undefined;
    return item && item.expiresAt >= epochSeconds(now) ? toClaim(item) : null;
  }

  async claim(key: string, claim: Claim, now: Date): Promise<Claim> {
    const put = new PutCommand({
      TableName: this.table,
      Item: toItem(key, claim),
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt < :now',
      ExpressionAttributeValues: { ':now': epochSeconds(now) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await this.client.send(put);
      return claim;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException && error.Item) {
        return toClaim(unmarshall(error.Item) as ClaimItem);
      }
      throw error;
    }
  }

  async takeOver(key: string, claim: Claim, fromJobId: string): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.table,
      Item: toItem(key, claim),
      ConditionExpression: 'jobId = :from',
      ExpressionAttributeValues: { ':from': fromJobId },
    });
    return (await ifConditionHolds(this.client.send(put))) !== null;
  }
}

const claimKey = (key: string): string => `claim#${key}`;

const toItem = (key: string, claim: Claim): ClaimItem => ({ ...claim, pk: claimKey(key) });

const toClaim = ({ pk: _, ...claim }: ClaimItem): Claim => claim;

const epochSeconds = (time: Date): number => time.getTime() / 1000;
