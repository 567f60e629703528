import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { CodeCount, iceOf } from '../../lib/ice-charts/egg.ts';
import { readIceChart } from '../../lib/ice-charts/read/read-chart.ts';
import { positionsOf } from '../../lib/zones/geometry/polygon.ts';
import { referenceBytes } from '../engine/reference.ts';
import {
  LINE,
  MULTI_POINT,
  NORTH_POLAR,
  type Shape,
  SOUTH_POLAR,
  shapefile,
  WGS84,
  zipped,
} from '../files/write-shapefile.ts';

const TIME = '2026-11-27T06:00:00.000Z';

/** A square of one degree whose south-western corner is at 40° W, 65° S. */
const SQUARE = [
  [-40, -65],
  [-40, -64],
  [-39, -64],
  [-39, -65],
  [-40, -65],
] as const;

const ice = (attributes: Record<string, string>, ring: Shape['rings'][number] = SQUARE): Shape => ({
  rings: [ring],
  attributes,
});

const jcomm = (
  attributes: string,
  { srs = ' srsName="EPSG:4326"', positions = '-65 -40 -64 -40 -64 -39 -65 -39 -65 -40' } = {},
) => `<?xml version="1.0" encoding="utf-8"?>
<ice:IceDataSet xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:ice="http://www.jcomm.info/ice"><ice:IceFeatureMember>
<ice:seaice gml:id="a">${attributes}<gml:Polygon${srs}><gml:exterior><gml:LinearRing><gml:posList>${positions}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ice:seaice>
</ice:IceFeatureMember></ice:IceDataSet>`;

const iho = (
  attributes: string,
  { date = '2026-11-27', positions = '-40 -65 -40 -64 -39 -64 -39 -65 -40 -65', more = '' } = {},
) => `<?xml version="1.0"?>
<Dataset xmlns:S100="http://www.iho.int/s100gml/5.0" xmlns:gml="http://www.opengis.net/gml/3.2"><S100:DatasetIdentificationInformation>
<S100:productIdentifier>S-411</S100:productIdentifier><S100:datasetTitle>Weddell Sea</S100:datasetTitle><S100:datasetReferenceDate>${date}</S100:datasetReferenceDate>
</S100:DatasetIdentificationInformation><members><SeaIce gml:id="a">${attributes}<geometry><S100:surfaceProperty><S100:Surface><gml:patches><gml:PolygonPatch>
<gml:exterior><gml:LinearRing><gml:posList>${positions}</gml:posList></gml:LinearRing></gml:exterior></gml:PolygonPatch></gml:patches></S100:Surface></S100:surfaceProperty></geometry></SeaIce>${more}</members></Dataset>`;

interface Variant {
  readonly title: string;
  readonly file: Uint8Array | string;
  readonly fileName?: string;
  readonly referenceTime?: string;
  readonly expected: {
    readonly time?: string;
    readonly ice: readonly (readonly [concentration: number | null, thicknessM: number | null])[];
    readonly corner?: readonly [number, number];
    readonly info?: RegExp;
    readonly drawn?: number;
  };
}

const CORNER = [-40, -65] as const;

