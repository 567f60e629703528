/** Items under a name, which only the caller that created one may replace or remove, where callers are told apart. */
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredIds } from '../request/admit.ts';
import { ifConditionHolds } from './conditional-write.ts';

export interface Owned {
  /** Absent where callers were not told apart when the item was stored. */
  creator?: string;
  /** In the order of these ids items were stored; absent where nobody asked for one. */
  id?: string;
}

/** @param creator null where callers are not told apart */
export const ownedBy = (creator: string | null, id: string): Owned => ({
  id,
  ...(creator !== null && { creator }),
});

/** @param requester null where callers are not told apart: then none is their own */
export function idsOf(items: readonly Owned[], requester: string | null): StoredIds {
  const ids = (some: readonly Owned[]) => some.map(({ id = '' }) => id);
  const own = requester === null ? [] : items.filter(({ creator }) => creator === requester);
  return { all: ids(items), own: ids(own) };
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
  async insert(item: Item): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': this.key },
    });
    return (await ifConditionHolds(this.client.send(put))) !== null;
  }

  async replace(item: Item): Promise<'created' | 'replaced' | 'refused'> {
    const put = new PutCommand({
      TableName: this.table,
      Item: item,
      ...this.#ifAllowed(item.creator ?? null),
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

  /** Removes the item that was stored with an id, unless another has taken its place. */
  async takeBack(name: string, id: string): Promise<void> {
    const remove = new DeleteCommand({
      TableName: this.table,
      Key: { [this.key]: name },
      ConditionExpression: 'id = :id',
      ExpressionAttributeValues: { ':id': id },
    });
    await ifConditionHolds(this.client.send(remove));
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
