import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { polygonsOf } from '../../lib/zones/geometry/polygon.ts';
import { geometryFault } from '../../lib/zones/geometry/polygon-fault.ts';
import { zone } from '../../lib/zones/zone.ts';
import { circleOf, ringOf } from './many-points.ts';

const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings });
const square = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

test.each([
  ['a square', polygon(square(-60, -62, -58, -60))],
  ['a square with a hole', polygon(square(-60, -62, -58, -60), square(-59.5, -61.5, -59, -61))],
  ['a ring across the antimeridian, unsplit', polygon(square(170, -70, -170, -60))],
  ['the same with longitudes beyond 180', polygon(square(170, -70, 190, -60))],
  [
    'a hole on the other side of the antimeridian',
    polygon(square(170, -70, -170, -60), square(-175, -68, -172, -66)),
  ],
  ['a band round the globe', polygon(square(-180, -60, 180, -55))],
  ['the sea round a pole, closed along it', polygon(square(-180, -90, 180, -75))],
  ...([-1, 1] as const).map((side): [string, ReturnType<typeof polygon>] => [
    'a ring once round the globe that ends in a corner',
    polygon([
      [-180 * side, -60],
      [0, -60],
      [180 * side, -60],
      [0, -55],
      [-180 * side, -50],
      [-180 * side, -60],
    ]),
  ]),
  [
    'a hole that a cut joins to the outline',
    polygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 1],
      [1, 0],
      [3, 0],
      [3, 3],
      [0, 3],
      [0, 0],
    ]),
  ],
  ['points that are there twice', polygon(square(0, 0, 1, 1).flatMap((point) => [point, point]))],
  [
    'a hole that has a side on the outline, and one of a single point',
    polygon(square(0, 0, 2, 2), square(0, 0, 1, 1), [
      [1.5, 1.5],
      [1.5, 1.5],
      [1.5, 1.5],
      [1.5, 1.5],
    ]),
  ],
  [
    'a ring that touches itself at a vertex',
    polygon([
      [0, 0],
      [2, 0],
      [2, 2],
      [1, 1],
      [0, 2],
      [1, 1],
      [0, 0],
    ]),
  ],
])('%s is accepted', (_, geometry) => {
  expect(geometryFault(geometry)).toBeNull();
});

test.each([
  [
    'that crosses itself',
    polygon([
      [0, -60],
      [2, -62],
      [2, -60],
      [0, -62],
      [0, -60],
    ]),
    /crosses itself at -61\.0000, 1\.0000: draw/,
  ],
  [
    'that crosses itself at a vertex',
    polygon([
      [0, 0],
      [1, 1],
      [2, 2],
      [2, 0],
      [1, 1],
      [0, 2],
      [0, 0],
    ]),
    /crosses itself at 1\.0000, 1\.0000/,
  ],
  [
    'that crosses itself at a vertex that is there twice',
    polygon([
      [0, 0],
      [1, 1],
      [1, 1],
      [2, 2],
      [2, 0],
      [1, 1],
      [0, 2],
      [0, 0],
    ]),
    /crosses itself at 1\.0000, 1\.0000/,
  ],
  [
    'that crosses itself where a vertex lies on an edge',
    polygon([
      [0, 0],
      [4, 0],
      [4, 2],
      [2, 0],
      [1, -2],
      [0, 0],
    ]),
    /crosses itself at 0\.0000, 2\.0000/,
  ],
  [
    // inside, each ray would leave it twice, as it does outside
    'that runs round its area twice',
    polygon([...square(0, 0, 2, 2), ...square(0, 0, 2, 2).slice(1)]),
    /crosses itself at 0\.0000, 0\.0000/,
  ],
  [
    'that runs along an edge twice in the same direction',
    polygon([
      [0, 0],
      [3, 0],
      [3, 3],
      [1, 0],
      [2, 0],
      [2, 3],
      [0, 0],
    ]),
    /crosses itself at 0\.0000, 1\.0000/,
  ],
  [
    'that crosses an edge which another one ends beside',
    polygon([
      [2, 0],
      [1, 1],
      [3, 1],
      [3, 2],
      [2, 1],
      [0, 1],
      [2, 3],
      [2, 2],
      [2, 0],
    ]),
    /crosses itself at 1\.0000, 2\.0000/,
  ],
  ['that is all hole', polygon(square(0, 0, 2, 2), square(0, 0, 2, 2)), /has no area at 0\.0000, 0\.0000/],
  [
    'with a hole that crosses its outline',
    polygon(square(0, 0, 2, 2), square(1, 1, 3, 1.5)),
    /crosses itself at/,
  ],
  ['with a hole outside', polygon(square(0, 0, 2, 2), square(4, 4, 5, 5)), /has a hole that lies outside/],
  [
    'round a pole',
    polygon([
      [-120, -70],
      [0, -70],
      [120, -70],
      [-120, -70],
    ]),
    /runs round a pole .*\[180, -70\], \[180, -90\]/,
  ],
  [
    'without area',
    polygon([
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 0],
    ]),
    /has no area at 0\.0000, 0\.0000/,
  ],
  [
    'along a parallel round the globe',
    polygon([
      [-180, -70],
      [0, -70],
      [180, -70],
      [-180, -70],
    ]),
    /runs round a pole \(from -70\.0000, -180\.0000\): .*\[180, -70\], \[180, -90\], \[-180, -90\]$/,
  ],
  [
    'round a pole, closed along a parallel on one side of it',
    polygon([
      [0, -71],
      [180, -70],
      [-180, -70],
      [-90, -72],
      [0, -71],
    ]),
    /runs round a pole \(from -71\.0000, 0\.0000\): draw it from -180 to 180 and close it along the pole/,
  ],
  [
    'round a pole, closed along a parallel that it crosses',
    polygon([
      [-180, 70],
      [-90, 75],
      [90, 65],
      [180, 70],
      [-180, 70],
    ]),
    /runs round a pole \(from 70\.0000, -180\.0000\): .* close it along the pole, .*\[180, 90\]/,
  ],
  ['far round', polygon(square(0, -61, 361, -60)), /has a point at longitude 361: longitudes are from -180/],
  ['beyond a pole', polygon(square(0, -91, 1, -60)), /beyond a pole, at latitude -91/],
  [
    'that is open',
    polygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]),
    /not closed at 0\.0000, 0\.0000: repeat/,
  ],
  [
    'of three positions',
    polygon([
      [0, 0],
      [1, 0],
      [0, 0],
    ]),
    /fewer than four positions/,
  ],
  [
    'of text',
    polygon([
      [0, 0],
      ['1', 0],
      [1, 1],
      [0, 0],
    ] as never),
    /not \[longitude, latitude\]/,
  ],
  ['of no type', { coordinates: [] }, /must be a GeoJSON Polygon or MultiPolygon/],
  ['of none', { type: 'MultiPolygon', coordinates: [] }, /must have at least one polygon$/],
  ['without coordinates', { type: 'MultiPolygon' }, /must have at least one polygon$/],
  ['without rings', polygon(), /must have at least one ring in each polygon$/],
])('a polygon %s is refused, with the place', (_, geometry, sentence) => {
  expect(geometryFault(geometry)).toMatch(sentence);
});

