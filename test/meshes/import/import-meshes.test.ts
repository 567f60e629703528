import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { compiledKeyOf, sourceKeyOf } from '../../../lib/meshes/compiled-key.ts';
import { type FileToImport, ImportEndedAbruptly } from '../../../lib/meshes/import/import-file.ts';
import { importNewMeshes } from '../../../lib/meshes/import/import-meshes.ts';
import type { ImportResult } from '../../../lib/meshes/import/import-result.ts';
import { STATE_KEY } from '../../../lib/meshes/import/import-state.ts';
import { insertMeshes } from '../../../lib/meshes/import/insert-meshes.ts';
import { holdingAt, rankOf, timelineOf, validityOf } from '../../../lib/voyage/forecast/timeline.ts';
import { badMeshes } from '../bad-meshes.ts';
import { md5Of, memoryPorts, metadata, outcomes } from '../memory-ports.ts';
import { bytesOf, gridMesh } from '../mesh-files.ts';

const folders = { meshPrefix: 'meshes/', metadataPrefix: 'metadata/' };
const good = bytesOf(gridMesh());
const other = bytesOf(gridMesh({ lat: -70 }));
const third = bytesOf(gridMesh({ lat: -75 }));
const NEWER = 'metadata/upload_metadata_20240214T050500.yaml.gz';
const OLDER = 'metadata/upload_metadata_20240213T050500.yaml.gz';

type Ports = ReturnType<typeof memoryPorts>;
const imported = (ports: Ports) => outcomes(importNewMeshes(ports, folders));

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
      seaColumns: ['elevation', 'iceConcentration'],
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
    expect(await imported(ports)).toEqual([]);
    ports.bucket.delete('import/state.json');
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

  it('looks for thousands of files that are not there in one listing, and names some', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => `${i}.vessel.json`);
    const ports = memoryPorts({
      [NEWER]: metadata(...names.map((name) => ({ name, md5: md5Of(Buffer.from(name)) }))),
    });
    const begun = process.cpuUsage();
    for (let run = 0; run < 2; run++) {
      ports.requests.length = 0;
      const results = await imported(ports);
      expect(results).toHaveLength(101);
      expect(results.at(-1)).toEqual(['2900 more', 'waiting']);
      expect(ports.requests.filter((each) => !/metadata|import/.test(each))).toEqual([]);
    }
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1e6).toBeLessThan(10);
    ports.bucket.set('meshes/7.vessel.json.gz', gzipSync(good));
    const [, found] = (await imported(ports)).find(([name]) => name === '7.vessel.json')!;
    expect(found).toBe('refused'); // it is there, with another md5 than its record's
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
    expect(await imported(ports)).toEqual([]);
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
    const kept = [sourceKeyOf(md5Of(good)), compiledKeyOf(md5Of(good)), 'import/state.json'];
    expect(left.sort()).toEqual(kept.sort());
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
    ports.files.write = async (key, bytes) => {
      // files are read side by side, and either may be the first
      if (!key.includes(md5Of(good))) return write(key, bytes);
      ports.files.write = write;
      throw new Error('SlowDown');
    };
    expect((await imported(ports)).sort()).toEqual([
      ['a.vessel.json', 'failed'],
      ['b.vessel.json', 'inserted'],
    ]);
    expect(ports.records.has(md5Of(good))).toBe(false);
    expect(await imported(ports)).toEqual([['a.vessel.json', 'inserted']]);
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

