import { expect, test } from 'vitest';
import { colourAt } from '../../lib/console/map/colour-scales.ts';
import { project, projector, unproject } from '../../lib/console/map/projections.ts';
import { rhumbLine } from '../../lib/console/map/rhumb-line.ts';
import { seaGeometry, VERTEX_STRIDE } from '../../lib/console/map/sea-geometry.ts';

const PROJECTIONS = ['south', 'north', 'mercator'] as const;

test.each(PROJECTIONS)('the quick projection agrees with proj4: %s', (name) => {
  const quick = projector(name);
  for (const lon of [-180, -123.4, -45, 0, 37, 180]) {
    for (const lat of name === 'south' ? [-89, -71, -45] : name === 'north' ? [45, 70, 89] : [-80, 0, 60]) {
      const [x, y] = project(name, lon, lat);
      expect(quick(lon, lat)[0]).toBeCloseTo(x, 4);
      expect(quick(lon, lat)[1]).toBeCloseTo(y, 4);
      const back = unproject(name, [x, y]);
      expect(back.lat).toBeCloseTo(lat, 8);
      expect(Math.abs(back.lon - lon) % 360).toBeCloseTo(0, 8);
    }
  }
});

test('the scale of EPSG:3031 is true at 71 degrees south', () => {
  const [x1] = project('south', 90, -71);
  expect(x1).toBeCloseTo(2_082_760.109, 2); // PROJ 9: cs2cs EPSG:4326 EPSG:3031
});

test('an arc of a cell follows its parallel; in Mercator a cell is two triangles', () => {
  const mesh = { cellCount: 1, bounds: Float64Array.of(-60, -70, -50, -65) };
  const polar = seaGeometry(mesh, 'south');
  const radius = Math.hypot(...project('south', 0, -70));
  for (let k = 0; k < polar.cells.length; k += 2) {
    const [x, y] = polar.vertices.subarray(VERTEX_STRIDE * k, VERTEX_STRIDE * k + 2);
    expect(Math.abs(Math.hypot(x!, y!) - radius)).toBeLessThan(1); // 32-bit coordinates
  }
  expect(polar.indices.length).toBe(3 * 2 * 20);
  expect(seaGeometry(mesh, 'mercator').indices.length).toBe(6);
  // every triangle has corners of its own cell only
  expect(Math.max(...polar.indices)).toBe(polar.cells.length - 1);
});

test('a view of one pole leaves out cells of the other', () => {
  const mesh = { cellCount: 2, bounds: Float64Array.of(0, 60, 10, 70, 0, -70, 10, -60) };
  expect(new Set(seaGeometry(mesh, 'south').cells)).toEqual(new Set([1]));
  expect(new Set(seaGeometry(mesh, 'north').cells)).toEqual(new Set([0]));
});

test('a rhumb line goes on across the antimeridian and is straight in Mercator', () => {
  const line = rhumbLine([
    [170, -60],
    [-170, -70],
    [175, -65],
  ]);
  const steps = line.slice(1).map(([lon], i) => Math.abs(lon - line[i]![0]));
  expect(Math.max(...steps)).toBeLessThanOrEqual(0.5 + 1e-9);
  const [first, , ...rest] = line.slice(0, 40).map(([lon, lat]) => project('mercator', lon, lat));
  const second = project('mercator', ...line[1]!);
  const slope = (second[1] - first![1]) / (second[0] - first![0]);
  for (const [x, y] of rest) expect((y - first![1]) / (x - first![0])).toBeCloseTo(slope, 6);
});

test('colour scales change in lightness one way, so that they can be read in grey', () => {
  for (const [name, way] of [
    ['cividis', 1],
    ['ice', -1],
    ['iceAtNight', 1],
  ] as const) {
    const lightness = Array.from({ length: 33 }, (_, k) => {
      const [r, g, b] = colourAt(name, k / 32).map((value) => (value / 255) ** 2.2) as [
        number,
        number,
        number,
      ];
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    for (let k = 1; k < lightness.length; k++)
      expect(way * (lightness[k]! - lightness[k - 1]!)).toBeGreaterThan(0);
  }
});
