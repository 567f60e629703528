import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { CLOSED_REASONS } from '../../../lib/engine/mesh/environment.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { MeshRefused } from '../../../lib/meshes/mesh-refused.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { compileEnvironment, environmentSourceOf } from '../../../lib/vessel/compile-environment.ts';
import { bytesOf, changed, environmentGrid, type MeshFile } from '../mesh-files.ts';

function parsed(change: (mesh: MeshFile) => void) {
  const mesh = environmentGrid();
  change(mesh);
  return parseMesh(bytesOf(mesh));
}

function refusal(change: (mesh: MeshFile) => void): string {
  try {
    parsed(change);
  } catch (error) {
    if (error instanceof MeshRefused) return error.message;
    throw error;
  }
  return '';
}

describe('an environment mesh', () => {
  it('is known by its content, and has columns without a vessel', () => {
    const mesh = parsed((file) => {
      Object.assign(file.cellboxes[0], {
        thickness: 0.9,
        density: 880,
        u10: 3,
        v10: -4,
        swh: 2.5,
        park: true,
      });
      file.cellboxes[1].park = false;
    });
    expect(mesh.kind).toBe('environment');
    expect(mesh.source).not.toHaveProperty('speeds');
    const { columns, zones } = mesh.source.environment!;
    const first = Object.values(columns).map((column) => column?.[0]);
    expect(first).toEqual([-3000, 0, 0.9, 880, 3, -4, 2.5, undefined]);
    expect(columns.waveHeight?.[1]).toBeNaN();
    expect([...zones]).toEqual([['park', Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0)]]);
    expect([...mesh.source.currents.subarray(0, 2)]).toEqual([0.1, -0.2]);
  });

  it('takes NaN as 0, null and what is missing as not known', () => {
    const file = JSON.stringify(environmentGrid())
      .replace('"SIC":0', '"SIC": NaN')
      .replace('"elevation":-3000', '"elevation": null');
    const { columns } = parseMesh(Buffer.from(file)).source.environment!;
    expect(columns.iceConcentration?.[0]).toBe(0);
    expect(columns.elevation?.[0]).toBeNaN();
    expect(columns.elevation?.[1]).toBe(-3000);
    expect(columns.waveHeight).toBeNull();
  });

  it.each<[string, (mesh: MeshFile) => void, RegExp]>([
    [
      'has no elevation',
      (mesh) => {
        for (const cell of mesh.cellboxes) delete cell.elevation;
      },
      /^an environment mesh without elevation: /,
    ],
    [
      'has ice above 100 %',
      (mesh) => {
        mesh.cellboxes[3].SIC = 100.02;
      },
      /^cell 3: SIC: expected 0 to 100 %, found 100.02$/,
    ],
    [
      'has a text for a number',
      (mesh) => {
        mesh.cellboxes[3].thickness = '1 m';
      },
      /^cell 3: thickness: expected a number, found "1 m"$/,
    ],
    ...['elevation', 'thickness', 'density', 'u10', 'v10', 'swh'].flatMap((field) =>
      [1e9, -1e9].map((value): [string, (mesh: MeshFile) => void, RegExp] => [
        `has ${value} as ${field}, which no sea has`,
        (mesh) => Object.assign(mesh.cellboxes[3], { [field]: value }),
        new RegExp(`^cell 3: ${field}: expected at most [0-9]+ m?(kg/m³|/s)?, found ${value}$`),
      ]),
    ),
    [
      'has a zone for every cell',
      (mesh) => {
        for (let zone = 0; zone < 101; zone++) mesh.cellboxes[zone % 9][`zone ${zone}`] = true;
      },
      /^cellboxes: expected at most 100 zones/,
    ],
    [
      'has a zone with a name that no list of zones can hold for each cell',
      (mesh) => {
        mesh.cellboxes[3]['z'.repeat(257)] = true;
      },
      /^cellboxes: expected at most 256 characters in the name of a zone, found 257$/,
    ],
  ])('is refused when it %s', (_, change, reason) => {
    expect(refusal(change)).toMatch(reason);
  });

  it('may have 100.01 % of ice, which is rounding', () => {
    expect(refusal((mesh) => Object.assign(mesh.cellboxes[3], { SIC: 100.01 }))).toBe('');
  });
});

