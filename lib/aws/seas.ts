/** The seas of handlers that answer at once, from the tables and the bucket of meshes, vehicles and zones. */
import { ChartStore } from '../ice-charts/chart-store.ts';
import { type SeaPorts, Seas, type ZonePorts } from '../routes/seas.ts';
import { StandingDigest, StandingZones } from '../zones/standing.ts';
import { dynamo } from './clients.ts';
import { logger } from './logger.ts';
import type { MeshBucket } from './mesh-bucket.ts';
import { MeshTable } from './mesh-table.ts';
import { StandingSetFiles } from './standing-set-files.ts';
import { VehicleTable } from './vehicle-table.ts';
import { ZoneTable } from './zone-table.ts';

interface Tables {
  readonly MESHES_TABLE: string;
  readonly VEHICLES_TABLE: string;
}

export function seasOf(
  { MESHES_TABLE, VEHICLES_TABLE }: Tables,
  files: MeshBucket,
  open?: SeaPorts['open'],
): Seas {
  return new Seas({
    ...(open && { open }),
    meshes: new MeshTable(dynamo, MESHES_TABLE, files),
    vehicles: new VehicleTable(dynamo, VEHICLES_TABLE),
    loads: { files, log: logger },
    charts: new ChartStore(files),
  });
}

export function zonesOf({ ZONES_TABLE }: { readonly ZONES_TABLE: string }, files: MeshBucket): ZonePorts {
  const zones = new ZoneTable(dynamo, ZONES_TABLE);
  return {
    zones,
    standingDigest: new StandingDigest(zones),
    standingZones: new StandingZones(new StandingSetFiles(files)),
  };
}
