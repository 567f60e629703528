import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optimiseRouteCommand } from '../../lib/cli/optimise-route.ts';
import { bytesOf, environmentGrid, gridMesh } from '../meshes/mesh-files.ts';
import { runInProcess } from './run-in-process.ts';

let folder: string;
const path = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polynya-'));
  writeFileSync(path('mesh.json'), bytesOf(gridMesh({ columns: 4 })));
  const walled = gridMesh({ columns: 4 });
  for (const row of [0, 1, 2]) walled.cellboxes[4 * row + 2].inaccessible = true;
  writeFileSync(path('walled.json'), bytesOf(walled));
  writeFileSync(path('env.json'), JSON.stringify(environmentGrid()));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (mesh: string, ...args: string[]) => runInProcess(optimiseRouteCommand(), [path(mesh), ...args]);

it.each([
  [['-s', '-59.5,0.5', '-e', '-57.5,3.5']],
  [['-s=-59.5,0.5', '-e=-57.5,3.5']],
  [['--start', '-59.5,0.5', '--end', '-57.5, 3.5']],
])('writes the routes of a service, without its own identifiers: %j', async (args) => {
  const { code, stdout, stderr } = await run('mesh.json', ...args);
  expect(code).toBe(0);
  const { routes } = JSON.parse(stdout);
  expect(routes.map(({ type }: { type: string }) => type)).toEqual(['traveltime', 'fuel']);
  for (const route of routes) {
    expect(route).not.toHaveProperty('id');
    expect(route).not.toHaveProperty('job');
    expect(route.mesh).toEqual({
      name: 'mesh.json',
      validDateStart: '2024-02-11',
      validDateEnd: '2024-02-13',
      bounds: { latMin: -60, latMax: -57, lonMin: 0, lonMax: 4 },
    });
    const { coordinates } = route.path.features[0].geometry;
    expect([coordinates[0], coordinates.at(-1)]).toEqual([
      [0.5, -59.5],
      [3.5, -57.5],
    ]);
  }
  expect(stderr).toMatch(
    /12 cells, read in [\d.]+ ms\ntraveltime [\d.]+ days in \d+ legs \(0 NM in ice\), within [\d.e-]+ % of the best, fuel [\d.]+ tonnes in \d+ legs \(0 NM in ice\), within [\d.e-]+ % of the best, [\d.]+ ms\n$/,
  );
});

