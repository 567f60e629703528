/** What a request for a route is accepted with, from the tables and the mesh bucket. */
import { ChartStore } from '../ice-charts/chart-store.ts';
import { StandingDigest, StandingZones } from '../zones/standing.ts';
import { dynamo } from './clients.ts';
import { MeshBucket } from './mesh-bucket.ts';
import { MeshTable } from './mesh-table.ts';
import { s3 } from './s3-client.ts';
import { StandingSetFiles } from './standing-set-files.ts';
import { VehicleTable } from './vehicle-table.ts';
import { ZoneTable } from './zone-table.ts';

interface Names {
  readonly MESHES_TABLE: string;
  readonly VEHICLES_TABLE: string;
  readonly ZONES_TABLE: string;
  readonly MESH_BUCKET: string;
}

export function resolvePorts({ MESHES_TABLE, VEHICLES_TABLE, ZONES_TABLE, MESH_BUCKET }: Names) {
  const zones = new ZoneTable(dynamo, ZONES_TABLE);
  const files = new MeshBucket(s3, MESH_BUCKET);
  return {
    meshes: new MeshTable(dynamo, MESHES_TABLE, files),
    vehicles: new VehicleTable(dynamo, VEHICLES_TABLE),
    zones,
    charts: new ChartStore(files),
    standingDigest: new StandingDigest(zones),
    standingZones: new StandingZones(new StandingSetFiles(files)),
  };
}
