import '../environment.ts';
import { Readable } from 'node:stream';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../lambdas/routes/evaluate.ts';
import { compiledKeyOf } from '../../../lib/meshes/compiled-key.ts';
import { compileFile } from '../../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { gridMesh } from '../../local/grid-mesh.ts';
import { environmentGrid } from '../../meshes/mesh-files.ts';
import { mesh } from '../../routes/world.ts';
import { sda as sdaFields } from '../../vehicles/sda.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { invoke } from '../invoke.ts';
import { storeCatalogue } from '../store-catalogue.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const s3 = mockClient(S3Client);
const isOpen = (lat: number, lon: number) => lon !== -55.5 || lat > -61;
const { compiled } = compileFile(parseMesh(Buffer.from(JSON.stringify(gridMesh({ isOpen })))));

beforeEach(() => {
  dynamo.reset();
  s3.reset();
  const bounds = { latMin: -70, latMax: -60, lonMin: -60, lonMax: -50 };
  dynamo.on(GetCommand, { TableName: 'meshes' }).resolves({ Item: mesh(3, { bounds }) });
  dynamo.on(GetCommand, { TableName: 'zones' }).resolves({});
  s3.on(GetObjectCommand).callsFake(() => ({
    Body: Readable.from([compiled]),
    ContentLength: compiled.length,
  }));
});

const line = (...coordinates: number[][]) => ({ type: 'LineString', coordinates });
const evaluate = (body: object) =>
  invoke(handler, 'POST /api/evaluate_route/', { body: { custom_mesh_id: 3, ...body } });

