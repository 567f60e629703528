import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Faults, MeshRefused } from '../../../lib/meshes/mesh-refused.ts';
import { MeshParser } from '../../../lib/meshes/read/parse-mesh.ts';
import { CellReader, MAX_CELLS } from '../../../lib/meshes/read/read-cells.ts';
import { isThorough, runs } from '../../thorough.ts';
import { badMeshes } from '../bad-meshes.ts';
import { bytesOf, changed, gridMesh } from '../mesh-files.ts';
import { parseVesselMesh } from '../parse-vessel-mesh.ts';

const parse = (json: string) => parseVesselMesh(Buffer.from(json));
const text = (grid?: Parameters<typeof gridMesh>[0]) => JSON.stringify(gridMesh(grid));

function reasonsOf(bytes: Uint8Array): readonly string[] {
  try {
    parseVesselMesh(bytes);
  } catch (error) {
    if (error instanceof MeshRefused) return error.reasons;
    throw error;
  }
  return [];
}

describe('what a mesh may be', () => {
  it('has its cells in columns, in SI units', () => {
    const { source, bounds, validDateStart, vessel, missingDataSources } = parseVesselMesh(
      bytesOf(gridMesh()),
    );
    expect(source.ids).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
    expect([...source.bounds.subarray(16, 20)]).toEqual([1, -59, 2, -58]);
    expect(source.speeds[32]).toBeCloseTo(5, 12);
    expect(source.rates?.[32]).toBe(27);
    expect([...source.currents.subarray(8, 10)]).toEqual([0.1, -0.2]);
    const { start, cell, direction } = source.neighbours;
    expect([...cell.subarray(start[0], start[1])].sort()).toEqual([1, 3, 4]);
    expect(direction[start[0] + [...cell.subarray(start[0], start[1])].indexOf(4)]).toBe(1);
    expect(bounds).toEqual({ latMin: -60, latMax: -57, lonMin: 0, lonMax: 3 });
    expect(validDateStart).toBe('2024-02-11');
    expect(vessel).toMatchObject({ vesselType: 'SDA', info: { max_speed: 26.5 } });
    expect(missingDataSources).toEqual(['sea-ice thickness', 'sea-ice density']);
  });

  it('takes knots', () => {
    const knots = changed((mesh) => Object.assign(mesh.config.vessel_info, { unit: 'knots' }));
    expect(parseVesselMesh(knots).source.speeds[0]).toBeCloseTo((18 * 1852) / 3600, 12);
  });

  it('reads NaN and Infinity as Python writes them, and leaves those in texts alone', () => {
    const json = text()
      .replace('"uC":0.1', '"uC": NaN')
      .replace('"SIC":0', '"SIC": NaN, "note": "NaN, \\"Infinity\\" -Infinity", "depth": -Infinity')
      .replace('"elevation":-3000', '"elevation": Infinity')
      .replace('"speed":[18,', '"speed":[NaN,')
      .replace('"fuel":[27,', '"fuel":[NaN,');
    const { source } = parse(json);
    expect(source.currents[0]).toBe(0);
    expect(source.environment?.columns.iceConcentration?.[0]).toBe(0);
    expect(source.environment?.columns.elevation?.[0]).toBeNaN();
    expect([source.speeds[0], source.speeds[1]]).toEqual([0, 5]);
    expect([source.rates?.[0], source.rates?.[1]]).toEqual([27, 27]);
  });

  it('closes a cell that can be sailed at no heading', () => {
    const still = changed((mesh) => mesh.cellboxes[4].speed.fill(0));
    const { source } = parseVesselMesh(still);
    expect([...source.accessible]).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1]);
    expect([...source.neighbours.cell]).not.toContain(4);
  });

  it('takes what is missing as still water, and one speed as that of every heading', () => {
    const bare = changed((mesh) => {
      for (const field of ['uC', 'vC', 'SIC', 'elevation', 'inaccessible']) delete mesh.cellboxes[0][field];
      mesh.cellboxes[0].speed = 9;
    });
    const { source } = parseVesselMesh(bare);
    expect([...source.currents.subarray(0, 2)]).toEqual([0, 0]);
    expect([...source.speeds.subarray(0, 8)]).toEqual(new Array(8).fill(2.5));
    expect(source.accessible[0]).toBe(1);
  });

  it('has battery, or nothing, in the place of fuel', () => {
    const battery = text().replaceAll('"fuel"', '"battery"');
    expect(parse(battery).source.consumption).toBe('battery');
    const none = parse(text().replaceAll('"fuel"', '"coal"')).source;
    expect([none.consumption, none.rates]).toEqual([null, null]);
  });

  it.each([
    ['crosses the antimeridian', { lon: 178, columns: 4 }],
    ['spans the globe', { lon: -180, columns: 36, size: 10, lat: -80 }],
  ])('%s', (_, grid) => {
    const mesh = gridMesh(grid);
    if (grid.columns === 36) {
      mesh.neighbour_graph['0']['-2'].push(35);
      mesh.neighbour_graph['35']['2'].push(0);
      mesh.neighbour_graph['35']['1'].push(36);
    }
    const { source } = parseVesselMesh(bytesOf(mesh));
    expect(source.bounds.every((side) => Math.abs(side) <= 180)).toBe(true);
  });

  it('makes one edge of two that differ by rounding', () => {
    const thirds = gridMesh({ size: 0.1, lon: 0.7, lat: -0.3, columns: 30, rows: 30 });
    const { source } = parseVesselMesh(bytesOf(thirds));
    expect(new Set(source.bounds).size).toBeLessThanOrEqual(62);
  });

  it('is the same whatever the order of its cells, and whether ids are numbers or texts', () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 });
    fc.assert(
      fc.property(order, fc.boolean(), (rows, numeric) => {
        const mesh = gridMesh();
        const cellboxes = rows.map((row) => mesh.cellboxes[row]);
        if (numeric) for (const cell of cellboxes) cell.id = Number(cell.id);
        const graph = mesh.neighbour_graph;
        for (const id of Object.keys(graph)) {
          for (const to of Object.keys(graph[id]))
            graph[id][to] = graph[id][to].map(numeric ? String : Number);
        }
        const { config } = mesh;
        const { source } = parseVesselMesh(bytesOf({ neighbour_graph: graph, cellboxes, config }));
        rows.forEach((id, row) => {
          const { start, cell } = source.neighbours;
          const neighbours = [...cell.subarray(start[row], start[row + 1])].map((to) => source.ids[to]);
          const expected = Object.values<(string | number)[]>(graph[id]).flat().map(String);
          expect(neighbours.sort()).toEqual(expected.sort());
        });
      }),
      { numRuns: runs(10, 30) },
    );
  });
});

