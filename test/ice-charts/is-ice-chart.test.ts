import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { recognise } from '../../lib/files/recognise.ts';
import { isIceChart } from '../../lib/ice-charts/read/is-ice-chart.ts';
import { zipped } from '../files/write-shapefile.ts';

const ring = [
  [0, -70],
  [0, -69],
  [1, -69],
  [0, -70],
] as const;
const shapefile = (attributes: Record<string, string>) => zipped('areas', [{ rings: [ring], attributes }]);
const text = (content: string) => new TextEncoder().encode(content);
const S411 = '<IceDataSet xmlns="http://www.jcomm.info/ice"></IceDataSet>';
const isChart = (bytes: Uint8Array) => isIceChart(recognise(bytes));

test.each([
  ['SIGRID-3', shapefile({ POLY_TYPE: 'I', CT: '90' }), true],
  ['SIGRID-3 with one text of all codes', shapefile({ icecode: 'CT90' }), true],
  [
    'SIGRID-3 of a projection that the page does not know',
    zipped('ice', [{ rings: [ring], attributes: { CT: '90' } }], 'PROJCS["?"]'),
    true,
  ],
  ['a shapefile of zones', shapefile({ NAME: 'ASPA 117', CTX: '1' }), false],
  ['S-411', text(S411), true],
  ['zipped S-411', zipSync({ 'ice.gml': text(S411) }), true],
  ['a zipped route', zipSync({ 'a.gpx': text('<gpx version="1.1"></gpx>') }), false],
  ['a zipped shapefile of zones with its description', zipSync({ 'a.shp.xml': text('<metadata/>') }), false],
  ['GeoJSON', text('{"type": "FeatureCollection", "features": []}'), false],
])('%s', (_, bytes, is) => {
  expect(isChart(bytes)).toBe(is);
});

test('a zip archive that is cut off is said to be, whatever was in it', () => {
  const bytes = shapefile({ CT: '90' });
  expect(() => isChart(bytes.subarray(0, bytes.length - 40))).toThrow('The zip archive is cut off');
});
