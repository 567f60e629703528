import { expect, it, test } from 'vitest';
import { circlePolygon } from '../../lib/zones/geometry/circle.ts';
import { wholeGeometry } from '../../lib/zones/geometry/whole-geometry.ts';

const circle = { lat: -60, lon: 10, radius_nm: 5 };
const open = [
  [0, 0],
  [1, 0],
  [1, 1],
];
const closed = [...open, open[0]];

test('a circle is a polygon, unless it is none', () => {
  for (const fields of [{}, { lat: 90 }, { lon: 360 }, { lon: -180 }, { radius_nm: 1000 }]) {
    const each = { ...circle, ...fields };
    expect(wholeGeometry(each)).toEqual(circlePolygon(each));
  }
  for (const fields of [
    { lat: 90.1 },
    { lat: -91 },
    { lat: '1' },
    { lon: 361 },
    { lon: -180.1 },
    { lon: null },
    { radius_nm: 0 },
    { radius_nm: 1001 },
    { radius_nm: '5' },
    { name: 'A' },
  ]) {
    const each = { ...circle, ...fields };
    expect(wholeGeometry(each)).toBe(each);
  }
});

test('rings are closed, and polygons of collections put together', () => {
  const polygon = { type: 'Polygon', coordinates: [open] };
  const whole = { type: 'Polygon', coordinates: [closed] };
  const both = { type: 'MultiPolygon', coordinates: [[closed], [closed]] };
  expect(wholeGeometry(polygon)).toEqual(whole);
  expect(wholeGeometry(whole)).toEqual(whole);
  const feature = { type: 'Feature', geometry: polygon };
  for (const each of [
    { type: 'MultiPolygon', coordinates: [[open], [closed]] },
    { type: 'FeatureCollection', features: [feature, feature] },
    { type: 'GeometryCollection', geometries: [polygon, { type: 'MultiPolygon', coordinates: [[open]] }] },
    { type: 'Feature', geometry: { type: 'GeometryCollection', geometries: [polygon, polygon] } },
  ])
    expect(wholeGeometry(each)).toEqual(both);
  // the first and the last are the same place only if both numbers are
  for (const last of [
    [0, 1],
    [1, 0],
  ]) {
    const ring = [...open, last];
    expect(wholeGeometry({ type: 'Polygon', coordinates: [ring] })).toEqual({
      type: 'Polygon',
      coordinates: [[...ring, open[0]]],
    });
  }
});

it.each<[unknown]>([
  [null],
  ['Polygon'],
  [{ type: 'Polygon', coordinates: [null] }],
  [{ type: 'Polygon', coordinates: [7, open.slice(0, 2), [1, 2, 3]] }],
  [{ type: 'Polygon', coordinates: 'none' }],
  [{ type: 'Polygon' }],
  [{ type: 'MultiPolygon', coordinates: null }],
  [{ type: 'MultiPolygon', coordinates: [] }],
  [{ type: 'LineString', coordinates: open }],
  [{ type: 'Feature', geometry: null }],
  [{ type: 'FeatureCollection', features: null }],
  [{ type: 'FeatureCollection', features: [{ type: 'Feature', geometry: { type: 'Point' } }] }],
])('%j stays as it is', (value) => {
  expect(wholeGeometry(value)).toEqual(value);
});

it('is not looked for in collections of collections without end', () => {
  const nested = (levels: number): object =>
    levels === 0
      ? { type: 'Polygon', coordinates: [open] }
      : { type: 'GeometryCollection', geometries: [nested(levels - 1)] };
  expect(wholeGeometry(nested(3))).toEqual({ type: 'Polygon', coordinates: [closed] });
  expect(wholeGeometry(nested(4))).toEqual(nested(4));
});
