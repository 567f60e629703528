import { describe, expect, it } from 'vitest';
import { routeDocument } from '../../lib/api/route-schema.ts';
import { drawRouteChart } from '../../lib/chart/route-chart.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { writeRouteFile } from '../../lib/route-files/formats.ts';
import type { RouteEntry } from '../../lib/route-files/route-entry.ts';
import { buildRouteDocument } from '../../lib/routes/route-document.ts';
import { inIce } from '../../lib/routes/route-ice.ts';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { sda } from '../vehicles/sda.ts';
import { planTrackOn } from './compiled-grid.ts';
import { objectiveRoute, plan, track } from './plans.ts';
import { mesh } from './world.ts';

const compiledWith = (concentrations: readonly number[] | null, consumption: 'fuel' | 'battery' = 'fuel') =>
  planTrackOn(concentrations ? { iceConcentration: concentrations } : {}, consumption);
const now = new Date('2024-02-14T12:00:00Z');
const job = { requestedAt: now.toISOString(), calculatedAt: now.toISOString() };
const documentOf = (planned: { vehicle: ReturnType<typeof vehicle.parse> | null; mesh: Mesh }) => {
  const { consumption } = planned.mesh;
  const other = { track: track(), dearerPercent: 2.5, sharedPercent: 10 };
  const routes = [{ ...objectiveRoute({ objective: consumption! }), alternatives: [other] }];
  const document = {
    ...buildRouteDocument({
      plan: plan({ routes }),
      mesh: mesh(3, { consumption }),
      id: 9,
      job,
      planned,
      now,
    }),
    tags: [],
  };
  expect(routeDocument.safeParse(document).error).toBeUndefined();
  return document.routes[0]!;
};

describe('the carbon dioxide of a route', () => {
  const withMdo = vehicle.parse({ ...sda, fuel_type: 'MDO' });

  it('is its fuel times the factor of MEPC.364(79), at every point and in all', () => {
    const { path, waypoints, optimisation } = documentOf({ vehicle: withMdo, mesh: compiledWith(null) });
    const { properties } = path.features[0]!;
    expect(properties).toMatchObject({ co2: [0, 30 * 3.206, 70.25 * 3.206], total_co2: 70.25 * 3.206 });
    expect(waypoints.sailing).toMatchObject({ co2: [0, 70.25 * 3.206] });
    expect(optimisation.metrics).toMatchObject({ co2: { value: 70.25 * 3.206, units: 'tons' } });
  });

  it('is a column of CSV and a property of GeoJSON, only where it is known', () => {
    const write = (fuel_type: string | undefined, format: 'csv' | 'geojson') => {
      const entry = documentOf({ vehicle: vehicle.parse({ ...sda, fuel_type }), mesh: compiledWith(null) });
      const options = { points: 'all', departure: null, rtzVersion: '1.0' } as const;
      return writeRouteFile(entry as unknown as RouteEntry, format, options).text;
    };
    const [header, ...lines] = write('methanol', 'csv')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const column = header!.indexOf('co2_tonnes');
    expect(lines.map((line) => Number(line[column]))).toEqual([0, 41.25, 96.5938]);
    expect(JSON.parse(write('LNG', 'geojson')).features[0].properties.co2_tonnes).toBeCloseTo(
      2.75 * 70.25,
      9,
    );
    expect(write(undefined, 'csv') + write(undefined, 'geojson')).not.toContain('co2');
  });

  it('is not told of a battery', () => {
    const entry = documentOf({ vehicle: withMdo, mesh: compiledWith(null, 'battery') });
    expect(JSON.stringify(entry.path) + JSON.stringify(entry.optimisation)).not.toContain('co2');
  });

  it('needs a fuel that is known', () => {
    const { error } = vehicle.safeParse({ ...sda, fuel_type: 'coal' });
    expect(error?.issues[0]).toMatchObject({
      path: ['fuel_type'],
      message: expect.stringMatching(/"MDO".*"ethanol"/),
    });
  });
});

