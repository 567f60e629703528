/** Vehicles in DynamoDB, keyed by vessel type. */
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  paginateScan,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Vehicle } from '../vehicles/vehicle.ts';
import type { VehicleStore } from '../vehicles/vehicle-store.ts';
import { ifConditionHolds } from './conditional-write.ts';
import { type Owned, OwnedItems } from './owned-items.ts';

/**
 * The vehicle is kept as the JSON text that was accepted: DynamoDB's numbers have another range than JSON's
 * (it refuses 1e-200), and a vehicle is returned as it was given.
 */
interface VehicleItem extends Owned {
  vessel_type: string;
  vehicle: string;
}

const toItem = (vehicle: Vehicle): VehicleItem => ({
  vessel_type: vehicle.vessel_type,
  vehicle: JSON.stringify(vehicle),
});

export class VehicleTable implements VehicleStore {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly items: OwnedItems<VehicleItem>;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
    this.items = new OwnedItems(client, table, 'vessel_type');
  }

  insert(vehicle: Vehicle, creator: string | null): Promise<boolean> {
    return this.items.insert(toItem(vehicle), creator);
  }

  replace(vehicle: Vehicle, requester: string | null): Promise<'created' | 'replaced' | 'refused'> {
    return this.items.replace(toItem(vehicle), requester);
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
    const item = await this.items.find(vesselType);
    return item && JSON.parse(item.vehicle);
  }

  async ownership(vesselType: string, requester: string | null): Promise<'own' | 'missing' | 'refused'> {
    const item = await this.items.find(vesselType);
    if (!item) return 'missing';
    return requester === null || (item.creator ?? requester) === requester ? 'own' : 'refused';
  }

  remove(vesselType: string, requester: string | null): Promise<'removed' | 'missing' | 'refused'> {
    return this.items.remove(vesselType, requester);
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
