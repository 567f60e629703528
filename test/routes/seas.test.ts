import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { haversineNm } from '../../lib/engine/geometry/sphere.ts';
import { compiledKeyOf } from '../../lib/meshes/compiled-key.ts';
import { ImpossibleOnMesh } from '../../lib/request/impossible.ts';
import { Seas, type ZonePorts } from '../../lib/routes/seas.ts';
import { matrixAnswer } from '../../lib/voyage/matrix/matrix-answer.ts';
import { matrixRequest } from '../../lib/voyage/matrix/matrix-fields.ts';
import { NotOnMesh } from '../../lib/voyage/not-on-mesh.ts';
import { reachRequest } from '../../lib/voyage/reach/reach-fields.ts';
import { reachGeoJson } from '../../lib/voyage/reach/reach-geojson.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { gridMesh } from '../local/grid-mesh.ts';
import { parseVesselMesh } from '../meshes/parse-vessel-mesh.ts';
import { boxPolygon, starPolygon } from '../zones/areas.ts';
import { mesh } from './world.ts';

const LIMIT_NM = 30;
/** Ten knots, on the equator, where great circles and rhumb lines are one; an island of 6 NM north of the way. */
const grid = gridMesh({
  latMin: -2,
  lonMin: 0,
  columns: 60,
  rows: 40,
  side: 0.1,
  speedKmh: 18.52,
  isOpen: (lat, lon) => !(lat > 0 && lat < 0.1 && lon > 2.5 && lon < 2.6),
});
const sea = compileMesh(parseVesselMesh(Buffer.from(JSON.stringify(grid))).source);
const land = compileMesh(
  parseVesselMesh(
    Buffer.from(
      JSON.stringify(
        gridMesh({ latMin: -2, lonMin: 0, columns: 60, rows: 40, side: 0.1, isOpen: (_, lon) => lon > 5.8 }),
      ),
    ),
  ).source,
);

const bounds = { latMin: -2, latMax: 2, lonMin: 0, lonMax: 6 };
const onDay = (day: string) => ({ bounds, validDateStart: day, validDateEnd: day });
const records = [mesh(1, onDay('2027-01-31')), mesh(2, { ...onDay('2027-02-01'), areaKm2: 20 })];

/** The best mesh of the list first. */
function seasOf(...compiled: Uint8Array[]): Seas {
  const list = compiled.map((_, k) => records[k]!);
  const files = new Map(compiled.map((bytes, k) => [compiledKeyOf(records[k]!.md5), bytes]));
  const read = async (key: string) => {
    const bytes = files.get(key);
    return bytes
      ? {
          etag: '',
          size: bytes.length,
          [Symbol.asyncIterator]: async function* () {
            yield bytes;
          },
        }
      : null;
  };
  return new Seas({
    meshes: {
      byId: async (id) => list.find((each) => each.id === id) ?? null,
      siblings: async () => list.map(({ id }) => id),
      candidates: async () => list.map((each) => ({ ...each, day: each.created.slice(0, 10) })),
    },
    vehicles: { find: async () => null },
    charts: {} as never,
    loads: { files: { read } as never, locks: {} as never, log: { warn: () => {} } } as never,
  });
}

const closedBox = (west: number, south: number, east: number, north: number, more: object = {}): Zone => ({
  name: 'Box',
  kind: 'closed',
  geometry: boxPolygon(west, south, east, north),
  ...more,
});
const ports = (standing: Zone[] = []): ZonePorts => ({
  zones: { find: async () => null },
  standingDigest: { current: async () => (standing.length > 0 ? 'digest' : null) },
  standingZones: { of: async () => standing },
});

const [west, east] = [
  { lat: 0, lon: 1 },
  { lat: 0, lon: 4 },
];
const points = [west, east].map((at, k) => ({ what: `source ${k + 1}`, ...at }));

const leftMs = () => 60_000;

async function nmBetween(fields: object, zonePorts = ports(), seas = seasOf(sea)) {
  const body = matrixRequest.parse({ sources: [west], targets: [east], ...fields });
  const wanted = { ...body, points, departure: null, days: 0, limitNm: LIMIT_NM, leftMs };
  const table = await seas.answerOnBest(zonePorts, wanted, ({ mesh: on, meshId }) =>
    matrixAnswer(on, meshId, body, LIMIT_NM),
  );
  return { nm: table.distance_metres[0]![0]! / 1852, meshId: table.mesh_id };
}

