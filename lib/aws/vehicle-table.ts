/** Vehicles in DynamoDB, keyed by vessel type. */
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { StoredIds } from '../request/admit.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import type { VehicleStore } from '../vehicles/vehicle-store.ts';
import { idsOf, type Owned, OwnedItems, ownedBy } from './owned-items.ts';

/**
 * The vehicle is kept as the JSON text that was accepted: DynamoDB's numbers have another range than JSON's
 * (it refuses 1e-200), and a vehicle is returned as it was given.
 */
interface VehicleItem extends Owned {
  vessel_type: string;
  vehicle: string;
}

const toItem = (vehicle: Vehicle, owned: Owned): VehicleItem => ({
  vessel_type: vehicle.vessel_type,
  vehicle: JSON.stringify(vehicle),
  ...owned,
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

  insert(vehicle: Vehicle, creator: string | null, id: string): Promise<boolean> {
    return this.items.insert(toItem(vehicle, ownedBy(creator, id)));
  }

  replace(
    vehicle: Vehicle,
    requester: string | null,
    id: string,
  ): Promise<'created' | 'replaced' | 'refused'> {
    return this.items.replace(toItem(vehicle, ownedBy(requester, id)));
  }

  async taken(requester: string | null): Promise<StoredIds> {
    return idsOf(await this.scan('id', 'creator'), requester);
  }

  takeBack(vesselType: string, id: string): Promise<void> {
    return this.items.takeBack(vesselType, id);
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

  private async scan(...attributes: (keyof VehicleItem)[]): Promise<VehicleItem[]> {
    const items: VehicleItem[] = [];
    const pages = paginateScan(
      { client: this.client },
      { TableName: this.table, ProjectionExpression: attributes.join(', '), ConsistentRead: true },
    );
    for await (const page of pages) items.push(...((page.Items ?? []) as VehicleItem[]));
    return items;
  }
}
