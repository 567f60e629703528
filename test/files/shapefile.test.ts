import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readShapefiles } from '../../lib/files/shapefile.ts';
import { NORTH_POLAR, shapefile, WGS84, zipped } from './write-shapefile.ts';

const RING = [
  [10, 60],
  [10, 61],
  [11, 61],
  [10, 60],
] as const;

const zipOf = (parts: Readonly<Record<string, Uint8Array>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([extension, file]) => [`areas.${extension}`, file])));

/** The name of the one area, and what is said. @param bytes of its name in the .dbf */
function read(bytes: readonly number[], codePage?: string): { name: unknown; notes: readonly string[] } {
  const parts = shapefile([{ rings: [RING], attributes: { NAME: 'X'.repeat(bytes.length) } }]);
  parts.dbf!.set(bytes, parts.dbf!.lastIndexOf(0x58) + 1 - bytes.length);
  const [layer] = readShapefiles(zipOf({ ...parts, ...(codePage && { cpg: strToU8(codePage) }) }));
  return { name: layer!.features[0]!.properties.NAME, notes: layer!.notes };
}

const LATIN = [0xc5, 0x72, 0x65];

it('names are in the encoding of the .cpg', () => {
  expect(read(LATIN, 'ISO-8859-1')).toEqual({ name: 'Åre', notes: [] });
  expect(read([0xc3, 0x85, 0x72, 0x65], 'UTF-8')).toEqual({ name: 'Åre', notes: [] });
});

it('names without a .cpg are UTF-8, else windows-1252, which is said', () => {
  expect(read([0xc3, 0x85, 0x72, 0x65])).toEqual({ name: 'Åre', notes: [] });
  expect(read(LATIN)).toEqual({ name: 'Åre', notes: [expect.stringContaining('windows-1252')] });
});

it.each([
  ['as Esri writes it', NORTH_POLAR],
  ['set out in lines', NORTH_POLAR.replaceAll('[', ' [').replaceAll(',', ',\n  ')],
  ['of a later Esri', NORTH_POLAR.replace('Stereographic_North_Pole', 'Polar_Stereographic_Variant_B')],
  [
    'of the OGC',
    NORTH_POLAR.replace('Stereographic_North_Pole', 'Polar_Stereographic').replace(
      'Standard_Parallel_1',
      'latitude_of_origin',
    ),
  ],
])('a polar projection %s has its standard parallel', (_, prj) => {
  const ring = [
    [500_000, -1_000_000],
    [500_000, -990_000],
    [510_000, -990_000],
    [500_000, -1_000_000],
  ] as const;
  const [layer] = readShapefiles(zipped('areas', [{ rings: [ring], attributes: { NAME: 'A' } }], prj));
  const [[[lon, lat]]] = layer!.features[0]!.geometry!.coordinates as [[[number, number]]];
  expect(lon).toBeCloseTo(-18.434949, 5);
  // by Snyder's equations for the ellipsoid (USGS paper 1395, pages 161 and 162)
  expect(lat).toBeCloseTo(79.705776, 5);
});

/** EPSG's example of Mercator variant B (guidance note 7-2): 53° N 53° E is there, by the ellipsoid of Krassowsky. */
const CASPIAN_MERCATOR =
  'PROJCS["Caspian_Sea_Mercator",GEOGCS["Krassowsky",DATUM["D_Krassowsky_1940",SPHEROID["Krassowsky_1940",6378245.0,298.3]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",51.0],PARAMETER["Standard_Parallel_1",42.0],UNIT["Meter",1.0]]';
const CASPIAN_METRES = [165_704.29, 5_171_848.07] as const;
/** On a sphere of 6,378,245 m. */
const METRES_PER_DEGREE = (6_378_245 * Math.PI) / 180;

it.each([
  ['Mercator as Esri writes it', CASPIAN_MERCATOR, CASPIAN_METRES],
  ['Mercator of the OGC', CASPIAN_MERCATOR.replace('"Mercator"', '"Mercator_2SP"'), CASPIAN_METRES],
  [
    'an equidistant one',
    CASPIAN_MERCATOR.replace('"Mercator"', '"Equidistant_Cylindrical"').replace('42.0', '60.0'),
    [2 * Math.cos(Math.PI / 3) * METRES_PER_DEGREE, 53 * METRES_PER_DEGREE],
  ],
] as const)('a cylindrical projection has its standard parallel: %s', (_, prj, [x, y]) => {
  const ring = [
    [x, y],
    [x, y + 1000],
    [x + 1000, y],
    [x, y],
  ] as const;
  const [layer] = readShapefiles(zipped('areas', [{ rings: [ring], attributes: { NAME: 'A' } }], prj));
  const [[[lon, lat]]] = layer!.features[0]!.geometry!.coordinates as [[[number, number]]];
  expect(lon).toBeCloseTo(53, 6);
  expect(lat).toBeCloseTo(53, 6);
});

it('longitudes count from the prime meridian that the projection has, and are degrees', () => {
  const ring = [
    [10, 50],
    [10, 51],
    [11, 50],
    [10, 50],
  ] as const;
  const read = (prj: string) =>
    readShapefiles(zipped('areas', [{ rings: [ring], attributes: { NAME: 'A' } }], prj));
  const [layer] = read(WGS84.replace(/PRIMEM\["Greenwich",0(?:\.0)?\]/, 'PRIMEM["Date line",180.0]'));
  expect(layer!.features[0]!.geometry!.coordinates).toMatchObject([[[190, 50], [190, 51], [191, 50], {}]]);
  const inGrads = WGS84.replace(/UNIT\["Degree",[^\]]+\]/i, 'UNIT["Grad",0.01570796326794897]');
  expect(() => read(inGrads)).toThrow('not in degrees');
});

it('a shape of tens of thousands of outlines and holes is refused', () => {
  const rings = Array.from({ length: 20_000 }, () => [RING, [RING[0]]]).flat();
  expect(() => readShapefiles(zipped('areas', [{ rings, attributes: { NAME: 'A' } }]))).toThrow(
    'more outlines and holes in its shapes (40000 in one)',
  );
});

it('many shapes of a few thousand outlines and holes are refused', () => {
  const rings = Array.from({ length: 2000 }, () => [[RING[0]], [RING[0]]]).flat();
  const shapes = Array.from({ length: 63 }, () => ({ rings, attributes: { NAME: 'A' } }));
  expect(() => readShapefiles(zipped('areas', shapes))).toThrow('more outlines and holes');
  expect(readShapefiles(zipped('areas', shapes.slice(0, 2)))[0]!.features).toHaveLength(2);
});

it('a table of thousands of millions of records without a length is refused', () => {
  const parts = shapefile([{ rings: [RING], attributes: { NAME: 'A' } }]);
  const head = new DataView(parts.dbf!.buffer);
  head.setUint32(4, 2 ** 32 - 1, true);
  head.setUint16(10, 0, true);
  expect(() => readShapefiles(zipOf(parts))).toThrow('1 shapes and 4294967295 records');
});

it('an area without positions is none', () => {
  const shapes = [[], RING].map((ring) => ({ rings: [ring], attributes: { NAME: 'A' } }));
  const [layer] = readShapefiles(zipped('areas', shapes));
  expect(layer!.features.map(({ geometry }) => geometry?.type ?? null)).toEqual([null, 'Polygon']);
});