describe('--request', () => {
  const ends = { start_lat: -59.5, start_lon: 0.5, end_lat: -57.5, end_lon: 3.5 };
  const plan = (meshes: string[], request: object, ...flags: string[]) => {
    writeFileSync(path('request.json'), JSON.stringify(request));
    return run(meshes[0]!, ...meshes.slice(1).map(path), '--request', path('request.json'), ...flags);
  };

  it('plans what would be sent to the service, whatever it says of vehicle, mesh and tags', async () => {
    const request = { ...ends, start_name: 'A', mesh_ids: 'any', tags: 5, departure: '2026-11-21T10:00Z' };
    const { code, stdout } = await plan(['mesh.json'], request);
    expect(code).toBe(0);
    const [fastest] = JSON.parse(stdout).routes;
    expect(fastest.waypoints.start).toEqual({ lat: -59.5, lon: 0.5, name: 'A' });
    expect(fastest.departure).toBe('2026-11-21T10:00:00.000Z');
    const gpx = await plan(['mesh.json'], request, '--format', 'gpx');
    expect(gpx.stdout).toContain('<time>2026-11-21T10:00:00Z</time>');
  });

  it('writes the schedule of a voyage as a table, and as a calendar where it has a departure', async () => {
    const stops = [
      { name: 'Station', lat: -58.5, lon: 1.5, stay_hours: 2, not_before: '2026-11-25T10:00Z' },
      {
        name: 'Tow',
        line: [
          [-58.5, 2.5],
          [-58.5, 3.5],
        ],
        speed_kn: 2,
      },
    ];
    const sent = { ...ends, stops, departure: '2026-11-21T10:00Z' };
    const schedule = await plan(['mesh.json'], sent, '--format', 'csv', '--part', 'schedule');
    expect(schedule.code).toBe(0);
    const rows = schedule.stdout
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(rows.map(([name, what]) => [name, what])).toEqual([
      ['name', 'what'],
      ['Start', 'departure'],
      ['Station', 'stop'],
      ['Tow', 'line'],
      ['End', 'arrival'],
    ]);
    expect(schedule.stdout).toContain('its window opens at 2026-11-25T10:00:00Z');
    const calendar = await plan(['mesh.json'], sent, '--format', 'ics');
    const events = calendar.stdout.match(/^SUMMARY:.*$/gm)!.map((line) => line.trim().slice(8));
    // the wait for the station, and what is done
    expect(events).toEqual(['Start', 'Wait: Station', 'Station', 'Tow (line)', 'End']);
    const dateless = await plan(['mesh.json'], ends, '--format', 'ics');
    expect([dateless.code, dateless.stderr]).toEqual([1, expect.stringContaining('A calendar needs times')]);
    const asGpx = await plan(['mesh.json'], sent, '--format', 'gpx', '--part', 'schedule');
    expect([asGpx.code, asGpx.stderr]).toEqual([1, expect.stringContaining('csv or ics, not as gpx')]);
  });

  it('tells what each voyage costs in money, at the price of a day and of a tonne', async () => {
    const request = { ...ends, price: { per_day: 20_000, per_tonne: 650 } };
    const { code, stdout, stderr } = await plan(['mesh.json'], request);
    expect(code).toBe(0);
    const { routes } = JSON.parse(stdout);
    expect(routes.map(({ type }: { type: string }) => type)).toContain('cost');
    const told = [...stderr.matchAll(/\((\d+) in money, /g)].map(([, money]) => Number(money));
    expect(told).toEqual(
      routes.map(({ path }: { path: { features: { properties: Record<string, number> }[] } }) => {
        const { total_traveltime, total_fuel } = path.features[0]!.properties;
        return Math.round(20_000 * total_traveltime! + 650 * total_fuel!);
      }),
    );
    expect((await plan(['mesh.json'], ends)).stderr).not.toContain('money');
  });

  it('tries several meshes in order, and says which had no way', async () => {
    const { code, stdout } = await plan(['walled.json', 'mesh.json'], ends);
    expect(code).toBe(0);
    const [fastest] = JSON.parse(stdout).routes;
    expect(fastest.mesh.name).toBe('mesh.json');
    expect(fastest.info.info).toMatch(/Mesh walled\.json, tried first, has no way/);
  });

  it.each([
    [['walled.json', 'walled.json'], {}, 2, /No way leads/],
    [['mesh.json'], { end_lat: 10 }, 2, /outside/],
    [['mesh.json'], { end_lat: 100, surprise: 1 }, 2, /end_lat must be .*surprise is not a known field/],
    [['env.json'], {}, 1, /without a vessel/],
  ])('%j with %j exits with %i', async (meshes, different, expected, sentence) => {
    const { code, stdout, stderr } = await plan(meshes, { ...ends, ...different });
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(sentence);
  });
});

describe('--zones', () => {
  const box = (west: number, east: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [west, -59],
        [east, -59],
        [east, -58],
        [west, -58],
        [west, -59],
      ],
    ],
  });
  const write = (...properties: object[]) => {
    const features = properties.map((each) => ({ properties: each, geometry: box(1.6, 2.4) }));
    writeFileSync(path('zones.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
    return ['--zones', path('zones.geojson')];
  };
  const ends = ['-s', '-58.5,0.5', '-e', '-58.5,3.5'];
  const closed = { name: 'Bay', kind: 'closed' };

  it('are kept out of, between ends and beside those of a request', async () => {
    const { stdout } = await run('mesh.json', ...ends, ...write(closed));
    const [fastest] = JSON.parse(stdout).routes;
    expect(fastest.zones).toMatchObject([{ name: 'Bay', kind: 'closed' }]);
    const own = { ...closed, name: 'Own', geometry: box(0.9, 1.4) };
    const request = { start_lat: -58.5, start_lon: 0.5, end_lat: -58.5, end_lon: 3.5, zones: [own] };
    writeFileSync(path('request.json'), JSON.stringify(request));
    const both = await run('mesh.json', '--request', path('request.json'), ...write(closed));
    expect(JSON.parse(both.stdout).routes[0].zones[0].name).toBe('Own, Bay');
    const chart = await run('mesh.json', ...ends, ...write(closed), '--format', 'svg');
    expect(chart.stdout).toContain('>Bay</text>');
  });

  it.each([
    [[{ name: 'Bay' }], ends, 2, /zones\.0\.kind must be "closed"/],
    [[closed], ['-s', '-58.5,2', '-e', '-58.5,3.5'], 2, /start point .* lies in the closed zone "Bay"/],
    [[closed], ['--pairs', 'pairs.json'], 1, /--zones goes with --start and --end/],
  ])('%j with %j exits with %i', async (properties, flags, expected, sentence) => {
    const { code, stdout, stderr } = await run('mesh.json', ...flags, ...write(...properties));
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toMatch(sentence);
  });
});

