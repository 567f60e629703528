import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { routeDocument } from '../../lib/api/route-schema.ts';
import { buildRouteDocument, type RouteDocumentInput } from '../../lib/routes/route-document.ts';
import { toStored, withTags } from '../../lib/routes/stored-document.ts';
import type { Voyage } from '../../lib/voyage/voyage-fields.ts';
import { plainVoyage } from '../../lib/voyage/voyage-fields.ts';
import { sda } from '../vessel/vehicles.ts';
import { planTrackOn } from './compiled-grid.ts';
import { objectiveRoute, plan, track } from './plans.ts';
import { mesh, NEWEST_CHART, request } from './world.ts';

const input = (different: Partial<RouteDocumentInput> = {}): RouteDocumentInput => ({
  plan: plan(),
  mesh: mesh(3),
  id: 9,
  job: { requestedAt: '2024-02-14T10:00:00.000Z', calculatedAt: '2024-02-14T10:00:01.000Z' },
  startName: 'Falklands',
  endName: 'Rothera',
  now: new Date('2024-02-14T23:59:59Z'),
  ...different,
});
const first = (different: Partial<RouteDocumentInput> = {}) =>
  buildRouteDocument(input(different)).routes[0]!;

describe('the document of a route', () => {
  it('has one entry per objective, as the contract shows it', () => {
    const { routes } = buildRouteDocument(input());
    expect(routes.map(({ type, id, name }) => [type, id, name])).toEqual([
      ['traveltime', '9', 'Falklands to Rothera (traveltime)'],
      ['fuel', '9', 'Falklands to Rothera (fuel)'],
    ]);
    expect(routes[0]).toMatchObject({
      job: { requestedAt: '2024-02-14T10:00:00.000Z', calculatedAt: '2024-02-14T10:00:01.000Z' },
      waypoints: {
        start: { lat: -51.731, lon: -57.706, name: 'Falklands' },
        end: { lat: -67.764, lon: -68.02, name: 'Rothera' },
        sailing: {
          points: [
            { lat: -51.731, lon: -57.706 },
            { lat: -67.764, lon: -68.02 },
          ],
          traveltime: [0, 3.289],
          distance: [0, 1_900_100],
          fuel: [0, 70.25],
          total_fuel: 70.25,
        },
      },
      optimisation: {
        metrics: {
          time: { duration: '3.288447', units: 'days' },
          fuelConsumption: { value: 70.25, units: 'tons' },
          distance: { value: 1_900_000.5, units: 'meters' },
        },
      },
      mesh: {
        id: 3,
        name: 'mesh-3.json',
        validDateStart: '2024-02-11',
        validDateEnd: '2024-02-16',
        bounds: { latMin: -80, latMax: -45, lonMin: -80, lonMax: 0 },
      },
      info: null,
    });
  });

  it('has GeoJSON paths with figures at every point', () => {
    const { path, unsmoothedPath } = first();
    expect(unsmoothedPath.type).toBe('FeatureCollection');
    const [feature] = path.features;
    expect(feature).toMatchObject({ type: 'Feature', geometry: { type: 'LineString' } });
    expect(feature!.geometry.coordinates[1]).toEqual([-60.12345678901234, -60]);
    expect(feature!.properties).toEqual({
      from: 'Falklands',
      to: 'Rothera',
      objective_function: 'traveltime',
      route_type: 'smoothed',
      traveltime: [0, 1.5, 3.2884466],
      distance: [0, 900_000, 1_900_000.5],
      fuel: [0, 30, 70.25],
      speed: [0, 26.5, 20],
      total_traveltime: 3.2884466,
      total_fuel: 70.25,
      total_distance: 1_900_000.5,
    });
  });

  it('has battery in the place of fuel where the mesh has', () => {
    const routes = [objectiveRoute({ objective: 'battery' })];
    const route = first({ plan: plan({ routes }), mesh: mesh(3, { consumption: 'battery' }) });
    expect(route.path.features[0]!.properties).toMatchObject({
      battery: [0, 30, 70.25],
      total_battery: 70.25,
    });
    expect(route.optimisation.metrics).toEqual({
      time: { duration: '3.288447', units: 'days' },
      batteryConsumption: { value: 70.25, units: 'battery' },
      distance: { value: 1_900_000.5, units: 'meters' },
    });
    expect(JSON.stringify(route)).not.toContain('fuel');
  });

  it('has neither where the mesh has neither', () => {
    const routes = [objectiveRoute({ track: track({ consumption: null }) })];
    const route = first({ plan: plan({ routes }), mesh: mesh(3, { consumption: null }) });
    expect(Object.keys(route.path.features[0]!.properties)).toEqual([
      ...['from', 'to', 'objective_function', 'route_type', 'traveltime', 'distance', 'speed'],
      ...['total_traveltime', 'total_distance'],
    ]);
    expect(Object.keys(route.optimisation.metrics)).toEqual(['time', 'distance']);
  });

  it('has what only some requests ask for where it was, and nothing of it elsewhere', () => {
    const vehicle = { ...sda, ice_class: 'IC' as const };
    const planned = { vehicle, mesh: planTrackOn({ iceConcentration: [100, 50], iceThickness: [3, 3] }) };
    const zones = [{ name: 'Reserve', kind: 'closed' as const, costs_hours: 2 }];
    const saves = { consumption: 12, percent: 20, hours: 5 };
    const optimality = { least: 3.28, gapPercent: 0.12341, endedBy: null };
    const routes = [{ ...objectiveRoute({ optimality }), zones, saves }];
    const departure = '2026-11-21T10:00:00Z';
    const route = first({ plan: { ...plan(), routes }, planned, departure, clearances: false });
    expect(route).toMatchObject({
      departure,
      vehicle,
      risk: { ice_class: 'IC', lowest_rio: -80 },
      in_ice: { nm: 1_900_000.5 / 1852 },
      zones,
      saves: { tonnes: 12, percent: 20, hours: 5 },
      optimality: { gap_percent: 0.1235 },
    });
    expect(route.path.features[0]!.properties).toMatchObject({
      rio: [null, -25, -80],
      ice: [null, 50, 100],
      time: ['2026-11-21T10:00:00.000Z', '2026-11-22T22:00:00.000Z', '2026-11-24T16:55:21.786Z'],
    });
    expect(route.unsmoothedPath.features[0]!.properties).toMatchObject({ route_type: 'unsmoothed' });
    expect(Object.keys(first())).toEqual([
      ...['type', 'id', 'name', 'job', 'waypoints', 'path', 'unsmoothedPath', 'optimisation', 'mesh', 'info'],
    ]);
    expect(first({ planned: { ...planned, vehicle: sda } })).not.toHaveProperty('risk');
    expect(first({ planned: { ...planned, vehicle: null } })).not.toHaveProperty('vehicle');
  });

  it('says at each sailing point what room the leg has that ends there, unless it is not asked to', () => {
    const wall = { planned: { vehicle: null, mesh: planTrackOn({}) } };
    const coordinates: [number, number][] = [
      [-59.5, -69.5],
      [-59.5, -69],
      [-59.5, -68.5],
    ];
    const routes = [objectiveRoute({ sailing: track({ coordinates }) })];
    const room = { clearance_nm: 20, clearance_port_nm: 20, clearance_starboard_nm: 20 };
    const pointsOf = (more: Partial<RouteDocumentInput>) =>
      first({ plan: plan({ routes }), ...more }).waypoints.sailing.points;
    const places = coordinates.map(([lon, lat]) => ({ lat, lon }));
    expect(pointsOf(wall)).toEqual(places.map((place, i) => (i === 0 ? place : { ...place, ...room })));
    expect(pointsOf({ ...wall, clearances: false })).toEqual(places);
    expect(pointsOf({})).toEqual(places);
  });

  it('names a waypoint without a name by its coordinates', () => {
    const route = first({ startName: null, endName: null });
    expect(route.name).toBe('-51.731,-57.706 to -67.764,-68.02 (traveltime)');
    expect(route.waypoints.start.name).toBeNull();
  });

  it('leaves out what no service has given it', () => {
    const { id: _, job: __, ...bare } = input();
    const { id: ___, created: ____, ...file } = mesh(3);
    const [route] = buildRouteDocument({ ...bare, mesh: file }).routes;
    expect(route).not.toHaveProperty('id');
    expect(route).not.toHaveProperty('job');
    expect(route!.mesh).not.toHaveProperty('id');
  });
});

