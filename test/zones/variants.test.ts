/** Areas as other systems write them, and what is understood of each. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haversineNm } from '../../lib/engine/geometry/sphere.ts';
import { circlePolygon } from '../../lib/zones/geometry/circle.ts';
import { readZonesFile } from '../../lib/zones/read/read-zones.ts';
import { zone } from '../../lib/zones/zone.ts';
import { between } from '../between.ts';

type Ring = readonly (readonly number[])[];
const square = (west: number, south = -62): Ring => [
  [west, south],
  [west + 1, south],
  [west + 1, south + 1],
  [west, south + 1],
  [west, south],
];
const open = (west: number) => square(west).slice(0, -1);
const polygon = (...rings: Ring[]) => ({ type: 'Polygon', coordinates: rings });
const feature = (geometry: unknown, properties: object | null = {}) => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const latin1 = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value), 'latin1'));
const utf8 = (text: string) => new TextEncoder().encode(text);
const coordinates = (ring: Ring) => ring.map(([lon, lat]) => `${lon},${lat},0`).join(' ');
const kmlPolygon = (outer: Ring, inner?: Ring) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates(outer)}</coordinates></LinearRing></outerBoundaryIs>${inner ? `<innerBoundaryIs><LinearRing><coordinates>${coordinates(inner)}</coordinates></LinearRing></innerBoundaryIs>` : ''}</Polygon>`;
const kml = (content: string) =>
  utf8(`<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`);
const closed = { kind: 'closed' };
const inner: Ring = [
  [10.2, -61.8],
  [10.8, -61.8],
  [10.8, -61.2],
  [10.2, -61.2],
  [10.2, -61.8],
];
const metres: Ring = [
  [-2e6, 1e6],
  [-1.9e6, 1e6],
  [-1.9e6, 1.1e6],
  [-2e6, 1.1e6],
  [-2e6, 1e6],
];

interface Understood {
  /** Of each zone: its name, its kind, how many polygons it has. */
  readonly zones?: readonly (readonly [name: string, kind: string | undefined, polygons: number])[];
  readonly note?: string;
  readonly refused?: string;
}