it('keeps what a forecast supersedes under the same name, for the routes that were planned on it; at its time the newer holds', async () => {
  const forecast = (speedKmh: number) => {
    const mesh = gridMesh();
    Object.assign(mesh.config.mesh_info.region, { start_time: '2024-02-15', end_time: '2024-02-15' });
    for (const cell of mesh.cellboxes) cell.speed = cell.speed.map(() => speedKmh);
    return bytesOf(mesh);
  };
  const [before, after] = [forecast(10), forecast(12)];
  const drop = (bytes: Uint8Array, day: string) => ({
    [`metadata/upload_metadata_202402${day}T050500.yaml.gz`]: metadata({
      name: 'forecast.vessel.json',
      md5: md5Of(bytes),
      more: `  created: 202402${day}T050448\n`,
    }),
    'meshes/forecast.vessel.json.gz': gzipSync(bytes),
  });
  const ports = memoryPorts(drop(before, '13'));
  expect(await imported(ports)).toEqual([['forecast.vessel.json', 'inserted']]);
  for (const [key, bytes] of Object.entries(drop(after, '14'))) ports.bucket.set(key, bytes);
  expect(await imported(ports)).toEqual([['forecast.vessel.json', 'inserted']]);

  const stored = [before, after].map((bytes) => ports.records.get(md5Of(bytes))!);
  expect(stored.map(({ id, removed }) => [id, removed])).toEqual([
    [1, null],
    [2, null],
  ]);
  for (const { md5 } of stored) {
    expect(ports.bucket.has(sourceKeyOf(md5))).toBe(true);
    expect(openMesh(ports.bucket.get(compiledKeyOf(md5))!).cellCount).toBe(9);
  }
  const timeline = timelineOf(
    stored.map((record) => ({
      ...validityOf(record.validDateStart, record.validDateEnd)!,
      rank: rankOf(record),
    })),
  );
  expect(stored[holdingAt(timeline, Date.parse('2024-02-15T12:00Z')).mesh]!.id).toBe(2);
});

