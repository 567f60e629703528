/** Items under a name, which only the caller that created one may replace or remove, where callers are told apart. */
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from './conditional-write.ts';

/** Absent where callers were not told apart when the item was stored. */
export interface Owned {
  creator?: string;
}

export class OwnedItems<Item extends Owned & object> {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly key: keyof Item & string;
  private readonly lock: (keyof Item & string) | null;

  /**
   * @param key the attribute that names an item
   * @param lock an item that has this attribute is neither replaced nor removed
   */
  constructor(
    client: DynamoDBDocumentClient,
    table: string,
    key: keyof Item & string,
    lock: (keyof Item & string) | null = null,
  ) {
    this.client = client;
    this.table = table;
    this.key = key;
    this.lock = lock;
  }

  async find(name: string): Promise<Item | null> {
    const get = new GetCommand({
      TableName: this.table,
      Key: { [this.key]: name },
      ConsistentRead: true,
    });
    return ((await this.client.send(get)).Item as Item | undefined) ?? null;
  }

  /** False, and nothing done, if the name is taken. */
  async insert(item: Item, creator: string | null): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.table,
      Item: withCreator(item, creator),
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': this.key },
    });
    return (await ifConditionHolds(this.client.send(put))) !== null;
  }

  async replace(item: Item, requester: string | null): Promise<'created' | 'replaced' | 'refused'> {
    const put = new PutCommand({
      TableName: this.table,
      Item: withCreator(item, requester),
      ...this.#ifAllowed(requester),
      ReturnValues: 'ALL_OLD',
    });
    const output = await ifConditionHolds(this.client.send(put));
    if (output === null) return 'refused';
    return output.Attributes ? 'replaced' : 'created';
  }

  async remove(name: string, requester: string | null): Promise<'removed' | 'missing' | 'refused'> {
    const remove = new DeleteCommand({
      TableName: this.table,
      Key: { [this.key]: name },
      ...this.#ifAllowed(requester),
      ReturnValues: 'ALL_OLD',
    });
    const output = await ifConditionHolds(this.client.send(remove));
    if (output === null) return 'refused';
    return output.Attributes ? 'removed' : 'missing';
  }

  /** The condition of a change; a new item has neither a creator nor a lock yet. */
  #ifAllowed(requester: string | null) {
    const conditions = [
      ...(requester === null ? [] : ['(attribute_not_exists(creator) OR creator = :requester)']),
      ...(this.lock === null ? [] : ['attribute_not_exists(#lock)']),
    ];
    return {
      ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
      ...(requester !== null && { ExpressionAttributeValues: { ':requester': requester } }),
      ...(this.lock !== null && { ExpressionAttributeNames: { '#lock': this.lock } }),
    };
  }
}

const withCreator = <Item extends Owned>(item: Item, creator: string | null): Item => ({
  ...item,
  ...(creator !== null && { creator }),
});