describe('a mesh in chunks', () => {
  const good = bytesOf(gridMesh({ columns: 2, rows: 2 }));

  /** Each reading of the file in chunks of another size. */
  function parseInChunks(bytes: Uint8Array, sizes: readonly number[]) {
    const parser = new MeshParser();
    let readings = 0;
    while (!parser.isDone) {
      const size = sizes[readings++ % sizes.length]!;
      parser.begin();
      for (let at = 0; at < bytes.length; at += size) parser.write(bytes.subarray(at, at + size));
      parser.end();
    }
    return { mesh: parser.finish(), readings };
  }

  it('is the same mesh, whatever the chunks and the order of its parts', () => {
    const { config, cellboxes, neighbour_graph } = gridMesh({ columns: 2, rows: 2 });
    const parts = Object.entries({ config, note: [{}], cellboxes, neighbour_graph });
    const order = fc.shuffledSubarray(parts, { minLength: parts.length });
    const sizes = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 3 });
    const whole = parseVesselMesh(good);
    fc.assert(
      fc.property(order, sizes, (members, each) => {
        const { mesh } = parseInChunks(bytesOf(Object.fromEntries(members)), each);
        expect(mesh).toEqual(whole);
      }),
      { numRuns: runs(20, 100) },
    );
  });

  it('is read once where its parts are in the order of the pipeline', () => {
    expect(parseInChunks(good, [100]).readings).toBe(1);
  });

  it('is refused wherever it is cut short', () => {
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 500 }), (length, size) => {
        expect(() => parseInChunks(good.subarray(0, length), [size])).toThrow(MeshRefused);
      }),
      { numRuns: runs(50, 300) },
    );
  });
});

describe('what a mesh may not be', () => {
  it.each(badMeshes)('%s', (_, bytes, reason) => {
    expect(reasonsOf(bytes).join('; ')).toMatch(reason);
  });

  it('too many cells, which ends at once', () => {
    const cells = new CellReader(1, new Faults());
    for (let row = 0; row < MAX_CELLS; row++) cells.read(null);
    expect(() => cells.read(null)).toThrow(/^cellboxes: expected at most 2500000 cells, found more$/);
  });

  it('tells every kind of fault, of each kind a few', () => {
    const bytes = changed((mesh) => {
      for (const cell of mesh.cellboxes) cell.speed = 'fast';
      mesh.cellboxes[2].uC = 'strong';
      mesh.neighbour_graph['0']['2'].push(77);
      mesh.config.mesh_info.region.lat_max = -58;
    });
    const reasons = reasonsOf(bytes);
    expect(reasons.filter((reason) => reason.includes('speed: expected'))).toHaveLength(3);
    expect(reasons).toContain('6 more: speeds');
    for (const part of ['uC', '77', 'cell 6: expected within']) {
      expect(
        reasons.some((reason) => reason.includes(part)),
        part,
      ).toBe(true);
    }
  });

  it('is refused and nothing else, whatever byte is damaged', () => {
    const good = bytesOf(gridMesh({ columns: 2, rows: 2 }));
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
        const bytes = Uint8Array.from(cut ? good.subarray(0, at) : good);
        if (!cut) bytes[at] = byte;
        reasonsOf(bytes); // throws what is not MeshRefused
      }),
      { numRuns: runs(100, 700) },
    );
  });
});

const reference = new URL('../../../../shared/reference/', import.meta.url);
const files = existsSync(reference)
  ? ['meshes/', 'small/'].flatMap((folder) =>
      readdirSync(new URL(folder, reference)).map((file) => `${folder}${file}`),
    )
  : [];

describe('reference meshes', () => {
  it('are there', ({ skip }) => {
    if (files.length === 0) skip('../shared/reference does not exist');
    expect(files.length).toBeGreaterThan(50);
  });

  it.each(files.filter((file) => isThorough || file.startsWith('small/')))('%s', (file) => {
    const bytes = gunzipSync(readFileSync(new URL(file, reference)));
    if (file.includes('.env.')) {
      expect(reasonsOf(bytes)).toEqual([expect.stringMatching(/^an environment mesh, without a vessel/)]);
    } else {
      expect(reasonsOf(bytes)).toEqual([]);
    }
  });
});