describe('the part of a route in ice', () => {
  it('is where the concentration is 10 % or more', () => {
    const { in_ice } = documentOf({ vehicle: null, mesh: compiledWith([9.999, 10]) });
    expect(in_ice).toEqual({ nm: 900_000 / 1852, hours: 36, fuel_tonnes: 30 });
  });

  it('is the legs in ice alone, without consumption where the mesh says none', () => {
    const { in_ice } = documentOf({ vehicle: null, mesh: compiledWith([80, 9]) });
    expect(in_ice).toEqual({
      nm: 1_000_000.5 / 1852,
      hours: expect.closeTo(24 * 1.7884466, 9),
      fuel_tonnes: 40.25,
    });
    const mesh = { ...compiledWith([80, 80]), consumption: null };
    expect(Object.keys(inIce(track(), mesh)!)).toEqual(['nm', 'hours']);
    expect(Object.keys(inIce(track({ consumption: null }), compiledWith([80, 80]))!)).toEqual([
      'nm',
      'hours',
    ]);
  });

  it('is in the last line of CSV and in the legend of a chart, as is the carbon dioxide', () => {
    const withLng = vehicle.parse({ ...sda, fuel_type: 'LNG' });
    const entry = documentOf({ vehicle: withLng, mesh: compiledWith([9, 80]) }) as unknown as RouteEntry;
    const options = { points: 'all', departure: null, rtzVersion: '1.0' } as const;
    const lines = writeRouteFile(entry, 'csv', options).text.trim().split('\r\n');
    const [header, first, last] = [lines[0]!, lines[1]!, lines.at(-1)!].map((line) => line.split(','));
    const column = header!.indexOf('in_ice_nm');
    expect(header!.slice(column, column + 3)).toEqual(['in_ice_nm', 'in_ice_hours', 'in_ice_fuel_tonnes']);
    expect(first!.slice(column, column + 3)).toEqual(['', '', '']);
    expect(last!.slice(column, column + 3)).toEqual(['485.9611', '36.0000', '30.0000']);
    expect(drawRouteChart({ routes: [entry], mesh: null })).toContain(
      '>193.2 t CO₂, 486.0 NM in ice (1\u00a0d\u00a012\u00a0h\u00a00\u00a0min, 30.0 t fuel)</text>',
    );
  });

  it('is told of a battery in its own unit, and of open water as 0', () => {
    expect(documentOf({ vehicle: null, mesh: compiledWith([0, Number.NaN], 'battery') }).in_ice).toEqual({
      nm: 0,
      hours: 0,
      battery_ah: 0,
    });
  });

  it('is told of alternatives too, with their carbon dioxide, in files as well', () => {
    const mdo = vehicle.parse({ ...sda, fuel_type: 'MDO' });
    const entry = documentOf({ vehicle: mdo, mesh: compiledWith([9, 80]) });
    const [other] = entry.alternatives!;
    const in_ice = { nm: 900_000 / 1852, hours: 36, fuel_tonnes: 30 };
    expect(other).toMatchObject({ in_ice, metrics: { co2: { value: 70.25 * 3.206 } } });
    const written = (format: 'geojson' | 'kml') =>
      writeRouteFile(entry as unknown as RouteEntry, format, {
        ...{ points: 'all', departure: null, rtzVersion: '1.0' },
      }).text;
    expect(JSON.parse(written('geojson')).features.at(-1).properties).toMatchObject({
      fuel_tonnes: 70.25,
      co2_tonnes: 70.25 * 3.206,
      in_ice,
    });
    expect(written('kml')).toContain(
      '2.5 % dearer, 225.2 t CO₂, 486.0 NM in ice (1 d 12 h 0 min, 30.0 t fuel)<',
    );
  });

  it('is not told on a mesh without data on ice', () => {
    const entry = documentOf({ vehicle: null, mesh: compiledWith(null) });
    expect(JSON.stringify(entry)).not.toContain('in_ice');
  });
});
