import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { environmentGrid } from '../meshes/mesh-files.ts';
import { sdaFields } from '../vessel/vehicles.ts';
import { boxPolygon } from '../zones/areas.ts';
import { gridMesh, md5, metadataGzip } from './grid-mesh.ts';
import { service } from './served.ts';

/** Times, distances and fuel between many places, asked of the whole service. */
export function testMatrix(): void {
  let seaMesh: number;
  beforeAll(async () => {
    seaMesh = await service.addMesh(
      'sea',
      gridMesh({ isOpen: (lat) => Math.floor(lat) !== -66 }),
      '20240601T000000',
    );
    // before a function keeps it open: the first to ask makes it again
    await service.lose('compiled/');
  });

  const [north, other, south] = [
    { lat: -62.5, lon: -58.5, name: 'North' },
    { lat: -61.5, lon: -52.5 },
    { lat: -68.5, lon: -52.5 },
  ];
  const boxAt = (west: number, east: number) => boxPolygon(west, -63, east, -61.5);
  const box = { name: 'Box', kind: 'closed', geometry: boxAt(-59, -58) };
  const ask = (body: object) => service.post('/api/matrix', body);

  test('a row for each source, a column for each target; null where there is no way', async () => {
    const { status, body } = await ask({ sources: [north, other], targets: [other, south] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      sources: [{ ...north, moved_nm: 0 }, { name: null }],
      mesh_id: seaMesh,
      accuracy_percent: 0.01,
      traveltime_days: [
        [expect.any(Number), null],
        [0, null],
      ],
    });
    const [days] = body.traveltime_days[0];
    // 20 km/h, all the same everywhere
    expect(body.distance_metres[0][0] / (20_000 * 24)).toBeCloseTo(days, 9);
    expect(body.fuel_tonnes[0][0]).toBeCloseTo(20 * days, 3);
  });

  test('zones and clearance change the way', async () => {
    const nm = async (fields: object) =>
      (await ask({ sources: [north], targets: [other], ...fields })).body.distance_metres[0][0] / 1852;
    const plain = await nm({});
    const { status } = await service.post('/api/zone', { ...box, name: 'Stored', geometry: boxAt(-57, -55) });
    expect(status).toBe(201);
    expect(await nm({ zones: ['Stored'] })).toBeGreaterThan(plain + 5);
    expect((await service.delete('/api/zone/Stored')).status).toBe(204);
    expect(await nm({ clearance_nm: 20 })).toBeCloseTo(plain, 0);
  });

  test('what is wrong is said in a sentence', async () => {
    const refused = async (asked: object) => {
      const { status, body } = await ask(asked);
      return [
        status,
        ...(body.details ?? [{ message: body.error }]).map((each: object) => Object.values(each).join(' ')),
      ];
    };
    expect(await refused({ sources: [] })).toEqual([400, 'sources must have at least one place']);
    expect(await refused({ sources: [north], targets: [{ lat: 'x', lon: 1 }] })).toEqual([
      400,
      expect.stringMatching(/^targets.*decimal number/),
    ]);
    expect(await refused({ sources: Array.from({ length: 51 }, () => north) })).toEqual([
      400,
      expect.stringMatching(/2601 pairs: at most 2500/),
    ]);
    expect(await refused({ sources: [north], clearance_nm: 21 })).toEqual([
      400,
      expect.stringMatching(/^clearance_nm/),
    ]);
    expect(await refused({ sources: [north], zones: ['Ranch'] })).toEqual([
      404,
      expect.stringMatching(/Ranch/),
    ]);
    expect(await refused({ sources: [north], zones: [box] })).toEqual([
      400,
      expect.stringMatching(/^Source 1 .*"Box"/),
    ]);
    expect(await refused({ sources: [{ lat: 10, lon: 0 }] })).toEqual([
      404,
      'No mesh available: none contains source 1 (latitude 10, longitude 0).',
    ]);
    expect(await refused({ sources: [{ lat: 10, lon: 0 }], mesh_id: seaMesh })).toEqual([
      400,
      expect.stringMatching(/source 1/i),
    ]);
    expect(await refused({ sources: [north], mesh_id: 99 })).toEqual([404, expect.stringMatching(/99/)]);
    expect(await refused({ sources: [north], vehicle_type: 'none' })).toEqual([
      404,
      expect.stringMatching(/none/),
    ]);
  });

  test('a catalogue that is lost is made again, and a mesh for a vehicle is made at first', async () => {
    await service.lose('catalogue/');
    expect((await ask({ sources: [north, other] })).status).toBe(200);
    const json = JSON.stringify(environmentGrid());
    await service.put('meshes/sea.env.json.gz', gzipSync(json));
    const record = { filepath: 'outputs/sea.env.json', created: '20240102T000000', md5: md5(json) };
    await service.put('metadata/upload_metadata_20240102T000000_sea.yaml.gz', metadataGzip([record]));
    await service.importMeshes();
    await service.post('/api/vehicle', sdaFields);
    await service.lose('vehicle-meshes/'); // another kind of request may have made it
    const sources = [
      { lat: -59, lon: 1 },
      { lat: -58.5, lon: 1.5 },
    ];
    for (let again = 0; again < 2; again++) {
      expect((await ask({ sources, vehicle_type: sdaFields.vessel_type })).status).toBe(200);
    }
  });
}