const variants: Variant[] = [
  {
    title: 'S-411 of the JCOMM, a list in brackets, without a time',
    file: referenceBytes('s100/s411/cis_seaice_synthetic.gml'),
    referenceTime: TIME,
    expected: {
      ice: [
        [95, (2 * 0.5 + 3 * 0.225 + 2 * 0.125 + 2.5 * 0.05) / 9.5],
        [null, null],
      ],
      corner: [-85, 66],
      info: /total concentration "74"/,
    },
  },
  {
    title: 'S-411 of the IHO, positions in longitude and latitude',
    file: referenceBytes('s100/s411/iho_4112C00TDS001.gml'),
    expected: {
      time: '2001-04-22T00:00:00.000Z',
      ice: [
        [null, null],
        [20, null],
      ],
      corner: [-40.13354268036668, 69.92359353498672],
      drawn: 8,
    },
  },
  {
    title: 'S-411, codes run together',
    file: jcomm('<ice:iceact>90</ice:iceact><ice:iceapc>403020</ice:iceapc><ice:icesod>918784</ice:icesod>'),
    referenceTime: TIME,
    expected: { ice: [[90, (4 * 0.95 + 3 * 0.5 + 2 * 0.125) / 9]], corner: CORNER },
  },
  {
    title: 'S-411, one element for each code, with a measured thickness',
    file: iho(
      '<totalConcentration code="80">80</totalConcentration><partialConcentration>50</partialConcentration><partialConcentration>30</partialConcentration><iceStageofDevelopment>93</iceStageofDevelopment><iceStageofDevelopment>87</iceStageofDevelopment><iceAverageThickness>110</iceAverageThickness>',
    ),
    expected: { time: '2026-11-27T00:00:00.000Z', ice: [[80, 1.1]], corner: CORNER },
  },
  {
    title: 'S-411 in UTF-16',
    file: Buffer.from(`\ufeff${iho('<totalConcentration>60</totalConcentration>')}`, 'utf16le'),
    expected: { ice: [[60, null]] },
  },
  {
    title: 'S-411, CRS84 is longitude first, whatever the shape',
    file: jcomm('<ice:iceact>60</ice:iceact>', {
      srs: ' srsName="urn:ogc:def:crs:OGC:1.3:CRS84"',
      positions: '-40 -65 -40 -64 -39 -64 -40 -65',
    }),
    referenceTime: TIME,
    expected: { ice: [[60, null]], corner: CORNER },
  },
  {
    title: 'S-411, a latitude beyond 90 decides against what is said',
    file: jcomm('<ice:iceact>60</ice:iceact>', { positions: '-140 -65 -140 -64 -139 -64 -140 -65' }),
    referenceTime: TIME,
    expected: { ice: [[60, null]], corner: [-140, -65], info: /the other way round/ },
  },
  {
    title: 'S-411, a ring that is not closed',
    file: iho('<totalConcentration>60</totalConcentration>', {
      positions: '-40 -65 -40 -64 -39 -64 -39 -65',
    }),
    expected: { ice: [[60, null]], corner: CORNER },
  },
  {
    title: 'S-411 zipped',
    file: zipSync({
      'folder/chart.gml': strToU8(iho('<totalConcentration>03</totalConcentration>')),
      'README.txt': strToU8('x'),
    }),
    expected: { ice: [[5, null]] },
  },
  {
    title: 'SIGRID-3 with its egg, the date in its name',
    file: zipped('cis_SGRDREA_20261127T1800Z_pl_a', [
      ice({ CT: '90', CA: '40', SA: '91', CB: '30', SB: '87', CC: '20', SC: '84', POLY_TYPE: 'I' }),
    ]),
    expected: {
      time: '2026-11-27T18:00:00.000Z',
      ice: [[90, (4 * 0.95 + 3 * 0.5 + 2 * 0.125) / 9]],
      corner: CORNER,
    },
  },
  {
    title: 'SIGRID-3 with land, no data and open water, a short date',
    file: zipped('arctic261127', [
      ice({ CT: '92', SA: '95', POLY_TYPE: 'I' }),
      ice({ POLY_TYPE: 'L' }),
      ice({ CT: '99', POLY_TYPE: 'N' }),
      ice({ POLY_TYPE: 'W' }),
      ice({ CT: '01', POLY_TYPE: 'W' }),
    ]),
    expected: {
      time: '2026-11-27T00:00:00.000Z',
      ice: [
        [100, 2.5],
        [0, null],
        [5, null],
      ],
      info: /1 area of land leaves the mesh as it is/,
    },
  },
  {
    title: 'SIGRID-3 of one text, with what is left of the total',
    file: zipped('antarc261127', [ice({ ICECODE: 'CT81CA30SA93CB30SB87CD84FA05' })]),
    expected: { ice: [[90, (3 * 1.6 + 3 * 0.5 + 3 * 0.125) / 9]] },
  },
  {
    title: 'SIGRID-3 in polar stereographic of the north',
    // along 45° W: y is minus the distance from the pole
    file: zipped(
      'ice20261127',
      [
        ice({ CT: '50' }, [
          [0, -1_500_000],
          [-200_000, -1_500_000],
          [-200_000, -1_700_000],
          [0, -1_700_000],
          [0, -1_500_000],
        ]),
      ],
      NORTH_POLAR,
    ),
    expected: { ice: [[50, null]], corner: [-45, 76.2172] },
  },
  {
    title: 'SIGRID-3 without a projection',
    file: zipped('ice20261127', [ice({ CT: '50' })], null),
    expected: { ice: [[50, null]], corner: CORNER, info: /has no \.prj/ },
  },
  {
    title: 'SIGRID-3 with lower-case names and numbers for codes',
    file: zipped('ice20261127', [ice({ ct: '1', ca: '-9', sa: '99' })]),
    expected: { ice: [[5, null]], info: /1 code is undetermined/ },
  },
];