describe('a matrix among zones', () => {
  const plain = haversineNm(west, east);
  /** Round the southern side of a box from 2° to 3°. */
  const round = (lat: number) => {
    const corners = [west, { lat, lon: 2 }, { lat, lon: 3 }, east];
    return corners.slice(1).reduce((sum, to, k) => sum + haversineNm(corners[k]!, to), 0);
  };
  const box = closedBox(2, -0.5, 3, 1);

  it('goes round closed ones, those that stand as well, unless they are left out', async () => {
    expect((await nmBetween({})).nm).toBeCloseTo(plain, 2);
    const asked = await nmBetween({ zones: [box] });
    expect(Math.abs(asked.nm / round(-0.5) - 1)).toBeLessThan(1e-3);
    expect((await nmBetween({}, ports([box]))).nm).toBe(asked.nm);
    expect((await nmBetween({ standing_zones: false }, ports([box]))).nm).toBeCloseTo(plain, 2);
  });

  it('keeps clear of land', async () => {
    const { nm } = await nmBetween({ clearance_nm: 6 });
    // past an arc of six miles round two corners of the island
    expect(nm).toBeGreaterThan(plain + 0.1);
    expect(nm).toBeLessThan(plain * 1.01);
  });

  it('no place may lie in a closed zone', async () => {
    await expect(nmBetween({ zones: [closedBox(0.5, -0.5, 1.5, 0.5)] })).rejects.toThrow(
      'Source 1 (0.0000, 1.0000) lies in the closed zone "Box".',
    );
  });
});

describe('the mesh of an answer', () => {
  it('is the next of the list where a place has no sea near it on the first', async () => {
    expect(await nmBetween({}, ports(), seasOf(land, sea))).toMatchObject({ meshId: 2 });
    await expect(nmBetween({}, ports(), seasOf(land, land))).rejects.toThrow(NotOnMesh);
  });

  it('is the first where the answer fails otherwise', async () => {
    const asked: number[] = [];
    const wanted = {
      ...matrixRequest.parse({ sources: [west] }),
      points,
      departure: null,
      days: 0,
      limitNm: 1,
      leftMs,
    };
    const answer = seasOf(sea, sea).answerOnBest(ports(), wanted, ({ meshId }) => {
      asked.push(meshId);
      throw new Error('broken');
    });
    await expect(answer).rejects.toThrow('broken');
    expect(asked).toEqual([1]);
  });
});

describe('an answer among zones', () => {
  const wanted = (zones: Zone[], ms: number) => ({
    ...matrixRequest.parse({ sources: [west] }),
    zones,
    points,
    departure: null,
    days: 0,
    limitNm: LIMIT_NM,
    leftMs: () => ms,
  });
  const radii = Array.from({ length: 400 }, (_, k) => (k % 2 === 0 ? 0.02 : 0.5));
  const stars = Array.from({ length: 18 }, (_, k): Zone => {
    const at = { lat: k % 2 === 0 ? 1 : -1, lon: 0.6 + 0.3 * k };
    return { name: `Star ${k}`, kind: 'closed', geometry: starPolygon({ ...at, radii }).geometry };
  });

  it('ends in time, however long their borders are, and the next is made on the mesh as it was', async () => {
    const seas = seasOf(sea);
    const used: unknown[] = [];
    const ask = (zones: Zone[], ms: number) =>
      seas.answerOnBest(ports(), wanted(zones, ms), ({ mesh: on }) => used.push(on));
    await expect(ask(stars, 100)).rejects.toMatchObject({
      kind: 'unprocessable',
      message: expect.stringMatching(/^The answer takes more time than there is: ask for .*fewer zones/),
    });
    expect(used).toEqual([]);
    const { mesh: before } = await seas.best({ vehicle_type: null, mesh_id: null, ice_chart: null, points });
    await expect(ask(stars, 100)).rejects.toThrow('more time than there is');
    await ask([], 60_000);
    await ask([], 60_000);
    expect(used[0]).not.toBe(before);
    expect(used[1]).toBe(used[0]);
  });

  it('is that of the next mesh where they can not be put into the first', async () => {
    const ask = (...possible: number[]) =>
      seasOf(sea, sea).answerOnBest(ports(), wanted([], 60_000), ({ meshId }) => {
        if (!possible.includes(meshId)) throw new ImpossibleOnMesh(`too many cells on ${meshId}`);
        return meshId;
      });
    expect(await ask(2)).toBe(2);
    await expect(ask()).rejects.toMatchObject({ kind: 'unprocessable', message: 'too many cells on 1' });
  });
});

