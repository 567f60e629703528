import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compileFile } from '../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import { droppedForecast, generateSampleForecast } from '../../lib/sample-mesh/sample-forecast.ts';
import { iceOnDay, wavesOnDay, windOnDay } from '../../lib/sample-mesh/weather.ts';

const from = new Date('2026-11-27T00:00:00Z');
const meshes = generateSampleForecast({ from, days: 2 });

test('each day has an environment mesh that is valid for it, the same at each start', () => {
  expect(meshes.map(({ name }) => name)).toEqual([
    'southern-ocean-forecast-2026-11-27.env.json',
    'southern-ocean-forecast-2026-11-28.env.json',
  ]);
  expect(generateSampleForecast({ from, days: 1 })[0]!.md5).toBe(
    generateSampleForecast({ from, days: 1 })[0]!.md5,
  );
  const compiled = meshes.map(({ json }) => compileFile(parseMesh(json)));
  expect(
    compiled.map(({ kind, validDateStart, validDateEnd }) => [kind, validDateStart, validDateEnd]),
  ).toEqual([
    ['environment', '2026-11-27', '2026-11-27'],
    ['environment', '2026-11-28', '2026-11-28'],
  ]);
});

test('another day and a shift make another forecast', () => {
  const md5 = (options: Partial<Parameters<typeof generateSampleForecast>[0]>) =>
    generateSampleForecast({ from, days: 1, ...options })[0]!.md5;
  const all = [md5({}), md5({ shiftHours: 6 }), md5({ from: new Date('2026-11-28T00:00:00Z') })];
  expect(new Set(all).size).toBe(3);
});

test('its files are what a mesh pipeline delivers', () => {
  const { metadataName, metadataGzip, meshes: files } = droppedForecast(meshes, from, 1);
  expect(metadataName).toBe('upload_metadata_20261127T000001.yaml.gz');
  const metadata = gunzipSync(metadataGzip).toString();
  for (const { name, md5 } of files) {
    expect(metadata).toContain(name.replace('.gz', ''));
    expect(metadata).toContain(md5);
  }
});

const on = (day: number) => ({ seed: 20_784, day });

test('ten days take at most 15 MB of a data folder, which keeps each file as it was dropped, its source and its compiled form', () => {
  const { meshes: files } = droppedForecast(meshes, from);
  const bytes = files.map(({ gzip }, i) => {
    return 2 * gzip.length + compileFile(parseMesh(meshes[i]!.json)).compiled.length;
  });
  expect(10 * Math.max(...bytes)).toBeLessThan(15e6);
});

test('the ice edge retreats, and a lead in the pack opens and closes', () => {
  const edge = (day: number) => {
    let lat = -75;
    while (iceOnDay(on(day), lat, -35, 1000) > 15) lat += 0.05;
    return lat;
  };
  expect(edge(0) - edge(9)).toBeCloseTo(0.54, 1);
  const [lead, beside] = [-65.12, -66.2].map((lat) =>
    Array.from({ length: 10 }, (_, day) => iceOnDay(on(day), lat, -48, 1000)),
  ) as [number[], number[]];
  expect(Math.min(lead[0]!, lead[8]!)).toBeGreaterThan(30);
  expect(lead[4]).toBeLessThan(10);
  expect(Math.min(...beside)).toBeGreaterThan(30);
});

test('a low crosses Drake Passage from west to east with clockwise wind and with waves', () => {
  const longitudes = Array.from({ length: 161 }, (_, i) => -80 + i / 2);
  const rough = (day: number) =>
    longitudes.reduce((most, lon) =>
      wavesOnDay(on(day), -59, lon, 500, 0) > wavesOnDay(on(day), -59, most, 500, 0) ? lon : most,
    );
  expect(rough(6) - rough(2)).toBeGreaterThan(15);
  const lon = rough(4);
  const [north, south] = [-55, -64].map((lat) => windOnDay(on(4), lat, lon)[0]);
  const [west, east] = [lon - 7, lon + 7].map((at) => windOnDay(on(4), -59.5, at)[1]);
  expect([north! > 10, south! < -5, west! > 5, east! < -5]).toEqual([true, true, true, true]);
});