describe('an ice chart is read from', () => {
  // of the reference, where it is not there, there are no bytes
  it.each(variants.filter(({ file }) => file.length > 0))(
    '$title',
    ({ file, fileName, referenceTime, expected }) => {
      const bytes = typeof file === 'string' ? strToU8(file) : file;
      const chart = readIceChart(bytes, { fileName: fileName ?? null, referenceTime: referenceTime ?? null });
      expect(chart.referenceTime).toBe(expected.time ?? chart.referenceTime);
      const ices = chart.areas.map(({ egg }) => iceOf(egg, new CodeCount()));
      expect(ices).toHaveLength(expected.ice.length);
      ices.forEach(({ concentration, thicknessM }, i) => {
        const [percent, metres] = expected.ice[i]!;
        if (percent === null) expect(concentration).toBeNull();
        else expect(concentration).toBeCloseTo(percent, 12);
        if (metres === null) expect(thicknessM).toBeNull();
        else expect(thicknessM).toBeCloseTo(metres, 12);
      });
      const first = positionsOf(chart.areas[0]!.polygons[0]![0]!);
      expect(first.at(-1)).toEqual(first[0]);
      if (expected.corner) {
        expect(first[0]![0]).toBeCloseTo(expected.corner[0], 3);
        expect(first[0]![1]).toBeCloseTo(expected.corner[1], 3);
      }
      if (expected.info) expect(chart.info.join('. ')).toMatch(expected.info);
      if (expected.drawn !== undefined) expect(chart.drawn).toHaveLength(expected.drawn);
    },
  );

  it('SIGRID-3 with layers of lines and points in parts, and areas without codes', () => {
    const [there, beyond] = [
      [-39.8, -64.8],
      [-39.2, -64.2],
    ] as const;
    const parts: Shape = {
      rings: [
        [there, beyond],
        [beyond, [-39, -64]],
      ],
      attributes: {},
    };
    const layers = {
      ice20261127: shapefile([ice({ CT: '50' })]),
      edges: shapefile([parts, { ...parts, rings: [[there, beyond]] }], WGS84, LINE),
      icebergs: shapefile([{ rings: [[there, beyond]], attributes: {} }], WGS84, MULTI_POINT),
      shelves: shapefile([ice({ NAME: 'Ronne' }), ice({ NAME: 'Filchner' })]),
    };
    const entries = Object.entries(layers).flatMap(([name, parts]) =>
      Object.entries(parts).map(([extension, bytes]) => [`${name}.${extension}`, bytes]),
    );
    const { drawn, info } = readIceChart(zipSync(Object.fromEntries(entries)));
    expect(drawn.map(({ kind, geometry: { type, coordinates } }) => [kind, type, coordinates])).toEqual([
      ['edges', 'LineString', [there, beyond]],
      ['edges', 'LineString', [beyond, [-39, -64]]],
      ['edges', 'LineString', [there, beyond]],
      ['icebergs', 'Point', there],
      ['icebergs', 'Point', beyond],
    ]);
    expect(info).toContain('2 areas of shelves leave the mesh as it is');
  });

  it('a projection in which a ring runs round the pole, closed along it', () => {
    const circle = Array.from({ length: 37 }, (_, k): [number, number] => [
      1e6 * Math.cos(k * -10 * (Math.PI / 180)),
      1e6 * Math.sin(k * -10 * (Math.PI / 180)),
    ]);
    const chart = readIceChart(zipped('ice20261127', [ice({ CT: '92' }, circle)], SOUTH_POLAR));
    const ring = positionsOf(chart.areas[0]!.polygons[0]![0]!);
    expect(ring.filter(([, lat]) => lat === -90).map(([lon]) => Math.abs(lon!))).toEqual([180, 180]);
    expect(new Set(ring.map(([lon]) => Math.round(lon! / 10))).size).toBeGreaterThan(35);
  });
});

