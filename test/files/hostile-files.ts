/** Files that are made to do harm, up to 20 MB of each kind, and files that are broken in ways that happen. */
import { strToU8, zipSync } from 'fflate';
import { zipped } from './write-shapefile.ts';

const MEGABYTE = 1_000_000;

/** Each format's beginning and end, with room between for whatever harms; the first three are those of routes, zones and charts. */
const XML: Readonly<Record<string, readonly [before: string, after: string]>> = {
  GPX: ['<gpx version="1.1"><rte>', '</rte></gpx>'],
  KML: ['<kml><Document>', '</Document></kml>'],
  'S-411': [
    '<IceDataSet xmlns:ice="http://www.jcomm.info/ice"><IceFeatureMember>',
    '</IceFeatureMember></IceDataSet>',
  ],
  RTZ: ['<route version="1.0"><waypoints>', '</waypoints></route>'],
  'S-421': ['<S421:Dataset xmlns:S421="http://www.iho.int/S421/gml/cs0/1.0">', '</S421:Dataset>'],
  'S-124': ['<S124:Dataset xmlns:S124="http://www.iho.int/S124/1.0">', '</S124:Dataset>'],
};

const LAUGHS = Array.from({ length: 10 }, (_, k) => `<!ENTITY l${k + 1} "${`&l${k};`.repeat(10)}">`).join('');

const harmsOfXml = (most: number): Readonly<Record<string, (before: string, after: string) => string>> => ({
  'entities in entities': (before, after) =>
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${LAUGHS}]>${before}<name>&l10;</name>${after}`,
  'an entity that is a file': (before, after) =>
    `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${before}<name>&f;</name>${after}`,
  'elements in elements': (before, after) =>
    before + '<a>'.repeat(most / 7) + '</a>'.repeat(most / 7) + after,
  'elements that are never closed': (before) => before + '<a>'.repeat(most / 3),
  'millions of empty elements': (before, after) => before + '<a/>'.repeat(1_500_000) + after,
  'a name of megabytes': (before, after) => `${before}<${'a'.repeat(most)}/>${after}`,
  'an attribute of megabytes that is not closed': (before, after) =>
    `${before}<a b="${'c'.repeat(most)}>${after}`,
  'thousands of attributes': (before, after) =>
    `${before}<a ${Array.from({ length: 300_000 }, (_, k) => `b${k}="${k}"`).join(' ')}/>${after}`,
  'a comment that is not closed': (before, after) => `${before}<!--${'-'.repeat(most)}${after}`,
  'markup that is nothing': (before) => before + '<'.repeat(most),
  ampersands: (before, after) => `${before}<name>${'&'.repeat(most)}</name>${after}`,
  'what is cut in the middle': (before) => `${before}<name>A</na`,
});

/** A spiral, so that the ring does not cross itself. */
const spiral = (count: number): string =>
  Array.from({ length: count }, (_, k) => `[${(k / count).toFixed(6)},${k % 2 ? -60 : -61}]`).join(',');

const zipOf = (name: string, bytes: Uint8Array) => zipSync({ [name]: bytes }, { level: 9 });
const zeros = new Uint8Array(70 * MEGABYTE);
const square = [[0, -70], [0, -69], [1, -69], [0, -70]] as const; // biome-ignore format: positions
const shapes = zipped('ice_20261127', [{ rings: [square], attributes: { CT: '90', NAME: 'A' } }]);

/**
 * Title and content; made when it is asked for, because all together take gigabytes.
 *
 * @param most bytes of those that harm by their length
 * @param formats of XML: three have all readers tried
 */
