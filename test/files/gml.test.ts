import { expect, it } from 'vitest';
import { FileUnreadable } from '../../lib/files/errors.ts';
import { GmlReader } from '../../lib/files/gml.ts';
import { readXml } from '../../lib/files/xml.ts';
import { positionsOf } from '../../lib/zones/geometry/polygon.ts';

function ringOf(posList: string, attributes = ''): readonly (readonly number[])[] {
  const list = `<posList${attributes}>${posList}</posList>`;
  const text = `<f><g><Polygon><exterior><LinearRing>${list}</LinearRing></exterior></Polygon></g></f>`;
  const reader = new GmlReader('lat-lon');
  reader.collect(readXml(text).f as Record<string, unknown>);
  const [[polygon]] = reader.geometries() as unknown as [[{ rings: Float64Array[] }]];
  return positionsOf(polygon.rings[0]!);
}

const RING = [
  [5, -60],
  [6, -61],
  [7, -60],
  [5, -60],
];

it('positions are parted by blanks, lines, tabs, commas or no-break spaces; rings are closed', () => {
  expect(ringOf(' -60.0 5\n-61\t6,-60,7\u00a0\n')).toEqual(RING);
  expect(ringOf('-60.0,5.0 -61.0,6.0 -60.0,7.0 -60.0,5.0')).toEqual(RING);
  expect(ringOf('-60 5 1 -61 6 2 -60 7 3', ' srsDimension="3"')).toEqual(RING);
});

const geometriesOf = (elements: string) => {
  const reader = new GmlReader('lat-lon');
  reader.collect(readXml(`<f>${elements}</f>`).f as Record<string, unknown>);
  return reader.geometries()[0]!;
};

it.each([
  '<LineString srsDimension="3"><posList>-60 5 1 -61 6 2</posList></LineString>',
  '<Curve srsDimension="3"><segments><LineStringSegment><posList>-60 5 1 -61 6 2</posList></LineStringSegment></segments></Curve>',
  '<g srsDimension="3"><LineString srsDimension="2"><posList>-60 5 -61 6</posList></LineString></g>',
  '<LineString srsDimension="3"><pos>-60 5 1</pos><pos>-61 6</pos></LineString>',
])('heights are left out, whichever element says that positions have them: %s', (line) => {
  expect(geometriesOf(line)).toEqual([
    {
      type: 'LineString',
      line: [
        [5, -60],
        [6, -61],
      ],
    },
  ]);
});

it('positions in systems of which one has the latitude first and one the longitude are refused', () => {
  const point = (system: string) => `<Point srsName="${system}"><pos>-60 5</pos></Point>`;
  expect(geometriesOf(point('EPSG:4326') + point('urn:ogc:def:crs:EPSG::4326'))).toHaveLength(2);
  expect(() => geometriesOf(point('EPSG:4326') + point('CRS84'))).toThrow('EPSG:4326, CRS84');
});

it.each(['-60 5 -61 6 -60', '-60 5 -61 6 -60 x', '-60 5 -61 6 -60 Infinity'])('%s are not pairs', (list) => {
  expect(() => ringOf(list)).toThrow('not pairs of numbers');
});

it.each(['-65,0 -40,0 -64,0 -40,0 -64,0 -39,0', '-60,5 -61,6 -60,7'])(
  '%s may have decimal commas',
  (list) => {
    expect(() => ringOf(list)).toThrow('may have decimal commas');
  },
);

it.each([
  '12.3456789',
  '-0.1',
  '.5',
  '5.',
  '-0',
  '0.30000000000000004',
  '123.456789012345',
  '-40.279260358369456',
  '+7.25',
  '1e1',
  '0.1e-3',
])('%s is the number that it is', (number) => {
  expect(ringOf(`-60 ${number} -61 6 -60 7`)[0]![0]).toBe(Number(number));
});

it.each(['-', '.', '1.2.3', '--1', '1-2'])('%s is no number', (number) => {
  expect(() => ringOf(`-60 ${number} -61 6 -60 7`)).toThrow('not pairs of numbers');
});

it('a ring of a hundred thousand positions is read in a second', () => {
  const n = 100_000;
  const list = Array.from({ length: n }, (_, i) => `${(-60 - i / n).toFixed(6)} ${(i / n).toFixed(6)}`);
  const text = list.join(' ');
  const begin = process.cpuUsage();
  expect(ringOf(text)).toHaveLength(n + 1);
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1e6).toBeLessThan(1);
});

it('more positions than are read are refused', () => {
  expect(() => ringOf('0 0 '.repeat(2_000_001))).toThrow(FileUnreadable);
});

const curve = (posList: string) =>
  `<Curve><segments><LineStringSegment><posList>${posList}</posList></LineStringSegment></segments></Curve>`;
const outlined = (curves: string) =>
  `<surfaceProperty><Polygon><exterior><Ring>${curves}</Ring></exterior></Polygon></surfaceProperty>`;

it('an outline of curves has one that is used backwards the other way round', () => {
  const backwards = `<OrientableCurve orientation="-"><baseCurve>${curve('-60 5 -62 6 -60 7')}</baseCurve></OrientableCurve>`;
  const [polygon] = geometriesOf(
    outlined(
      `<curveMember>${curve('-60 5 -58 6 -60 7')}</curveMember><curveMember>${backwards}</curveMember>`,
    ),
  ) as unknown as [{ rings: Float64Array[] }];
  expect([...polygon.rings[0]!]).toEqual([5, -60, 6, -58, 7, -60, 7, -60, 6, -62, 5, -60]);
});

it.each(['PolygonPatch', 'Rectangle', 'Triangle'])('a surface of a %s is read', (patch) => {
  const ring = '<exterior><LinearRing><posList>-60 5 -61 6 -60 7 -60 5</posList></LinearRing></exterior>';
  expect(geometriesOf(`<Surface><patches><${patch}>${ring}</${patch}></patches></Surface>`)).toMatchObject([
    { type: 'Polygon', rings: [Float64Array.of(5, -60, 6, -61, 7, -60, 5, -60)] },
  ]);
});

it.each([
  ['an area', '<surfaceProperty xlink:href="#s1"/>', '"#s1"'],
  [
    'a part of an outline',
    outlined(`<curveMember>${curve('-60 5 -58 6 -60 7')}</curveMember><curveMember xlink:href="#c2"/>`),
    '"#c2"',
  ],
  [
    'an arc in an outline',
    outlined(
      '<curveMember><Curve><segments><Arc><posList>-60 5 -58 6 -60 7</posList></Arc></segments></Curve></curveMember>',
    ),
    'Arc',
  ],
])('%s that is not read is no shape of fewer positions', (_, elements, named) => {
  expect(() => geometriesOf(elements)).toThrow(FileUnreadable);
  expect(() => geometriesOf(elements)).toThrow(named);
});
