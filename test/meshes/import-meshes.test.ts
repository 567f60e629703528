import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { compiledKeyOf, sourceKeyOf } from '../../lib/meshes/compiled-key.ts';
import { importNewMeshes, insertMeshes } from '../../lib/meshes/import-meshes.ts';
import type { ImportResult } from '../../lib/meshes/import-result.ts';
import { badMeshes } from './bad-meshes.ts';
import { md5Of, memoryPorts, metadata, outcomes } from './memory-ports.ts';
import { bytesOf, gridMesh } from './mesh-files.ts';

const folders = { meshPrefix: 'meshes/', metadataPrefix: 'metadata/' };
const good = bytesOf(gridMesh());
const other = bytesOf(gridMesh({ lat: -70 }));
const NEWER = 'metadata/upload_metadata_20240214T050500.yaml.gz';
const OLDER = 'metadata/upload_metadata_20240213T050500.yaml.gz';

const imported = (ports: ReturnType<typeof memoryPorts>) => outcomes(importNewMeshes(ports, folders));

describe('importing what was dropped', () => {
  it('stores the mesh and its record', async () => {
    const md5 = md5Of(good);
    const more =
      '  created: 20240214T050448\n  latlong: {latmin: -60, latmax: -58, lonmin: null, lonmax: 2.5}\n';
    const ports = memoryPorts({
      [NEWER]: metadata({ name: 'a.vessel.json', md5, more }, { name: 'a.vessel.geojson', md5 }),
      'meshes/a.vessel.json.gz': gzipSync(good),
    });
    const results: ImportResult[] = [];
    for await (const result of importNewMeshes(ports, folders)) results.push(result);
    const bounds = { latMin: -60, latMax: -58, lonMin: 0, lonMax: 2.5 };
    const created = '2024-02-14T05:04:48.000Z';
    expect(results).toEqual([{ file: 'a.vessel.json', outcome: 'inserted', id: 1, md5, created, bounds }]);
    expect(ports.records.get(md5)).toMatchObject({
      id: 1,
      name: 'a.vessel.json',
      cellCount: 9,
      consumption: 'fuel',
      validDateStart: '2024-02-11',
      missingDataSources: ['sea-ice thickness', 'sea-ice density'],
      kind: 'vessel',
      removed: null,
    });
    expect(openMesh(ports.bucket.get(compiledKeyOf(md5))!).cellCount).toBe(9);
  });

  it('stores nothing twice', async () => {
    const ports = memoryPorts({
      [NEWER]: metadata({ name: 'a.vessel.json', md5: md5Of(good) }),
      'meshes/a.vessel.json.gz': gzipSync(good),
    });
    expect(await imported(ports)).toEqual([['a.vessel.json', 'inserted']]);
    expect(await imported(ports)).toEqual([['a.vessel.json', 'already stored']]);
    expect(ports.records.size).toBe(1);
  });

  it('imports once in two runs at the same time', async () => {
    const ports = memoryPorts({
      [NEWER]: metadata(
        { name: 'a.vessel.json', md5: md5Of(good) },
        { name: 'b.vessel.json', md5: md5Of(other) },
      ),
      'meshes/a.vessel.json.gz': gzipSync(good),
      'meshes/b.vessel.json.gz': gzipSync(other),
    });
    const runs = await Promise.all([imported(ports), imported(ports)]);
    const counts = runs.flat().map(([, outcome]) => outcome);
    expect(counts.filter((outcome) => outcome === 'inserted')).toHaveLength(2);
    expect(counts.filter((outcome) => outcome === 'already stored')).toHaveLength(2);
    expect(new Set([...ports.records.values()].map(({ id }) => id)).size).toBe(2);
  });

  it('waits for a file that is not there yet', async () => {
    const ports = memoryPorts({ [NEWER]: metadata({ name: 'a.vessel.json', md5: md5Of(good) }) });
    expect(await imported(ports)).toEqual([['a.vessel.json', 'waiting']]);
    ports.bucket.set('meshes/a.vessel.json.gz', gzipSync(good));
    expect(await imported(ports)).toEqual([['a.vessel.json', 'inserted']]);
  });

  it('takes a file that is written again and again for what its md5 says it is', async () => {
    const ports = memoryPorts({
      [OLDER]: metadata({ name: 'a.vessel.json', md5: md5Of(good), more: '  created: 20240213T000000\n' }),
      [NEWER]: metadata({ name: 'a.vessel.json', md5: md5Of(other), more: '  created: 20240214T000000\n' }),
      'meshes/a.vessel.json.gz': gzipSync(good),
    });
    expect(await imported(ports)).toEqual([['a.vessel.json', 'inserted']]);
    expect(ports.records.get(md5Of(good))?.created).toBe('2024-02-13T00:00:00.000Z');
    expect(await imported(ports)).toEqual([['a.vessel.json', 'waiting']]);
    ports.bucket.set('meshes/a.vessel.json.gz', gzipSync(other));
    expect(await imported(ports)).toEqual([['a.vessel.json', 'inserted']]);
    expect(ports.records.get(md5Of(other))?.created).toBe('2024-02-14T00:00:00.000Z');
    expect(await imported(ports)).toEqual([['a.vessel.json', 'already stored']]);
  });

  it('has the newest metadata first', async () => {
    const ports = memoryPorts({
      [OLDER]: metadata({ name: 'b.vessel.json', md5: md5Of(other) }),
      [NEWER]: metadata({ name: 'a.vessel.json', md5: md5Of(good) }),
    });
    expect((await imported(ports)).map(([file]) => file)).toEqual(['a.vessel.json', 'b.vessel.json']);
  });

  it('is stopped by no bad file', async () => {
    const bad = badMeshes.map(([, bytes], index) => ({ name: `${index}.vessel.json`, bytes }));
    const truncated = gzipSync(other).subarray(0, 100);
    const ports = memoryPorts({
      ...Object.fromEntries(bad.map(({ name, bytes }) => [`meshes/${name}.gz`, gzipSync(bytes)])),
      'meshes/truncated.vessel.json.gz': truncated,
      'meshes/mismatch.vessel.json.gz': gzipSync(other),
      'meshes/good.vessel.json.gz': gzipSync(good),
      'metadata/upload_metadata_1.yaml.gz': Buffer.from('no gzip, no yaml: ['),
      'metadata/upload_metadata_2.yaml.gz': gzipSync('records: [').subarray(0, 12),
      'metadata/upload_metadata_3.yaml.gz': gzipSync('just: text'),
      'metadata/notes.txt': Buffer.from('not for us'),
      [OLDER]: metadata(
        ...bad.map(({ name, bytes }) => ({ name, md5: md5Of(bytes) })),
        { name: 'truncated.vessel.json', md5: md5Of(other) },
        { name: 'mismatch.vessel.json', md5: md5Of(Buffer.from('x')) },
        { name: 'nonsense.vessel.json', md5: 'x' },
        { name: 'good.vessel.json', md5: md5Of(good) },
      ),
    });
    const before = new Set(ports.bucket.keys());
    const results = await imported(ports);
    expect(results.filter(([, outcome]) => outcome === 'inserted')).toEqual([
      ['good.vessel.json', 'inserted'],
    ]);
    expect(results.filter(([, outcome]) => outcome === 'refused')).toHaveLength(bad.length + 3 + 3);
    expect(results).toHaveLength(bad.length + 7);
    const left = [...ports.bucket.keys()].filter((key) => !before.has(key));
    expect(left).toEqual([sourceKeyOf(md5Of(good)), compiledKeyOf(md5Of(good))]);
  });

  it('tells a fault of the service from one of the file, and goes on', async () => {
    const ports = memoryPorts({
      [NEWER]: metadata(
        { name: 'a.vessel.json', md5: md5Of(good) },
        { name: 'b.vessel.json', md5: md5Of(other) },
      ),
      'meshes/a.vessel.json.gz': gzipSync(good),
      'meshes/b.vessel.json.gz': gzipSync(other),
    });
    const { write } = ports.files;
    ports.files.write = async () => {
      ports.files.write = write;
      throw new Error('SlowDown');
    };
    expect(await imported(ports)).toEqual([
      ['a.vessel.json', 'failed'],
      ['b.vessel.json', 'inserted'],
    ]);
    expect(ports.records.has(md5Of(good))).toBe(false);
    expect(await imported(ports)).toEqual([
      ['a.vessel.json', 'inserted'],
      ['b.vessel.json', 'already stored'],
    ]);
  });
});