describe('--format', () => {
  const ends = ['-s', '-59.5,0.5', '-e', '-57.5,3.5'];

  it('writes one route as a file, with times of arrival from a departure in UTC', async () => {
    const { code, stdout } = await run(
      'mesh.json',
      ...ends,
      '--format',
      'gpx',
      '--departure',
      '2026-11-21T10:00',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('<rtept lat="-59.5" lon="0.5">\n      <time>2026-11-21T10:00:00Z</time>');
  });

  it('writes the waypoints and the objective that are asked for', async () => {
    const lines = async (...flags: string[]) =>
      (await run('mesh.json', ...ends, '--format', 'csv', ...flags)).stdout.trim().split('\r\n').length;
    expect(await lines('--points', 'all')).toBeGreaterThan(await lines());
    const geojson = await run('mesh.json', ...ends, '--format', 'geojson', '--objective', 'fuel');
    expect(JSON.parse(geojson.stdout).features[0].properties.objective).toBe('fuel');
  });

  it('draws both routes on a chart', async () => {
    const { stdout } = await run('mesh.json', ...ends, '--format', 'svg');
    expect(stdout).toMatch(
      /^<svg [\s\S]*Mesh mesh\.json, 2024-02-11 to 2024-02-13[\s\S]*Least fuel[\s\S]*<\/svg>\n$/,
    );
  });

  it.each([
    [['--format', 'pdf'], /Allowed choices are geojson, gpx, rtz, s421, csv, charttrack, kml/],
    [['--format', 'gpx', '--departure', 'tomorrow'], /Give a date and a time such as/],
    [['--format', 'gpx', '--departure', '2026-02-30T10:00'], /Give a date and a time such as/],
    [
      ['--format', 'gpx', '--objective', 'battery'],
      /there is no route for battery, only for traveltime and fuel/,
    ],
  ])('%j is refused', async (flags, sentence) => {
    const { code, stdout, stderr } = await run('mesh.json', ...ends, ...flags);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
  });
});

it('writes to a file', async () => {
  const { stdout } = await run('mesh.json', '-s', '-59.5,0.5', '-e', '-57.5,3.5', '-o', path('route.json'));
  expect(stdout).toBe('');
  expect(JSON.parse(readFileSync(path('route.json'), 'utf8')).routes).toHaveLength(2);
});

it('takes several pairs, and goes on after one without a route', async () => {
  const pair = (name: string, lon: number) => ({
    name,
    start: { lat: -59.5, lon: 0.5 },
    end: { lat: -58.5, lon },
  });
  writeFileSync(
    path('pairs.json'),
    JSON.stringify([pair('near', 1.5), pair('beyond', 3.5), pair('outside', 30)]),
  );
  const { code, stdout } = await run('walled.json', '--pairs', path('pairs.json'));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    { name: 'near', routes: [expect.anything(), expect.anything()], milliseconds: expect.any(Number) },
    { name: 'beyond', error: expect.any(String), milliseconds: expect.any(Number) },
    { name: 'outside', error: expect.stringContaining('outside the mesh'), milliseconds: expect.any(Number) },
  ]);
});

