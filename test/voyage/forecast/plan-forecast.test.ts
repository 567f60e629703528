import { describe, expect, it } from 'vitest';
import { routeDocument } from '../../../lib/api/route-schema.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { ImpossibleOnMesh } from '../../../lib/request/impossible.ts';
import { buildRouteDocument } from '../../../lib/routes/route-document.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import type { ForecastMesh } from '../../../lib/voyage/forecast/timeline.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { type Grid, type GridCell, placeAt, unitDays } from '../../engine/sea/grid-sea.ts';
import { mesh } from '../../routes/world.ts';
import { gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 8, rows: 4, box: [0, 0, 4, 2], degrees: 4 };
const begin = Date.UTC(2026, 10, 20);
const day = 86_400_000;

const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1.1)];
const departure = '2026-11-20T06:00:00.000Z';
const { forecast } = gridVoyages(grid, { start, end, begin, departure });

function planned(meshes: ForecastMesh[], fields: object) {
  const sent = routeRequest.parse({
    start_lat: start.lat,
    start_lon: start.lon,
    end_lat: end.lat,
    end_lon: end.lon,
    ...fields,
  });
  const request = { start, end, vehicle: null, voyage: sent.voyage };
  const plan = planVoyage(meshes[0]!.mesh, request, { certificate: true, forecast: meshes });
  const document = buildRouteDocument({
    plan,
    mesh: { ...mesh(1), consumption: 'fuel' },
    planned: { vehicle: null, mesh: plan.mesh as Mesh },
    id: 7,
    job: { requestedAt: '2026-11-20T00:00:00.000Z', calculatedAt: '2026-11-20T00:00:00.000Z' },
    asked: sent.voyage,
    now: new Date(begin),
  });
  return { plan, document: routeDocument.parse({ ...JSON.parse(JSON.stringify(document)), tags: [] }) };
}

const drifting = (_x: number, _y: number, k: number): GridCell => ({
  u: [0.2, -0.3, 0.4, 0][k]!,
  v: 0.1 * k,
});

describe('a route through the meshes of a forecast', () => {
  it('says when it is where, on which mesh, and what knowing the forecast is worth', () => {
    const { document } = planned(forecast(drifting), { departure });
    for (const route of document.routes) {
      const { time, mesh: along, traveltime } = route.path.features[0]!.properties;
      expect(route.departure).toBe(departure);
      expect(time![0]).toBe(departure);
      expect(Date.parse(time!.at(-1)!) - Date.parse(departure)).toBeCloseTo(traveltime.at(-1)! * day, -1);
      expect(route.meshes!.map(({ id }) => id)).toEqual([1, 2, 3, 4].slice(0, route.meshes!.length));
      expect(route.meshes![0]!.to).toBe('2026-11-21T00:00:00.000Z');
      // a vertex lies where the mesh changes
      expect(time).toContainEqual(expect.stringMatching(/^2026-11-2(0T23:59:5|1T00:00:0)/));
      expect(along).toHaveLength(time!.length);
      expect(new Set(along)).toEqual(new Set(route.meshes!.keys()));
      expect(route.waits).toEqual([]);
      expect(route.planned_blind!.worse_percent).toBeGreaterThanOrEqual(0);
      expect(route.optimality!.gap_percent).toBeGreaterThanOrEqual(0);
    }
  });

  it('tells what is beyond the forecast, or refuses it', () => {
    const two = forecast(drifting, 2);
    const { document } = planned(two, { departure });
    const [{ beyond_forecast: beyond, info, path }] = document.routes as [(typeof document.routes)[number]];
    const days = path.features[0]!.properties.total_traveltime;
    expect(beyond!.from).toBe('2026-11-22T00:00:00.000Z');
    expect(beyond!.hours).toBeCloseTo(24 * (days - 1.75), 6);
    expect(beyond!.nm).toBeGreaterThan(0);
    expect(info!.info).toMatch(/hours of the voyage are beyond the forecast/);
    expect(() => planned(two, { departure, beyond_forecast: 'refuse' })).toThrow(ImpossibleOnMesh);
  });

  it('waits at what opens later', () => {
    const { document } = planned(
      forecast((x, _y, k) => ({ closed: k < 3 && Math.abs(x - 1.75) < 0.5 })),
      { departure },
    );
    const [{ waits, planned_blind }] = document.routes as [(typeof document.routes)[number]];
    expect(waits).toHaveLength(1);
    expect(waits![0]).toMatchObject({
      to: '2026-11-23T00:00:00.000Z',
      reason: expect.stringMatching(/closed/),
    });
    expect(planned_blind).toBeNull();
  });

  it('keeps out of a zone while its season counts', () => {
    const ring = [
      [6, -1],
      [6, 7],
      [8, 7],
      [8, -1],
      [6, -1],
    ];
    const zone = (season: object) => ({
      name: 'Front',
      kind: 'closed',
      geometry: { type: 'Polygon', coordinates: [ring] },
      season,
    });
    const free = planned(
      forecast(() => ({})),
      { departure },
    ).document.routes[0]!;
    const around = planned(
      forecast(() => ({})),
      {
        departure,
        zones: [zone({ from: '11-01', to: '11-30' })],
      },
    ).document.routes[0]!;
    const over = planned(
      forecast(() => ({})),
      {
        departure,
        zones: [zone({ from: '11-01', to: '11-20' })],
      },
    ).document.routes[0]!;
    const daysOf = ({ path }: typeof free) => path.features[0]!.properties.total_traveltime;
    expect(daysOf(around)).toBeGreaterThan(daysOf(free) * 1.005);
    expect(daysOf(over)).toBeLessThan(daysOf(around));
  });
});