describe('inserting by hand', () => {
  it('takes bounds from the region, and the end of the data as the time', async () => {
    const ports = memoryPorts({ 'inserted/1/mine.json.gz': gzipSync(good) });
    const keys = ['inserted/1/mine.json.gz', 'inserted/2/none.json.gz', 'inserted/1/mine.json.gz'];
    expect(await outcomes(insertMeshes(ports, keys))).toEqual([
      ['mine.json', 'inserted'],
      ['none.json', 'refused'],
      ['mine.json', 'already stored'],
    ]);
    expect(ports.records.get(md5Of(good))).toMatchObject({
      name: 'mine.json',
      created: '2024-02-13T00:00:00.000Z',
      bounds: { latMin: -60, latMax: -57, lonMin: 0, lonMax: 3 },
    });
  });

  it('has the same md5 as the import', async () => {
    const ports = memoryPorts({
      'inserted/1/mine.json': good,
      [NEWER]: metadata({ name: 'a.vessel.json', md5: md5Of(good) }),
      'meshes/a.vessel.json.gz': gzipSync(good),
    });
    await outcomes(insertMeshes(ports, ['inserted/1/mine.json']));
    expect(await imported(ports)).toEqual([['a.vessel.json', 'already stored']]);
  });
});

describe('a mesh that is stored', () => {
  const md5 = md5Of(good);
  const insert = (ports: ReturnType<typeof memoryPorts>, restore = false) =>
    outcomes(insertMeshes(ports, ['inserted/1/mine.json.gz'], { restore }));
  const stored = async () => {
    const ports = memoryPorts({ 'inserted/1/mine.json.gz': gzipSync(good) });
    expect(await insert(ports)).toEqual([['mine.json', 'inserted']]);
    return ports;
  };

  it.each([compiledKeyOf(md5), sourceKeyOf(md5)])('whose file %s is missing gets it again', async (key) => {
    const ports = await stored();
    const bytes = ports.bucket.get(key)!;
    ports.bucket.delete(key);
    expect(await insert(ports)).toEqual([['mine.json', 'recompiled']]);
    expect(Buffer.compare(ports.bucket.get(key)!, bytes)).toBe(0);
    expect(await insert(ports)).toEqual([['mine.json', 'already stored']]);
    expect(ports.records.size).toBe(1);
  });

  it('and was removed comes back only when that is asked for', async () => {
    const ports = await stored();
    ports.records.set(md5, { ...ports.records.get(md5)!, removed: '2024-03-01T00:00:00.000Z' });
    expect(await insert(ports)).toEqual([['mine.json', 'removed']]);
    expect(ports.records.get(md5)?.removed).not.toBeNull();
    expect(await insert(ports, true)).toEqual([['mine.json', 'restored']]);
    expect(ports.records.get(md5)?.removed).toBeNull();
    expect(await insert(ports, true)).toEqual([['mine.json', 'already stored']]);
  });
});