describe('what goes wrong is one line', () => {
  it.each([
    ['no way through', 2, 'walled.json', ['-s', '-59.5,0.5', '-e', '-58.5,3.5'], /./],
    [
      'a point outside',
      1,
      'mesh.json',
      ['-s', '-59.5,0.5', '-e', '58,3'],
      /end point \(58, 3\) lies outside/,
    ],
    ['no point', 1, 'mesh.json', ['-s', '-59.5;0.5', '-e', '-58.5,3.5'], /unknown location "-59.5;0.5"/],
    [
      'latitude 91',
      1,
      'mesh.json',
      ['-s', '91,0.5', '-e', '-58.5,3.5'],
      /the latitude 91 is out of range: give -90 to 90/,
    ],
    ['no end', 1, 'mesh.json', ['-s', '-59.5,0.5'], /either --start and --end, or --pairs/],
    [
      'both',
      1,
      'mesh.json',
      ['-s', '0,0', '-e', '0,0', '--pairs', 'x'],
      /either --start and --end, or --pairs/,
    ],
    ['no such file', 1, 'none.json', ['-s', '0,0', '-e', '0,0'], /none\.json: there is no such file/],
    ['a directory', 1, '.', ['-s', '0,0', '-e', '0,0'], /a directory, not a file/],
    ['an environment mesh', 1, 'env.json', ['-s', '0,0', '-e', '0,0'], /env\.json: an environment mesh/],
    ['no pairs file', 1, 'mesh.json', ['--pairs', '/none.json'], /none\.json: there is no such file/],
    ['pairs that are none', 1, 'mesh.json', ['--pairs', 'PAIRS'], /bad-pairs\.json: 0\.start/],
    [
      'a folder to write to',
      1,
      'mesh.json',
      ['-s', '-59.5,0.5', '-e', '-57.5,3.5', '-o', '/'],
      /write \/: EISDIR/,
    ],
  ])('%s', async (_, code, mesh, args, message) => {
    writeFileSync(path('bad-pairs.json'), '[{"name": "x", "start": {"lat": 100, "lon": 0}}]');
    const run_ = await run(mesh, ...args.map((arg) => (arg === 'PAIRS' ? path('bad-pairs.json') : arg)));
    expect(run_.code).toBe(code);
    expect(run_.stdout).toBe('');
    const last = run_.stderr.trimEnd().split('\n').at(-1)!;
    expect(last).toMatch(/^optimise_route: /);
    expect(last).toMatch(message);
  });
});

it('tells that there is no folder for its output before it reads the mesh', async () => {
  const { code, stderr } = await run('none.json', '-s', '0,0', '-e', '0,0', '-o', '/none/x');
  expect(code).toBe(1);
  expect(stderr).toMatch(/There is no folder \/none\./);
});

it('writes to standard output for -o -', async () => {
  const { code, stdout } = await run('mesh.json', '-s', '-59.5,0.5', '-e', '-57.5,3.5', '-o', '-');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toHaveProperty('routes');
});

describe('an output that takes nothing', () => {
  const shell = (command: string) => {
    const program = join(import.meta.dirname, '../../bin/optimise_route.ts');
    return promisify(execFile)(
      'sh',
      ['-c', `"$0" "$1" "$2" -s -59.5,0.5 -e -57.5,3.5 ${command}`].concat(
        process.execPath,
        program,
        path('mesh.json'),
      ),
    );
  };

  it('is no fault where the reader has gone', async () => {
    const { stderr } = await shell('| true');
    expect(stderr).toMatch(/^\S+mesh\.json: .*\ntraveltime .*\n$/);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'is one line where the disk is full (skipped without /dev/full)',
    async () => {
      await expect(shell('> /dev/full')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/ ms\noptimise_route: can't write: ENOSPC.*\n$/),
      });
    },
  );
});

it('runs as a program', async () => {
  const program = join(import.meta.dirname, '../../bin/optimise_route.ts');
  const execute = promisify(execFile);
  const failing = execute(process.execPath, [
    program,
    path('walled.json'),
    '-s',
    '-59.5,0.5',
    '-e',
    '-58.5,3.5',
  ]);
  await expect(failing).rejects.toMatchObject({ code: 2, stdout: '' });
});