const variants: readonly [what: string, file: Uint8Array, Understood][] = [
  [
    'a FeatureCollection',
    json(collection(feature(polygon(square(10)), { name: 'A', ...closed }))),
    { zones: [['A', 'closed', 1]] },
  ],
  [
    'a Feature',
    json(feature(polygon(square(10)), { name: 'A', ...closed })),
    { zones: [['A', 'closed', 1]] },
  ],
  ['a bare Polygon', json(polygon(square(10))), { zones: [['file', undefined, 1]] }],
  [
    'a bare MultiPolygon',
    json({ type: 'MultiPolygon', coordinates: [[square(10)], [square(12)]] }),
    { zones: [['file', undefined, 2]] },
  ],
  [
    'a GeometryCollection',
    json(
      feature(
        { type: 'GeometryCollection', geometries: [polygon(square(10)), polygon(square(12))] },
        { name: 'A' },
      ),
    ),
    { zones: [['A', undefined, 2]] },
  ],
  [
    'a ring that is not closed',
    json(feature(polygon(open(10)), { name: 'A' })),
    { zones: [['A', undefined, 1]] },
  ],
  [
    'a property Name, and Kind in capitals',
    json(feature(polygon(square(10)), { Name: 'A', KIND: 'Closed' })),
    { zones: [['A', 'closed', 1]] },
  ],
  [
    'a kind in other words',
    json(feature(polygon(square(10)), { name: 'A', kind: 'Speed limit', max_speed_kn: 8 })),
    { zones: [['A', 'speed_limit', 1]] },
  ],
  [
    'a point with a radius',
    json(feature({ type: 'Point', coordinates: [10, -60] }, { name: 'A', radius_nm: 5 })),
    { zones: [['A', undefined, 1]] },
  ],
  [
    'features of one name that are equal',
    json(
      collection(
        feature(polygon(square(10)), { name: 'A', ...closed }),
        feature(polygon(square(12)), { name: 'A', ...closed }),
      ),
    ),
    { zones: [['A', 'closed', 2]] },
  ],
  [
    'features of one name and two kinds',
    json(
      collection(
        feature(polygon(square(10)), { name: 'A', kind: 'speed_limit', max_speed_kn: 8 }),
        feature(polygon(square(12)), { name: 'B', ...closed }),
        feature(polygon(square(14)), { name: 'A', ...closed }),
      ),
    ),
    { refused: 'Features 1 and 3 are both named "A", and differ in kind' },
  ],
  [
    'features of one name and two speeds',
    json(
      collection(
        ...[8, 10].map((max_speed_kn) =>
          feature(polygon(square(max_speed_kn)), { name: 'A', kind: 'speed_limit', max_speed_kn }),
        ),
      ),
    ),
    { refused: 'differ in max_speed_kn' },
  ],
  [
    'features of one name and two seasons',
    json(
      collection(
        ...['05', '06'].map((month) =>
          feature(polygon(square(Number(month))), {
            name: 'A',
            ...closed,
            season: { from: '01-01', to: `${month}-01` },
          }),
        ),
      ),
    ),
    { refused: 'differ in season' },
  ],
  [
    'names in windows-1252',
    latin1(
      collection(
        feature(polygon(square(10)), { name: 'Øre', ...closed }),
        feature(polygon(square(12)), { name: 'Åre', ...closed }),
      ),
    ),
    {
      zones: [
        ['Øre', 'closed', 1],
        ['Åre', 'closed', 1],
      ],
      note: 'windows-1252',
    },
  ],
  [
    'a byte order mark',
    new Uint8Array([0xef, 0xbb, 0xbf, ...json(feature(polygon(square(10)), { name: 'Ø' }))]),
    { zones: [['Ø', undefined, 1]] },
  ],
  [
    'longitudes of 0 to 360',
    json(feature(polygon(square(300)), { name: 'A' })),
    { zones: [['A', undefined, 1]] },
  ],
  [
    'heights',
    json(feature(polygon(square(10).map((point) => [...point, 0])), { name: 'A' })),
    { zones: [['A', undefined, 1]] },
  ],
  ['numbers for names', json(feature(polygon(square(10)), { name: 7 })), { zones: [['7', undefined, 1]] }],
  [
    'lines and points beside areas',
    json(
      collection(
        feature(polygon(square(10)), { name: 'A' }),
        feature({ type: 'LineString', coordinates: open(1) }),
        feature({ type: 'Point', coordinates: [1, 2] }),
      ),
    ),
    { zones: [['A', undefined, 1]], note: '2 lines and points were passed over' },
  ],
  [
    'EPSG:3031',
    json({
      ...feature(polygon(metres), { name: 'A' }),
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3031' } },
    }),
    { zones: [['A', undefined, 1]], note: 'read from EPSG:3031' },
  ],
  [
    'metres that are not named',
    json(feature(polygon(metres), { name: 'A' })),
    { refused: 'look like metres' },
  ],
  [
    'KML',
    kml(`<Placemark><name>A</name>${kmlPolygon(square(10), inner)}</Placemark>`),
    { zones: [['A', undefined, 1]] },
  ],
  [
    'KML with extended data',
    kml(
      `<Placemark><name>A</name><ExtendedData><Data name="kind"><value>speed_limit</value></Data><Data name="max_speed_kn"><value>8</value></Data><Data name="season"><value>01-01/05-30</value></Data></ExtendedData>${kmlPolygon(square(10))}</Placemark>`,
    ),
    { zones: [['A', 'speed_limit', 1]] },
  ],
  [
    'KML with several polygons in a placemark',
    kml(
      `<Folder><Placemark><name>A</name><MultiGeometry>${kmlPolygon(square(10))}${kmlPolygon(square(12))}</MultiGeometry></Placemark></Folder>`,
    ),
    { zones: [['A', undefined, 2]] },
  ],
  [
    'KML in windows-1252, declared',
    new Uint8Array(
      Buffer.from(
        `<?xml version="1.0" encoding="windows-1252"?><kml><Placemark><name>Åre</name>${kmlPolygon(square(10))}</Placemark></kml>`,
        'latin1',
      ),
    ),
    { zones: [['Åre', undefined, 1]] },
  ],
  [
    'two areas without a name',
    json(
      collection(
        feature(polygon(square(10)), { OBJECTID: 1, ZONE: 'A' }),
        feature(polygon(square(12)), { OBJECTID: 2 }),
      ),
    ),
    { refused: 'Feature 1 has no property "name"; it has OBJECTID, ZONE' },
  ],
  [
    'no areas',
    json(feature({ type: 'LineString', coordinates: open(1) })),
    { refused: 'The file has no areas' },
  ],
  [
    'a GPX',
    utf8('<gpx><wpt lat="1" lon="2"/></gpx>'),
    { refused: 'The file is GPX; what is read here is GeoJSON, KML, S-124, zip or shapefile.' },
  ],
];

const nameless = (_: number, count: number) => (count === 1 ? 'file' : null);