describe('the info', () => {
  const provedUntil = (endedBy: 'time' | 'work' | null) => ({ least: 1, gapPercent: 4, endedBy });
  const moved = { ...plan().start, movedNm: 12.345 };
  const days = { vertex: 0, arrivesDays: 0, waitDays: 0, stayDays: 0, leavesDays: 0 };
  const movedStop = (name: string) => ({ ...days, name, place: moved });
  it.each<[string, Partial<RouteDocumentInput>]>([
    ['Latest available mesh from 2024/02/14.', { now: new Date('2024-02-15T00:00:00Z') }],
    ['Its data end on 2024/02/13.', { mesh: mesh(3, { validDateEnd: '2024-02-13' }) }],
    ['Its data end on 2024/02/13.', { mesh: mesh(3, { validDateEnd: '2024-02-13T18:00:00Z' }) }],
    [
      'The voyage from 2024-02-14T06:00Z to 2024-02-17T12:55Z is planned on one mesh alone, whose data are of 2024-02-14 to 2024-02-14.',
      {
        mesh: mesh(3, { validDateStart: '2024-02-14', validDateEnd: '2024-02-14' }),
        asked: { ...plainVoyage(), departure: '2024-02-14T06:00Z' },
      },
    ],
    ['The start was moved 12.35 NM to the nearest navigable cell.', { plan: plan({ start: moved }) }],
    ['The end was moved 12.35 NM to the nearest navigable cell.', { plan: plan({ end: moved }) }],
    ['Mesh 1, tried first, has no way from the start to the end.', { inaccessibleMeshes: [1] }],
    ['The mesh has no data on currents.', { mesh: mesh(3, { missingDataSources: ['currents'] }) }],
    [
      'The route squeezes through a gap of no width at -60.5000, -55.2500.',
      { plan: plan({ routes: [objectiveRoute({ pinches: [{ lat: -60.5, lon: -55.25 }] })] }) },
    ],
    [
      'The time for the calculation ran out: this is the best route found until then.',
      { plan: plan({ routes: [objectiveRoute({ complete: false })] }) },
    ],
    [
      'The proof of how close the route is to the best ran out of time: the route may be closer than the gap says.',
      { plan: plan({ routes: [objectiveRoute({ optimality: provedUntil('time') })] }) },
    ],
    [
      'The proof of how close the route is to the best needed more work than it may take: the route may be closer than the gap says.',
      { plan: plan({ routes: [objectiveRoute({ optimality: provedUntil('work') })] }) },
    ],
    [
      'The gap to the best is above 1 %, as where currents are strong, or with many stops in any order: routes better by less than that gap may exist.',
      { plan: plan({ routes: [objectiveRoute({ optimality: provedUntil(null) })] }) },
    ],
    [
      'How close the route is to the best could not be proved.',
      { plan: plan({ routes: [objectiveRoute({ optimality: null })] }) },
    ],
    [
      'The stop "Signy" was moved 12.35 NM to the nearest navigable cell.',
      { plan: { ...plan(), routes: [{ ...objectiveRoute(), stops: ['', 'Signy', ''].map(movedStop) }] } },
    ],
  ])('says: %s', (info, different) => {
    expect(first(different).info).toEqual({ info });
  });

  it('says once only that the gap is wide, and not of a small gap', () => {
    const of = (route: object) => first({ plan: plan({ routes: [{ ...objectiveRoute(), ...route }] }) }).info;
    const within = {
      objective: 'within',
      optimality: provedUntil(null),
      remarks: ['The gap of the fuel is above 1 %'],
    };
    expect(of(within)).toEqual({ info: 'The gap of the fuel is above 1 %.' });
    expect(of({ optimality: { least: 1, gapPercent: 1, endedBy: null } })).toBeNull();
  });

  it.each(['within', 'cost'])('says of %s through a forecast too that its gap is wide', (objective) => {
    const dated = { objective, dated: { waits: [] } };
    const route = { ...objectiveRoute({ optimality: provedUntil(null) }), ...(dated as object) };
    expect(first({ plan: plan({ routes: [route] }) }).info?.info).toMatch(/The gap to the best is above 1 %/);
  });

  it('says of a chart over a forecast that days before it are those of the forecast', () => {
    const { voyage } = request({ ice_chart: NEWEST_CHART, vehicle_type: 'SDA' });
    const told = (route: object) =>
      first({ asked: voyage, plan: plan({ routes: [{ ...objectiveRoute(), ...route }] }) }).info?.info;
    expect(told({})).toMatch(/ and where it does not say, that of the mesh\.$/);
    const dated = { dated: { waits: [] } };
    expect(told(dated)).toMatch(/, and on days of the forecast that end before it, that of the mesh\.$/);
  });

  it('says nothing of an end of validity that is no date', () => {
    expect(first({ mesh: mesh(3, { validDateEnd: 'until 2024-02-13' }) }).info).toBeNull();
  });

  it('says all that applies', () => {
    const info = first({ now: new Date('2024-03-01'), inaccessibleMeshes: [1, 2] }).info?.info;
    expect(info?.split('. ')).toHaveLength(4);
  });
});