describe('a run costs what is new', () => {
  const scheduled = (ports: Ports) => outcomes(importNewMeshes(ports, folders, { scheduled: true }));
  const hours = (ports: Ports, n: number) => {
    ports.clock.now = new Date(ports.clock.now.getTime() + n * 3_600_000);
  };
  /** Metadata file names of one per hour before the clock's start. */
  const metadataKey = (hoursAgo: number) => {
    const time = new Date(Date.UTC(2024, 2, 1, 12) - hoursAgo * 3_600_000).toISOString();
    return `metadata/upload_metadata_${time.slice(0, 19).replaceAll(/[-:]/g, '')}.yaml.gz`;
  };
  const requestsOf = async (ports: Ports, run: () => Promise<unknown>) => {
    ports.requests.length = 0;
    await run();
    return [...ports.requests];
  };
  const meshOf = (name: string, bytes: Uint8Array) => ({ [`meshes/${name}.gz`]: gzipSync(bytes) });
  const mention = (name: string, bytes: Uint8Array) => metadata({ name, md5: md5Of(bytes) });

  it('and nothing for 10,000 old metadata files', async () => {
    const old = mention('a.vessel.json', good);
    const files = Array.from({ length: 10_000 }, (_, i) => [metadataKey(i), old] as const);
    const ports = memoryPorts({ ...Object.fromEntries(files), ...meshOf('b.vessel.json', other) });
    await all(ports.files.list('metadata/')); // they were all there at this time
    hours(ports, 2);
    const listedAt = ports.clock.now.toISOString();
    ports.bucket.set('import/state.json', Buffer.from(JSON.stringify({ listedAt, read: {}, pending: [] })));
    ports.bucket.set(metadataKey(-2), mention('b.vessel.json', other));
    expect(await scheduled(ports)).toEqual([['b.vessel.json', 'inserted']]);
    const requests = await requestsOf(ports, () => scheduled(ports));
    expect(requests).toEqual(['read import/state.json', 'list metadata/']);
    hours(ports, 25);
    const daily = await requestsOf(ports, () => scheduled(ports));
    expect(daily.slice(0, -1)).toEqual(['read import/state.json', ...new Array(11).fill('list metadata/')]);
    expect(daily.at(-1)).toBe('write import/state.json');
  });

  it('finds a file that is changed or dropped under an old name within a day, and at once by hand', async () => {
    const ports = memoryPorts({ [metadataKey(5000)]: mention('a.vessel.json', good) });
    expect(await scheduled(ports)).toEqual([['a.vessel.json', 'waiting']]);
    hours(ports, 2);
    ports.bucket.set(metadataKey(4000), mention('b.vessel.json', other));
    expect(await scheduled(ports)).toEqual([['a.vessel.json', 'waiting']]);
    expect(await imported(ports)).toEqual([
      ['b.vessel.json', 'waiting'],
      ['a.vessel.json', 'waiting'],
    ]);
    hours(ports, 2);
    ports.bucket.set(metadataKey(4000), mention('c.vessel.json', other));
    expect((await scheduled(ports)).map(([file]) => file)).not.toContain('c.vessel.json');
    hours(ports, 25);
    expect((await scheduled(ports)).map(([file]) => file)).toContain('c.vessel.json');
  });

  it('reads a bad mesh file once, and again when it or its record changes', async () => {
    const key = 'meshes/a.vessel.json.gz';
    const ports = memoryPorts({ [NEWER]: mention('a.vessel.json', good), [key]: gzipSync(other) });
    const run = async () => {
      ports.requests.length = 0;
      const [result] = await all(importNewMeshes(ports, folders));
      return [result!.outcome, 'known' in result!, ports.requests.includes(`read ${key}`)];
    };
    expect(await run()).toEqual(['refused', false, true]);
    expect(await run()).toEqual(['refused', true, false]);
    ports.bucket.set(key, gzipSync(good).subarray(0, 100));
    expect(await run()).toEqual(['refused', false, true]);
    expect(await run()).toEqual(['refused', true, false]);
    ports.bucket.set(NEWER, metadata({ name: 'a.vessel.json', md5: md5Of(good), more: '  size: 7\n' }));
    expect(await run()).toEqual(['refused', false, true]);
    ports.bucket.set(key, gzipSync(good));
    expect(await run()).toEqual(['inserted', false, true]);
  });

  it('reads bad metadata once, and again when it changes', async () => {
    const ports = memoryPorts({ [NEWER]: Buffer.from('records: [') });
    expect(await imported(ports)).toMatchObject([[expect.stringContaining('upload'), 'refused']]);
    expect(await imported(ports)).toEqual([]);
    for (const text of ['records: 3', 'records: [3]']) {
      ports.bucket.set(NEWER, gzipSync(text));
      expect(await imported(ports)).toMatchObject([[expect.stringContaining('upload'), 'refused']]);
      expect(await imported(ports)).toEqual([]);
    }
  });

  it('reads metadata again that could not be read', async () => {
    const ports = memoryPorts({ [NEWER]: mention('a.vessel.json', good), ...meshOf('a.vessel.json', good) });
    const { read } = ports.files;
    ports.files.read = async (key) => {
      if (key === NEWER) throw new Error('SlowDown');
      return read(key);
    };
    expect(await scheduled(ports)).toMatchObject([[expect.stringContaining('upload'), 'failed']]);
    ports.files.read = read;
    hours(ports, 5);
    expect(await scheduled(ports)).toEqual([['a.vessel.json', 'inserted']]);
  });

  it('waits for a file for 30 days', async () => {
    const ports = memoryPorts({ [NEWER]: mention('a.vessel.json', good) });
    expect(await imported(ports)).toEqual([['a.vessel.json', 'waiting']]);
    hours(ports, 29 * 24);
    expect(await scheduled(ports)).toEqual([['a.vessel.json', 'waiting']]);
    hours(ports, 2 * 24);
    expect(await scheduled(ports)).toEqual([['a.vessel.json', 'refused']]);
    expect(await scheduled(ports)).toEqual([]);
  });

  it('asks less and less often whether a mesh whose file stays away was stored', async () => {
    const ports = memoryPorts({ [NEWER]: mention('a.vessel.json', good) });
    let asked = 0;
    const store = {
      ...ports.store,
      byMd5: (md5: string) => {
        asked++;
        return ports.store.byMd5(md5);
      },
    };
    const run = async (scheduled: boolean) => {
      asked = 0;
      await outcomes(importNewMeshes({ ...ports, store }, folders, { scheduled }));
      return asked;
    };
    const runsOf = async (count: number, apart = 1 / 6) => {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        hours(ports, apart);
        sum += await run(true);
      }
      return sum;
    };
    expect(await run(true)).toBe(1);
    expect(await runsOf(5)).toBe(5);
    expect(await runsOf(6 * 6)).toBeLessThan(18);
    expect(await runsOf(24, 1)).toBeLessThan(12);
    expect(await runsOf(24, 1)).toBeLessThan(6);
    expect(await run(false)).toBe(1); // somebody asked
    ports.bucket.set('meshes/a.vessel.json.gz', gzipSync(good));
    expect(await runsOf(1)).toBe(1); // it is there: at once
    expect(ports.records.size).toBe(1);
  });

  it('looks at everything again where its memory is damaged', async () => {
    const ports = memoryPorts({ [NEWER]: mention('a.vessel.json', good), ...meshOf('a.vessel.json', good) });
    for (const bytes of ['{"listedAt": 3}', 'x', '[]']) {
      ports.bucket.set('import/state.json', Buffer.from(bytes));
      expect(await scheduled(ports)).toHaveLength(1);
    }
    expect(ports.records.size).toBe(1);
  });
});

