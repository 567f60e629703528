import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVehicleCommand } from '../../lib/cli/add-vehicle.ts';
import { optimiseRouteCommand } from '../../lib/cli/optimise-route.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import { bytesOf, environmentGrid, gridMesh, type MeshFile } from '../meshes/mesh-files.ts';
import { slowTest, some } from '../thorough.ts';
import { boaty, sdaFields, sdaInWaves, twinOtter } from '../vessel/vehicles.ts';
import { runInProcess } from './run-in-process.ts';

let folder: string;
const path = (name: string) => join(folder, name);
const write = (name: string, content: unknown) => {
  writeFileSync(path(name), JSON.stringify(content));
  return path(name);
};
const run = (...args: string[]) => runInProcess(addVehicleCommand(), args);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polynya-'));
  write('SDA.json', sdaFields);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function added(vehicle: object, mesh: MeshFile): Promise<MeshFile> {
  const { code, stderr } = await run(write('v.json', vehicle), write('e.json', mesh), '-o', path('out.json'));
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(readFileSync(path('out.json'), 'utf8'));
}

describe('the vessel mesh', () => {
  it('has the flags and the performance of the vehicle, and can be routed on', async () => {
    const environment = environmentGrid();
    Object.assign(environment.cellboxes[1], { SIC: 90, thickness: 2, density: 900 });
    Object.assign(environment.cellboxes[2], { elevation: 5, park: true, note: 'kept' });
    Object.assign(environment.cellboxes[4], { u10: 5, v10: null });
    const vehicle = { ...sdaFields, max_speed: 10, unit: 'knots', max_wave: 3, ice_class: 'PC7' };
    const mesh = await added(vehicle, environment);
    expect(mesh.config.vessel_info).toEqual({ ...vehicle, max_speed: 18.52, unit: 'km/hr' });
    const [open, icy, land] = mesh.cellboxes;
    const flags = { land: false, ext_ice: false, ext_waves: false, risk: false };
    expect(open).toMatchObject({ ...flags, inaccessible: false, speed: new Array(8).fill(18.52) });
    expect(open).toMatchObject({ 'ice resistance': 0, resistance: new Array(8).fill(0) });
    expect(icy).toMatchObject({ ...flags, ext_ice: true, risk: true, inaccessible: true });
    expect(land).toMatchObject({ land: true, park: true, note: 'kept', inaccessible: true });
    for (const field of ['speed', 'fuel', 'resistance']) {
      expect(open).toHaveProperty(field);
      expect(land).not.toHaveProperty(field);
    }
    expect(mesh.cellboxes[4]).not.toHaveProperty('wind resistance');
    expect(Object.keys(mesh.neighbour_graph)).toEqual(['0', '3', '4', '5', '6', '7', '8']);
    expect(mesh.neighbour_graph['4']).toMatchObject({ '3': [], '4': [], '-1': [0] });
    expect(parseMesh(bytesOf(mesh)).kind).toBe('vessel');
  });

  it('cuts large open cells beside small closed ones, unless the vehicle says not to', async () => {
    const environment = environmentGrid({ columns: 2, rows: 1, size: 1, lat: -60 });
    const small = environmentGrid({ columns: 2, rows: 2, size: 0.5, lat: -60, lon: 2 });
    environment.config.mesh_info.region.long_max = 3;
    small.cellboxes.forEach((cell: MeshFile, i: number) => {
      environment.cellboxes.push({ ...cell, id: String(10 + i) });
      const links = Object.entries<number[]>(small.neighbour_graph[String(i)]);
      environment.neighbour_graph[String(10 + i)] = Object.fromEntries(
        links.map(([direction, ids]) => [direction, ids.map((id) => id + 10)]),
      );
    });
    environment.neighbour_graph['1']['2'] = [10, 12];
    environment.neighbour_graph['10']['-2'] = [1];
    environment.neighbour_graph['12']['-2'] = [1];
    environment.cellboxes[2].elevation = 100;
    const mesh = await added(sdaFields, environment);
    const ids = mesh.cellboxes.map(({ id }: MeshFile) => id);
    expect(ids).toEqual(['0', '10', '11', '12', '13', '14', '15', '16', '17']);
    const [southWest] = mesh.cellboxes.slice(5);
    expect(southWest).toMatchObject({
      id: '14',
      cx: 1.25,
      cy: -59.75,
      dcx: 0.25,
      dcy: 0.25,
      elevation: -3000,
    });
    expect(southWest.geometry).toBe('POLYGON ((1 -60, 1 -59.5, 1.5 -59.5, 1.5 -60, 1 -60))');
    expect(mesh.neighbour_graph['0']).toMatchObject({ '2': [15, 14] });
    expect(mesh.neighbour_graph['12']).toMatchObject({ '-2': [17], '-1': [16], '4': [] });
    const whole = await added({ ...sdaFields, neighbour_splitting: false }, environment);
    expect(whole.cellboxes).toHaveLength(6);
  });

  it('writes NaN as 0', async () => {
    const text = JSON.stringify(environmentGrid()).replace('"SIC":0', '"SIC":NaN,"other":[NaN]');
    writeFileSync(path('nan.json'), text);
    expect((await run(path('SDA.json'), path('nan.json'), '-o', path('out.json'))).code).toBe(0);
    const [cell] = JSON.parse(readFileSync(path('out.json'), 'utf8')).cellboxes;
    expect(cell).toMatchObject({ SIC: 0, other: [0] });
  });
});

