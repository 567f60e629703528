import { expect, test } from 'vitest';
import { meshGeoJson } from '../../../lib/meshes/show/mesh-geojson.ts';

const geometry = 'POLYGON ((10 -61, 10 -60, 12 -60, 12 -61, 10 -61))';
const square = `"geometry": "${geometry}", "cx": 11, "cy": -60.5, "dcx": 1, "dcy": 0.5`;
const toGeoJson = (cells: string) =>
  JSON.parse([...meshGeoJson(Buffer.from(`{"config": {}, "cellboxes": [${cells}]}`))].join(''));

test('a cell is a polygon, anticlockwise, with its other fields as properties', () => {
  const { type, features } = toGeoJson(`{${square}, "id": "7", "SIC": 12.5}`);
  expect(type).toBe('FeatureCollection');
  expect(features).toEqual([
    {
      type: 'Feature',
      geometry: {
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
      properties: { id: '7', SIC: 12.5 },
    },
  ]);
});

test('lists become their mean, true 1; false, no number, infinity and what is absent become null', () => {
  const fields =
    '"speed": [10, 20, 30], "land": true, "ice": false, "thickness": NaN, "wind": -Infinity, "x": []';
  const { features } = toGeoJson(`{${square}, ${fields}, "list": [1, Infinity]}, {${square}, "id": "8"}`);
  expect(features[0].properties).toEqual({
    speed: 20,
    land: 1,
    ice: null,
    thickness: null,
    wind: null,
    x: null,
    list: null,
    id: null,
  });
  expect(Object.keys(features[1].properties)).toEqual(Object.keys(features[0].properties));
  expect(features[1].properties).toMatchObject({ id: '8', speed: null });
});

test('a file without cells is refused', () => {
  expect(() => [...meshGeoJson(Buffer.from('{}'))]).toThrow('cellboxes');
});