describe('a mesh as other systems write it', () => {
  /** The same cells, counted from 0 to 360. */
  const eastward = (mesh: MeshFile) => {
    for (const cell of mesh.cellboxes) {
      if (cell.cx > 0) continue;
      cell.cx += 360;
      cell.geometry = cell.geometry.replace(
        /-(\d+(?:\.\d+)?) (?=-)/g,
        (_: string, lon: string) => `${360 - Number(lon)} `,
      );
    }
    const { region } = mesh.config.mesh_info;
    region.long_min += region.long_min < 0 ? 360 : 0;
    region.long_max += region.long_max < 0 ? 360 : 0;
    return mesh;
  };

  it('may begin with a byte order mark', () => {
    const bytes = bytesOf(environmentGrid());
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]);
    expect(parseMesh(marked)).toEqual(parseMesh(bytes));
  });

  it('may have longitudes of 0 to 360', () => {
    const grid = { columns: 3, lon: -60, lat: -60 };
    const turned = eastward(environmentGrid(grid));
    expect(turned.cellboxes[0].cx).toBe(300.5);
    expect(parseMesh(bytesOf(turned))).toEqual(parseMesh(bytesOf(environmentGrid(grid))));
  });
});

describe('the compiled form', () => {
  it('of an environment mesh gives its source back', () => {
    const { source } = parsed((file) => Object.assign(file.cellboxes[4], { park: true, swh: 1, SIC: null }));
    const mesh = openMesh(compileEnvironment(source));
    expect(mesh.isEnvironment).toBe(true);
    const back = environmentSourceOf(mesh);
    expect(back.environment).toEqual(source.environment);
    expect(back.neighbours).toEqual(source.neighbours);
    expect([...back.bounds, ...back.currents]).toEqual([...source.bounds, ...source.currents]);
    expect(() => planRoute(mesh, { lat: -59.5, lon: 0.5 }, { lat: -57.5, lon: 2.5 })).toThrow(/No open cell/);
  });

  it('of a vessel mesh keeps the environment of every cell, and why it is closed', () => {
    const file = environmentGrid();
    file.config.vessel_info = { vessel_type: 'SDA', max_speed: 26.5, unit: 'km/hr' };
    for (const cell of file.cellboxes)
      Object.assign(cell, { speed: new Array(8).fill(18), inaccessible: false });
    Object.assign(file.cellboxes[2], { SIC: 95, ext_ice: true, land: false, inaccessible: true });
    Object.assign(file.cellboxes[5], { park: true, inaccessible: true });
    file.cellboxes[6].speed.fill(0);
    const { source } = parseMesh(bytesOf(file)) as Extract<ReturnType<typeof parseMesh>, { kind: 'vessel' }>;
    const mesh = openMesh(compileMesh(source));
    expect(mesh.isEnvironment).toBe(false);
    const { columns, zones } = mesh.environment;
    for (let cell = 0; cell < mesh.cellCount; cell++) {
      const row = mesh.row[cell];
      const reason = { 2: 'ice', 5: 'other', 6: 'speed' }[row] ?? 'open';
      expect(CLOSED_REASONS[mesh.closedReason[cell]]).toBe(reason);
      expect(columns.iceConcentration?.[cell]).toBe(row === 2 ? 95 : 0);
      expect(zones.get('park')?.[cell]).toBe(row === 5 ? 1 : 0);
    }
    expect(columns.waveHeight).toBeNull();
  });
});

const reference = new URL('../../../../shared/reference/', import.meta.url);

it.skipIf(!existsSync(reference))('reads the environment meshes of the reference', () => {
  for (const file of [
    'meshes/weddell-sea-8k',
    'vessel-performance/grf_normal',
    'vessel-performance/alr_test_mesh',
  ]) {
    const mesh = parseMesh(gunzipSync(readFileSync(new URL(`${file}.env.json.gz`, reference))));
    expect(mesh.kind, file).toBe('environment');
  }
});

it('refuses text that no record can hold', () => {
  const long = changed((mesh: MeshFile) => {
    mesh.config.vessel_info.vessel_type = 'x'.repeat(2 ** 20);
  });
  expect(() => parseMesh(long)).toThrow(
    'config.vessel_info.vessel_type: expected at most 256 characters, found 1048576',
  );
});

it('quotes the beginning of what it refuses, which a log and an answer of Lambda can hold', () => {
  const long = changed((mesh: MeshFile) => {
    mesh.config.vessel_info.unit = 'x'.repeat(2 ** 23);
  });
  let reason = '';
  try {
    parseMesh(long);
  } catch (error) {
    reason = (error as MeshRefused).message;
  }
  expect(reason).toMatch(/^config\.vessel_info\.unit: expected "km\/hr" or "knots", found "x+…$/);
  expect(reason.length).toBeLessThan(1000);
});
