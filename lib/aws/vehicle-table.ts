/** Vehicles in DynamoDB, keyed by vessel type. */
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Vehicle } from '../vehicles/vehicle.ts';
import type { VehicleStore } from '../vehicles/vehicle-store.ts';
import { ifConditionHolds } from './conditional-write.ts';

/**
 * The vehicle is kept as the JSON text that was accepted: DynamoDB's numbers have another range than JSON's
 * (it refuses 1e-200), and a vehicle is returned as it was given.
 */
interface VehicleItem {
  vessel_type: string;
  vehicle: string;
  /** Absent where callers were not told apart when it was stored. */
  creator?: string;
}

const toItem = (vehicle: Vehicle, creator: string | null): VehicleItem => ({
  vessel_type: vehicle.vessel_type,
  vehicle: JSON.stringify(vehicle),
  ...(creator !== null && { creator }),
});

/** The condition of a write that only the vehicle's creator may make; a new vehicle has no creator yet. */
const onlyCreator = (requester: string | null) =>
  requester === null
    ? {}
    : {
        ConditionExpression: 'attribute_not_exists(creator) OR creator = :requester',
        ExpressionAttributeValues: { ':requester': requester },
      };

export class VehicleTable implements VehicleStore {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  async insert(vehicle: Vehicle, creator: string | null): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.table,
      Item: toItem(vehicle, creator),
      ConditionExpression: 'attribute_not_exists(vessel_type)',
    });
    return (await ifConditionHolds(this.client.send(put))) !== null;
  }

  async replace(vehicle: Vehicle, requester: string | null): Promise<'created' | 'replaced' | 'refused'> {
    const put = new PutCommand({
      TableName: this.table,
      Item: toItem(vehicle, requester),
      ...onlyCreator(requester),
      ReturnValues: 'ALL_OLD',
    });
    const output = await ifConditionHolds(this.client.send(put));
    if (output === null) return 'refused';
    return output.Attributes ? 'replaced' : 'created';
  }

  async count(requester: string | null): Promise<{ all: number; own: number }> {
    const all = await this.#countWhere({});
    if (requester === null) return { all, own: 0 };
    const own = await this.#countWhere({
      FilterExpression: 'creator = :requester',
      ExpressionAttributeValues: { ':requester': requester },
    });
    return { all, own };
  }

  async #countWhere(filter: Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeValues'>) {
    const scan = { TableName: this.table, Select: 'COUNT', ConsistentRead: true, ...filter } as const;
    let count = 0;
    for await (const page of paginateScan({ client: this.client }, scan)) count += page.Count ?? 0;
    return count;
  }

  async takeBack(vehicle: Vehicle): Promise<void> {
    const remove = new DeleteCommand({
      TableName: this.table,
      Key: { vessel_type: vehicle.vessel_type },
      ConditionExpression: 'vehicle = :stored',
      ExpressionAttributeValues: { ':stored': JSON.stringify(vehicle) },
    });
    await ifConditionHolds(this.client.send(remove));
  }

  async find(vesselType: string): Promise<Vehicle | null> {
    const get = new GetCommand({
      TableName: this.table,
      Key: { vessel_type: vesselType },
      ConsistentRead: true,
    });
    const item = (await this.client.send(get)).Item as VehicleItem | undefined;
    return item ? JSON.parse(item.vehicle) : null;
  }

  async remove(vesselType: string, requester: string | null): Promise<'removed' | 'missing' | 'refused'> {
    const remove = new DeleteCommand({
      TableName: this.table,
      Key: { vessel_type: vesselType },
      ...onlyCreator(requester),
      ReturnValues: 'ALL_OLD',
    });
    const output = await ifConditionHolds(this.client.send(remove));
    if (output === null) return 'refused';
    return output.Attributes ? 'removed' : 'missing';
  }

  async all(): Promise<Vehicle[]> {
    const items = await this.scan('vehicle');
    return items.map((item) => JSON.parse(item.vehicle));
  }

  async allTypes(): Promise<string[]> {
    return (await this.scan('vessel_type')).map((item) => item.vessel_type);
  }

  private async scan(attribute: keyof VehicleItem): Promise<VehicleItem[]> {
    const items: VehicleItem[] = [];
    const pages = paginateScan(
      { client: this.client },
      { TableName: this.table, ProjectionExpression: attribute, ConsistentRead: true },
    );
    for await (const page of pages) items.push(...((page.Items ?? []) as VehicleItem[]));
    return items;
  }
}