describe('the sea that is best', () => {
  it('is the first of the list, or the one that is named; a vehicle has to be there', async () => {
    const query = { vehicle_type: null, mesh_id: null, ice_chart: null, points };
    expect(await seasOf(sea, sea).best(query)).toMatchObject({ meshId: 1, vehicle: null });
    expect(await seasOf(sea, sea).best({ ...query, mesh_id: 2 })).toMatchObject({ meshId: 2 });
    await expect(seasOf(sea).best({ ...query, vehicle_type: 'Nobody' })).rejects.toThrow(
      'There is no vehicle "Nobody"',
    );
  });

  it('is opened by whoever asks, where meshes are open already, however large they are', async () => {
    const list = [{ ...records[0]!, cellCount: 1e9 }];
    const opened: unknown[][] = [];
    const seas = new Seas({
      meshes: {
        byId: async () => list[0]!,
        siblings: async () => list.map(({ id }) => id),
        candidates: async () => list.map((each) => ({ ...each, day: '2026-01-01' })),
      },
      vehicles: { find: async () => null },
      charts: {} as never,
      loads: {} as never,
      open: async (...asked) => {
        opened.push(asked);
        return 'open' as never;
      },
    });
    const query = { vehicle_type: null, mesh_id: null, ice_chart: null, points };
    expect(await seas.best(query)).toEqual({ meshId: 1, mesh: 'open', vehicle: null, chart: null });
    expect(opened).toEqual([[list[0], null, null]]);
  });

  it('is not one that was removed for good a moment ago', async () => {
    const { meshes } = {
      meshes: {
        byId: async () => null,
        siblings: async () => [],
        candidates: async () => [{ id: 7 }] as never,
      },
    };
    const seas = new Seas({
      meshes,
      vehicles: { find: async () => null },
      charts: {} as never,
      loads: {} as never,
    });
    await expect(seas.best({ vehicle_type: null, mesh_id: null, ice_chart: null, points })).rejects.toThrow(
      'Mesh with id 7 not found.',
    );
  });
});

it('a stored zone that stands counts once: with the others that stand, or by its name where those are left out', async () => {
  const box = { ...closedBox(2, -0.5, 3, 1), standing: true } as const;
  const stored = { zones: { find: async () => box } };
  const plain = haversineNm(west, east);
  const named = { zones: ['Box'] };
  // what stands now has no box any more
  const elsewhere = ports([closedBox(4.5, 1, 5, 1.5)]);
  expect((await nmBetween(named, { ...elsewhere, ...stored })).nm).toBeCloseTo(plain, 2);
  expect((await nmBetween(named, { ...ports(), ...stored })).nm).toBeGreaterThan(plain + 1);
});

it('reach ends at a closed zone, in its season', async () => {
  const zone = closedBox(1.5, -2, 2, 2, { season: { from: '01-01', to: '02-01' } });
  const areaFrom = async (departure: string | null) => {
    const body = reachRequest.parse({ origins: [west], contours: [{ hours: 12 }], zones: [zone], departure });
    const wanted = { ...body, points: points.slice(0, 1), days: 0.5, limitNm: LIMIT_NM, leftMs };
    const { features } = await seasOf(sea).answerOnBest(ports(), wanted, ({ mesh: on }) =>
      reachGeoJson(on, body, LIMIT_NM),
    );
    const lons = features[0]!.geometry.coordinates.flat(2).map((at) => (at as readonly [number, number])[0]);
    return Math.max(...lons);
  };
  expect(await areaFrom(null)).toBeCloseTo(1.5, 2);
  expect(await areaFrom('2027-01-31T20:00Z')).toBeCloseTo(1.5, 2);
  expect(await areaFrom('2027-03-01T20:00Z')).toBeCloseTo(3, 1);
});

it('reach is in the sea of the departure', async () => {
  const slow = compileMesh(
    parseVesselMesh(
      Buffer.from(
        JSON.stringify(
          gridMesh({
            latMin: -2,
            lonMin: 0,
            columns: 60,
            rows: 40,
            side: 0.1,
            speedKmh: 9.26,
            isOpen: () => true,
          }),
        ),
      ),
    ).source,
  );
  const easternmost = async (fields: object) => {
    const body = reachRequest.parse({ origins: [west], contours: [{ hours: 12 }], ...fields });
    const wanted = { ...body, points: points.slice(0, 1), days: 0.5, limitNm: LIMIT_NM, leftMs };
    return seasOf(sea, slow).answerOnBest(ports(), wanted, ({ mesh: on, meshId }) => {
      const { features } = reachGeoJson(on, body, LIMIT_NM);
      const lons = features[0]!.geometry.coordinates
        .flat(2)
        .map((at) => (at as readonly [number, number])[0]);
      return { meshId, nm: Math.round((Math.max(...lons) - west.lon) * 60) };
    });
  };
  expect(await easternmost({})).toEqual({ meshId: 1, nm: 120 });
  expect(await easternmost({ departure: '2027-01-31T20:00Z' })).toEqual({ meshId: 1, nm: 120 });
  expect(await easternmost({ departure: '2027-02-01T20:00Z' })).toEqual({ meshId: 2, nm: 60 });
  // after the last mesh that is kept; and whoever names a mesh has that
  expect(await easternmost({ departure: '2027-03-01T20:00Z' })).toEqual({ meshId: 2, nm: 60 });
  expect(await easternmost({ departure: '2027-02-01T20:00Z', mesh_id: 1 })).toEqual({ meshId: 1, nm: 120 });
});