describe('files are imported several at once', () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.vessel.json`);
  const start = () => {
    const contents = [good, other, third, bytesOf(gridMesh({ lat: -78 }))];
    return memoryPorts({
      [NEWER]: metadata(...names.map((name, i) => ({ name, md5: md5Of(contents[i]!) }))),
      ...Object.fromEntries(names.map((name, i) => [`meshes/${name}.gz`, gzipSync(contents[i]!)])),
    });
  };

  it('as many as there may be', async () => {
    const ports = start();
    let [running, most] = [0, 0];
    const importFile: typeof ports.importFile = async (file) => {
      most = Math.max(most, ++running);
      const imported = await ports.importFile(file);
      running--;
      return imported;
    };
    const results = await outcomes(importNewMeshes({ ...ports, importFile, filesAtOnce: 3 }, folders));
    expect(results.map(([name]) => name).sort()).toEqual(names);
    expect(most).toBe(3);
    expect([...ports.records.values()].map(({ id }) => id).sort()).toEqual([1, 2, 3, 4]);
  });

  it('a file whose import ends abruptly comes last, stops no other, and is refused after three times', async () => {
    const ports = start();
    const begun: string[] = [];
    const dying = {
      ...ports,
      filesAtOnce: 1,
      importFile: async (file: FileToImport) => {
        begun.push(file.name);
        if (file.name === names[0]) throw new ImportEndedAbruptly('out of memory');
        return ports.importFile(file);
      },
    };
    expect((await outcomes(importNewMeshes(dying, folders))).sort()).toEqual([
      [names[0], 'failed'],
      ...names.slice(1).map((name) => [name, 'inserted']),
    ]);
    const later = bytesOf(gridMesh({ lat: -50 }));
    ports.bucket.set(
      'metadata/upload_metadata_20240215T050500.yaml.gz',
      metadata({ name: 'e.vessel.json', md5: md5Of(later) }),
    );
    ports.bucket.set('meshes/e.vessel.json.gz', gzipSync(later));
    begun.length = 0;
    await imported(dying);
    expect(begun).toEqual(['e.vessel.json', names[0]]);
    await imported(dying);
    const [result] = await all(importNewMeshes(dying, folders));
    expect(result).toMatchObject({
      file: names[0],
      outcome: 'refused',
      reason: `the import ended abruptly 3 times while it read meshes/${names[0]}.gz`,
    });
    expect(begun).toEqual(['e.vessel.json', names[0], names[0]]);
  });

  it('with little time left, meshes are left for the next run', async () => {
    const ports = start();
    let most = 1;
    const short = {
      ...ports,
      filesAtOnce: 1,
      timeLeftMs: () => (ports.records.size >= most ? 60_000 : 900_000),
    };
    expect(await outcomes(importNewMeshes(short, folders))).toHaveLength(1);
    most = 3;
    expect(await outcomes(importNewMeshes(short, folders, { scheduled: true }))).toHaveLength(2);
    expect(ports.records.size).toBe(3);
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
      created: '2024-02-13T23:59:59.999Z',
      bounds: { latMin: -60, latMax: -57, lonMin: 0, lonMax: 3 },
    });
  });

  it('refuses a mesh for which the calculators have too little memory, and says how much it needs', async () => {
    const ports = { ...memoryPorts({ 'inserted/1/mine.json.gz': gzipSync(good) }), calculatorMemoryMb: 250 };
    const results: ImportResult[] = [];
    for await (const result of insertMeshes(ports, ['inserted/1/mine.json.gz'])) results.push(result);
    const reason =
      'cellboxes: routes on 9 cells need calculators with 251 MB; those of this stage have 250 MB, enough for 0 cells (calculatorMemoryMb)';
    expect(results).toEqual([{ file: 'mine.json', outcome: 'refused', reason }]);
    expect([...ports.bucket.keys()]).toEqual(['inserted/1/mine.json.gz']);
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

describe('after an upgrade of the compiled form', () => {
  const oldForm = (ports: Ports) => {
    for (const key of [...ports.bucket.keys()]) if (key.startsWith('compiled/')) ports.bucket.delete(key);
    const state = JSON.parse(new TextDecoder().decode(ports.bucket.get(STATE_KEY)));
    ports.bucket.set(STATE_KEY, Buffer.from(JSON.stringify({ ...state, compiledFormat: 1 })));
    ports.requests.length = 0;
  };
  const compiledWrites = (ports: Ports) =>
    ports.requests.filter((each) => each.startsWith('write compiled/'));
  const written = (bytes: Uint8Array) => `write ${compiledKeyOf(md5Of(bytes))}`;

  it('the import makes it for all meshes, newest first, one after the other, and once', async () => {
    const ports = memoryPorts({
      'inserted/a.vessel.json': good,
      'inserted/b.vessel.json': other,
      'inserted/c.vessel.json': third,
    });
    for (const [name, day] of [
      ['b', '02-03'],
      ['a', '02-02'],
      ['c', '02-01'],
    ]) {
      await outcomes(
        insertMeshes(ports, [`inserted/${name}.vessel.json`], { created: `2024-${day}T00:00:00Z` }),
      );
    }
    await imported(ports); // nothing is missing
    oldForm(ports);
    ports.records.set(md5Of(third), { ...ports.records.get(md5Of(third))!, removed: '2024-02-20T00:00:00Z' });
    let left = 2;
    const short = { ...ports, timeLeftMs: () => (--left > 0 ? 900_000 : 0) };
    expect(await imported({ ...short })).toEqual([['b.vessel.json', 'recompiled']]);
    expect(await imported(ports)).toEqual([['a.vessel.json', 'recompiled']]);
    expect(compiledWrites(ports)).toEqual([written(other), written(good)]);
    const sources = ports.requests.filter((each) => /(read sources|write compiled)/.test(each));
    expect(sources.map((each) => each.split(' ')[0])).toEqual(['read', 'write', 'read', 'write']);
    ports.requests.length = 0;
    expect(await imported(ports)).toEqual([]);
    expect(ports.requests.filter((each) => /compiled/.test(each))).toEqual([]);
  });

  it('a mesh whose source is lost is named once, and stops no other', async () => {
    const ports = memoryPorts({ 'inserted/a.vessel.json': good, 'inserted/b.vessel.json': other });
    await outcomes(insertMeshes(ports, ['inserted/a.vessel.json', 'inserted/b.vessel.json']));
    await imported(ports);
    oldForm(ports);
    ports.bucket.delete(sourceKeyOf(md5Of(good)));
    const results = (await imported(ports)).sort();
    expect(results).toEqual([
      ['a.vessel.json', 'failed'],
      ['b.vessel.json', 'recompiled'],
    ]);
    expect(await imported(ports)).toEqual([]);
  });
});
