import { expect, it } from 'vitest';
import { readS124Features } from '../../lib/zones/read/read-s124.ts';

const RING = '-61 10 -61 12 -60 12 -60 10 -61 10';
const surface = `<gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>${RING}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>`;
const point = '<gml:Point><gml:pos>-60.5 11</gml:pos></gml:Point>';
const circle =
  '<gml:CircleByCenterPoint><gml:pos>-60.5 11</gml:pos><gml:radius uom="nmi_i">3</gml:radius></gml:CircleByCenterPoint>';
const line = '<gml:LineString><gml:posList>-61 10 -60 12</gml:posList></gml:LineString>';
const SERIES =
  '<messageSeriesIdentifier><warningNumber>7</warningNumber><year>2026</year><productionAgency>A/B</productionAgency></messageSeriesIdentifier>';

const part = (geometry: string, rest = '', kind = 'NavwarnPart') =>
  `<member><${kind}><geometry>${geometry}</geometry>${rest}</${kind}></member>`;
const restriction = (code: number) => `<restriction>${code}</restriction>`;
const validity = (from: string, to: string) =>
  `<fixedDateRange>${from && `<dateStart>${from}</dateStart>`}${to && `<dateEnd>${to}</dateEnd>`}</fixedDateRange>`;
const read = (parts: string, series = SERIES, root = 'Dataset') =>
  readS124Features(
    `<${root} xmlns:gml="http://www.opengis.net/gml/3.2"><imember><NavwarnPreamble>${series}</NavwarnPreamble></imember>${parts}</${root}>`,
  );
const propertiesOf = (rest: string) => read(part(surface, rest)).features[0]!.properties;

it('each part of a warning is a feature with its place, latitudes first, and its number', () => {
  const { features, notes } = read(
    part(surface) + part(point, '', 'NavwarnAreaAffected') + part(circle) + part(line),
  );
  expect(features.map(({ geometry }) => geometry)).toEqual([
    {
      type: 'Polygon',
      coordinates: [
        [
          [10, -61],
          [12, -61],
          [12, -60],
          [10, -60],
          [10, -61],
        ],
      ],
    },
    { type: 'Point', coordinates: [11, -60.5] },
    { type: 'Point', coordinates: [11, -60.5] },
    {
      type: 'LineString',
      coordinates: [
        [10, -61],
        [12, -60],
      ],
    },
  ]);
  expect(features.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(features.map(({ properties }) => properties!.name)).toEqual(
    [1, 2, 3, 4].map((k) => `A-B 7-2026 part ${k}`),
  );
  expect(features.map(({ properties }) => properties!.radius_nm)).toEqual([
    undefined,
    undefined,
    3,
    undefined,
  ]);
  expect(notes).toEqual([]);
});

it.each(['DataSet', 'Dataset'])(
  'a warning may be a %s, without a number, and with parts that have no place',
  (root) => {
    const other = '<member><TextPlacement><geometry/></TextPlacement></member>';
    expect(read(part('') + other + part(surface), '', root)).toMatchObject({
      features: [{ properties: { name: 'Warning part 2', source: 'S-124 Warning' } }],
      notes: ['1 part of the warning has no place.'],
    });
    expect(read(part('') + part(''), '', root).notes).toEqual(['2 parts of the warning have no place.']);
  },
);

it.each([
  [7, 'closed'],
  [14, 'closed'],
  [8, 'report'],
])('restriction %i makes an area %s', (code, kind) => {
  expect(propertiesOf(restriction(code))).toMatchObject({ kind });
  expect(propertiesOf(restriction(1) + restriction(code))).toMatchObject({ kind });
});

it('the source has the texts of a part, at most 500 characters', () => {
  const says = (text: string) =>
    `<warningInformation><information>${text}</information></warningInformation>`;
  expect(propertiesOf(says('Wreck.') + says('Keep clear.'))).toMatchObject({
    source: 'S-124 A-B 7-2026: Wreck.: Keep clear.',
  });
  expect(propertiesOf(says('x'.repeat(600)))!.source).toHaveLength(500);
});

it.each([
  ['<restriction code="7">Entry Prohibited</restriction>', 'closed'],
  ['<restriction code="14">interdit</restriction>', 'closed'],
  ['<restriction>area to be avoided</restriction>', 'closed'],
  ['<restriction code="8">Entry Restricted</restriction>', 'report'],
])('restrictions in words, with the number as a code: %s is %s', (words, kind) => {
  expect(propertiesOf(words)).toMatchObject({ kind });
  expect(propertiesOf(restriction(1) + words)).toMatchObject({ kind });
});

it.each([
  ['2026-11-01', '2027-02-01T12:00:00Z', 'valid 2026-11-01 to 2027-02-01', { from: '11-01', to: '02-01' }],
  ['2026-01-01', '2026-12-31', 'valid 2026-01-01 to 2026-12-31', { from: '01-01', to: '12-31' }],
  ['2026-01-01', '2027-01-01', 'valid 2026-01-01 to 2027-01-01', undefined],
  ['2026-11-01', '', 'valid 2026-11-01 on', undefined],
  ['', '2026-11-01', 'valid until 2026-11-01', undefined],
])(
  'a part that is valid from "%s" to "%s" says so, and has a season if that is less than a year',
  (from, to, text, season) => {
    const properties = propertiesOf(validity(from, to))!;
    expect(properties.source).toBe(`S-124 A-B 7-2026: ${text}`);
    expect(properties.season).toEqual(season);
  },
);

it('a part that says no days has no season', () => {
  expect(propertiesOf('')).toEqual({ name: 'A-B 7-2026 part 1', kind: 'report', source: 'S-124 A-B 7-2026' });
});