export const hostileFiles = (
  most: number,
  formats: number,
): (readonly [title: string, make: () => Uint8Array])[] => [
  ...Object.entries(XML)
    .slice(0, formats)
    .flatMap(([format, [before, after]]) =>
      Object.entries(harmsOfXml(most)).map(
        ([harm, make]) => [`${format} with ${harm}`, () => strToU8(make(before, after))] as const,
      ),
    ),
  ...['gpx', 'kml', 'gml', 'shp', 'dbf', 'prj'].map(
    (extension) =>
      [`a zip with a ${extension} of 70 MB of nothing`, () => zipOf(`a.${extension}`, zeros)] as const,
  ),
  ['a zip of a zip', () => zipOf('a.zip', zipOf('b.gpx', zeros.subarray(0, MEGABYTE)))],
  [
    'a zip with thousands of files',
    () =>
      zipSync(Object.fromEntries(Array.from({ length: 5000 }, (_, k) => [`${k}.gpx`, strToU8('<gpx/>')]))),
  ],
  ['a zip that is cut in the middle', () => shapes.subarray(0, shapes.length / 2)],
  ['a zip whose sizes are not true', () => shapes.map((byte, k) => (k >= 18 && k < 26 ? 255 : byte))],
  ['the beginning of a zip', () => strToU8(`PK\u0003\u0004${'\u0000'.repeat(most)}`)],
  ['arrays in arrays', () => strToU8('['.repeat(most))],
  ['objects in objects', () => strToU8('{"type":'.repeat(most / 8))],
  [
    'collections in collections',
    () => strToU8(`${'{"type":"GeometryCollection","geometries":['.repeat(100_000)}${']}'.repeat(100_000)}`),
  ],
  [
    'a GeoJSON ring of a million points',
    () => strToU8(`{"type":"Polygon","coordinates":[[${spiral(1_000_000)}]]}`),
  ],
  [
    'a GeoJSON line of a million points',
    () => strToU8(`{"type":"LineString","coordinates":[${spiral(1_000_000)}]}`),
  ],
  [
    'GeoJSON that is cut in the middle',
    () => strToU8('{"type":"FeatureCollection","features":[{"type":"Fea'),
  ],
  [
    'GeoJSON of another kind',
    () => strToU8('{"type":"Cube","coordinates":[[1e999,null],{"a":"__proto__"}]}'),
  ],
  ['numbers that are none', () => strToU8('{"type":"LineString","coordinates":[[1e999,0],[0,-1e999]]}')],
  [
    'KML with a number of a million digits that is none',
    () =>
      strToU8(
        `<kml><Placemark><LineString><coordinates>${'1'.repeat(most)}x,2 3,4</coordinates></LineString></Placemark></kml>`,
      ),
  ],
  [
    'KML with a position that has a gap of megabytes',
    () =>
      strToU8(
        `<kml><Placemark><LineString><coordinates>1,2${' '.repeat(most)}x</coordinates></LineString></Placemark></kml>`,
      ),
  ],
  ['GPX that declares its type over and over', () => strToU8(`<gpx>${'<!DOCTYPE '.repeat(most / 10)}`)],
  ...[
    ['positions in one cell', 'position', (gap: string) => `POINT${gap}x`],
    ['names of axes', 'position', () => 'LON '.repeat(2400)],
    ['angles', 'lat;lon', (gap: string) => `N${gap}x;2`],
    ['stays', 'lat;lon;stay', (gap: string) => `1;2;1${gap}x`],
  ].map(
    ([what, heading, row]) =>
      [
        `a table of ${what} with long gaps`,
        () =>
          strToU8(
            `name;${heading}\n${`A;${(row as (gap: string) => string)(' '.repeat(9800))}\n`.repeat(200)}`,
          ),
      ] as const,
  ),
  ['a million lines of nothing', () => strToU8('lat,lon\n'.concat('x,y\n'.repeat(1_000_000)))],
  ['a line of 20 MB', () => strToU8(`lat,lon\n${'1,'.repeat(most / 2)}`)],
  ['quotes that are never closed', () => strToU8(`lat,lon,name\n${'1,2,"\n'.repeat(50_000)}`)],
  ['a heading of a million cells', () => strToU8(`${'lat,'.repeat(1_000_000)}\n1`)],
  ['spaces', () => strToU8(' '.repeat(most))],
  ['zeros', () => zeros.subarray(0, most)],
  ['noise', () => Uint8Array.from({ length: most }, (_, k) => (k * 7919 + (k >> 3) * 104729) & 255)],
  ['nothing', () => new Uint8Array()],
];