const whole = zipped('ice20261127', [ice({ CT: '50' })]);
const files = shapefile([ice({ CT: '50' })]);
const zipOf = (parts: Record<string, Uint8Array>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [`ice20261127.${name}`, bytes])));

const refusals: [title: string, file: Uint8Array | string, RegExp][] = [
  ['a chart without a time', jcomm('<ice:iceact>60</ice:iceact>'), /say it with reference_time/],
  [
    'a chart in which nothing is known',
    iho('<totalConcentration>99</totalConcentration>'),
    /No area .* is known/,
  ],
  ['codes that no table has', iho('<totalConcentration>74</totalConcentration>'), /No area .*"74"/],
  ['another reference system', jcomm('', { srs: ' srsName="EPSG:3411"' }), /EPSG:3411.* is not read/],
  ['positions that are none on Earth', iho('', { positions: '100 200 110 200 110 210' }), /none on Earth/],
  ['words for numbers', iho('', { positions: '-40 north -39 -65 -38 -66' }), /not pairs of numbers/],
  ['two positions for an area', iho('', { positions: '-40 -65 -39 -65' }), /fewer than 3/],
  [
    'XML that ends in the middle',
    iho('<totalConcentration>60</totalConcentration>').slice(0, -80),
    /not well-formed/,
  ],
  ['an entity bomb', `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(99)}">]>${iho('&a;')}`, /DOCTYPE|XML/],
  ['GPX', '<gpx/>', /is GPX/],
  ['a zip that ends in the middle', whole.subarray(0, whole.length / 2), /cut off/],
  ['a shapefile that ends in the middle', zipOf({ ...files, shp: files.shp!.subarray(0, 150) }), /cut off/],
  ['a table that ends in the middle', zipOf({ ...files, dbf: files.dbf!.subarray(0, 80) }), /cut off/],
  [
    'a table of four billion records',
    zipOf({ ...files, dbf: Uint8Array.from(files.dbf!, (byte, k) => (k > 3 && k < 8 ? 255 : byte)) }),
    /cut off/,
  ],
  [
    'a table of another file',
    zipOf({ ...files, dbf: shapefile([ice({ CT: '1' }), ice({ CT: '2' })]).dbf! }),
    /not of one file/,
  ],
  ['a shapefile without its table', zipOf({ shp: files.shp!, prj: files.prj! }), /has no \.dbf/],
  ['a projection that is not known', zipOf({ ...files, prj: strToU8('PROJCS["x"]') }), /is not known/],
  ['a shapefile of something else', zipped('roads20261127', [ice({ NAME: 'A1' })]), /is no ice chart/],
  [
    'two charts',
    zipSync({
      ...Object.fromEntries(
        ['a', 'b'].flatMap((name) =>
          Object.entries(shapefile([ice({ CT: '50' })], WGS84)).map(([extension, bytes]) => [
            `${name}20261127.${extension}`,
            bytes,
          ]),
        ),
      ),
    }),
    /2 ice charts/,
  ],
  ['a zip of anything else', zipSync({ 'a.txt': strToU8('x') }), /has no shapefile/],
  [
    'metres without a projection',
    zipOf(
      shapefile(
        [
          ice({ CT: '50' }, [
            [0, 0],
            [0, 1e6],
            [1e6, 0],
            [0, 0],
          ]),
        ],
        null,
      ),
    ),
    /none on Earth/,
  ],
];

describe('an ice chart is refused in a sentence for', () => {
  it.each(refusals)('%s', (_, file, sentence) => {
    expect(() => readIceChart(typeof file === 'string' ? strToU8(file) : file)).toThrow(sentence);
  });

  it('a zip bomb, before it is unpacked', () => {
    const bomb = zipSync({ 'ice20261127.shp': new Uint8Array(200 * 2 ** 20) }, { level: 9 });
    const before = process.cpuUsage();
    expect(() => readIceChart(bomb)).toThrow(/unpacks to more than 64 MiB/);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

it('areas of ice without an outline are told', () => {
  const more = '<SeaIce gml:id="b"><totalConcentration>90</totalConcentration></SeaIce>';
  const read = (text: string) => readIceChart(strToU8(text), { referenceTime: TIME });
  const chart = iho('<totalConcentration>90</totalConcentration>', { more });
  expect(read(chart)).toMatchObject({
    areas: { length: 1 },
    info: expect.arrayContaining(['1 area has no outline, and so no effect on the mesh']),
  });
});