test.each([
  [[0], '[0]'],
  [[0, 0, 0, 0], '[0,0,0,0]'],
  [null, 'null'],
  [7, '7'],
  [{ lon: 0 }, '{"lon":0}'],
  [[0, null], '[0,null]'],
  [['x'.repeat(50), 0], `["${'x'.repeat(38)}`],
])('a position that is %j is refused as it is', (position, text) => {
  const ring = [[0, 0], [1, 0], position, [0, 0]];
  expect(geometryFault(polygon(ring as never))).toBe(
    `has a position that is not [longitude, latitude]: ${text}`,
  );
});

test('an area wider than the globe is refused, as it overlaps itself', () => {
  const lons = [-180, -60, 60, 180, -60];
  const ring = [...lons.map((lon) => [lon, -60]), ...lons.toReversed().map((lon) => [lon, -55]), [-180, -60]];
  expect(geometryFault(polygon(ring))).toBe(
    'overlaps itself at -60.0000, -180.0000, because it is wider than 360°: draw it as several polygons',
  );
});

test.each([
  [
    [0, 90.1],
    'has a point beyond a pole, at latitude 90.1: positions are [longitude, latitude], with latitudes from -90 to 90',
  ],
  [[-360.1, 0], 'has a point at longitude -360.1: longitudes are from -180 to 180'],
])('a ring through %j is refused', (at, sentence) => {
  expect(geometryFault(polygon([[0, 0], [1, 0], at, [0, 0]]))).toBe(sentence);
});

test.each([
  [7, 'must have at least one ring in each polygon'],
  [
    [7],
    'has a ring with fewer than four positions: draw at least three points, and the first again at the end',
  ],
])('a second polygon of %j is refused as a first one is', (rings, sentence) => {
  for (const coordinates of [[rings], [[square(0, 0, 1, 1)], rings]])
    expect(geometryFault({ type: 'MultiPolygon', coordinates })).toBe(sentence);
  expect(geometryFault({ type: 'MultiPolygon', coordinates: [[square(0, 0, 1, 1)]] })).toBeNull();
});

test('a zone has at most 20,000 points, the one that closes its ring not counted', () => {
  const errorOf = (points: number) => {
    const geometry = ringOf(circleOf(points));
    return zone.safeParse({ name: 'Reef', kind: 'closed', geometry }).error?.issues[0]?.message;
  };
  expect(errorOf(20_000)).toBeUndefined();
  expect(errorOf(20_001)).toBe('zone "Reef" has 20001 points, expected at most 20000');
});

test('the protected areas that ship are laid out without a jump of longitude', () => {
  const path = join(import.meta.dirname, '../../lib/zones/antarctic.geojson');
  const { features } = JSON.parse(readFileSync(path, 'utf8'));
  expect(features.length).toBeGreaterThan(20);
  for (const { geometry, properties } of features) {
    expect(geometryFault(geometry), properties.name).toBeNull();
    for (const { bounds } of polygonsOf(geometry)) {
      expect(bounds.east - bounds.west, properties.name).toBeLessThan(120);
    }
  }
});