describe('areas as other systems write them', () => {
  it.each(variants)('%s', (_, file, { zones, note, refused }) => {
    const read = () => readZonesFile(file, { property: 'name', nameless });
    if (refused !== undefined) {
      expect(read).toThrow(refused);
      return;
    }
    const found = read();
    expect(found.zones.map(({ name, kind }) => [name, kind])).toEqual(
      zones!.map(([name, kind]) => [name, kind]),
    );
    found.zones.forEach((candidate, i) => {
      const whole = zone.parse({ kind: 'closed', ...candidate });
      const { type, coordinates: own } = whole.geometry;
      expect(type === 'Polygon' ? 1 : (own as unknown[]).length).toBe(zones![i]![2]);
    });
    if (note === undefined) expect(found.notes).toEqual([]);
    else expect(found.notes.join(' ')).toContain(note);
  });

  it('properties of KML become those of the zone, and EPSG:3031 has positions between far ones', () => {
    const [, limit] = variants.find(([what]) => what === 'KML with extended data')!;
    expect(readZonesFile(limit, { property: 'name', nameless }).zones[0]).toMatchObject({
      max_speed_kn: 8,
      season: { from: '01-01', to: '05-30' },
    });
    const [, projected] = variants.find(([what]) => what === 'EPSG:3031')!;
    const { geometry } = readZonesFile(projected, { property: 'name', nameless }).zones[0]!;
    const [ring] = (geometry as { coordinates: [number, number][][] }).coordinates;
    expect(ring).toHaveLength(4 * 5 + 1); // pieces of 20 km of sides of 100 km
    // -2000000, 1000000 by Snyder's equations for the ellipsoid (USGS paper 1395, pages 161 and 162)
    expect(ring![0]![0]).toBeCloseTo(-63.434949, 5);
    expect(ring![0]![1]).toBeCloseTo(-69.628669, 5);
  });
});

describe('a zone of a request', () => {
  const expected = { name: 'A', kind: 'closed', geometry: polygon(square(10)) };
  it.each<[what: string, sent: unknown]>([
    ['as it should be', expected],
    ['with a ring that is not closed', { ...expected, geometry: polygon(open(10)) }],
    ['as a Feature', feature(polygon(square(10)), { Name: 'A', kind: 'closed', OBJECTID: 7 })],
    ['with a Feature as its geometry', { ...expected, geometry: feature(polygon(square(10))) }],
    ['with a collection of features', { ...expected, geometry: collection(feature(polygon(square(10)))) }],
  ])('%s', (_, sent) => {
    expect(zone.parse(sent)).toEqual(expected);
  });

  it('may be a circle, which lies within its polygon, and a polygon that is hardly larger', () => {
    const circle = { lat: -60, lon: 179.9, radius_nm: 10 };
    const [one, other] = [{ circle }, { geometry: circle }].map((sent) =>
      zone.parse({ name: 'A', kind: 'closed', ...sent }),
    );
    expect(one).toEqual(other);
    expect(one!.geometry).toEqual(circlePolygon(circle));
    fc.assert(
      fc.property(between(-80, 80), between(-180, 180), between(0.1, 300), (lat, lon, radius_nm) => {
        const [ring] = circlePolygon({ lat, lon, radius_nm }).coordinates as [[number, number][]];
        for (const [x, y] of ring) {
          const distance = haversineNm({ lat, lon }, { lat: y, lon: x });
          expect(distance / radius_nm).toBeGreaterThan(1);
          expect(distance / radius_nm).toBeLessThan(1.0004);
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each<[sent: unknown, message: string]>([
    [{ name: 'A', kind: 'closed', circle: { lat: -60, lon: 10, radius_nm: 0 } }, 'or a circle'],
    [
      {
        name: 'A',
        kind: 'closed',
        circle: { lat: -60, lon: 10, radius_nm: 5 },
        geometry: polygon(square(10)),
      },
      'circle',
    ],
    [polygon(square(10)), 'must be "closed", "speed_limit" or "report"'],
    [{ ...expected, geometry: { type: 'LineString', coordinates: open(1) } }, 'must be a GeoJSON Polygon'],
    [
      { ...expected, geometry: polygon(Array.from({ length: 20_002 }, (_, i) => [i % 7, i % 5])) },
      'expected at most 20000',
    ],
  ])('%.60j is refused', (sent, message) => {
    const { error } = zone.safeParse(sent);
    expect(JSON.stringify(error!.issues)).toContain(JSON.stringify(message).slice(1, -1));
  });
});