describe('what goes wrong is one line', () => {
  const environment = () => write('env.json', environmentGrid());

  it.each<[string, () => [string, string], RegExp]>([
    ['no vehicle file', () => [path('none.json'), environment()], /none\.json: there is no such file/],
    [
      'a file that holds no vehicle',
      () => [write('list.json', []), environment()],
      /list\.json: not a vehicle/,
    ],
    [
      'a bad vehicle',
      () => [write('bad.json', { ...sdaFields, beam: -1, wings: 2 }), environment()],
      /bad\.json: beam must be greater than 0; wings is not a known field/,
    ],
    [
      'a unit that is not known',
      () => [write('mph.json', { ...sdaFields, unit: 'mph' }), environment()],
      /mph\.json: The unit "mph" of the vehicle "SDA" is not known/,
    ],
    [
      'a vessel mesh',
      () => [path('SDA.json'), write('vessel.json', gridMesh())],
      /vessel\.json: a vessel mesh already/,
    ],
    [
      'less than nothing consumed',
      () => {
        const params = { speed_coeffs: [0, 0, -1], resistance_coeffs: [0, 0] };
        const consumption_model = { type: 'polynomial_fuel', params };
        return [write('perpetual.json', { ...sdaFields, consumption_model }), environment()];
      },
      /perpetual\.json: .* gives -24 tonnes of fuel a day at 26\.5 km\/h/,
    ],
  ])('%s', async (_, files, message) => {
    writeFileSync(path('earlier.json'), 'earlier');
    const { code, stderr } = await run(...files(), '-o', path('earlier.json'));
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(readFileSync(path('earlier.json'), 'utf8')).toBe('earlier');
  });

  it('names a vehicle without a vessel type after its file', async () => {
    const { vessel_type: _, ...fields } = sdaFields;
    const { code } = await run(write('Nerissa.json', fields), environment(), '-o', path('out.json'));
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(path('out.json'), 'utf8')).config.vessel_info.vessel_type).toBe('Nerissa');
  });
});

const reference = new URL('../../../shared/reference/', import.meta.url);
const referenceFile = (name: string) => fileURLToPath(new URL(name, reference));
const published = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(referenceFile(`${name}.vessel.json.gz`))).toString());

/** Compares two JSON values; numbers within `tolerance` of the greater. */
function expectEqual(ours: unknown, theirs: unknown, tolerance: number, where: string): void {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    const difference = Math.abs(ours - theirs);
    if (difference > tolerance * Math.max(Math.abs(ours), Math.abs(theirs))) expect(ours, where).toBe(theirs);
  } else if (typeof ours === 'object' && ours !== null && typeof theirs === 'object' && theirs !== null) {
    const keys = Object.keys(ours).sort();
    if (keys.join() !== Object.keys(theirs).sort().join()) expect(ours, where).toEqual(theirs);
    for (const key of keys) {
      expectEqual(ours[key as never], theirs[key as never], tolerance, `${where}.${key}`);
    }
  } else if (ours !== theirs) expect(ours, where).toBe(theirs);
}

describe.skipIf(!existsSync(reference))('published vessel meshes', () => {
  const PUBLISHED = [
    ['vessel-performance/grf_normal', sdaInWaves, 1e-7],
    ['vessel-performance/alr_test_mesh', boaty, 1e-9],
    ['vessel-performance/twin_otter_test_mesh', twinOtter, 1e-9],
    ['meshes/weddell-sea-8k', sdaFields, 1e-9],
  ] as const;

  it.each(some(3, PUBLISHED))(
    '%s is made again: cells, ids, order, every value, and the graph',
    async (name, vehicle, tolerance) => {
      const out = path('published.json');
      const { code } = await run(write('v.json', vehicle), referenceFile(`${name}.env.json.gz`), '-o', out);
      expect(code).toBe(0);
      const ours = JSON.parse(readFileSync(out, 'utf8'));
      const theirs = published(name);
      expect(ours.cellboxes.map(({ id }: MeshFile) => id)).toEqual(
        theirs.cellboxes.map(({ id }: MeshFile) => id),
      );
      ours.cellboxes.forEach((cell: MeshFile, i: number) => {
        const { geometry: _, ...values } = theirs.cellboxes[i];
        const { geometry: __, ...own } = cell;
        expectEqual(own, values, tolerance, `cell ${cell.id}`);
      });
      expect(ours.neighbour_graph).toEqual(theirs.neighbour_graph);
    },
  );

  slowTest('cost what routes for the vehicle on the environment mesh cost', async () => {
    const pairs = JSON.parse(readFileSync(new URL('routes/weddell-sea-8k.json', reference), 'utf8')).slice(
      0,
      3,
    );
    const ends = pairs.map(({ start, end }: MeshFile, i: number) => ({ name: String(i), start, end }));
    const costs = async (...args: string[]) => {
      const { code, stdout } = await runInProcess(optimiseRouteCommand(), [
        ...args,
        '--no-certificate',
        '--pairs',
        write('pairs.json', ends),
      ]);
      expect(code).toBe(0);
      return JSON.parse(stdout).flatMap(({ routes }: MeshFile) => {
        const [fastest, thriftiest] = routes.map((route: MeshFile) => route.path.features[0].properties);
        return [fastest.total_traveltime, thriftiest.total_fuel];
      });
    };
    const ready = await costs(referenceFile('meshes/weddell-sea-8k.vessel.json.gz'));
    const made = await costs(
      referenceFile('meshes/weddell-sea-8k.env.json.gz'),
      '--vehicle',
      path('SDA.json'),
    );
    expect(made).toHaveLength(2 * pairs.length);
    const worst = Math.max(...made.map((cost: number, i: number) => Math.abs(cost / ready[i] - 1)));
    expect(worst).toBeLessThan(1e-5);
  });
});
