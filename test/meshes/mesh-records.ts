import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';

export function meshRecord(fields: Partial<MeshRecord> = {}): MeshRecord {
  return {
    id: 1,
    md5: 'a7c0460a8818db39ca6213b546f6a21c',
    name: 'weddell.vessel.json',
    kind: 'vessel',
    vesselType: 'SDA',
    vesselKey: 'SDA',
    created: '2024-02-14T05:05:00.000Z',
    bounds: { latMin: -80, latMax: -45, lonMin: -70, lonMax: 0 },
    areaKm2: 1000,
    validDateStart: '2024-02-11',
    validDateEnd: null,
    cellCount: 8302,
    consumption: 'fuel',
    missingDataSources: [],
    seaColumns: null,
    removed: null,
    ...fields,
  };
}