it('an alternative has its path, its metrics, and how it differs', () => {
  const alternatives = [{ track: track(), dearerPercent: 2.5, sharedPercent: 10 }];
  const routes = [{ ...objectiveRoute(), alternatives }];
  const entry = buildRouteDocument(input({ plan: { ...plan(), routes } })).routes[0]!;
  const [alternative] = routeDocument.parse({ routes: [entry], tags: [] }).routes[0]!.alternatives!;
  expect(alternative).toMatchObject({ dearer_percent: 2.5, shared_percent: 10 });
  expect(alternative!.metrics).toEqual(entry.optimisation.metrics);
  expect(alternative!.path.features[0]).toMatchObject({
    geometry: { coordinates: track().coordinates },
    properties: { route_type: 'alternative' },
  });
});

describe('the stored document', () => {
  const read = (bytes: Uint8Array) => JSON.parse(gunzipSync(bytes).toString());

  it('has all of it, with the tags of the route when it is read', () => {
    const tradeOff = [
      { days: 4, consumption: 60, track: track(), gapPercent: 0.1, complete: true, note: null },
    ];
    const asked = { clearance_nm: 2, trade_off: 2, zones: null } as unknown as Voyage;
    const document = buildRouteDocument(
      input({ plan: { ...plan(), tradeOff, tradeOffNote: 'In one order' }, asked }),
    );
    expect(document.trade_off).toEqual([
      expect.objectContaining({ days: 4, fuel_tonnes: 60, gap_percent: 0.1 }),
    ]);
    expect(document.trade_off_note).toBe('In one order');
    expect(document.voyage).toEqual({ clearance_nm: 2, trade_off: 2 });
    const stored = toStored(document);
    expect(withTags(stored, [])).toBe(stored);
    expect(read(stored)).toEqual({ ...JSON.parse(JSON.stringify(document)), tags: [] });
    expect(read(withTags(stored, ['"a"', 'é'])).tags).toEqual(['"a"', 'é']);
  });
});