describe('POST /api/evaluate_route', () => {
  it('answers what the route costs, beside the best', async () => {
    const route = {
      type: 'Feature',
      geometry: line([-59.5, -65.5], [-57.5, -60.5], [-51.5, -60.5]),
      properties: {},
    };
    const { status, json } = await evaluate({ route, departure: '2026-11-21T10:00Z' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ mesh_id: 3, time_str: expect.stringMatching(/^\d+ days? \d+ hours/) });
    const { coordinates } = json.route.features[0].geometry;
    expect(coordinates.length).toBeGreaterThan(10);
    const { traveltime, fuel, time } = json.route.features[0].properties;
    expect([traveltime, fuel, time].map((values) => values.length)).toEqual(
      Array(3).fill(coordinates.length),
    );
    expect(traveltime.at(-1)).toBe(json.time_days);
    expect(time[0]).toBe('2026-11-21T10:00:00.000Z');
    expect(json.compared.traveltime.time_days).toBeLessThan(json.time_days);
    expect(json.compared.fuel.fuel_tonnes).toBeLessThanOrEqual(json.fuel_tonnes);
    // no cell of the mesh has as much as a tenth of ice
    expect([json.in_ice, json.compared.fuel.in_ice]).toEqual(
      Array(2).fill({ nm: 0, hours: 0, fuel_tonnes: 0 }),
    );
  });

  it('has the risk index where the vehicle has an ice class, as a route has', async () => {
    const ship = { ...sdaFields, ice_class: 'PC5' };
    const vehicle_type = ship.vessel_type;
    const sea = environmentGrid({ columns: 10, rows: 10, lat: -70, lon: -60, size: 1 });
    for (const cell of sea.cellboxes) Object.assign(cell, { elevation: -1000, SIC: 20, thickness: 1 });
    const { compiled: open } = compileFile(parseMesh(Buffer.from(JSON.stringify(sea))));
    const bounds = { latMin: -70, latMax: -60, lonMin: -60, lonMax: -50 };
    const record = mesh(3, { bounds, kind: 'environment', vesselKey: null });
    dynamo.on(GetCommand, { TableName: 'meshes' }).resolves({ Item: record });
    dynamo.on(GetCommand, { TableName: 'vehicles' }).resolves({ Item: { vehicle: JSON.stringify(ship) } });
    s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: '', $metadata: {} }));
    s3.on(GetObjectCommand, { Key: compiledKeyOf('3') }).callsFake(() => ({
      Body: Readable.from([open]),
      ContentLength: open.length,
    }));
    const { json } = await evaluate({ route: line([-59.5, -65.5], [-57.5, -60.5]), vehicle_type });
    expect(json.risk).toMatchObject({ ice_class: 'PC5', lowest_rio: expect.any(Number) });
    expect(json.compared.fuel.risk).toMatchObject({ ice_class: 'PC5' });
    const { rio, speed } = json.route.features[0].properties;
    expect(rio).toHaveLength(speed.length);
    expect(Math.min(...rio.slice(1))).toBe(json.risk.lowest_rio);
    expect(json.info.info).toContain('The risk index (RIO) is indicative');
  });

  it('is a 422 where the time is too short for it, and not after that', async () => {
    const body = { custom_mesh_id: 3, route: line([-59.5, -65.5], [-57.5, -60.5]) };
    const within = (timeLeftMs: number) => invoke(handler, 'POST /api/evaluate_route', { body, timeLeftMs });
    const { status, json } = await within(2_500);
    expect([status, json.error]).toEqual([
      422,
      'The answer takes more time than there is: send the route in parts, with fewer points or fewer zones.',
    ]);
    expect((await within(29_000)).status).toBe(200);
  });

  it('takes null for what is not given', async () => {
    const route = line([-59.5, -65.5], [-57.5, -60.5]);
    const given = { vehicle_type: null, departure: null };
    const { status, json } = await evaluate({ route, ...given });
    expect({ status, json }).toEqual(
      await evaluate({ route }).then(({ status, json }) => ({ status, json })),
    );
    expect(status).toBe(200);
  });

  const points = [
    [-65.5, -59.5],
    [-60.5, -57.5],
    [-60.5, -51.5],
  ];
  const gpx = `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><rte>
    ${points.map(([lat, lon]) => `<rtept lat="${lat}" lon="${lon}"/>`).join('')}</rte></gpx>`;
  const waypoints = points.map(
    ([lat, lon], i) => `<waypoint id="${i + 1}"><position lat="${lat}" lon="${lon}"/></waypoint>`,
  );
  const rtz = `<?xml version="1.0"?><route version="1.0" xmlns="http://www.cirm.org/RTZ/1/0">
    <routeInfo routeName="test"/><waypoints>${waypoints.join('')}</waypoints></route>`;
  const geoJson = line(...points.map(([lat, lon]) => [lon!, lat!]));
  const send = (type: string, body: string | Uint8Array, base64 = false) =>
    invoke(handler, 'POST /api/evaluate_route', { body, base64, headers: { 'Content-Type': type } });

  it.each([
    ['application/gpx+xml', gpx],
    ['Application/RTZ+XML; charset=utf-8', rtz],
    ['application/octet-stream', gpx],
    ['text/xml', rtz],
    ['application/xml', gpx],
    ['text/plain', JSON.stringify(geoJson)],
    ['application/x-www-form-urlencoded', gpx],
    ['', rtz],
    ['application/geo+json', JSON.stringify(geoJson)],
    ['application/octet-stream', JSON.stringify({ route: geoJson })],
    ['application/json', JSON.stringify(geoJson)],
  ])('takes a body of type %s, and costs the same as its GeoJSON', async (type, file) => {
    storeCatalogue(s3, [mesh(3)]);
    const expected = await evaluate({ route: geoJson });
    expect(expected.status).toBe(200);
    for (const base64 of [false, true]) {
      const { file: _, ...costs } = expected.json;
      expect(await send(type, file, base64)).toMatchObject({ status: 200, json: costs });
    }
  });

  it('asks which route of a file is meant, and takes it by name or number', async () => {
    storeCatalogue(s3, [mesh(3)]);
    const one = `<rte><name>Home</name><rtept lat="-60.5" lon="-51.5"/><rtept lat="-60.5" lon="-57.5"/></rte>`;
    const two = gpx.replace('</gpx>', `${one}</gpx>`);
    const asked = (route?: string) =>
      invoke(handler, 'POST /api/evaluate_route', {
        body: two,
        headers: { 'Content-Type': 'application/gpx+xml' },
        event: {
          multiValueQueryStringParameters: { custom_mesh_id: ['3'], ...(route && { route: [route] }) },
        },
      });
    expect(await asked()).toMatchObject({
      status: 400,
      json: { routes: ['route 1', 'Home'], details: [{ field: 'route' }] },
    });
    for (const route of ['Home', '2']) {
      expect(await asked(route)).toMatchObject({
        status: 200,
        json: { file: { name: 'Home', waypoints: 2 } },
      });
    }
    expect(await asked('3')).toMatchObject({ status: 400, json: { routes: ['route 1', 'Home'] } });
  });

  it('tells what was passed over, and how the times of the file compare', async () => {
    const timed = gpx
      .replace('/></rte>', '><time>2026-11-23T00:00:00Z</time></rtept></rte>')
      .replace('/>', '><time>2026-11-21T00:00:00Z</time></rtept>');
    const { json } = await evaluate({ route: timed });
    expect(json.file).toMatchObject({ days: 2, faster_percent: 50 * (2 - json.time_days) });
    expect(json.info).toBeNull();
    const points = gpx.replaceAll('rte>', 'x>').replaceAll('rtept', 'wpt').replaceAll(/<.?x>/g, '');
    expect((await evaluate({ route: points })).json.info.info).toContain('its points, in their order');
  });

  it('compares the time under way, and is priced with the stays of the file', async () => {
    const schedule = `<schedules><schedule id="1"><calculated>
      <sheduleElement waypointId="1" etd="2026-11-21T00:00:00Z"/>
      <sheduleElement waypointId="2" eta="2026-11-22T00:00:00Z" etd="2026-11-23T06:00:00Z"/>
      <sheduleElement waypointId="3" eta="2026-11-24T06:00:00Z"/></calculated></schedule></schedules>`;
    const { json } = await evaluate({ route: rtz.replace('</route>', `${schedule}</route>`) });
    const { json: without } = await evaluate({ route: rtz });
    expect(json.time_days).toBeCloseTo(without.time_days + 1.25, 9);
    expect(json.file).toMatchObject({
      days: 3.25,
      stay_hours: 30,
      faster_percent: expect.closeTo(50 * (2 - without.time_days), 6),
    });
    expect(json.info.info).toContain('stays at waypoints for 30 hours, which the route is priced with');
  });

  it('prices the wait of an answer that does not get under way at its departure', async () => {
    const [first, last] = [
      [-59.5, -65.5],
      [-57.5, -65.5],
    ] as const;
    const path = (hours: number) => ({
      type: 'Feature',
      geometry: line([...first], [...first], [...last]),
      properties: {
        traveltime: [0, hours / 24, hours / 24 + 1],
        time: [0, hours, hours + 24].map((after) => new Date(Date.UTC(2026, 10, 21, after)).toISOString()),
      },
    });
    const asked = (route: object, departure: string) => evaluate({ route, departure });
    const { json } = await asked(path(30), '2026-11-21T00:00Z');
    const { json: without } = await asked(path(0), '2026-11-21T00:00Z');
    expect(json.time_days).toBeCloseTo(without.time_days + 1.25, 9);
    expect(json.file).toMatchObject({ days: 2.25, stay_hours: 30, waypoints: 2 });
    // as it is left
    const { json: left } = await asked(path(30), '2026-11-22T06:00Z');
    expect(left.time_days).toBe(without.time_days);
    expect(left.file).toMatchObject({ days: 1 });
  });

  it('takes the text of a file as a field', async () => {
    const { json } = await evaluate({ route: rtz });
    const { file: _, ...costs } = (await evaluate({ route: geoJson })).json;
    expect(json).toMatchObject(costs);
    expect(json.file).toEqual({ format: 'RTZ', name: 'test', waypoints: 3, great_circles: 0 });
  });

  it('of a file takes mesh, vehicle and departure from the query', async () => {
    const ofFile = (query: Record<string, string[]>) =>
      invoke(handler, 'POST /api/evaluate_route', {
        body: gpx,
        headers: { 'Content-Type': 'application/gpx+xml' },
        event: { multiValueQueryStringParameters: { custom_mesh_id: ['3'], ...query } },
      });
    const { status, json } = await ofFile({ departure: ['2026-11-21T10:00'] });
    expect({ status, mesh: json.mesh_id }).toEqual({ status: 200, mesh: 3 });
    expect(json.route.features[0].properties.time[0]).toBe('2026-11-21T10:00:00.000Z');
    dynamo.on(GetCommand, { TableName: 'vehicles' }).resolves({});
    expect(await ofFile({ vehicle_type: ['Ghost'] })).toMatchObject({ status: 404 });
    const nameless = { status: 400, json: { details: [{ field: 'vehicle_type' }] } };
    expect(await ofFile({ vehicle_type: [''] })).toMatchObject(nameless);
    expect(await evaluate({ route: geoJson, vehicle_type: '' })).toMatchObject(nameless);
    for (const field of ['custom_mesh_id', 'departure', 'vehicle']) {
      const refused = await ofFile({ [field]: ['x'] });
      expect(refused).toMatchObject({ status: 400, json: { details: [{ field }] } });
    }
  });

  it.each([
    ['application/gpx+xml', '<gpx', 400],
    ['application/gpx+xml', '<html/>', 400],
    ['application/rtz+xml', '', 400],
    ['application/rtz+xml', `${rtz}${' '.repeat(1024 * 1024)}`, 413],
    ['application/pdf', gpx, 415],
  ])('a body of type %s that is %.20j is a %i', async (type, body, status) => {
    const { json, ...answer } = await send(type, body);
    expect(answer.status).toBe(status);
    if (status === 400) expect(json.details[0].field).toBe('route');
    if (status === 415) expect(json.error).toMatch(/JSON.*application\/gpx\+xml, application\/rtz\+xml/);
  });

  it('through a closed cell is a 422 that names the leg', async () => {
    const { status, json } = await evaluate({ route: line([-59.5, -65.5], [-51.5, -65.5]) });
    expect(status).toBe(422);
    expect(json.error).toMatch(/^Route evaluation not possible: leg 1 /);
    expect(json.details).toEqual([
      { leg: 1, lat: -65.5, lon: expect.any(Number), reason: expect.any(String) },
    ]);
  });

  it.each([
    [{ route: { type: 'Point', coordinates: [0, 0] } }, 'route'],
    [{ route: line([0, 0]) }, 'route'],
    [{ route: line([0, 0], [0, 91]) }, 'route'],
    [{ route: line(...Array(10_001).fill([0, 0])) }, 'route'],
    [{ route: line([0, 0], [1, 1]), departure: 'soon' }, 'departure'],
    [{ route: line([0, 0], [1, 1]), speed: 1 }, 'speed'],
    [{}, 'route'],
  ])('%.60j is a 400 that names %s', async (body, field) => {
    const { status, json } = await evaluate(body);
    expect(status).toBe(400);
    expect(json.details[0].field).toBe(field);
  });

  const zone = (kind: string, box: Parameters<typeof boxPolygon>, fields = {}) => ({
    name: kind,
    kind,
    geometry: boxPolygon(...box),
    ...fields,
  });

  it('in a closed zone is a 422 that names leg, zone and place', async () => {
    const route = line([-59.5, -65.5], [-59.5, -62.5], [-57.5, -60.5]);
    const { status, json } = await evaluate({ route, zones: [zone('closed', [-60, -63, -59, -62])] });
    expect([status, json.details]).toEqual([
      422,
      [
        { leg: 1, lat: expect.closeTo(-63), lon: -59.5, reason: 'closed zone "closed"' },
        { leg: 2, lat: -62.5, lon: -59.5, reason: 'closed zone "closed"' },
      ],
    ]);
  });

  it('among zones is slower where a limit holds, says what it enters, and is beside routes among the same', async () => {
    const route = line([-59.5, -65.5], [-59.5, -60.5]);
    const limit = zone('speed_limit', [-60, -64, -59, -63], { max_speed_kn: 2 });
    const told = zone('report', [-60, -62, -59, -61.5]);
    // the limit is round the whole way
    const wall = zone('closed', [-58.5, -64.5, -56.1, -62]);
    const [free, among] = [await evaluate({ route }), await evaluate({ route, zones: [limit, told, wall] })];
    expect(among.json.time_days).toBeGreaterThan(free.json.time_days + 1);
    expect(
      among.json.zones.map(({ kind, nm_inside }: { kind: string; nm_inside: number }) => [kind, nm_inside]),
    ).toEqual([
      ['speed_limit', expect.closeTo(60, 0)],
      ['report', expect.closeTo(30, 0)],
    ]);
    const times = [free, among].map(({ json }) => json.compared.traveltime.time_days);
    expect(times[1]).toBeGreaterThan(times[0]);
    expect(times[1]).toBeLessThan(among.json.time_days);
    expect(free.json).not.toHaveProperty('zones');
  });

  it('tells the room beside each leg, and which have less than was asked for', async () => {
    const route = line([-57.5, -65.5], [-57.5, -62.5], [-56.05, -62.5], [-57.5, -60.5]);
    const { json } = await evaluate({ route, clearance_nm: 5 });
    expect(json.legs.map(({ clearance_nm }: { clearance_nm: number }) => clearance_nm)).toEqual([
      20,
      expect.closeTo(0.05 * 60 * Math.cos((62.5 * Math.PI) / 180), 1),
      expect.closeTo(0.05 * 60 * Math.cos((62.5 * Math.PI) / 180), 1),
    ]);
    expect(json.info.info).toMatch(/^Less than 5 NM of clearance on leg 2 \(1\.39 NM\), 3 \(1\.39 NM\)\.$/);
    expect((await evaluate({ route })).json.info).toBeNull();
  });

  it('with no such route to compare with says why', async () => {
    const route = line([-57.5, -65.5], [-57.5, -60.5], [-51.5, -60.5]);
    const zones = [
      zone('closed', [-56, -61, -55, -60.55], { name: 'South' }),
      zone('closed', [-56, -60.45, -55, -60], { name: 'North' }),
    ];
    const { status, json } = await evaluate({ route, zones, clearance_nm: 5 });
    expect([status, json.compared]).toEqual([200, {}]);
    expect(json.info.info).toContain('No route to compare with: ');
  });

  it('on a mesh that is not there is a 404', async () => {
    dynamo.on(GetCommand, { TableName: 'meshes' }).resolves({});
    expect(await evaluate({ route: line([-59.5, -65.5], [-58.5, -65.5]) })).toMatchObject({ status: 404 });
  });
});