describe('several departures', () => {
  it('are a table, and the routes are those of the best', () => {
    const departures = { from: '2026-11-20T00:00Z', to: '2026-11-21T12:00Z', step_hours: 12 };
    const { document } = planned(forecast(drifting, 8), { departures });
    const table = document.departures!;
    expect(table.map((row) => row.departure)).toEqual([
      '2026-11-20T00:00:00.000Z',
      '2026-11-20T12:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
      '2026-11-21T12:00:00.000Z',
    ]);
    const [fastest] = document.routes;
    const least = Math.min(...table.map((row) => row.days!));
    expect(fastest!.path.features[0]!.properties.total_traveltime).toBe(least);
    expect(fastest!.departure).toBe(table.find((row) => row.days === least)!.departure);
  });

  it('that miss the window stay in the table, and none of them is the best', () => {
    const departures = { from: '2026-11-20T00:00Z', to: '2026-11-21T12:00Z', step_hours: 12 };
    const arrival_window = { from: '2026-11-24T00:00Z', to: '2026-11-26T00:00Z' };
    const { document } = planned(forecast(drifting, 8), { departures, arrival_window });
    const outside = document.departures!.filter(({ status }) => status === 'OUTSIDE_WINDOW');
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.every(({ reason }) => reason)).toBe(true);
    const [{ departure: own }] = document.routes as [(typeof document.routes)[number]];
    expect(document.departures!.find((row) => row.departure === own)!.status).toBe('SUCCESS');
  });

  it('of which none counts are a failure that says why', () => {
    const departures = { from: '2026-11-20T00:00Z', to: '2026-11-20T12:00Z', step_hours: 12 };
    const arrival_window = { from: '2026-11-20T00:00Z', to: '2026-11-20T01:00Z' };
    expect(() => planned(forecast(drifting), { departures, arrival_window })).toThrow(
      /after the arrival_window/,
    );
  });
});

describe('what can not be together', () => {
  const base = { start_lat: 1, start_lon: 1, end_lat: 2, end_lon: 2 };
  const faultsOf = (fields: object) =>
    routeRequest
      .safeParse({ ...base, ...fields })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

  it.each([
    [{ mesh_ids: [1, 2] }, 'mesh_ids needs a departure or departures'],
    [{ mesh_ids: [1], departure }, 'mesh_ids must be 2 to 60 identifiers of meshes'],
    [{ mesh_ids: [1, 1], departure }, 'mesh_ids must be 2 to 60 identifiers of meshes'],
    [{ mesh_ids: [1, 2], mesh_id: 1, departure }, 'mesh_ids must not be sent with mesh_id'],
    [
      { departures: { from: departure, to: departure, step_hours: 1 }, departure },
      'departures must not be sent with departure',
    ],
    [
      { departures: { from: departure, to: departure, step_hours: 0.1 } },
      'departures.step_hours must be at least 0.25',
    ],
    [
      { departures: { from: '2026-01-01T00:00Z', to: '2026-12-01T00:00Z', step_hours: 1 } },
      'departures.step_hours must leave at most 200 departures',
    ],
    [{ arrival_window: { from: departure, to: departure }, departure }, 'arrival_window needs departures'],
    [{ max_wait_hours: 5 }, 'max_wait_hours needs a departure or departures'],
  ])('%j: %s', (fields, fault) => {
    expect(faultsOf(fields)).toContain(fault);
  });
});

it('a unit of the grid is about a day', () => expect(unitDays(grid)).toBeCloseTo(1, 1));
