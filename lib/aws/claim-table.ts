/** Claims, items of the table of what they are for. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Claim, Claims } from '../request/claims.ts';
import { ifConditionHolds } from './conditional-write.ts';

/** What tells the claims of a table from its other items. */
interface Layout {
  readonly keyOf: (key: string) => Readonly<Record<string, string>>;
  /** The attribute with the id that is claimed. */
  readonly id: string;
}

/** Of the requests table. */
export const JOBS: Layout = { keyOf: (key) => ({ pk: `claim#${key}` }), id: 'jobId' };
/** Of tables whose items have a sort key. */
export const SORTED: Layout = { keyOf: (key) => ({ id: `claim#${key}`, sort: 'claim' }), id: 'claimedId' };

type ClaimItem = Omit<Claim, 'id'> & Readonly<Record<string, unknown>>;

export class ClaimTable implements Claims {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #layout: Layout;

  constructor(client: DynamoDBDocumentClient, table: string, layout: Layout) {
    this.#client = client;
    this.#table = table;
    this.#layout = layout;
  }

  async find(key: string, now: Date): Promise<Claim | null> {
    const get = new GetCommand({
      TableName: this.#table,
      Key: this.#layout.keyOf(key),
      ConsistentRead: true,
    });
    const item = (await this.#client.send(get)).Item as ClaimItem | undefined;
    return item && item.expiresAt >= epochSeconds(now) ? this.#toClaim(item) : null;
  }

  async claim(key: string, claim: Claim, now: Date): Promise<Claim> {
    const put = new PutCommand({
      TableName: this.#table,
      Item: this.#toItem(key, claim),
      ConditionExpression: 'attribute_not_exists(#id) OR expiresAt < :now',
      ExpressionAttributeNames: { '#id': this.#layout.id },
      ExpressionAttributeValues: { ':now': epochSeconds(now) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await this.#client.send(put);
      return claim;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException && error.Item) {
        return this.#toClaim(unmarshall(error.Item) as ClaimItem);
      }
      throw error;
    }
  }

  async takeOver(key: string, claim: Claim, fromId: string): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.#table,
      Item: this.#toItem(key, claim),
      ConditionExpression: '#id = :from',
      ExpressionAttributeNames: { '#id': this.#layout.id },
      ExpressionAttributeValues: { ':from': fromId },
    });
    return (await ifConditionHolds(this.#client.send(put))) !== null;
  }

  #toItem(key: string, { id, ...claim }: Claim): ClaimItem {
    return { ...claim, [this.#layout.id]: id, ...this.#layout.keyOf(key) };
  }

  #toClaim(item: ClaimItem): Claim {
    const { fingerprint, expiresAt } = item;
    return { id: item[this.#layout.id] as string, fingerprint, expiresAt };
  }
}

const epochSeconds = (time: Date): number => time.getTime() / 1000;
